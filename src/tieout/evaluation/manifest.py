"""The manifest of a run: everything that someone else needs to repeat it and to know what it was asked of."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from tieout.errors import UsageError

__all__ = ["MANIFEST_FORMAT", "DatasetUsed", "Manifest", "ModelUsed", "QuestionsUsed", "read_manifest"]

MANIFEST_FORMAT: Final = "tieout-evaluation/1"
"""The name of the form; a change that a reader would notice gets another number."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class DatasetUsed(_Part):
    """A data set that questions were asked of: its name, its version, and the SHA-256 of its bytes."""

    name: str
    version: str
    sha256: str


class ModelUsed(_Part):
    """A model, and how it was asked.

    Attributes:
        name: As it was named to the run.
        settings: Temperature, effort, longest reply and the like, as the model says itself; never a key.
    """

    name: str
    settings: dict[str, Any] = {}


class QuestionsUsed(_Part):
    """The question set.

    Attributes:
        name: The name of a packaged set, or the file.
        sha256: SHA-256 of its bytes, in hex.
        size: How many questions were asked of it.
        split: ``all``, ``development`` or ``held_out``.
        held_out_runs: How many runs on its held-out questions are counted so far, this one included.
    """

    name: str
    sha256: str
    size: int
    split: Literal["all", "development", "held_out"] = "all"
    held_out_runs: int = 0


class Manifest(_Part):
    """One run of a question set.

    Attributes:
        format: The name of this form.
        begun: When, in UTC, as ISO 8601 text; when it last went on, where it was resumed.
        questions: What was asked.
        datasets: Of which data, by name.
        models: Of whom, in the order of the run.
        paths: By which information paths, in the order of the run.
        repeat: How often each question was asked.
        seed: The seed of the first repeat; None where none was sent.
        limits: What one question might use, by the names of `tieout.assistant.limits.Limits`.
        prices: Which price table costs come from, with its date; empty where no provider's table is there.
        cap_usd: The dollars at which the run was to stop, as exact text; None for no cap.
        concurrency: How many questions were asked at a time.
        per_minute: How many requests a minute each model was sent at most; None for any number.
        versions: Of Tieout, Python, and the libraries that reach a model, by name.
        finished: False for a run that was stopped or killed before its end.
    """

    format: Literal["tieout-evaluation/1"] = MANIFEST_FORMAT
    begun: str
    questions: QuestionsUsed
    datasets: tuple[DatasetUsed, ...]
    models: tuple[ModelUsed, ...]
    paths: tuple[str, ...]
    repeat: int
    seed: int | None = None
    limits: dict[str, Any] = {}
    prices: str = ""
    cap_usd: str | None = None
    concurrency: int = 1
    per_minute: int | None = None
    versions: dict[str, str] = {}
    finished: bool = False


def read_manifest(folder: Path) -> Manifest:
    """Return the manifest of a folder of results.

    Raises:
        UsageError: There is none, or it is in another form.
    """
    file = folder / "manifest.json"
    try:
        return Manifest.model_validate_json(file.read_bytes())
    except OSError:
        raise UsageError(f"{folder} holds no manifest.json; name a folder that tieout eval wrote.") from None
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "document"
        raise UsageError(f"{file}: {where}: {first['msg']}.") from None

"""The folder of a run: attempts as JSON lines, each written as soon as it is made, and the manifest."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from tieout.errors import UsageError
from tieout.evaluation.attempt import Attempt
from tieout.evaluation.manifest import Manifest
from tieout.evaluation.question import Question
from tieout.evaluation.questions import question_line

__all__ = ["Results", "read_attempts"]

_ATTEMPT: TypeAdapter[Attempt] = TypeAdapter(Attempt)
_ATTEMPTS = "attempts.jsonl"


class Results:
    """What a run keeps, and what an earlier one in the same folder kept.

    Args:
        folder: Where ``attempts.jsonl``, ``questions.jsonl`` and ``manifest.json`` are or will be; made when
            missing.

    Attributes:
        attempts: Those on disk, oldest first.

    Raises:
        UsageError: The folder cannot be used, or a line of its attempts is none.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._file = folder / _ATTEMPTS
        try:
            folder.mkdir(parents=True, exist_ok=True)
            text = self._file.read_text(encoding="utf-8") if self._file.exists() else ""
            whole, _, rest = text.rpartition("\n")
            if rest:
                # A killed run may leave half a line; what it says was never promised, so it is asked again.
                self._file.write_text(whole + "\n" if whole else "", encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            raise UsageError(f"Folder {str(folder)!r} cannot be used for results; choose another.") from None
        self.attempts: list[Attempt] = list(_parsed(whole, self._file))

    def append(self, attempt: Attempt) -> None:
        """Keep one attempt on disk, there to stay, before anything else happens."""
        self.attempts.append(attempt)
        with self._file.open("a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(attempt.model_dump_json() + "\n")
            file.flush()
            os.fsync(file.fileno())

    def write_questions(self, questions: Sequence[Question]) -> None:
        """Write what is asked, with its expected values, so that the attempts can be graded from here.

        Raises:
            UsageError: They cannot be written.
        """
        self._replace("questions.jsonl", "".join(map(question_line, questions)))

    def write_manifest(self, manifest: Manifest) -> None:
        """Write the manifest in one step, in place of an earlier one.

        Raises:
            UsageError: It cannot be written.
        """
        self._replace("manifest.json", manifest.model_dump_json(indent=1) + "\n")

    def _replace(self, name: str, text: str) -> None:
        file, beside = self.folder / name, self.folder / f"{name}.new"
        try:
            beside.write_text(text, encoding="utf-8")
            beside.replace(file)
        except OSError as error:
            raise UsageError(f"{file} cannot be written: {error.strerror or error}.") from error


def read_attempts(folder: Path) -> tuple[Attempt, ...]:
    """Return the attempts of a folder of results, oldest first, without touching it.

    Raises:
        UsageError: There are none, or a line is no attempt.
    """
    file = folder / _ATTEMPTS
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise UsageError(
            f"{folder} holds no {_ATTEMPTS}; name a folder that tieout eval --out wrote."
        ) from None
    return _parsed(text.rpartition("\n")[0], file)


def _parsed(text: str, file: Path) -> tuple[Attempt, ...]:
    attempts: list[Attempt] = []
    # Not splitlines: an answer may hold U+2028 and its like.
    for number, line in enumerate(text.split("\n") if text else (), start=1):
        try:
            attempts.append(_ATTEMPT.validate_json(line))
        except ValidationError:
            raise UsageError(f"{file.name}, line {number}, is no attempt; move the file away.") from None
    return tuple(attempts)

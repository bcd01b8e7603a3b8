"""A folder of results read again: its manifest, its questions, its attempts with their grades of today."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from tieout.errors import UsageError
from tieout.evaluation.manifest import Manifest, read_manifest
from tieout.evaluation.questions import load_questions, read_set
from tieout.evaluation.reporting import Judged, judged
from tieout.evaluation.results import read_attempts
from tieout.facts.names import Names

__all__ = ["Kept", "read_folder"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What a folder holds: what was asked and how, and every attempt graded."""

    manifest: Manifest
    attempts: tuple[Judged, ...]


def read_folder(folder: Path, questions: str | None = None) -> Kept:
    """Read a folder that a run wrote, and grade its attempts.

    Args:
        folder: Where they are.
        questions: Where the question set lies now, if it was moved.

    Raises:
        UsageError: A file is missing or in another form, or the questions are not those that were asked.
    """
    manifest = read_manifest(folder)
    name = questions or manifest.questions.name
    if hashlib.sha256(read_set(name).encode()).hexdigest() != manifest.questions.sha256:
        raise UsageError(
            f"The questions of {name} are not those that were asked; name them as they were with --questions."
        )
    found = judged(read_attempts(folder), load_questions(name), Names.load())
    if not found:
        raise UsageError(f"{folder} holds no attempt at a question of {name}.")
    return Kept(manifest=manifest, attempts=found)

"""A folder of results read again: its manifest, its questions, its attempts with their grades of today."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tieout.errors import UsageError
from tieout.evaluation.manifest import Manifest, read_manifest
from tieout.evaluation.questions import load_questions
from tieout.evaluation.reporting import Judged, judged
from tieout.evaluation.results import read_attempts
from tieout.facts.names import Names

__all__ = ["Kept", "read_folder"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What a folder holds: what was asked and how, and every attempt graded."""

    manifest: Manifest
    attempts: tuple[Judged, ...]


def read_folder(folder: Path) -> Kept:
    """Read a folder that a run wrote, and grade its attempts.

    Raises:
        UsageError: A file is missing or in another form, or it holds no attempt.
    """
    manifest = read_manifest(folder)
    found = judged(read_attempts(folder), load_questions(folder / "questions.jsonl"), Names.load())
    if not found:
        raise UsageError(f"{folder} holds no attempt at one of its questions; run tieout eval into it first.")
    return Kept(manifest=manifest, attempts=found)

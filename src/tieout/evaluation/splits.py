"""Splits: which questions may be tuned on, and how often those that may not were asked.

A held-out question says something only as long as nobody looks often. So every run on one is written down in
a file beside its set, which only grows, and reports show the count.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from tieout.errors import UsageError
from tieout.evaluation.question import Question

__all__ = ["HeldOutRuns", "SplitName", "of_split"]

SplitName = Literal["all", "development", "held_out"]


def of_split(questions: Sequence[Question], split: SplitName, name: str) -> tuple[Question, ...]:
    """Return the questions of a split, in order.

    Raises:
        UsageError: There are none.
    """
    kept = tuple(question for question in questions if split in ("all", question.split))
    if not kept:
        raise UsageError(f"{name} has no question of the split {split}.")
    return kept


class HeldOutRuns:
    """The runs on the held-out questions of one set.

    Args:
        file: JSON lines, a run each; made when missing.
    """

    def __init__(self, file: Path) -> None:
        self.file = file

    @property
    def count(self) -> int:
        """How many runs are written down.

        Raises:
            UsageError: The file cannot be read.
        """
        try:
            return sum(bool(line.strip()) for line in self.file.read_text(encoding="utf-8").split("\n"))
        except FileNotFoundError:
            return 0
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(f"{self.file} cannot be read: {error}.") from None

    def append(self, run: dict[str, Any]) -> int:
        """Write a run down, before it begins; return how many there are with it.

        Raises:
            UsageError: It cannot be written, so the run must not be.
        """
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            with self.file.open("a", encoding="utf-8") as file:
                file.write(json.dumps(run, ensure_ascii=False) + "\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise UsageError(
                f"Runs on held-out questions are counted in {self.file}, which cannot be written "
                f"({error.strerror or error}); copy the set to a folder of yours."
            ) from None
        return self.count

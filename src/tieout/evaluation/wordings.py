"""How generated questions are worded: templates by kind, as data in ``wordings.toml``."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

__all__ = ["NOTHING", "NOWHERE", "Wording", "wordings"]

NOWHERE = ("Atlantis", "Ruritania", "Middle-earth", "Gondor", "Freedonia")
"""Places that no data set holds."""

NOTHING = (
    "number of unicorns",
    "moustache density",
    "happiness of cats",
    "consumption of moon cheese",
    "umbrella ownership rate",
)
"""Measures that no data set holds."""


@dataclass(frozen=True, slots=True)
class Wording:
    """One way to ask: the words, and for a question to be declined the reason; both with braces to fill."""

    text: str
    decline: str = ""


@functools.cache
def wordings() -> Mapping[str, tuple[Wording, ...]]:
    """Return the templates of each kind, in the order of the file."""
    text = Path(__file__).with_name("wordings.toml").read_text(encoding="utf-8")
    return {
        kind: tuple(Wording(*([each] if isinstance(each, str) else each)) for each in templates)
        for kind, templates in tomllib.loads(text).items()
    }

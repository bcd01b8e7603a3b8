"""How generated questions are worded: templates by kind, as data in ``wordings.toml``."""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from pathlib import Path

__all__ = ["NOTHING", "NOWHERE", "wordings"]

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


@functools.cache
def wordings() -> Mapping[str, tuple[str, ...]]:
    """Return the templates of each kind, in the order of the file."""
    text = Path(__file__).with_name("wordings.toml").read_text(encoding="utf-8")
    return {kind: tuple(templates) for kind, templates in tomllib.loads(text).items()}

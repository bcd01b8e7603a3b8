"""The program as a person or a script runs it, and what its output must look like."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema

SCHEMAS = Path(__file__).resolve().parents[2] / "docs" / "reference" / "schemas"
QUESTION = "What was the population of Canada in 2024?"

ROW = {
    "ref": "e1",
    "area": "CAN",
    "area_name": "Canada",
    "is_aggregate": False,
    "indicator": "SP.POP.TOTL",
    "indicator_name": "Population, total",
    "unit": "people",
    "period": "2024",
    "value": "41262329",
    "status": "",
}
WATCH = {"country_code": "CAN", "indicator_code": "SP.POP.TOTL", "year": 2024}
TRUE = "The population of Canada was 41,262,329 in 2024."
FALSE = "The population of Canada was 42,262,329 in 2024."


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """A program that ended."""

    status: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """The one JSON document on stdout."""
        return json.loads(self.out)


def environment(home: Path) -> dict[str, str]:
    """Return the environment of a person whose data folder is ``home``."""
    return {**os.environ, "TIEOUT_HOME": str(home), "COLUMNS": "100", "PYTHONWARNINGS": "error"}


def start(home: Path, *words: str | Path, **options: Any) -> subprocess.Popen[bytes]:
    """Start ``python -m tieout`` and return without waiting."""
    return subprocess.Popen(
        [sys.executable, "-m", "tieout", *map(str, words)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(home),
        **options,
    )


def run(home: Path, *words: str | Path, feed: bytes | str = b"") -> Done:
    """Run ``python -m tieout`` to its end; a traceback fails the test, whatever it is about."""
    process = start(home, *words)
    out, err = process.communicate(feed.encode() if isinstance(feed, str) else feed, timeout=60)
    assert b"Traceback" not in out + err, err.decode(errors="replace")
    return Done(status=process.returncode, out=out.decode(), err=err.decode(errors="replace"))


def valid(document: object, schema: str) -> None:
    """Fail unless the document has the form that the reference promises."""
    text = (SCHEMAS / f"{schema}.json").read_text(encoding="utf-8")
    jsonschema.Draft202012Validator(json.loads(text)).validate(document)

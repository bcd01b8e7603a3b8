"""Tieout: answers about public statistics, shown only when every claim ties out.

The public names are loaded on first use, so that `import tieout` costs next to nothing and a
program that only checks text never loads the desk, the data or the command line.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tieout.checking.check import check
    from tieout.checking.verdict import Problem, Tie, Verdict
    from tieout.data.snapshot import load_snapshot
    from tieout.desk import Desk
    from tieout.errors import (
        DataError,
        LedgerError,
        ModelError,
        NoRecording,
        QueryCode,
        QueryError,
        SnapshotChanged,
        SnapshotInvalid,
        TieoutError,
        UsageError,
    )
    from tieout.facts.fact import Evidence, Fact
    from tieout.outcome import Outcome

__version__ = "0.1.0"

__all__ = [
    "DataError",
    "Desk",
    "Evidence",
    "Fact",
    "LedgerError",
    "ModelError",
    "NoRecording",
    "Outcome",
    "Problem",
    "QueryCode",
    "QueryError",
    "SnapshotChanged",
    "SnapshotInvalid",
    "Tie",
    "TieoutError",
    "UsageError",
    "Verdict",
    "__version__",
    "check",
    "load_snapshot",
]

_HOMES = {
    "DataError": "tieout.errors",
    "Desk": "tieout.desk",
    "Evidence": "tieout.facts.fact",
    "Fact": "tieout.facts.fact",
    "LedgerError": "tieout.errors",
    "ModelError": "tieout.errors",
    "NoRecording": "tieout.errors",
    "Outcome": "tieout.outcome",
    "Problem": "tieout.checking.verdict",
    "QueryCode": "tieout.errors",
    "QueryError": "tieout.errors",
    "SnapshotChanged": "tieout.errors",
    "SnapshotInvalid": "tieout.errors",
    "Tie": "tieout.checking.verdict",
    "TieoutError": "tieout.errors",
    "UsageError": "tieout.errors",
    "Verdict": "tieout.checking.verdict",
    "check": "tieout.checking.check",
    "load_snapshot": "tieout.data.snapshot",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'tieout' has no attribute {name!r}")
    value: object = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)

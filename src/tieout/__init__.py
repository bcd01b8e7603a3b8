"""Tieout: answers about public statistics, shown only when every claim ties out.

The public names are loaded on first use, so that `import tieout` costs next to nothing and a
program that only checks text never loads the desk, the data or the command line.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tieout.assistant.approval import Answer, ApprovalRequest, Approver, Decision
    from tieout.assistant.conversation import Message, Model, Reply, Request
    from tieout.assistant.limits import Limits
    from tieout.assistant.loop import run_loop
    from tieout.assistant.paths import Path
    from tieout.assistant.trace import Step, StopReason, Trace
    from tieout.checking.check import check
    from tieout.checking.verdict import Problem, Tie, Verdict
    from tieout.data.catalogue import Catalogue
    from tieout.data.snapshot import Snapshot, load_snapshot
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
    from tieout.facts.area import Area
    from tieout.facts.fact import Evidence, Fact
    from tieout.facts.indicator import Indicator
    from tieout.facts.observation import Observation
    from tieout.facts.period import Period
    from tieout.facts.rows import evidence_from_rows
    from tieout.facts.unit import Unit
    from tieout.interfaces.opening import open_desk
    from tieout.ledger.ledger import Ledger
    from tieout.outcome import Outcome
    from tieout.tools.calculator import calculator_tools
    from tieout.tools.call import Refusal, ToolCall, ToolResult
    from tieout.tools.clock import clock_tools
    from tieout.tools.contract import Tool, Toolset
    from tieout.tools.finding import Finding, Observed, Plain
    from tieout.tools.glossary import glossary_tools
    from tieout.tools.notes import Notes, Passage, note_tools
    from tieout.tools.statistics import statistics_tools
    from tieout.tools.watching import watch_tools

__version__ = "0.1.0"

__all__ = [
    "Answer",
    "ApprovalRequest",
    "Approver",
    "Area",
    "Catalogue",
    "DataError",
    "Decision",
    "Desk",
    "Evidence",
    "Fact",
    "Finding",
    "Indicator",
    "Ledger",
    "LedgerError",
    "Limits",
    "Message",
    "Model",
    "ModelError",
    "NoRecording",
    "Notes",
    "Observation",
    "Observed",
    "Outcome",
    "Passage",
    "Path",
    "Period",
    "Plain",
    "Problem",
    "QueryCode",
    "QueryError",
    "Refusal",
    "Reply",
    "Request",
    "Snapshot",
    "SnapshotChanged",
    "SnapshotInvalid",
    "Step",
    "StopReason",
    "Tie",
    "TieoutError",
    "Tool",
    "ToolCall",
    "ToolResult",
    "Toolset",
    "Trace",
    "Unit",
    "UsageError",
    "Verdict",
    "__version__",
    "calculator_tools",
    "check",
    "clock_tools",
    "evidence_from_rows",
    "glossary_tools",
    "load_snapshot",
    "note_tools",
    "open_desk",
    "run_loop",
    "statistics_tools",
    "watch_tools",
]

_HOMES = {
    "Answer": "tieout.assistant.approval",
    "ApprovalRequest": "tieout.assistant.approval",
    "Approver": "tieout.assistant.approval",
    "Area": "tieout.facts.area",
    "Catalogue": "tieout.data.catalogue",
    "DataError": "tieout.errors",
    "Decision": "tieout.assistant.approval",
    "Desk": "tieout.desk",
    "Evidence": "tieout.facts.fact",
    "Fact": "tieout.facts.fact",
    "Finding": "tieout.tools.finding",
    "Indicator": "tieout.facts.indicator",
    "Ledger": "tieout.ledger.ledger",
    "LedgerError": "tieout.errors",
    "Limits": "tieout.assistant.limits",
    "Message": "tieout.assistant.conversation",
    "Model": "tieout.assistant.conversation",
    "ModelError": "tieout.errors",
    "NoRecording": "tieout.errors",
    "Notes": "tieout.tools.notes",
    "Observation": "tieout.facts.observation",
    "Observed": "tieout.tools.finding",
    "Outcome": "tieout.outcome",
    "Passage": "tieout.tools.notes",
    "Path": "tieout.assistant.paths",
    "Period": "tieout.facts.period",
    "Plain": "tieout.tools.finding",
    "Problem": "tieout.checking.verdict",
    "QueryCode": "tieout.errors",
    "QueryError": "tieout.errors",
    "Refusal": "tieout.tools.call",
    "Reply": "tieout.assistant.conversation",
    "Request": "tieout.assistant.conversation",
    "Snapshot": "tieout.data.snapshot",
    "SnapshotChanged": "tieout.errors",
    "SnapshotInvalid": "tieout.errors",
    "Step": "tieout.assistant.trace",
    "StopReason": "tieout.assistant.trace",
    "Tie": "tieout.checking.verdict",
    "TieoutError": "tieout.errors",
    "Tool": "tieout.tools.contract",
    "ToolCall": "tieout.tools.call",
    "ToolResult": "tieout.tools.call",
    "Toolset": "tieout.tools.contract",
    "Trace": "tieout.assistant.trace",
    "Unit": "tieout.facts.unit",
    "UsageError": "tieout.errors",
    "Verdict": "tieout.checking.verdict",
    "calculator_tools": "tieout.tools.calculator",
    "check": "tieout.checking.check",
    "clock_tools": "tieout.tools.clock",
    "evidence_from_rows": "tieout.facts.rows",
    "glossary_tools": "tieout.tools.glossary",
    "load_snapshot": "tieout.data.snapshot",
    "note_tools": "tieout.tools.notes",
    "open_desk": "tieout.interfaces.opening",
    "run_loop": "tieout.assistant.loop",
    "statistics_tools": "tieout.tools.statistics",
    "watch_tools": "tieout.tools.watching",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'tieout' has no attribute {name!r}")
    value: object = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)

"""The audit of a finished text: each claim that is understood is looked up, and ticked or contradicted."""

from tieout.audit.auditing import audit
from tieout.audit.finding import Finding, FindingKind
from tieout.audit.passage import Passage

__all__ = ["Finding", "FindingKind", "Passage", "audit"]

"""Audits of what a request sends: a text or a file, within limits that are looked at before any work."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from fastapi import Request

from tieout.audit import Finding, audit
from tieout.errors import UsageError
from tieout.interfaces.auditing import audit_document, report_values
from tieout.interfaces.documents import passages_in, passages_of
from tieout.interfaces.pages import page_text
from tieout.interfaces.web.asking import asking_of
from tieout.interfaces.web.bodies import LONGEST_ARTICLE, LONGEST_FILE

if TYPE_CHECKING:
    from tieout.audit.passage import Passage
    from tieout.data.snapshot import Snapshot

__all__ = ["Audited", "audited_file", "audited_text"]

_ENDINGS: Final = (".txt", ".md", ".markdown", ".html", ".htm", ".xhtml", ".docx")


@dataclass(frozen=True, slots=True, kw_only=True)
class Audited:
    """A text whose claims were looked up; nothing of it is kept.

    Attributes:
        name: What it is called.
        findings: What was found, sentence by sentence.
        snapshot: The data they were looked up in.
    """

    name: str
    findings: list[Finding]
    snapshot: Snapshot

    def document(self) -> dict[str, Any]:
        """Return the JSON form of the findings."""
        return audit_document(self.findings, self.snapshot)

    def report(self) -> str:
        """Return the page that ``tieout audit --html`` writes."""
        return page_text("audit", report_values(self.name, self.findings, self.snapshot))


def audited_text(request: Request, text: str, form: str) -> Audited:
    """Look up the claims of a text.

    Raises:
        UsageError: It is empty, too long, or not of its form.
    """
    if len(text) > LONGEST_ARTICLE:
        raise UsageError(f"The text has {len(text):,} characters; audit one of at most {LONGEST_ARTICLE:,}.")
    if not text.strip():
        raise UsageError("There is no text; paste one, or choose a file.")
    return _audited(request, "draft", passages_of(text, form))


def audited_file(request: Request, name: str, file: BinaryIO) -> Audited:
    """Look up the claims of a file, which its ending tells how to read.

    Raises:
        UsageError: It is too long, holds no text, or is of no kind that can be read.
    """
    called = PurePath(name.replace("\\", "/")).name[:100] or "file"
    if PurePath(called).suffix.lower() not in _ENDINGS:
        raise UsageError(f"'{called}' is of no kind that can be read; choose .txt, .md, .html or .docx.")
    content = file.read(LONGEST_FILE + 1)
    if len(content) > LONGEST_FILE:
        raise UsageError(f"'{called}' is longer than {LONGEST_FILE:,} bytes; audit a part of it.")
    passages = passages_in(content, Path(called))
    length = sum(len(passage.text) for passage in passages)
    if length > LONGEST_ARTICLE:
        raise UsageError(f"'{called}' has {length:,} characters; audit at most {LONGEST_ARTICLE:,} at once.")
    return _audited(request, called, passages)


def _audited(request: Request, name: str, passages: list[Passage]) -> Audited:
    office = asking_of(request).office
    findings = list(audit(passages, office.snapshot, office.names))
    return Audited(name=name, findings=findings, snapshot=office.snapshot)

"""The API of texts: checked against rows, or audited against the data."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, UploadFile

from tieout.checking.check import check
from tieout.facts.rows import evidence_from_rows
from tieout.interfaces.web.asking import asking_of
from tieout.interfaces.web.auditing import audited_file
from tieout.interfaces.web.bodies import LONGEST_FILE, AuditBody, CheckBody
from tieout.outcome import verdict_document

__all__ = ["texts_api"]

texts_api = APIRouter()


@texts_api.post("/check")
def check_text(request: Request, body: CheckBody) -> dict[str, Any]:
    """Check a text against rows: verdict, problems, ties."""
    evidence = evidence_from_rows(body.evidence)
    names = asking_of(request).office.names
    return verdict_document(check(body.answer, evidence, question=body.question, names=names))


@texts_api.post("/audit")
def audit_text(request: Request, body: AuditBody) -> dict[str, Any]:
    """Look up every claim of a finished text: ticked, contradicted, or not checked."""
    from tieout.audit import audit
    from tieout.interfaces.auditing import audit_document
    from tieout.interfaces.documents import passages_of

    office = asking_of(request).office
    passages = passages_of(body.text, body.form)
    findings = list(audit(passages, office.snapshot, office.names))
    return audit_document(findings, office.snapshot)


@texts_api.post("/audit/file", max_body_size=LONGEST_FILE + 10_000)
def audit_file(request: Request, file: UploadFile) -> dict[str, Any]:
    """Look up every claim of a file: text, Markdown, HTML or DOCX, told by its ending."""
    audited = audited_file(request, file.filename or "", file.file)
    return {"file": audited.name, **audited.document()}

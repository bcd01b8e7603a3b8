"""What the HTTP API takes: strict bodies, with the limits that are checked before any work."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Path
from pydantic import BaseModel, ConfigDict, Field

__all__ = [
    "ApprovalBody",
    "ApprovalNumber",
    "AuditBody",
    "CheckBody",
    "DecisionBody",
    "QuestionBody",
    "ToolBody",
]


LONGEST_ARTICLE = 100_000
"""Code points of a text that is audited."""


LONGEST_FILE = 5_000_000
"""Bytes of a file that is audited."""


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class QuestionBody(_Body):
    """A question to answer."""

    question: Annotated[str, Field(min_length=1, max_length=2_000)]
    after: Annotated[
        str | None,
        Field(
            min_length=1,
            max_length=64,
            description="The run, by number or id, that this one follows; it may leave out what that named.",
        ),
    ] = None


class AuditBody(_Body):
    """A finished text whose claims are looked up."""

    text: Annotated[str, Field(max_length=LONGEST_ARTICLE)]
    form: Literal["text", "markdown", "html"] = "text"


class CheckBody(_Body):
    """A text to check against rows of the caller's own."""

    answer: Annotated[str, Field(max_length=200_000)]
    evidence: Annotated[list[dict[str, Any]], Field(max_length=10_000)]
    question: Annotated[str | None, Field(max_length=2_000)] = None


class DecisionBody(_Body):
    """A decision about a held answer."""

    action: Literal["approve", "amend", "decline"]
    text: Annotated[str, Field(max_length=20_000)] = ""
    why: Annotated[str, Field(max_length=2_000)] = ""
    override: Annotated[
        bool, Field(description="Release an amended text although it does not tie out; needs a reason.")
    ] = False


ApprovalNumber = Annotated[int, Path(ge=1, le=2**53, description="The approval's number.")]


class ApprovalBody(_Body):
    """An answer to a call that waits for a person."""

    answer: Literal["approve", "deny"]
    why: Annotated[str, Field(min_length=1, max_length=2_000)]
    digest: Annotated[str, Field(pattern="^[0-9a-f]{64}$", description="Of the call that was looked at.")]


class ToolBody(_Body):
    """A data call, made by hand."""

    arguments: dict[str, Any]

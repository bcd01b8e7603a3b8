"""The form gate: a reply is a draft only when it is one strict JSON object of exactly the form asked for.

A draft comes in one of two forms: composed of claims that name facts, or prose. The form says nothing about
truth. What passes here goes to the writer and the check; what does not goes to a person, never mended.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal, get_args

from tieout.assistant.claim import COMPOSED_SCHEMA, Claim, read_claim
from tieout.assistant.shape import MOST_CLAIMS

__all__ = [
    "RESPONSE_SCHEMA",
    "SCHEMAS",
    "ComposedDraft",
    "Draft",
    "DraftForm",
    "DraftStatus",
    "FormCode",
    "FormProblem",
    "read_draft",
]

DraftForm = Literal["composed", "prose"]
DraftStatus = Literal["answered", "cannot_answer"]

RESPONSE_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "status": {"type": "string", "enum": list(get_args(DraftStatus))},
        "answer": {"type": "string"},
    },
    "required": ["status", "answer"],
    "additionalProperties": False,
}
"""The JSON schema of a prose draft, as a model is sent it."""

SCHEMAS: Mapping[DraftForm, Mapping[str, Any]] = {"composed": COMPOSED_SCHEMA, "prose": RESPONSE_SCHEMA}
"""The JSON schema of each form."""


class FormCode(StrEnum):
    """What is wrong with the form of a reply."""

    REFUSAL = "refusal"
    TRUNCATED = "truncated"
    MALFORMED_JSON = "malformed_json"
    SCHEMA = "schema"


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A proposed answer in prose, in the right form; nothing in it has been checked.

    Attributes:
        status: ``answered``, or ``cannot_answer`` when the model says that the data does not hold the answer.
        answer: The text proposed.
    """

    status: DraftStatus
    answer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ComposedDraft:
    """Proposed claims in the right form; none of them has been verified, and no sentence exists yet.

    Attributes:
        status: As in `Draft`.
        claims: One to `MOST_CLAIMS` claims, each with its place in the text of the reply.
    """

    status: DraftStatus
    claims: tuple[Claim, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FormProblem:
    """Why a reply is no draft.

    Attributes:
        code: The kind of fault.
        message: One sentence that a data editor understands.
        start: Where in the reply the fault begins, in code points; 0 with ``end`` 0 for the whole reply.
        end: Where it ends.
    """

    code: FormCode
    message: str
    start: int = 0
    end: int = 0


class _Fault(ValueError):
    """JSON that the language's own reader would let pass."""


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _Fault("a key stands twice")
    return found


def _constant(word: str) -> object:
    raise _Fault(f"{word} is no JSON value")


_STRICT = json.JSONDecoder(object_pairs_hook=_object, parse_constant=_constant)


def read_draft(
    text: str | None, finish: str = "stop", form: DraftForm = "prose"
) -> Draft | ComposedDraft | FormProblem:
    """Return the draft that a reply holds, or what is wrong with its form.

    Args:
        text: The text of the reply, or None when it had none.
        finish: How the reply ended, one of ``conversation.FINISHES``.
        form: The form that was asked for; the other one is a fault.
    """
    if finish in ("refusal", "content_filter"):
        return FormProblem(code=FormCode.REFUSAL, message="The model declined to answer.")
    if finish == "length":
        return FormProblem(code=FormCode.TRUNCATED, message="The reply was cut off at the output limit.")
    if text is None or not text.strip():
        return FormProblem(code=FormCode.MALFORMED_JSON, message="The reply was empty.")
    try:
        read = _STRICT.decode(text)
        text.encode()
    except (ValueError, RecursionError) as error:
        return FormProblem(code=FormCode.MALFORMED_JSON, message=_reason(error))
    return _composed(read, text) if form == "composed" else _prose(read)


def _reason(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        where = f"{error.msg[0].lower()}{error.msg[1:]} at character {error.pos + 1}"
        return f"The reply is not one JSON object: {where}."
    if isinstance(error, UnicodeEncodeError):
        return "The reply holds half a character."
    return f"The reply is not strict JSON: {error if isinstance(error, _Fault) else 'nested too deeply'}."


def _fields(read: object, second: str) -> tuple[DraftStatus, object] | FormProblem:
    """Return the status and the value of the other key, both forms having just these two."""
    if not isinstance(read, dict):
        return _schema("The reply is JSON, but not an object.")
    if set(read) != {"status", second}:
        return _schema(f'The reply must hold exactly "status" and "{second}".')
    status = read["status"]
    if status not in ("answered", "cannot_answer"):
        return _schema('"status" must be "answered" or "cannot_answer".')
    return status, read[second]


def _prose(read: object) -> Draft | FormProblem:
    fields = _fields(read, "answer")
    if isinstance(fields, FormProblem):
        return fields
    status, answer = fields
    if not isinstance(answer, str):
        return _schema('"answer" must be text.')
    try:
        answer.encode()
    except UnicodeEncodeError:
        return FormProblem(code=FormCode.MALFORMED_JSON, message="The answer holds half a character.")
    return Draft(status=status, answer=answer)


def _composed(read: object, text: str) -> ComposedDraft | FormProblem:
    fields = _fields(read, "claims")
    if isinstance(fields, FormProblem):
        return fields
    status, given = fields
    if not isinstance(given, list) or not 1 <= len(given) <= MOST_CLAIMS:
        return _schema(f'"claims" must be a list of 1 to {MOST_CLAIMS} claims.')
    claims: list[Claim] = []
    for one, (start, end) in zip(given, _places(text), strict=True):
        claim = read_claim(one, start=start, end=end)
        if isinstance(claim, str):
            return FormProblem(code=FormCode.SCHEMA, message=claim, start=start, end=end)
        claims.append(claim)
    return ComposedDraft(status=status, claims=tuple(claims))


_PLAIN = json.JSONDecoder()
_BETWEEN = re.compile(r"[\s,]*")
_OPENING = re.compile(r"\s*\{?[\s,]*\"(\\.|[^\"\\])*\"\s*:\s*")


def _places(text: str) -> Iterator[tuple[int, int]]:
    """Yield where each entry of ``claims`` stands in the text of an object that was read already."""
    at = _end_of(_OPENING, text, 0)
    if text[at] != "[":
        _, at = _PLAIN.raw_decode(text, at)
        at = _end_of(_OPENING, text, at)
    at = _end_of(_BETWEEN, text, at + 1)
    while text[at] != "]":
        _, end = _PLAIN.raw_decode(text, at)
        yield at, end
        at = _end_of(_BETWEEN, text, end)


def _end_of(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at


def _schema(message: str) -> FormProblem:
    return FormProblem(code=FormCode.SCHEMA, message=message)

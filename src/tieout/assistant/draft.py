"""The form gate: a reply is a draft only when it is one strict JSON object of exactly the form asked for.

The form says nothing about truth. What passes here goes to the check; what does not goes to a person, never
mended.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal, get_args

__all__ = ["RESPONSE_SCHEMA", "Draft", "DraftStatus", "FormCode", "FormProblem", "read_draft"]

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
"""The JSON schema of a draft, as a model is sent it."""


class FormCode(StrEnum):
    """What is wrong with the form of a reply."""

    REFUSAL = "refusal"
    TRUNCATED = "truncated"
    MALFORMED_JSON = "malformed_json"
    SCHEMA = "schema"


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A proposed answer in the right form; nothing in it has been checked.

    Attributes:
        status: ``answered``, or ``cannot_answer`` when the model says that the data does not hold the answer.
        answer: The text proposed.
    """

    status: DraftStatus
    answer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FormProblem:
    """Why a reply is no draft.

    Attributes:
        code: The kind of fault.
        message: One sentence that a data editor understands.
    """

    code: FormCode
    message: str


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


def read_draft(text: str | None, finish: str = "stop") -> Draft | FormProblem:
    """Return the draft that a reply holds, or what is wrong with its form.

    Args:
        text: The text of the reply, or None when it had none.
        finish: How the reply ended, one of ``conversation.FINISHES``.
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
    return _from_object(read)


def _reason(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError):
        where = f"{error.msg[0].lower()}{error.msg[1:]} at character {error.pos + 1}"
        return f"The reply is not one JSON object: {where}."
    if isinstance(error, UnicodeEncodeError):
        return "The reply holds half a character."
    return f"The reply is not strict JSON: {error if isinstance(error, _Fault) else 'nested too deeply'}."


def _from_object(read: object) -> Draft | FormProblem:
    if not isinstance(read, dict):
        return _schema("The reply is JSON, but not an object.")
    if set(read) != {"status", "answer"}:
        return _schema('The reply must hold exactly "status" and "answer".')
    status, answer = read["status"], read["answer"]
    if status not in ("answered", "cannot_answer"):
        return _schema('"status" must be "answered" or "cannot_answer".')
    if not isinstance(answer, str):
        return _schema('"answer" must be text.')
    try:
        answer.encode()
    except UnicodeEncodeError:
        return FormProblem(code=FormCode.MALFORMED_JSON, message="The answer holds half a character.")
    return Draft(status=status, answer=answer)


def _schema(message: str) -> FormProblem:
    return FormProblem(code=FormCode.SCHEMA, message=message)

"""The two calls that are no data tools: ask a question, and have a draft checked against calls."""

from __future__ import annotations

from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tieout.errors import UsageError

__all__ = ["AskRequest", "CheckRequest", "Made", "read_request"]

LONGEST_ANSWER = 20_000
"""Code points of a draft; a longer one is refused before it is read."""

MOST_CALLS = 30
"""The most calls that one draft may rest on."""

_Request = TypeVar("_Request", bound=BaseModel)


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class AskRequest(_Strict):
    """Arguments of ``ask``."""

    question: Annotated[
        str,
        Field(
            min_length=1,
            max_length=2_000,
            description="A question about public statistics, in plain English.",
        ),
    ]
    after: Annotated[
        str | None,
        Field(
            min_length=1,
            max_length=64,
            description="The run that this question follows; it may leave out what that one named.",
        ),
    ] = None


class Made(_Strict):
    """A call that was made before, with the arguments it was made with."""

    tool: Annotated[str, Field(description="The data tool that was called.")]
    arguments: Annotated[dict[str, Any], Field(description="The arguments it was called with.")]


class CheckRequest(_Strict):
    """Arguments of ``check_answer``."""

    answer: Annotated[
        str, Field(min_length=1, max_length=LONGEST_ANSWER, description="The text to check, as written.")
    ]
    calls: Annotated[
        list[Made],
        Field(
            max_length=MOST_CALLS,
            description="The data calls that the answer rests on; they are run again here.",
        ),
    ]
    question: Annotated[
        str, Field(max_length=2_000, description="The question that it answers; empty when there is none.")
    ] = ""


def read_request(model: type[_Request], arguments: dict[str, Any] | None) -> _Request:
    """Return typed arguments.

    Raises:
        UsageError: They do not fit the schema; the sentence names the first argument that does not.
    """
    try:
        return model.model_validate(arguments or {})
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"]) or "arguments"
        raise UsageError(f"The argument {where!r} does not fit: {first['msg']}.") from None

"""Why a run has no outcome but a failure, in words for whoever asked."""

from __future__ import annotations

from typing import Final

__all__ = ["told_stop"]

_STOPS: Final = {
    "max_model_calls": "the model was asked as often as the limit allows and had not answered",
    "max_tool_calls": "the model wanted more data calls than the limit allows",
    "repeated_call": "the model made the same call again",
    "time": "the time for one question was used up",
    "budget": "the money for one question was used up",
    "max_tokens": "the tokens for one question were used up",
    "max_retries": "the provider was busy each time it was asked",
    "timeout": "the model sent no whole reply in the time of one request",
    "approval": "a call waits for a person",
    "unexpected_call": "the model wanted data when it was to answer",
    "model_error": "the model or its provider failed",
    "untrusted_data": "the data changed while it was read",
    "abandoned": "no worker that took the question lived to answer it",
    "another_desk": "the desk that it came back to has other data or another model",
    "interrupted": "the run was interrupted",
    "bug": "a bug of ours stopped it",
}


def told_stop(stop: str) -> str:
    """Return a stop reason as the end of a sentence.

    Examples:
        >>> told_stop("time")
        'the time for one question was used up'
    """
    return _STOPS.get(stop, stop.replace("_", " "))

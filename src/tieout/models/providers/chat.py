"""OpenAI's chat format as servers send it: calls that are not whole reach the loop, which refuses them.

The library refuses the whole reply for one call without an id, and the run would end; the loop tells the
model what is wrong, and lets it call again.
"""

from __future__ import annotations

import json
from typing import Any

from openai.types import chat
from pydantic_ai.models.openai import OpenAIChatModel

__all__ = ["ChatModel"]


class ChatModel(OpenAIChatModel):
    """The library's model class, which lets calls through as they came."""

    def _validate_completion(self, response: chat.ChatCompletion) -> Any:
        """Give each call the form that the library reads; what it lacks, it has empty."""
        for index, choice in enumerate(response.choices or ()):
            message = getattr(choice, "message", None)
            if getattr(choice, "index", None) is None:
                choice.index = index
            if message is not None and getattr(message, "role", None) is None:
                message.role = "assistant"  # nobody else speaks in a reply
            for call in getattr(message, "tool_calls", None) or ():
                _complete(call)
        return super()._validate_completion(response)


def _complete(call: Any) -> None:
    if not isinstance(getattr(call, "id", None), str):
        call.id = ""
    if getattr(call, "type", None) is None:
        call.type = "function"  # no other kind is declared
    function = getattr(call, "function", None)
    if function is None:
        return
    if not isinstance(getattr(function, "name", None), str):
        function.name = ""
    arguments = getattr(function, "arguments", None)
    if not isinstance(arguments, str):
        function.arguments = "" if arguments is None else json.dumps(arguments)

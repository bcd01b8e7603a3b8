"""One adapter for all providers: our request in, our reply out; the loop, the limits and the waits are ours.

The library sends one request and reads one reply. It repeats nothing, runs no tool and keeps no state.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any

from pydantic_ai.direct import model_request
from pydantic_ai.exceptions import UserError
from pydantic_ai.messages import ModelResponse
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.settings import ModelSettings
from pydantic_ai.tools import ToolDefinition

from tieout.assistant.conversation import Reply, Request
from tieout.models.providers.access import Access
from tieout.models.providers.address import Address
from tieout.models.providers.backend import backend
from tieout.models.providers.failing import failure, unreadable
from tieout.models.providers.history import history
from tieout.models.providers.reading import read_reply
from tieout.models.providers.schema import inlined
from tieout.models.providers.tuning import Tuning
from tieout.models.providers.wire import Sent, client, fault

__all__ = ["ProviderModel"]

_NOTHING = Access()
_USUAL = Tuning()


def _now() -> datetime:
    return datetime.now(UTC)


class ProviderModel:
    """A model at a provider, or at any server that speaks one of their wire formats.

    Args:
        address: Who is asked.
        access: The key and, where it is not the usual one, the address.
        tuning: How it is asked.
        now: The wall clock, with its time zone.
    """

    def __init__(
        self,
        address: Address,
        access: Access = _NOTHING,
        tuning: Tuning = _USUAL,
        *,
        now: Callable[[], datetime] = _now,
    ) -> None:
        self._address, self._access, self._tuning, self._now = address, access, tuning, now
        self._maker = f"{address.provider}/{address.model}"

    @property
    def name(self) -> str:
        """The model as it was named, such as ``openai:gpt-5``."""
        return self._address.written

    @property
    def settings(self) -> Mapping[str, object]:
        """Who is asked, and how; for records."""
        return {"provider": self._address.provider, "model": self._address.model, **self._tuning.record}

    def reply(self, request: Request) -> Reply:
        """Send the request once and return the reply.

        Raises:
            ModelBusy: It may be sent again after a wait.
            ModelError: The provider failed, refused the request, or its reply cannot be read.
        """
        sent = Sent()
        seconds = self._tuning.seconds
        if request.seconds_left is not None:
            seconds = min(seconds, max(request.seconds_left, 0.001))
        try:
            response = _run(lambda: self._ask(request, sent, seconds))
            if fault(sent.body):
                raise unreadable(sent, self._address, self._access)
            return read_reply(
                response,
                sent,
                self._address,
                self._access,
                earlier=request.messages,
                maker=self._maker,
                today=self._now().date(),
            )
        except Exception as error:
            raise failure(
                error, sent, self._address, self._access, seconds=seconds, now=self._now()
            ) from None

    async def _ask(self, request: Request, sent: Sent, seconds: float) -> ModelResponse:
        trust = not self._address.is_loopback
        async with client(sent, seconds, trust_environment=trust) as http:
            model = backend(self._address, self._access, http)
            messages = history(request.messages, self._maker)
            settings = self._settings(request, seconds)
            parameters = _parameters(request, model, plain=self._address.is_small)
            try:
                return await model_request(
                    model, messages, model_settings=settings, model_request_parameters=parameters
                )
            except UserError:
                # Some models cannot be forced to call while they reason; it is known before anything is sent.
                if settings.get("tool_choice") != "required" or sent.requests:
                    raise
                settings["tool_choice"] = "auto"
                return await model_request(
                    model, messages, model_settings=settings, model_request_parameters=parameters
                )

    def _settings(self, request: Request, seconds: float) -> ModelSettings:
        tuning = self._tuning
        settings = ModelSettings(
            max_tokens=tuning.max_tokens, max_retries=0, timeout=seconds, request_timeout=seconds
        )
        if tuning.temperature is not None:
            settings["temperature"] = tuning.temperature
        if tuning.seed is not None:
            settings["seed"] = tuning.seed
        if tuning.effort is not None:
            settings["thinking"] = False if tuning.effort == "none" else tuning.effort
        if request.tools:
            settings["tool_choice"] = request.tool_choice
        return settings


def _parameters(request: Request, model: Model[Any], *, plain: bool) -> ModelRequestParameters:
    tools = [
        ToolDefinition(
            name=tool["name"],
            description=tool["description"],
            parameters_json_schema=dict(tool["parameters"]),
            strict=True,
        )
        for tool in request.tools
    ]
    schema = request.response_schema
    if schema is None or not _takes_schema(model, bool(tools)):
        return ModelRequestParameters(function_tools=tools)
    meant = inlined(schema) if plain else dict(schema)
    output = OutputObjectDefinition(name="answer", json_schema=meant, strict=True)
    return ModelRequestParameters(function_tools=tools, output_mode="native", output_object=output)


def _takes_schema(model: Model[Any], with_tools: bool) -> bool:
    """Return whether a schema can go along; where not, the prompt says the form and the form gate holds it.

    Declared tools matter more: a history with calls needs them, and Google's older models refuse both at
    once.
    """
    profile: Mapping[str, Any] = model.profile
    if not profile.get("supports_json_schema_output", False):
        return False
    return not with_tools or bool(profile.get("google_supports_tool_combination", True))


def _run(ask: Callable[[], Coroutine[Any, Any, ModelResponse]]) -> ModelResponse:
    """Run one request to its end, also where the caller's thread has an event loop of its own."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(ask())
    with ThreadPoolExecutor(max_workers=1) as pool:
        return pool.submit(lambda: asyncio.run(ask())).result()

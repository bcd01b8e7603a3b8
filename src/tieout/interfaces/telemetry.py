"""Spans of a run, in OpenTelemetry's conventions for generative AI (extra ``otel``).

One span for the run (``invoke_agent tieout``), below it one for each request to the model (``chat MODEL``)
and one for each call that runs (``execute_tool NAME``). What was said, asked and answered is no part of them
unless content is asked for, nor is the text of an error: questions may be confidential, and spans travel. Our
own attributes begin with ``tieout.``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from opentelemetry import trace as otel
from opentelemetry.trace import SpanKind, Status, StatusCode

from tieout.assistant.conversation import Tuned
from tieout.assistant.scrubbing import scrubbed
from tieout.errors import UsageError
from tieout.tools.contract import RESULT_CHARACTERS, Toolset

if TYPE_CHECKING:
    from opentelemetry.trace import Span, Tracer

    from tieout.assistant.conversation import Message, Model, Reply, Request
    from tieout.assistant.trace import Step
    from tieout.desk import Desk
    from tieout.outcome import Outcome
    from tieout.tools.contract import Numbering, ToolResult, ValidCall

__all__ = ["TracedDesk", "traced", "use_exporter"]

_PROVIDERS = {"google": "gcp.gemini", "azure": "azure.ai.openai", "openai-responses": "openai"}


def traced(desk: Desk, *, tracer: Tracer | None = None, is_content_kept: bool = False) -> TracedDesk:
    """Return a desk whose runs leave spans.

    Args:
        desk: The desk.
        tracer: Where spans go; the global provider's by default.
        is_content_kept: True to put questions, messages, arguments and results into spans too.
    """
    used = tracer or otel.get_tracer("tieout")
    kind = _TracedTunedModel if isinstance(desk.model, Tuned) else _TracedModel
    watched = replace(
        desk,
        model=kind(desk.model, used, is_content_kept),
        toolset=_TracedToolset(desk.toolset, used, is_content_kept),
    )
    return TracedDesk(desk=watched, tracer=used, is_content_kept=is_content_kept)


@dataclass(frozen=True, slots=True, kw_only=True)
class TracedDesk:
    """A desk whose runs leave spans; made by `traced`.

    Attributes:
        desk: The desk, with model and tools that leave spans.
        tracer: Where spans go.
        is_content_kept: True when content is put into spans.
    """

    desk: Desk
    tracer: Tracer
    is_content_kept: bool = False

    def ask(
        self,
        question: str,
        on_step: Callable[[Step], None] | None = None,
        *,
        after: str | None = None,
        stopped: Callable[[], bool] | None = None,
    ) -> Outcome:
        """Ask as `Desk.ask` does."""
        return self._spanned(lambda: self.desk.ask(question, on_step, after=after, stopped=stopped))

    def resume(self, run: str, on_step: Callable[[Step], None] | None = None) -> Outcome:
        """Go on as `Desk.resume` does."""
        return self._spanned(lambda: self.desk.resume(run, on_step))

    def _spanned(self, run: Callable[[], Outcome]) -> Outcome:
        attributes = {"gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": "tieout"}
        attributes |= _model_attributes(self.desk.model.name)
        with _span(self.tracer, "invoke_agent tieout", attributes) as span:
            outcome = run()
            self._told(span, outcome)
        return outcome

    def _told(self, span: Span, outcome: Outcome) -> None:
        usage = outcome.usage
        span.set_attributes(
            {
                "gen_ai.conversation.id": outcome.run,
                "gen_ai.usage.input_tokens": usage.input_tokens,
                "gen_ai.usage.output_tokens": usage.output_tokens,
                "tieout.outcome": str(outcome.kind),
                "tieout.path": outcome.path,
                "tieout.dataset": f"{outcome.dataset.name} {outcome.dataset.version}",
                "tieout.facts": len(outcome.evidence),
                "tieout.problems": [str(problem.code) for problem in outcome.problems],
            }
        )
        if outcome.stop:
            span.set_attribute("tieout.stop", outcome.stop)
        if outcome.kind == "failed":
            _failed(span, outcome.stop)
        if self.is_content_kept:
            answer = outcome.answer or outcome.draft
            span.set_attribute("gen_ai.input.messages", _messages([("user", outcome.question)]))
            span.set_attribute("gen_ai.output.messages", _messages([("assistant", answer)]))


class _TracedModel:
    """A model that leaves a span for each request."""

    def __init__(self, model: Model, tracer: Tracer, is_content_kept: bool) -> None:
        self._model, self._tracer, self._is_content_kept = model, tracer, is_content_kept

    @property
    def name(self) -> str:
        """The name of the model itself."""
        return self._model.name

    def reply(self, request: Request) -> Reply:
        """Return the model's reply."""
        attributes: dict[str, Any] = {"gen_ai.operation.name": "chat"} | _model_attributes(self.name)
        attributes["gen_ai.output.type"] = "text" if request.response_schema is None else "json"
        name = f"chat {attributes['gen_ai.request.model']}"
        with _span(self._tracer, name, attributes, SpanKind.CLIENT) as span:
            reply = self._model.reply(request)
            if hasattr(reply, "usage"):  # what is no reply at all is the loop's to refuse
                self._told(span, request, reply)
        return reply

    def _told(self, span: Span, request: Request, reply: Reply) -> None:
        usage = reply.usage
        span.set_attributes(
            {
                "gen_ai.response.finish_reasons": [str(reply.finish)],
                "gen_ai.usage.input_tokens": usage.input_tokens,
                "gen_ai.usage.output_tokens": usage.output_tokens,
                "gen_ai.usage.cache_read.input_tokens": usage.cached_tokens,
            }
        )
        if self._is_content_kept:
            said = [(message.role, _said(message)) for message in request.messages]
            span.set_attribute("gen_ai.input.messages", _messages(said))
            span.set_attribute("gen_ai.output.messages", _messages([("assistant", _said(reply))]))


class _TracedTunedModel(_TracedModel):
    """The same, for a model that can say how it is asked."""

    @property
    def settings(self) -> Mapping[str, object]:
        """The settings of the model itself."""
        return self._model.settings if isinstance(self._model, Tuned) else {}


class _TracedToolset(Toolset):
    """Tools that leave a span for each call that runs; a call that is refused before leaves none."""

    __slots__ = ("_is_content_kept", "_tracer")

    def __init__(self, toolset: Toolset, tracer: Tracer, is_content_kept: bool) -> None:
        super().__init__(toolset.tools)
        self._tracer, self._is_content_kept = tracer, is_content_kept

    def run(
        self,
        call: ValidCall,
        numbering: Numbering,
        max_characters: int = RESULT_CHARACTERS,
        *,
        approved: bool = False,
    ) -> ToolResult:
        """Run a checked call as `Toolset.run` does."""
        attributes = {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": call.name,
            "gen_ai.tool.call.id": call.id,
            "gen_ai.tool.type": "function",
        }
        with _span(self._tracer, f"execute_tool {call.name}", attributes) as span:
            result = super().run(call, numbering, max_characters, approved=approved)
            span.set_attributes({"tieout.tool.outcome": result.outcome, "tieout.facts": len(result.facts)})
            if result.outcome != "ok":
                _failed(span, result.outcome)
            if self._is_content_kept:
                arguments = json.dumps(scrubbed(dict(call.arguments)), ensure_ascii=False)
                span.set_attribute("gen_ai.tool.call.arguments", arguments)
                span.set_attribute("gen_ai.tool.call.result", scrubbed(result.content))
        return result


def use_exporter() -> None:
    """Send spans where the OpenTelemetry variables say, unless a provider is set up already.

    Raises:
        UsageError: Nothing is set up, and no exporter is installed.
    """
    if not isinstance(otel.get_tracer_provider(), otel.ProxyTracerProvider):
        return
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    try:
        exporters = import_module("opentelemetry.exporter.otlp.proto.http.trace_exporter")
    except ImportError as error:
        raise UsageError(
            "TIEOUT_OTEL needs somewhere to send spans: install opentelemetry-exporter-otlp-proto-http, or "
            "start the program with opentelemetry-instrument."
        ) from error
    provider = TracerProvider()
    provider.add_span_processor(BatchSpanProcessor(exporters.OTLPSpanExporter()))
    otel.set_tracer_provider(provider)


@contextmanager
def _span(
    tracer: Tracer, name: str, attributes: Mapping[str, Any], kind: SpanKind = SpanKind.INTERNAL
) -> Iterator[Span]:
    """Open a span; of an exception it keeps the kind, and none of its words."""
    with tracer.start_as_current_span(
        name, kind=kind, attributes=attributes, record_exception=False, set_status_on_exception=False
    ) as span:
        try:
            yield span
        except BaseException as error:
            _failed(span, type(error).__name__)
            raise


def _model_attributes(name: str) -> dict[str, str]:
    kind, colon, model = name.partition(":")
    provider = "tieout" if not colon else _PROVIDERS.get(kind, kind)
    known = bool(colon) and not kind.startswith("http")
    return {
        "gen_ai.provider.name": provider if known or not colon else "openai",
        "gen_ai.request.model": model if known else name,
    }


def _failed(span: Span, what: str) -> None:
    span.set_attribute("error.type", what)
    span.set_status(Status(StatusCode.ERROR, what))


def _said(spoken: Message | Reply) -> str:
    calls = [{"name": call.name, "arguments": call.arguments} for call in spoken.tool_calls]
    return "\n".join([spoken.text or "", *(json.dumps(call, default=str) for call in calls)]).strip()


def _messages(said: Sequence[tuple[str, str]]) -> str:
    messages = [{"role": role, "parts": [{"type": "text", "content": text}]} for role, text in said]
    return json.dumps(scrubbed(messages), ensure_ascii=False)

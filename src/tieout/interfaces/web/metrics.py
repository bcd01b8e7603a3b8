"""What a served desk counts, in the form that Prometheus reads.

| metric | labels | counts |
|---|---|---|
| `tieout_http_requests_total` | `method`, `route`, `status` | requests |
| `tieout_http_seconds` | `route` | how long they took; event streams are left out |
| `tieout_questions_total` | `outcome` | questions that this process took to their end |
| `tieout_question_seconds` | | how long that took, waiting in the queue not included |
| `tieout_held_problems_total` | `code` | problems for which answers were held |
| `tieout_model_calls_total` | | requests to the model |
| `tieout_model_tokens_total` | `kind` | tokens, `input` and `output` |
| `tieout_model_dollars_total` | | what they cost, where that is known |
| `tieout_workers`, `tieout_workers_busy` | | workers of this process, and those that answer a question |
| `tieout_queue_questions` | | accepted questions without an outcome, of all processes |
| `tieout_queue_oldest_seconds` | | for how long the oldest of them waits |
| `tieout_ledger_errors_total` | | times that the ledger could not be used |

Every label has few values: routes as they are written in the code, not as they were asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.metrics_core import GaugeMetricFamily, Metric

from tieout.errors import LedgerError

if TYPE_CHECKING:
    from tieout.interfaces.office import Office
    from tieout.outcome import Outcome

__all__ = ["Metrics"]

_REQUEST_SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)
_QUESTION_SECONDS: Final = (0.005, 0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 20, 40, 80, 160)


class Metrics:
    """The counts of one process.

    Args:
        office: Whose ledger has the queue.
    """

    def __init__(self, office: Office) -> None:
        self._registry = CollectorRegistry()
        self._requests = self._counter("http_requests", "Requests.", "method", "route", "status")
        self._seconds = Histogram(
            "tieout_http_seconds",
            "How long requests took.",
            ("route",),
            registry=self._registry,
            buckets=_REQUEST_SECONDS,
        )
        self._questions = self._counter("questions", "Questions that came to their end.", "outcome")
        self._question_seconds = Histogram(
            "tieout_question_seconds",
            "How long a question was worked on.",
            registry=self._registry,
            buckets=_QUESTION_SECONDS,
        )
        self._problems = self._counter("held_problems", "Problems for which answers were held.", "code")
        self._calls = self._counter("model_calls", "Requests to the model.")
        self._tokens = self._counter("model_tokens", "Tokens of the model.", "kind")
        self._dollars = self._counter("model_dollars", "What the model cost, where that is known.")
        self._ledger_errors = self._counter("ledger_errors", "Times that the ledger could not be used.")
        self._workers = Gauge("tieout_workers", "Workers.", registry=self._registry)
        self._busy = Gauge("tieout_workers_busy", "Workers that answer a question.", registry=self._registry)
        self._registry.register(_Queue(office, self._ledger_errors.inc))

    def _counter(self, name: str, what: str, *labels: str) -> Counter:
        return Counter(f"tieout_{name}", what, labels, registry=self._registry)

    def watch(self, workers: int, busy: Callable[[], int]) -> None:
        """Show how many workers there are, and ask how many are busy whenever somebody looks."""
        self._workers.set(workers)
        self._busy.set_function(busy)

    def request(self, method: str, route: str, status: int, seconds: float | None) -> None:
        """Count a request.

        Args:
            method: One of the methods that routes have, or ``other``.
            route: The route as it is written.
            status: The HTTP status.
            seconds: How long it took; None for a stream, which lasts as long as somebody watches.
        """
        self._requests.labels(method, route, str(status)).inc()
        if seconds is not None:
            self._seconds.labels(route).observe(seconds)

    def outcome(self, outcome: Outcome) -> None:
        """Count a question that this process took to its end, or to where it waits."""
        self._questions.labels(str(outcome.kind)).inc()
        self._question_seconds.observe(outcome.seconds)
        if outcome.kind == "held":
            for problem in outcome.problems:
                self._problems.labels(str(problem.code)).inc()
        self._calls.inc(outcome.usage.model_calls)
        self._tokens.labels("input").inc(outcome.usage.input_tokens)
        self._tokens.labels("output").inc(outcome.usage.output_tokens)
        self._dollars.inc(float(outcome.usage.cost_usd or 0))

    def ledger_error(self) -> None:
        """Count that the ledger could not be used."""
        self._ledger_errors.inc()

    def text(self) -> bytes:
        """Return everything in Prometheus's text form."""
        return generate_latest(self._registry)


class _Queue:
    """The queue, looked at when somebody asks; nothing of it while the ledger cannot be used."""

    def __init__(self, office: Office, on_error: Callable[[], None]) -> None:
        self._office, self._on_error = office, on_error
        self._settled = 0

    def describe(self) -> Iterable[Metric]:
        """Name the metrics without looking."""
        return self._gauges(0, None)

    def collect(self) -> Iterable[Metric]:
        """Look, and yield the metrics."""
        try:
            questions = self._office.ledger().questions
            self._settled = questions.settled(known=self._settled)
            count, oldest = questions.queued(now=self._office.now(), settled=self._settled)
        except LedgerError:
            self._on_error()
            return ()
        return self._gauges(count, oldest)

    def _gauges(self, count: int, oldest: datetime | None) -> Iterable[Metric]:
        waited = 0.0 if oldest is None else (self._office.now() - oldest).total_seconds()
        yield GaugeMetricFamily("tieout_queue_questions", "Accepted questions without an outcome.", count)
        yield GaugeMetricFamily(
            "tieout_queue_oldest_seconds", "For how long the oldest of them waits.", max(0.0, waited)
        )

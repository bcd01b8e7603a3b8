"""Busy, slow and broken providers: waits inside the time of the run, and a named stop for each limit."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from tests.unit.models.providers.conftest import DRAFT, QUESTION, VALUES, Room
from tests.unit.models.providers.wires import Answer, compatible

from tieout.assistant.limits import Limits
from tieout.errors import ModelBusy, ModelError, ModelTimeout
from tieout.models.providers.pause import asked_pause

GOOD = (compatible(None, ("c9", "get_values", VALUES)), compatible("Enough."), compatible(DRAFT))
ERROR = {"error": {"message": "slow down", "type": "x", "code": "rate_limit_exceeded"}}
OVERLOADED = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}


def busy(seconds: object = None, status: int = 429) -> Answer:
    """Return the answer of a provider that is busy."""
    headers = {} if seconds is None else {"retry-after": str(seconds)}
    return Answer(ERROR, status=status, headers=headers)


@pytest.mark.parametrize("provider", ["openai", "compatible"])
def test_the_wait_that_is_asked_for_is_kept(room: Room, provider: str) -> None:
    """The request is sent again after exactly that long, and the record says so."""
    outcome, server = room.ask(busy(7), *GOOD, provider=provider)
    assert outcome.kind.value == "answered"
    assert room.waits == [7]
    assert outcome.seconds == 7
    assert len(server.seen) == outcome.usage.model_calls == 4
    assert server.seen[0].text == server.seen[1].text
    assert outcome.trace is not None
    (failure,) = outcome.trace.failures
    assert (failure.request, failure.waited, failure.may_cost) == (1, 7, False)
    assert "HTTP 429" in failure.error


def test_a_wait_beyond_the_run_ends_it(room: Room) -> None:
    """Nobody waits for a minute where a minute is all there is."""
    outcome, server = room.ask(busy(120), *GOOD)
    assert (outcome.kind.value, outcome.stop) == ("failed", "time")
    assert room.waits == []
    assert len(server.seen) == 1
    assert "120.0 s" in outcome.error


@pytest.mark.parametrize("provider", ["openai", "anthropic", "google", "compatible"])
def test_an_overloaded_provider_is_asked_as_often_as_allowed(room: Room, provider: str) -> None:
    """Each library's own repeats are off: three requests, two waits of ours, each longer."""
    outcome, server = room.ask(Answer(OVERLOADED, status=529), provider=provider)
    assert (outcome.kind.value, outcome.stop) == ("failed", "max_retries")
    assert room.waits == [1, 2]
    assert len(server.seen) == outcome.usage.model_calls == 3


def test_retries_count_over_the_whole_run(room: Room) -> None:
    """A run with bad luck at every step comes to an end."""
    outcome, server = room.ask(busy(1), GOOD[0], busy(1, 503), GOOD[1], busy(1, 500), GOOD[2])
    assert (outcome.stop, len(server.seen)) == ("max_retries", 5)
    outcome, server = room.ask(busy(1), *GOOD, limits=Limits(retries=0))
    assert (outcome.stop, len(server.seen)) == ("max_retries", 1)


@pytest.mark.parametrize("provider", ["openai", "anthropic", "google", "compatible"])
def test_a_stall_ends_in_the_time_of_one_request(room: Room, provider: str) -> None:
    """A provider that says nothing is given up; what it cost is not known."""
    outcome, server = room.ask(Answer(stall=True), provider=provider, limits=Limits(retries=0), seconds=0.15)
    assert (outcome.kind.value, outcome.stop) == ("failed", "timeout")
    assert "within 0.15 seconds" in outcome.error
    assert len(server.seen) == 1
    assert outcome.usage.cost_usd is None


def test_a_stall_ends_with_the_run(room: Room) -> None:
    """The time of the run counts where less of it is left."""
    outcome, _ = room.ask(Answer(stall=True), limits=Limits(seconds=0.15), seconds=60)
    assert (outcome.kind.value, outcome.stop) == ("failed", "time")
    assert "within 0.15 seconds" in outcome.error


@pytest.mark.parametrize("provider", ["openai", "anthropic", "google", "compatible"])
def test_a_reply_that_breaks_off_is_no_reply(room: Room, provider: str) -> None:
    """Half a body, even one that would do, is never read; the same request goes out again."""
    outcome, server = room.ask(Answer(compatible(DRAFT), cut=True), provider=provider)
    assert (outcome.kind.value, outcome.stop, outcome.draft) == ("failed", "max_retries", "")
    assert "broke before its reply was whole" in outcome.error
    assert len(server.seen) == 3
    outcome, _ = room.ask(Answer(compatible("x"), cut=True), *GOOD)
    assert outcome.kind.value == "answered"
    assert outcome.usage.cost_usd is None


@pytest.mark.parametrize("provider", ["openai", "anthropic", "google", "compatible"])
def test_a_cut_stream_is_no_reply(room: Room, provider: str) -> None:
    """A body in chunks that ends before its last one was not whole, though what came may read as JSON."""
    whole = json.dumps(compatible(DRAFT))
    for pieces in ((whole[:40], whole[40:90]), (whole[:40], whole[40:])):
        outcome, server = room.ask(Answer(pieces=pieces, cut=True), provider=provider)
        assert (outcome.kind.value, outcome.stop, outcome.draft) == ("failed", "max_retries", "")
        assert "broke before its reply was whole" in outcome.error
        assert len(server.seen) == 3
        assert outcome.usage.cost_usd is None
    outcome, _ = room.ask(Answer(pieces=(whole[:40],), cut=True), *GOOD)
    assert outcome.kind.value == "answered"
    halves = [json.dumps(each) for each in GOOD]
    outcome, _ = room.ask(*(Answer(pieces=(each[:50], each[50:])) for each in halves))
    assert outcome.kind.value == "answered"


EVENTS = {
    "openai": ('data: {"choices": [{"index": 0, "delta": {"content": "The three largest are"}}]}\n\n',),
    "anthropic": (
        'event: message_start\ndata: {"type": "message_start"}\n\n',
        'event: error\ndata: {"type": "error", "error": {"type": "overloaded_error"}}\n\n',
    ),
    "google": ('data: {"candidates": [{"content": {"parts": [{"text": "The three"}]}}]}\r\n\r\n',),
}


@pytest.mark.parametrize("cut", [False, True])
@pytest.mark.parametrize("provider", EVENTS)
def test_events_that_nobody_asked_for_are_no_reply(room: Room, provider: str, cut: bool) -> None:
    """No request asks for a stream; one that comes all the same, broken off or not, is never an answer."""
    stream = Answer(pieces=EVENTS[provider], cut=cut, kind="text/event-stream")
    outcome, server = room.ask(stream, provider=provider)
    assert (outcome.kind.value, outcome.answer, outcome.draft) == ("failed", "", "")
    assert outcome.stop == ("max_retries" if cut else "model_error")
    assert "is no JSON" in outcome.error or cut
    assert server.seen[0].body.get("stream") in (None, False)


def test_a_cost_is_not_known_after_a_reply_that_broke_off(room: Room) -> None:
    """The provider may have charged for it, so a limit in dollars cannot be kept any more."""
    cut = Answer(compatible("x"), cut=True)
    outcome, _ = room.ask(cut, *GOOD, provider="openai")
    assert (outcome.kind.value, outcome.usage.cost_usd) == ("answered", None)
    outcome, _ = room.ask(cut, *GOOD, provider="openai", limits=Limits(cost_usd=Decimal(1)))
    assert (outcome.kind.value, outcome.stop) == ("failed", "budget")


@pytest.mark.parametrize(
    ("status", "word"), [(400, "refused"), (401, "key"), (404, "refused"), (413, "refused")]
)
def test_what_will_not_pass_is_not_repeated(room: Room, status: int, word: str) -> None:
    """A wrong key or a wrong request stays wrong."""
    outcome, server = room.ask(Answer(ERROR, status=status), *GOOD, provider="openai")
    assert (outcome.kind.value, outcome.stop) == ("failed", "model_error")
    assert word in outcome.error
    assert len(server.seen) == 1


def test_a_server_that_is_not_there(room: Room) -> None:
    """One sentence that says what to do; nobody waits for a server that was not started."""
    server = room.server(busy())
    server.close()
    room.servers.remove(server)
    outcome = room.desk(room.model(server)).ask(QUESTION)
    assert (outcome.stop, room.waits) == ("model_error", [])
    assert outcome.error == f"No server answers at {server.url}/v1; start it, then ask again."


def test_tokens_of_a_run_have_a_limit(room: Room) -> None:
    """The next request is not sent once they are used up; an answer that is there is not thrown away."""
    outcome, server = room.ask(*GOOD, limits=Limits(tokens=220))
    assert (outcome.kind.value, outcome.stop, len(server.seen)) == ("failed", "max_tokens", 2)
    assert "220 of 220 tokens" in outcome.error
    outcome, _ = room.ask(*GOOD, limits=Limits(tokens=221))
    assert outcome.kind.value == "answered"


def test_dollars_of_a_run_have_a_limit(room: Room) -> None:
    """One request costs 100 × 2 + 10 × 8 millionths of a dollar here."""
    outcome, server = room.ask(*GOOD, provider="openai", limits=Limits(cost_usd=Decimal("0.00028")))
    assert (outcome.kind.value, outcome.stop, len(server.seen)) == ("failed", "budget", 1)
    assert outcome.usage.cost_usd == Decimal("0.00028")
    outcome, _ = room.ask(*GOOD, provider="openai", limits=Limits(cost_usd=Decimal("0.01")))
    assert (outcome.kind.value, outcome.usage.cost_usd) == ("answered", Decimal("0.00084"))


def test_a_limit_in_dollars_needs_a_price(room: Room) -> None:
    """Where a price is not known the run stops, rather than spend without count."""
    outcome, server = room.ask(*GOOD, limits=Limits(cost_usd=Decimal(1)))
    assert (outcome.stop, len(server.seen)) == ("budget", 1)
    assert "not known" in outcome.error


def test_the_adapter_alone_says_what_may_pass(room: Room) -> None:
    """It sends one request and leaves waits and repeats to the loop."""
    from tieout.assistant.conversation import Message, Request

    request = Request(messages=(Message(role="user", text="x"),), seconds_left=0.2)
    for answer, kind in (
        (busy(3), ModelBusy),
        (Answer(stall=True), ModelTimeout),
        (Answer(ERROR, status=400), ModelError),
    ):
        server = room.server(answer)
        with pytest.raises(ModelError) as caught:
            room.model(server).reply(request)
        assert type(caught.value) is kind
        assert len(server.seen) == 1


NOW = datetime(2026, 3, 2, 10, 0, 0, 200_000, tzinfo=UTC)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"retry-after": "2"}, 2),
        ({"retry-after": "1.5"}, 1.5),
        ({"retry-after-ms": "250", "retry-after": "1"}, 0.25),
        ({"retry-after": "Mon, 02 Mar 2026 10:00:07 GMT"}, 6.8),
        ({"retry-after": "Mon, 02 Mar 2026 10:01:00 GMT"}, 59.8),
        ({"retry-after": "Mon, 02 Mar 2026 09:00:00 GMT"}, 0),
        ({"retry-after": "Mon Mar  2 10:00:01 2026"}, 0.8),
        ({"retry-after": "soon"}, None),
        ({"retry-after": "-3"}, None),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "inf"}, None),
        ({"retry-after": "1_0"}, None),
        ({"retry-after": ""}, None),
        ({"x-ratelimit-reset": "1772445630"}, None),
        ({}, None),
    ],
)
def test_the_wait_is_read_from_the_headers(headers: dict[str, str], seconds: float | None) -> None:
    """Seconds, thousandths or a date, never fewer than were asked; anything else is no wait."""
    found = asked_pause(headers, NOW)
    assert found == (None if seconds is None else pytest.approx(seconds))


def test_a_date_in_whole_seconds_is_never_too_early() -> None:
    """A date to come is waited for to its end."""
    until = NOW.replace(microsecond=0) + timedelta(seconds=60)
    header = until.strftime("%a, %d %b %Y %H:%M:%S GMT")
    assert NOW + timedelta(seconds=asked_pause({"retry-after": header}, NOW) or 0) >= until

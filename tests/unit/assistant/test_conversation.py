"""Usage adds up, and an unknown price is not zero."""

from __future__ import annotations

from decimal import Decimal

from tieout.assistant.conversation import Message, Reply, Request, Usage


def test_tokens_add_up() -> None:
    """Every kind of token is summed, and so is the cost where all of it is known."""
    one = Usage(input_tokens=10, output_tokens=2, cached_tokens=4, cost_usd=Decimal("0.001"))
    two = Usage(input_tokens=5, output_tokens=1, cost_usd=Decimal("0.0002"))
    assert Usage.total([one, two]) == Usage(
        input_tokens=15, output_tokens=3, cached_tokens=4, cost_usd=Decimal("0.0012")
    )


def test_an_unknown_price_makes_the_sum_unknown() -> None:
    """A sum with an unknown part is not the sum of the known ones."""
    known, unknown = Usage(cost_usd=Decimal("0.001")), Usage()
    assert Usage.total([known, unknown]).cost_usd is None
    assert Usage.total([]).cost_usd is None
    assert Usage.total([known]) is known


def test_what_is_left_of_the_time_is_no_part_of_a_request() -> None:
    """The same request a moment later is the same request, so that a recording is found by its content."""
    messages = (Message(role="user", text="x"),)
    assert Request(messages=messages, seconds_left=1.0) == Request(messages=messages, seconds_left=2.0)
    assert Request(messages=messages) != Request(messages=messages, tool_choice="none")


def test_a_reply_may_hold_nothing() -> None:
    """A provider that sends no text and no call has a reply all the same."""
    assert Reply().text is None
    assert Reply().tool_calls == ()

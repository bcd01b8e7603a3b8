"""The bike shop: exact sums, a corrected slip, and no order without a yes."""

from __future__ import annotations

import io
import json

import pytest
from examples.bike_shop import desk

import tieout
from tieout.testing import FixedClock


class Counter:
    """Gives one answer and remembers what was asked."""

    def __init__(self, answer: tieout.Answer) -> None:
        self.answer = answer
        self.asked: list[tieout.ApprovalRequest] = []

    def decide(self, request: tieout.ApprovalRequest) -> tieout.Decision:
        """Give the answer."""
        self.asked.append(request)
        return tieout.Decision(answer=self.answer, who="test")


def served(answer: tieout.Answer) -> tuple[desk.Shop, tieout.Trace, Counter]:
    shop, counter = desk.Shop(), Counter(answer)
    return shop, desk.serve(shop, counter, clock=FixedClock()), counter


def test_the_catalogue_holds_twelve_parts() -> None:
    """Prices are exact decimals from their text."""
    parts = desk.load_parts()
    assert len(parts) == 12
    assert str(parts["TUBE-26"].price) == "6.49"


def test_two_tubes_and_pads_come_to_31_48() -> None:
    """The order runs once, with exactly what was approved, and the shop's words come from it."""
    shop, trace, counter = served(tieout.Answer.APPROVED)
    (order,) = shop.orders
    (asked,) = counter.asked
    assert dict(asked.arguments) == order
    assert (order["total"], str(shop.sum_of(order["part_codes"]))) == ("31.48", "31.48")
    assert desk.told(shop).endswith("Together 31.48, ready on 2026-07-08.")
    assert trace.stop is tieout.StopReason.FINISHED


def test_the_slip_comes_back_as_an_error_and_is_corrected() -> None:
    """The model reads what to write instead; the second try is exact."""
    _, trace, _ = served(tieout.Answer.APPROVED)
    slip, again = (step for step in trace.steps if step.tool == "calculate")
    assert (slip.outcome, again.outcome) == ("refused: not_allowed", "ok")
    assert "write * for times" in slip.message
    results = [message.text for message in trace.messages if message.role == "tool"]
    assert json.loads(results[3])["records"][0]["value"] == "31.48"


@pytest.mark.parametrize("answer", [tieout.Answer.DENIED, tieout.Answer.NO_ANSWER])
def test_a_declined_order_does_not_run(answer: tieout.Answer) -> None:
    """Nothing is placed, and the customer is told so."""
    shop, trace, _ = served(answer)
    assert shop.orders == []
    assert trace.steps[-1].outcome == f"not approved: {answer.value}"
    assert desk.told(shop) == "No order was placed."


def test_an_order_that_does_not_add_up_is_never_asked_about() -> None:
    """A wrong total, an unknown part and more than there are end before anyone is asked."""
    toolset = desk.Shop().toolset()

    def refused(**changes: object) -> str:
        arguments = {"part_codes": ["BELL"], "total": "12.40", "ready_on": "2026-07-08"} | changes
        checked = toolset.validate(tieout.ToolCall(id="1", name="place_order", arguments=arguments))
        assert isinstance(checked, tieout.Refusal)
        return checked.message

    assert "not '12.41'" in refused(total="12.41")
    assert "no part 'HORN'" in refused(part_codes=["HORN"])
    assert "Only 3 of BELL" in refused(part_codes=["BELL"] * 4, total="49.60")


@pytest.mark.parametrize("given", [None, "", "\n", "no\n", "yes please\n", " Yes \n"])
def test_only_yes_is_yes(monkeypatch: pytest.MonkeyPatch, given: str | None) -> None:
    """No standard input, its end, silence and anything but yes place no order."""
    monkeypatch.setattr("sys.stdin", None if given is None else io.StringIO(given))
    request = tieout.ApprovalRequest(call_id="1", tool="place_order", arguments={"total": "1"}, digest="")
    answer = desk.AtTheCounter().decide(request).answer
    none = tieout.Answer.NO_ANSWER
    wanted = {None: none, "": none, " Yes \n": tieout.Answer.APPROVED}
    assert answer is wanted.get(given, tieout.Answer.DENIED)


@pytest.mark.parametrize(
    ("day", "days", "reached"),
    [("2026-07-03", 0, "2026-07-03"), ("2026-07-03", 1, "2026-07-06"), ("2026-07-04", 5, "2026-07-10")],
)
def test_working_days_leave_weekends_out(day: str, days: int, reached: str) -> None:
    """From a Friday on, and from a Saturday on."""
    call = tieout.ToolCall(id="1", name="add_working_days", arguments={"day": day, "working_days": days})
    assert json.loads(desk.Shop().toolset().call(call).content)["date"] == reached

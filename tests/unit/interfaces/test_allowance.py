"""What a person may ask, by a clock that is handed in, over a real ledger in a file and on a server."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest

from tieout.assistant.limits import Budget
from tieout.errors import UsageError
from tieout.interfaces.allowance import Allowance, TooMuch, read_rates
from tieout.ledger import Ledger
from tieout.outcome import DatasetStamp, Outcome, OutcomeKind, Spent

NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)


@pytest.fixture
def ledger(place: str) -> Iterator[Ledger]:
    """Open a new ledger, in a file and on a server."""
    with Ledger.open(place) as one:
        yield one


def asked(ledger: Ledger, at: datetime, person: str = "ada", tokens: int = 0, dollars: str = "") -> None:
    """Accept a question and end its run, with what it used."""
    run = f"{person} {at.isoformat()}"
    ledger.questions.accept("What?", run=run, asked_at=at, asker=person, key=run)
    ledger.append_run(
        Outcome(
            run=run,
            asked_at=at,
            question="What?",
            kind=OutcomeKind.ANSWERED,
            model="planner",
            path="tools",
            dataset=DatasetStamp(name="core8", version="2026-07", sha256="0" * 64),
            usage=Spent(input_tokens=tokens, output_tokens=1, cost_usd=Decimal(dollars) if dollars else None),
        )
    )


def refused(allowance: Allowance, ledger: Ledger, at: datetime, person: str = "ada") -> tuple[str, int]:
    """Return the sentence and the seconds of a refusal; nothing and 0 where there is none."""
    try:
        allowance.check(ledger, person, None, at)
    except TooMuch as error:
        return error.message, error.seconds
    return "", 0


def test_without_bounds_anything_goes(ledger: Ledger) -> None:
    """Also when a thousand were asked in a second."""
    for second in range(5):
        asked(ledger, NOON + timedelta(seconds=second))
    assert refused(Allowance(), ledger, NOON) == ("", 0)
    assert Allowance().left(ledger, "ada", NOON) is None


def test_a_rate_moves_with_the_clock(ledger: Ledger) -> None:
    """Two in a minute: the third waits until the first is a minute old, whoever else asks."""
    allowance = Allowance(rates=read_rates("2/minute; 3/hour"))
    asked(ledger, NOON)
    asked(ledger, NOON + timedelta(seconds=20))
    late = NOON + timedelta(seconds=30)
    assert refused(allowance, ledger, late) == (
        "You may ask 2 questions in 60 seconds. Ask again in 30 seconds.",
        30,
    )
    assert refused(allowance, ledger, late, "bob") == ("", 0)
    asked(ledger, NOON + timedelta(seconds=61))
    assert refused(allowance, ledger, NOON + timedelta(minutes=5))[1] == 55 * 60
    assert refused(allowance, ledger, NOON + timedelta(hours=1)) == ("", 0)


@pytest.mark.parametrize(
    ("budget", "said", "left"),
    [
        (Budget(questions=2), "Your questions for today are used up (2 a day).", "0 questions"),
        (Budget(tokens=30), "Your tokens for today are used up (30 a day).", "0 tokens"),
        (Budget(dollars=Decimal("0.3")), "Your dollars for today are used up (0.3 a day).", "0.00 dollars"),
    ],
)
def test_a_day_has_a_budget(ledger: Ledger, budget: Budget, said: str, left: str) -> None:
    """What is used up is told with the time of midnight UTC, and is there again then."""
    allowance = Allowance(default=budget)
    asked(ledger, NOON - timedelta(days=1), tokens=1_000, dollars="9")
    asked(ledger, NOON, tokens=20, dollars="0.1")
    assert refused(allowance, ledger, NOON) == ("", 0)
    asked(ledger, NOON + timedelta(seconds=1), tokens=20, dollars="0.2")
    sentence, seconds = refused(allowance, ledger, NOON + timedelta(hours=1))
    assert sentence == f"{said} Ask again in 11 hours."
    assert seconds == 11 * 3_600
    found = allowance.left(ledger, "ada", NOON + timedelta(hours=1))
    assert found is not None
    assert found.words() == left
    assert refused(allowance, ledger, NOON + timedelta(hours=12)) == ("", 0)
    assert refused(allowance, ledger, NOON, "bob") == ("", 0)


def test_an_admin_gives_another_budget(ledger: Ledger) -> None:
    """It counts from then on, for that person alone; the newest one counts, and it is seen within seconds."""
    allowance = Allowance(default=Budget(questions=1))
    asked(ledger, NOON)
    assert refused(allowance, ledger, NOON)[1] > 0
    ledger.budgets.set("ada", Budget(questions=0), by="root", at=NOON)
    ledger.budgets.set("ada", Budget(questions=5, dollars=Decimal("0.10")), by="root", at=NOON)
    later = NOON + timedelta(seconds=6)
    assert refused(allowance, ledger, later) == ("", 0)
    found = allowance.left(ledger, "ada", later)
    assert found is not None
    assert found.words() == "4 questions, 0.10 dollars"
    asked(ledger, NOON, "bob")
    assert refused(allowance, ledger, later, "bob")[1] > 0
    with pytest.raises(UsageError, match="used up"):
        allowance.check(ledger, "bob", None, later)


def test_a_request_that_is_sent_again_is_no_new_one(ledger: Ledger) -> None:
    """Its question was accepted, so it is told of it, whatever is used up since."""
    allowance = Allowance(default=Budget(questions=1))
    ledger.questions.accept("What?", run="r1", asked_at=NOON, asker="ada", key="k")
    allowance.check(ledger, "ada", "k", NOON)
    with pytest.raises(TooMuch):
        allowance.check(ledger, "ada", "another", NOON)


@pytest.mark.parametrize("text", ["often", "3/fortnight", "-"])
def test_a_rate_that_is_none_is_told_of(text: str) -> None:
    """One sentence with the name of the setting."""
    with pytest.raises(UsageError, match="TIEOUT_RATE must be such as 30/minute"):
        read_rates(text)

"""A question gets the same answer, with the same evidence, whichever back end it is asked of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from tests.backends import Placed
from tests.scenarios.program import QUESTION, Done

from tieout.interfaces.settings import Settings
from tieout.outcome import Outcome
from tieout.testing import FixedClock

Tieout = Callable[..., Done]
QUESTIONS = (
    QUESTION,
    "Which country had the highest GDP in 2024?",
    "What was the internet use of Canada in 1995?",
    "How did life expectancy in Japan change from 2010 to 2020?",
)


def told(outcome: Outcome) -> Outcome:
    """Return an outcome without the digest, which names the bytes of a copy."""
    return replace(outcome, dataset=replace(outcome.dataset, sha256=""))


def test_a_question_has_the_same_outcome(placed: Placed, tmp_path: Path) -> None:
    """Kind, text, evidence, steps and source line are those of the packaged set."""
    settings = Settings(
        home=tmp_path, now=lambda: datetime(2026, 7, 1, tzinfo=UTC), clock=FixedClock(), new_id=lambda: "one"
    )
    usual, found = settings.desk(dataset="core8"), settings.desk(dataset=placed("core8"))
    for question in QUESTIONS:
        assert told(found.ask(question)) == told(usual.ask(question)), question
    found.snapshot.close()


def test_the_program_asks_a_data_set_by_its_name(tieout: Tieout, placed: Placed) -> None:
    """The tool's bytes are the same, and so is the answer."""
    named = placed("core8")
    arguments = '{"indicator_code": "NY.GDP.MKTP.CD", "year": 2024}'
    usual = tieout("tool", "rank_countries", arguments, "--dataset", "core8")
    found = tieout("tool", "rank_countries", arguments, "--dataset", named)
    assert (found.status, found.out) == (usual.status, usual.out)
    done = tieout("ask", QUESTION, "--dataset", named)
    assert done.status == 0
    assert "41,262,329" in done.out

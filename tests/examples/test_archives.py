"""The archive: the clock's reading is compared as numbers, and notes are searched in two ways."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from examples.archives import desk


def test_the_time_is_shown_when_hour_and_minute_agree() -> None:
    """Phoenix is seven hours behind, in summer and in winter."""
    assert desk.tell_time('{"hour": 22, "minute": 7}') == "It is 22:07 in America/Phoenix."
    winter = datetime(2026, 1, 1, 12, 30, tzinfo=UTC)
    assert desk.tell_time('{"minute": 30, "hour": 5}', lambda: winter) == "It is 05:30 in America/Phoenix."


@pytest.mark.parametrize(
    "claim",
    ['{"hour": 10, "minute": 7}', '{"hour": "22", "minute": 7}', '{"hour": 22.0, "minute": 7}', "22:07", ""],
)
def test_any_other_reading_is_not_shown(claim: str) -> None:
    """Twelve hours off, text, and floats are no match."""
    assert desk.tell_time(claim).startswith("Not shown")


def test_both_ways_of_searching_use_one_retriever() -> None:
    """The best passage is the same; the model's way costs another request and its own words."""
    notes = desk.open_notes()
    model, application = desk.by_model(notes, "letters breakwater"), desk.by_application(notes)
    assert model.sources[0] == application.sources[0] == "harbour.md#2"
    assert (model.requests, application.requests) == (2, 1)
    same = desk.by_model(notes, desk.NOTE_QUESTION)
    assert same.sources == application.sources
    notes.close()

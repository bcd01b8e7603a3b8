"""The clock reads the moment handed in, in any time zone, and nothing else."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from tieout.tools import clock
from tieout.tools.clock import clock_tools
from tieout.tools.contract import ToolCall, ToolResult, Toolset

MOMENT = datetime(2026, 7, 1, 5, 7, tzinfo=UTC)


def today(time_zone: str, moment: datetime = MOMENT) -> ToolResult:
    tools = Toolset(clock_tools(lambda: moment))
    return tools.call(ToolCall(id="c", name="today", arguments={"time_zone": time_zone}))


def test_the_reading_is_structured() -> None:
    """Phoenix is seven hours behind, without summer time, and still in June."""
    result = today("America/Phoenix")
    assert json.loads(result.content) == {
        "time_zone": "America/Phoenix",
        "date": "2026-06-30",
        "weekday": "Tuesday",
        "hour": 22,
        "minute": 7,
        "utc_offset": "-07:00",
        "records": [],
    }
    assert result.facts == ()


@pytest.mark.parametrize(
    "zone", ["america/phoenix", "Phoenix", "../../etc/passwd", "", "/etc/localtime", "UTC "]
)
def test_an_unknown_zone_is_refused(zone: str) -> None:
    """Names come from the database alone; a path is no name."""
    assert today(zone).outcome == "refused: not_allowed"


def test_a_near_miss_gets_a_hint() -> None:
    """The refusal offers names that look alike."""
    assert "America/Phoenix" in today("America/Phenix").content


def test_a_clock_without_a_zone_is_a_fault_of_ours() -> None:
    """A moment that does not say where it is would be read as any place's."""
    assert today("UTC", datetime(2026, 7, 1)).outcome == "error: bug"  # noqa: DTZ001


def test_a_machine_without_a_database_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Better no desk than one whose clock refuses every zone."""
    from tieout.errors import UsageError

    monkeypatch.setattr(clock, "available_timezones", set)
    with pytest.raises(UsageError, match="tzdata"):
        clock_tools(lambda: MOMENT)

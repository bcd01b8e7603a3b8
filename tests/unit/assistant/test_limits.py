"""Limits that cannot be read never mean "no limit"."""

from __future__ import annotations

from typing import Any

import pytest

from tieout.assistant.limits import Limits
from tieout.errors import UsageError

NAMES = ["model_calls", "tool_calls", "seconds", "result_characters"]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("value", [True, False, 0, -1, "5", None, float("nan"), float("inf"), [5]])
def test_a_limit_is_a_number_above_zero(name: str, value: Any) -> None:
    """`true` is not 1, and nothing, zero or infinity is no way to lift a limit; the limit is named."""
    with pytest.raises(UsageError, match=name):
        Limits(**{name: value})


def test_only_seconds_may_have_decimals() -> None:
    """Calls and characters are counted in whole numbers."""
    assert Limits(seconds=0.5).seconds == 0.5
    for name in NAMES:
        if name != "seconds":
            with pytest.raises(UsageError, match=name):
                Limits(**{name: 600.5})  # type: ignore[arg-type]


def test_a_result_has_room_for_its_heading() -> None:
    """A limit under which no result fits is refused when it is set."""
    with pytest.raises(UsageError, match="at least 500"):
        Limits(result_characters=499)


def test_the_limits_of_a_run_unless_told_otherwise() -> None:
    """Five requests, ten calls, a minute, three thousand characters."""
    limits = Limits()
    assert (limits.model_calls, limits.tool_calls, limits.seconds, limits.result_characters) == (
        5,
        10,
        60,
        3000,
    )

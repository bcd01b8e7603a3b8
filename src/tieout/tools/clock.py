"""The clock: date and time of day in a time zone, from a clock that is handed in.

The result is structured, so that a program can compare hour and minute with what was recorded. It is no
evidence: a date is not a statistic.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Annotated, Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from tieout.errors import QueryCode, UsageError
from tieout.tools.call import Refusal
from tieout.tools.contract import Tool
from tieout.tools.finding import Finding
from tieout.tools.wording import close, quoted

__all__ = ["clock_tools"]

_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def clock_tools(now: Callable[[], datetime]) -> tuple[Tool, ...]:
    """Return the one tool of the clock, ``today(time_zone)``.

    Args:
        now: The wall clock; its moments carry a time zone, such as UTC.

    Raises:
        UsageError: This machine has no time-zone database.
    """
    zones = frozenset(available_timezones())
    if not zones:
        raise UsageError("This machine has no time-zone database; install the package tzdata beside Tieout.")

    def today(time_zone: Annotated[str, "IANA name such as America/Phoenix"]) -> Finding:
        return Finding(heading=_reading(now(), time_zone))

    def known(arguments: Mapping[str, Any]) -> Refusal | None:
        zone = arguments["time_zone"]
        if zone in zones:
            return None
        meant = close(zone, zones)
        hint = (
            f" Did you mean {' or '.join(meant)}?" if meant else " Write one such as America/Phoenix or UTC."
        )
        message = f"There is no time zone {quoted(zone)}.{hint}"
        return Refusal(code=QueryCode.NOT_ALLOWED, message=message)

    return (Tool.of(today, "Date and time of day in a time zone.", [known]),)


def _reading(moment: datetime, time_zone: str) -> dict[str, object]:
    """Return a moment as it reads on a clock in a time zone.

    Raises:
        ValueError: The moment carries no time zone; a fault of whoever handed the clock in.
    """
    if moment.tzinfo is None:
        raise ValueError("the clock's moments must carry a time zone")
    try:
        local = moment.astimezone(ZoneInfo(time_zone))
    except ZoneInfoNotFoundError as error:
        raise ValueError(f"the time-zone database lost {time_zone}") from error
    return {
        "time_zone": time_zone,
        "date": local.date().isoformat(),
        "weekday": _WEEKDAYS[local.weekday()],
        "hour": local.hour,
        "minute": local.minute,
        "utc_offset": _offset(local),
    }


def _offset(local: datetime) -> str:
    text = local.strftime("%z")
    return f"{text[:3]}:{text[3:5]}"

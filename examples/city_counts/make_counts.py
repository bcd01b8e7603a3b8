"""Writes counts.csv: bicycles counted by the four counters of a city that does not exist.

Every number is invented, by the arithmetic below and nothing else, in the manner of a city's open data: a
value a day for each counter, gaps where one stood still, and a value a month where all its days are there.
"""

from __future__ import annotations

import calendar
import csv
import datetime
from pathlib import Path

COUNTERS = (
    ("NB", "North Bridge", 2400),
    ("ML", "Mill Lane", 1150),
    ("HR", "Harbour Road", 1820),
    ("CP", "Castle Park", 760),
)
SEASON = (52, 56, 74, 92, 112, 124, 128, 118, 108, 90, 70, 48)
"""Percent of the base, by month."""
WEEKDAY = (104, 108, 110, 107, 101, 86, 78)
"""Percent of the base, Monday first."""
STILL = {("ML", datetime.date(2024, 3, day)) for day in range(5, 10)}
"""Days on which a counter counted nothing because it was broken."""
FIRST, LAST = datetime.date(2023, 1, 1), datetime.date(2024, 12, 31)


def count(code: str, base: int, day: datetime.date) -> int | None:
    """Return how many bicycles a counter counted on a day; None where it stood still."""
    if (code, day) in STILL:
        return None
    weather = 82 + (day.toordinal() * 7919 + len(code) * base) % 37
    growth = 104 if day.year > FIRST.year else 100
    return base * SEASON[day.month - 1] * WEEKDAY[day.weekday()] * weather * growth // 10**8


def rows() -> list[tuple[str, str, str, str, str]]:
    """Return counter, its name, series, period and value of each cell; an empty value is a gap."""
    found: list[tuple[str, str, str, str, str]] = []
    for code, name, base in COUNTERS:
        months: dict[str, list[int | None]] = {}
        for number in range((LAST - FIRST).days + 1):
            day = FIRST + datetime.timedelta(days=number)
            value = count(code, base, day)
            months.setdefault(f"{day:%Y-%m}", []).append(value)
            found.append((code, name, "BIKES.D", day.isoformat(), "" if value is None else str(value)))
        for month, values in months.items():
            known = [value for value in values if value is not None]
            days = calendar.monthrange(int(month[:4]), int(month[5:]))[1]
            found.append((code, name, "BIKES.M", month, str(sum(known)) if len(known) == days else ""))
    return found


def main() -> None:
    """Write the file beside this one."""
    with (Path(__file__).parent / "counts.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("counter", "name", "series", "period", "bicycles"))
        writer.writerows(rows())


if __name__ == "__main__":
    main()

"""Public test doubles: a scripted model, a snapshot that fits on a page, a clock that stands still.

For tests of programs that embed Tieout, and for our own. Nothing here reads a file, a clock or the network.
"""

from __future__ import annotations

import datetime

from tieout.data.card import AreaCard, DatasetCard, IndicatorCard
from tieout.data.snapshot import Snapshot
from tieout.data.stores.sqlite import SqliteStore
from tieout.data.tables import Cell
from tieout.models.recorded import RecordedModel, RecordingModel
from tieout.models.scripted import ScriptedModel, answer, calls

__all__ = [
    "FixedClock",
    "RecordedModel",
    "RecordingModel",
    "ScriptedModel",
    "answer",
    "calls",
    "tiny_snapshot",
]

_AREAS = (
    AreaCard(code="CAN", name="Canada", iso2="CA", region="North America", income_group="High income"),
    AreaCard(code="JPN", name="Japan", iso2="JP", region="East Asia & Pacific", income_group="High income"),
    AreaCard(code="MEX", name="Mexico", iso2="MX", region="Latin America & Caribbean"),
    AreaCard(code="WLD", name="World", is_aggregate=True, iso2="1W"),
)
_INDICATORS = (
    IndicatorCard(code="SP.POP.TOTL", name="Population, total", unit="people"),
    IndicatorCard(
        code="EG.ELC.ACCS.ZS", name="Access to electricity (% of population)", unit="% of population"
    ),
    IndicatorCard(
        code="NY.GDP.MKTP.CD",
        name="GDP (current US$)",
        unit="current US$",
        caveat="Values in current US dollars move with exchange rates as well as with output.",
    ),
)
# Invented round values, so that what is derived from them can be seen by eye; None is a published gap.
_VALUES: dict[str, dict[str, tuple[str | None, ...]]] = {
    "SP.POP.TOTL": {
        "CAN": ("38000000", "39000000", "40000000"),
        "JPN": ("126000000", "125500000", "125000000"),
        "MEX": ("126500000", "127000000", "128000000"),
        "WLD": ("7800000000", "7900000000", "8000000000"),
    },
    "EG.ELC.ACCS.ZS": {
        "CAN": ("100", "100", "100"),
        "JPN": ("100", "100", "100"),
        "MEX": ("99.4", "99.6", None),
    },
    "NY.GDP.MKTP.CD": {
        "CAN": ("1650000000000", "2000000000000", "2160000000000"),
        "JPN": ("5000000000000", "5010000000000", "4260000000000"),
        "MEX": ("1120000000000", "1310000000000", "1465000000000"),
        "WLD": ("85000000000000", "97000000000000", "101000000000000"),
    },
}
_FIRST_YEAR, _LAST_YEAR = 2020, 2022


def tiny_snapshot() -> Snapshot:
    """Return a snapshot of three countries, the world and three indicators for 2020 to 2022.

    Its values are invented. Mexico's access to electricity in 2022 is a published gap; the world's access is
    not in the snapshot at all.
    """
    cells = [
        Cell(indicator, area, str(_FIRST_YEAR + place), value, "", "made up")
        for indicator, series in _VALUES.items()
        for area, values in series.items()
        for place, value in enumerate(values)
    ]
    card = DatasetCard(
        name="tiny",
        title="Three countries, made up",
        version="2026-01",
        release="January 2026",
        retrieved=datetime.date(2026, 1, 1),
        publisher="World Bank",
        source_name="World Development Indicators",
        credit="The World Bank: World Development Indicators",
        licence="CC BY 4.0",
        licence_url="https://creativecommons.org/licenses/by/4.0/",
        first_year=_FIRST_YEAR,
        last_year=_LAST_YEAR,
    )
    return Snapshot(card, SqliteStore.in_memory(_AREAS, _INDICATORS, cells), "0" * 64)


class FixedClock:
    """A clock that stands still until it is moved: call it for the seconds, as a loop does.

    Args:
        seconds: Where it starts.
        step: By how much it moves on after each call.

    Examples:
        >>> clock = FixedClock(step=0.5)
        >>> clock(), clock()
        (0.0, 0.5)
    """

    def __init__(self, seconds: float = 0.0, *, step: float = 0.0) -> None:
        self.seconds = seconds
        self._step = step

    def __call__(self) -> float:
        """Return the seconds, then move on by the step."""
        now = self.seconds
        self.seconds += self._step
        return now

    def advance(self, seconds: float) -> None:
        """Move the clock on."""
        self.seconds += seconds

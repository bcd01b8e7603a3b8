"""Facts and names for tests of the writing side."""

from collections.abc import Callable

import pytest

from tieout.facts.area import Area
from tieout.facts.fact import Fact
from tieout.facts.indicator import Indicator
from tieout.facts.names import Names
from tieout.facts.observation import Status
from tieout.facts.period import Period
from tieout.facts.unit import Unit
from tieout.writing.subjects import Subjects

AREAS = {
    "BRA": "Brazil",
    "CAN": "Canada",
    "JPN": "Japan",
    "LAO": "Lao PDR",
    "MEX": "Mexico",
    "NGA": "Nigeria",
    "USA": "United States",
    "WLD": "World",
    "ZZZ": "Ruritania",
}
INDICATORS = {
    "SP.POP.TOTL": ("Population, total", "people"),
    "NY.GDP.MKTP.CD": ("GDP (current US$)", "current US$"),
    "NY.GDP.PCAP.CD": ("GDP per capita (current US$)", "current US$ per person"),
    "SP.DYN.LE00.IN": ("Life expectancy at birth, total (years)", "years"),
    "EG.ELC.ACCS.ZS": ("Access to electricity (% of population)", "% of population"),
    "IT.NET.USER.ZS": ("Individuals using the Internet (% of population)", "% of population"),
    "XX.TRN.KM": ("Tram lines (km)", "km"),
}
FactMaker = Callable[..., Fact]


@pytest.fixture(scope="session")
def subjects() -> Subjects:
    """The names of house style."""
    return Subjects(names=Names.load())


@pytest.fixture(scope="session")
def fact() -> FactMaker:
    """Return a maker of facts: area, indicator, year, text, then ref and status."""

    def make(
        area: str,
        indicator: str,
        year: int,
        text: str | None,
        ref: str = "e1",
        status: Status = Status.NORMAL,
    ) -> Fact:
        name, unit = INDICATORS[indicator]
        return Fact(
            ref=ref,
            area=Area(code=area, name=AREAS[area], is_aggregate=area == "WLD"),
            indicator=Indicator(code=indicator, name=name, unit=Unit(unit)),
            period=Period.of_year(year),
            text=text,
            status=status,
        )

    return make

"""A small evidence set for the parts of the check."""

from typing import Any

import pytest

from tieout.checking.table import Table, table_of
from tieout.facts.fact import Evidence
from tieout.facts.rows import evidence_from_rows

SERIES = {
    "people": ("SP.POP.TOTL", "Population, total", "people"),
    "gdp": ("NY.GDP.MKTP.CD", "GDP (current US$)", "current US$"),
    "real": ("NY.GDP.MKTP.KD", "GDP (constant 2015 US$)", "constant 2015 US$"),
    "net": ("IT.NET.USER.ZS", "Individuals using the Internet (% of population)", "% of population"),
    "women": ("SP.DYN.LE00.FE.IN", "Life expectancy at birth, female (years)", "years"),
    "flights": ("IS.AIR.PSGR", "Air transport, passengers carried", "passengers"),
}
AREAS = {"CAN": "Canada", "MEX": "Mexico", "WLD": "World", "XX1": "Atlantis"}


def row(ref: str, area: str, series: str, period: str, value: str | None, **more: Any) -> dict[str, Any]:
    """Return one evidence row."""
    code, label, unit = SERIES[series]
    return {
        "ref": ref,
        "area": area,
        "area_name": AREAS[area],
        "is_aggregate": area == "WLD",
        "indicator": code,
        "indicator_name": label,
        "unit": unit,
        "period": period,
        "value": value,
        "status": "",
        **more,
    }


ROWS = [
    row("e1", "CAN", "people", "2023", "40097761"),
    row("e2", "CAN", "people", "2024", "41262329"),
    row("e3", "MEX", "people", "2024", "130861007"),
    row("e4", "WLD", "people", "2024", "8142056446"),
    row("e5", "CAN", "gdp", "2024", "2270000000000"),
    row("e6", "CAN", "real", "2024", "1900000000000"),
    row("e7", "MEX", "net", "2022", "78.63217894"),
    row("e8", "MEX", "net", "2023", None),
    row("e9", "CAN", "women", "2023", "83.9"),
    row("e10", "XX1", "flights", "2024", "1200000"),
    row("e11", "CAN", "people", "2030", "43000000", status="forecast"),
    row(
        "e12",
        "MEX",
        "people",
        "2024",
        "10",
        derived={
            "operation": "rank",
            "operands": ["e3"],
            "set": "economies with a value",
            "size": 217,
            "position": 10,
            "order": "highest first",
            "complete": True,
        },
    ),
]


@pytest.fixture
def evidence() -> Evidence:
    """Return the evidence of the rows above."""
    return evidence_from_rows(ROWS)


@pytest.fixture
def table(evidence: Evidence) -> Table:
    """Return the evidence as a table."""
    return table_of(evidence)

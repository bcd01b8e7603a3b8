"""Series longer than one result of a tool: nothing is said of a part as if it were the whole."""

import datetime

import pytest
from tests.unit.models.planner.conftest import Desk

from tieout.data.card import AreaCard, DatasetCard, IndicatorCard
from tieout.data.copying import replace_sqlite
from tieout.data.tables import Cell

FIRST, LAST, NEWEST = 1960, 2015, 2025
CODE = "SP.POP.TOTL"
ANSWERS = [
    ("What is the latest population of Kenya?", "Kenya's population was 56,000,001 in 2015, the latest year"),
    ("In which year was Kenya's population highest?", "was highest in 2015, at 56,000,001."),
    ("In which year was Kenya's population lowest?", "was lowest in 1960, at 1,000,001."),
    ("When did Kenya's population first exceed 20 million?", "first exceeded 20 million in 1979"),
    ("When did Kenya's population first exceed 50 million?", "first exceeded 50 million in 2009"),
]


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """A million more people each year, and ten years without a value at the end."""
    file = tmp_path_factory.mktemp("long") / "long.sqlite"
    card = DatasetCard(
        name="long",
        title="Invented",
        version="1",
        release="1",
        retrieved=datetime.date(2026, 1, 1),
        publisher="Nobody",
        source_name="Invented figures",
        credit="Nobody",
        licence="CC0",
        licence_url="https://creativecommons.org/publicdomain/zero/1.0/",
        first_year=FIRST,
        last_year=NEWEST,
    )
    cells = [
        Cell(CODE, "KEN", str(year), str((year - FIRST + 1) * 1_000_000 + 1), "", "")
        for year in range(FIRST, LAST + 1)
    ]
    indicator = IndicatorCard(code=CODE, name="Population, total", unit="people")
    replace_sqlite(file, card, [AreaCard(code="KEN", name="Kenya")], [indicator], cells)
    return Desk(str(file))


@pytest.mark.parametrize(("question", "said"), ANSWERS)
def test_a_series_longer_than_a_result_is_read_to_its_end(desk: Desk, question: str, said: str) -> None:
    """The newest value, the extremes and the first year past a bound are those of all years."""
    asked = desk.ask(question)
    assert said in asked.plain, asked.plain
    assert asked.model_calls <= 5

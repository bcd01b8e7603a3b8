"""The packaged starter set holds exactly the published facts, and says what it does not hold."""

import csv
import io
import re
from decimal import Decimal
from importlib.resources import files

import pytest

from tieout.data.snapshot import Missing, Snapshot
from tieout.errors import QueryCode, QueryError
from tieout.facts.names import Names, fold
from tieout.facts.period import Period

CORE = ("BRA", "CAN", "GBR", "IND", "JPN", "MEX", "NGA", "USA")
STARTER = files("tieout.data") / "sets" / "wdi-starter"


def rows() -> list[dict[str, str]]:
    """Return the packaged observations as written."""
    text = (STARTER / "observations.csv").read_text(encoding="utf-8")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_it_holds_3966_published_values() -> None:
    """Every value of the source is there, once, beside the gaps we can vouch for."""
    values = [row for row in rows() if row["value"]]
    assert len(values) == 3966
    assert (
        len({(row["indicator"], row["area"], row["period"]) for row in rows()}) == len(rows()) == 3966 + 489
    )


def test_rows_are_sorted_by_indicator_area_and_period() -> None:
    """A person can diff two releases."""
    keys = [(row["indicator"], row["area"], row["period"]) for row in rows()]
    assert keys == sorted(keys)


def test_184_values_of_2024_were_rounded_to_cents_by_their_copy() -> None:
    """The one thing that is not the full published text is marked by its origin."""
    cents = [row for row in rows() if row["origin"] == "a5-gdp24" and row["period"] == "2024"]
    assert len(cents) == 184
    assert all(re.fullmatch(r"\d+\.\d{1,2}", row["value"]) for row in cents)
    assert not {row["area"] for row in cents} & set(CORE)


@pytest.mark.parametrize(
    ("area", "indicator", "year", "text"),
    [
        ("CAN", "SP.POP.TOTL", 2024, "41262329"),
        ("MEX", "IT.NET.USER.ZS", 2022, "78.63217894"),
        ("CAF", "IT.NET.USER.ZS", 2015, "2.900000095"),
        ("GHA", "IT.NET.USER.ZS", 2000, "0.153615297625799"),
        ("GRL", "NY.GDP.MKTP.CD", 2023, "3326543974.39"),
    ],
)
def test_published_text_is_kept_digit_for_digit(
    starter: Snapshot, area: str, indicator: str, year: int, text: str
) -> None:
    """No float, no rounding, no tidying between the publisher and the reader."""
    observation = starter.get(area, indicator, Period.of_year(year))
    assert observation.text == text
    assert observation.value == Decimal(text)


def test_the_store_holds_the_very_texts_of_the_file(starter: Snapshot) -> None:
    """What is asked for is what the file says, for every row."""
    for row in rows():
        observation = starter.find(row["area"], row["indicator"], Period.parse(row["period"]))
        assert observation is not None
        assert (observation.text or "") == row["value"]


def test_core_countries_are_complete_but_for_gdp_per_capita_before_2010(starter: Snapshot) -> None:
    """Eight countries by six indicators: what the other parts build on."""
    ends = {"SP.DYN.LE00.IN": 2024, "EG.ELC.ACCS.ZS": 2024, "IT.NET.USER.ZS": 2024}
    for area in CORE:
        for indicator in starter.indicators:
            first = 2010 if indicator == "NY.GDP.PCAP.CD" else 2000
            for year in range(first, ends.get(indicator, 2025) + 1):
                starter.get(area, indicator, Period.of_year(year))


def test_217_economies_and_10_aggregates(starter: Snapshot) -> None:
    """Aggregates are flagged, and are not countries."""
    aggregates = [area for area in starter.areas.values() if area.is_aggregate]
    assert (len(starter.areas), len(aggregates)) == (227, 10)
    assert starter.areas["WLD"].is_aggregate
    assert not starter.areas["CAN"].is_aggregate


def test_six_indicators_have_unit_source_definition_and_caveat(starter: Snapshot) -> None:
    """Whoever shows a value can credit it and explain it."""
    assert len(starter.indicators) == 6
    for code in starter.indicators:
        card = starter.describe(code)
        assert card.unit
        assert card.source
        assert card.definition
        assert card.caveat.endswith(".")
    assert starter.describe("NY.GDP.PCAP.CD").unit == "current US$ per person"
    assert not starter.indicators["NY.GDP.PCAP.CD"].unit.is_additive


@pytest.mark.parametrize(
    ("area", "indicator", "year", "missing"),
    [
        ("FRA", "SP.DYN.LE00.IN", 2025, Missing.PUBLISHED_GAP),
        ("WLD", "EG.ELC.ACCS.ZS", 2025, Missing.PUBLISHED_GAP),
        ("CAN", "IT.NET.USER.ZS", 2025, Missing.PUBLISHED_GAP),
        ("BWA", "IT.NET.USER.ZS", 2023, Missing.PUBLISHED_GAP),
        ("PRK", "NY.GDP.MKTP.CD", 2024, Missing.PUBLISHED_GAP),
        ("XKX", "EG.ELC.ACCS.ZS", 2024, Missing.PUBLISHED_GAP),
        ("DEU", "IT.NET.USER.ZS", 2019, Missing.NOT_IN_SNAPSHOT),
        ("CAN", "NY.GDP.PCAP.CD", 2005, Missing.NOT_IN_SNAPSHOT),
        ("FRA", "IT.NET.USER.ZS", 2025, Missing.PUBLISHED_GAP),
        ("PER", "IT.NET.USER.ZS", 2025, Missing.NOT_IN_SNAPSHOT),
        ("PER", "SP.POP.TOTL", 2020, Missing.NOT_IN_SNAPSHOT),
        ("CAN", "SP.POP.TOTL", 1999, Missing.OUTSIDE_YEARS),
        ("CAN", "SP.DYN.LE00.IN", 2026, Missing.OUTSIDE_YEARS),
        ("CAN", "SP.POP.TOTL", 2024, None),
    ],
)
def test_missing_is_told_apart(
    starter: Snapshot, area: str, indicator: str, year: int, missing: Missing | None
) -> None:
    """What the publisher lacks, what we lack, and what was never covered are three statements."""
    period = Period.of_year(year)
    assert starter.missing(area, indicator, period) is missing
    if missing:
        with pytest.raises(QueryError) as error:
            starter.get(area, indicator, period)
        assert error.value.code is QueryCode.NO_DATA


def test_the_three_kinds_of_missing_read_differently(starter: Snapshot) -> None:
    """A reader can tell from the sentence who lacks the value."""

    def why(area: str, indicator: str, year: int) -> str:
        with pytest.raises(QueryError) as error:
            starter.get(area, indicator, Period.of_year(year))
        return error.value.message

    assert "World Bank publishes no value" in why("CAN", "IT.NET.USER.ZS", 2025)
    assert "not in this snapshot" in why("CAN", "NY.GDP.PCAP.CD", 2005)
    assert "outside the years covered, 2000 to 2025" in why("CAN", "SP.POP.TOTL", 1999)


def test_cross_sections_of_2024_are_known_whole_but_for_internet_use(starter: Snapshot) -> None:
    """Whoever ranks can see whether the rank is over every economy."""
    period = Period.of_year(2024)
    assert starter.coverage("SP.POP.TOTL", period).is_complete
    gdp = starter.coverage("NY.GDP.MKTP.CD", period)
    assert (gdp.values, gdp.gaps, gdp.unknown) == (200, 17, 0)
    assert not starter.coverage("IT.NET.USER.ZS", period).is_complete
    assert starter.coverage("SP.POP.TOTL", Period.of_year(2010)).unknown == 217 - 19


def test_every_area_name_means_that_area_alone(starter: Snapshot) -> None:
    """A name that we show can be typed back, and no two areas share one."""
    names = Names.load()
    for code, area in starter.areas.items():
        assert names.area_codes(fold(area.name)) == (code,), area.name


def test_the_lost_code_of_namibia_is_restored(starter: Snapshot) -> None:
    """The letters NA are a country, not a missing value."""
    assert starter.describe_area("NAM").iso2 == "NA"


def test_dataset_md_gives_credit_providers_changes_and_limits(starter: Snapshot) -> None:
    """The licence's duties and the limits stand beside the data."""
    text = (STARTER / "DATASET.md").read_text(encoding="utf-8")
    assert "The World Bank: World Development Indicators" in text
    assert "CC BY 4.0" in text
    assert "184 GDP values of 2024" in text
    for code in starter.indicators:
        assert code in text
        assert starter.describe(code).source in text


def test_the_card_names_release_licence_and_credit(starter: Snapshot) -> None:
    """What the source line and the credit line are written from."""
    card = starter.card
    assert (card.name, card.version, card.label) == ("wdi-starter", "2026-07", "wdi-starter 2026-07")
    assert (card.publisher, card.source_name) == ("World Bank", "World Development Indicators")
    assert card.licence == "CC BY 4.0"
    assert card.licence_url == "https://creativecommons.org/licenses/by/4.0/"
    assert card.credit == "The World Bank: World Development Indicators"
    assert "2026-07-13" in card.release
    assert starter.years == (2000, 2025)

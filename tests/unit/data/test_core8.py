"""The set of eight countries obeys its cut wherever it is asked."""

import hashlib
from importlib.resources import files

import pytest

from tieout.data.catalogue import Catalogue
from tieout.data.snapshot import Missing, Snapshot, load_snapshot
from tieout.errors import QueryCode, QueryError
from tieout.facts.period import Period

CORE = ["BRA", "CAN", "GBR", "IND", "JPN", "MEX", "NGA", "USA"]
YEAR = Period.of_year(2024)


def test_areas_are_the_eight(core8: Snapshot, starter: Snapshot) -> None:
    """Eight countries, all six indicators, all years of the base."""
    assert list(core8.areas) == CORE
    assert list(core8.indicators) == list(starter.indicators)
    assert core8.years == starter.years


def test_france_is_nowhere(core8: Snapshot, starter: Snapshot) -> None:
    """What the base knows of France cannot be reached through the cut."""
    assert starter.get("FRA", "SP.POP.TOTL", YEAR).text
    assert core8.find("FRA", "SP.POP.TOTL", YEAR) is None
    assert core8.missing("FRA", "SP.POP.TOTL", YEAR) is Missing.NOT_IN_SNAPSHOT
    assert core8.series("FRA", "SP.POP.TOTL") == ()
    assert core8.latest("FRA", "SP.POP.TOTL") is None
    with pytest.raises(QueryError, match="not in this snapshot"):
        core8.get("FRA", "SP.POP.TOTL", YEAR)
    with pytest.raises(QueryError, match="not in this data set"):
        core8.describe_area("FRA")


@pytest.mark.parametrize("include_aggregates", [True, False])
def test_cross_sections_hold_the_eight_only(core8: Snapshot, include_aggregates: bool) -> None:
    """Neither other economies nor the World slip into a ranking."""
    for indicator in core8.indicators:
        rows = core8.cross_section(indicator, YEAR, include_aggregates=include_aggregates)
        assert [row.area.code for row in rows] == CORE
    assert core8.coverage("IT.NET.USER.ZS", YEAR).is_complete


def test_rows_are_cut_too(core8: Snapshot) -> None:
    """What is exported from the cut is the cut."""
    assert {cell.area for code in core8.indicators for cell in core8.cells(code)} == set(CORE)


def test_values_are_those_of_the_base(core8: Snapshot, starter: Snapshot) -> None:
    """The cut changes no digit."""
    for indicator in core8.indicators:
        assert core8.series("CAN", indicator) == starter.series("CAN", indicator)


def test_france_is_known_but_not_in_this_data_set(core8: Snapshot) -> None:
    """A known area is told apart from an unknown one, and what there is is named."""
    catalogue = Catalogue(core8)
    for text in ("France", "FRA", "FR"):
        with pytest.raises(QueryError) as error:
            catalogue.get_area(text)
        assert error.value.code is QueryCode.NOT_ALLOWED
        assert error.value.message == (
            "France (FRA) is not in this data set (core8). Available: BRA, CAN, GBR, IND, JPN, MEX, NGA, USA."
        )
    with pytest.raises(QueryError) as error:
        catalogue.get_area("Atlantis")
    assert error.value.code is QueryCode.NOT_FOUND


def test_searching_stays_within_the_eight_unless_asked(core8: Snapshot) -> None:
    """A search never offers an area that may not be asked for."""
    catalogue = Catalogue(core8)
    assert catalogue.find_areas("France") == ()
    assert [match.available for match in catalogue.find_areas("France", everywhere=True)] == [False]
    assert [match.area.code for match in catalogue.find_areas("united")] == ["GBR", "USA", "MEX"]


def test_its_digest_is_of_its_own_sums_and_the_base(core8: Snapshot, starter: Snapshot) -> None:
    """It changes when either does, so a run names exactly what it read."""
    sums = (files("tieout.data") / "sets" / "core8" / "SHA256SUMS").read_bytes()
    assert core8.sha256 == hashlib.sha256(sums + starter.sha256.encode()).hexdigest()


def test_its_card_is_the_base_card_cut(core8: Snapshot, starter: Snapshot) -> None:
    """Licence and release are inherited; caveats about other countries are not."""
    assert core8.card.base == "wdi-starter"
    assert (core8.card.version, core8.card.credit) == (starter.card.version, starter.card.credit)
    assert any("Mexico" in caveat.text for caveat in core8.card.caveats)
    assert not any("China" in caveat.text for caveat in core8.card.caveats)


def test_loading_it_leaves_the_base_as_it_is(core8: Snapshot) -> None:
    """Two data sets loaded side by side do not share a cut."""
    assert len(load_snapshot("wdi-starter").areas) == 227
    assert len(core8.areas) == 8

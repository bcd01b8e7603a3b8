"""A card is read strictly, and a cut card restricts areas, indicators and years within its base."""

import datetime
from pathlib import Path

import pytest
from tests.unit.data.conftest import CARD, Writer, write_sums

from tieout.data.card import Caveat, card_from_mapping, mapping_from_card
from tieout.data.fields import read_toml
from tieout.data.snapshot import Missing, list_snapshots, load_snapshot
from tieout.errors import SnapshotInvalid
from tieout.facts.period import Period


@pytest.mark.parametrize("key", [line.split(" = ")[0] for line in CARD.splitlines() if "title" not in line])
def test_a_missing_key_is_named(tiny: Writer, key: str) -> None:
    """Nothing a reader must be told is left to a default."""
    text = "\n".join(line for line in CARD.splitlines() if not line.startswith(f"{key} "))
    with pytest.raises(SnapshotInvalid, match=rf"tiny/card\.toml: '{key}'"):
        load_snapshot(tiny(card_toml=text))


@pytest.mark.parametrize(
    "line",
    [
        'restriction = "areas"',
        "version = 7",
        'credit = ""',
        'retrieved = "yesterday"',
        "retrieved = 2026-10-04T00:00:00Z",
        "years = [2005, 2000]",
        'years = ["2000", "2005"]',
        "years = 2000",
        "years = [true, 2005]",
        "caveats = 1",
        "caveats = [{ areas = ['AAA'] }]",
        "caveats = [{ text = 'x', area = ['AAA'] }]",
        "caveats = [{ text = 'x', areas = 'AAA' }]",
        "restrict = []",
        "restrict = { areas = [] }",
        "restrict = { areas = [1] }",
        "restrict = { years = [1999, 2001] }",
        "restrict = { area = ['AAA'] }",
        "base = 3",
        "[",
    ],
)
def test_a_card_that_breaks_the_rules(tiny: Writer, line: str) -> None:
    """A wrong type or misspelt key stops the load: a restriction must never pass unread."""
    key = line.split(" = ", maxsplit=1)[0]
    kept = "\n".join(other for other in CARD.splitlines() if not other.startswith(f"{key} "))
    with pytest.raises(SnapshotInvalid, match=r"card\.toml"):
        load_snapshot(tiny(card_toml=f"{kept}\n{line}\n"))


@pytest.mark.parametrize(
    "what", ["restrict = { areas = ['AAA', 'ZZZ'] }", "caveats = [{ text = 'x', areas = ['ZZZ'] }]"]
)
def test_a_card_that_names_what_is_not_there(tiny: Writer, what: str) -> None:
    """A restriction to an unknown code is a mistake, not an empty set."""
    with pytest.raises(SnapshotInvalid, match="'ZZZ'"):
        load_snapshot(tiny(card_toml=f"{CARD}{what}\n"))


def cut(tiny: Writer, restrict: str, base: str = "tiny") -> Path:
    """Write the tiny set and a set cut from it; return the latter."""
    directory = tiny().parent / "cut"
    directory.mkdir()
    (directory / "card.toml").write_text(f'name = "cut"\nbase = "{base}"\n[restrict]\n{restrict}\n')
    write_sums(directory)
    return directory


def test_years_are_cut(tiny: Writer) -> None:
    """Values outside the cut years are outside the years covered, everywhere."""
    snapshot = load_snapshot(cut(tiny, "years = [2001, 2002]"))
    assert snapshot.years == (2001, 2002)
    assert [str(cell.period) for cell in snapshot.series("AAA", "POP")] == ["2001", "2002"]
    assert [str(cell.period) for cell in snapshot.series("AAA", "POP", 1990, 2090)] == ["2001", "2002"]
    assert snapshot.missing("AAA", "POP", Period.of_year(2000)) is Missing.OUTSIDE_YEARS
    assert snapshot.cross_section("POP", Period.of_year(2000)) == ()
    assert {cell.period for cell in snapshot.cells("POP")} == {"2001", "2002"}
    assert snapshot.find("AAA", "NET", Period.parse("2000-Q1")) is None


def test_indicators_are_cut(tiny: Writer) -> None:
    """An indicator that is cut away cannot be described or read."""
    snapshot = load_snapshot(cut(tiny, "indicators = ['POP']"))
    assert list(snapshot.indicators) == ["POP"]
    assert snapshot.series("AAA", "NET") == ()
    assert list(snapshot.cells("NET")) == []
    assert snapshot.missing("AAA", "NET", Period.of_year(2001)) is Missing.NOT_IN_SNAPSHOT


def test_a_cut_of_a_cut_obeys_both(tiny: Writer) -> None:
    """The inner cut holds within the outer one, and may not leave it."""
    first = cut(tiny, "areas = ['AAA', 'BBB']\nyears = [2000, 2001]")
    second = first.parent / "second"
    second.mkdir()
    (second / "card.toml").write_text('name = "second"\nbase = "cut"\n[restrict]\nareas = ["BBB"]\n')
    write_sums(second)
    snapshot = load_snapshot(second)
    assert (list(snapshot.areas), snapshot.years) == (["BBB"], (2000, 2001))
    (second / "card.toml").write_text('name = "second"\nbase = "cut"\n[restrict]\nareas = ["CCC"]\n')
    write_sums(second)
    with pytest.raises(SnapshotInvalid, match="'areas' must be a non-empty list of codes of the base"):
        load_snapshot(second)


def test_a_base_that_is_not_there(tiny: Writer) -> None:
    """The card that names it is named."""
    with pytest.raises(SnapshotInvalid, match=r"cut/card\.toml: its base 'nowhere' is not there"):
        load_snapshot(cut(tiny, "areas = ['AAA']", base="nowhere"))


def test_a_base_of_itself(tiny: Writer) -> None:
    """A circle of bases ends in a sentence, not in a crash."""
    with pytest.raises(SnapshotInvalid, match="bases, one upon another"):
        load_snapshot(cut(tiny, "areas = ['AAA']", base="cut"))


def test_a_card_survives_the_way_through_json(tiny: Writer) -> None:
    """What a file snapshot carries is the card."""
    card = card_from_mapping(read_toml(CARD, "card"), "card")
    assert card_from_mapping(mapping_from_card(card), "again") == card
    starter = next(card for card in list_snapshots() if card.name == "wdi-starter")
    assert card_from_mapping(mapping_from_card(starter), "again") == starter
    assert starter.retrieved == datetime.date(2026, 10, 4)


def test_the_packaged_sets_are_listed_by_name() -> None:
    """Two data sets come with the package, the cut one with what it inherits."""
    cards = list_snapshots()
    assert [card.name for card in cards] == ["core8", "wdi-starter"]
    assert cards[0].licence == cards[1].licence


@pytest.mark.parametrize(
    ("area", "indicator", "first", "last", "told"),
    [
        ("CHN", "NET", 2023, 2023, True),
        ("CHN", "NET", 2000, 2024, True),
        ("CHN", "NET", 2000, 2021, False),
        ("CHN", "NET", 2024, 2025, False),
        ("IND", "NET", 2023, 2023, False),
        ("CHN", "POP", 2023, 2023, False),
    ],
)
def test_a_caveat_is_told_for_its_own_cells_and_what_spans_them(
    area: str, indicator: str, first: int, last: int, told: bool
) -> None:
    """A change across a break is told even when the break's years are not shown."""
    caveat = Caveat(text="x", indicators=("NET",), areas=("CHN",), first_year=2022, last_year=2023)
    assert caveat.covers(area=area, indicator=indicator, first_year=first, last_year=last) is told

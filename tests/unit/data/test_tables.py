"""A bad cell is named by file and line, never guessed at."""

import pytest
from tests.unit.data.conftest import CARD, TINY, Writer

from tieout.data.snapshot import load_snapshot
from tieout.errors import SnapshotInvalid
from tieout.facts.observation import Status
from tieout.facts.period import Period

HEAD = "indicator,area,period,value\n"


@pytest.mark.parametrize(
    "value", ["1,000", "n/a", "NaN", "inf", "1.", ".5", " 1", "+1", "1_000", "١", "--1", "1e"]
)
def test_a_value_that_is_no_decimal(tiny: Writer, value: str) -> None:
    """Only what Decimal reads exactly as printed is a value."""
    directory = tiny(observations_csv=f'{HEAD}POP,AAA,2000,1\nPOP,AAA,2001,"{value}"\n')
    with pytest.raises(SnapshotInvalid, match=r"tiny/observations\.csv, line 3: value"):
        load_snapshot(directory)


@pytest.mark.parametrize("value", ["0", "-0.0", "10.50", "1e3", "2.5E-7", "123456789012345678901234567890.1"])
def test_every_decimal_text_is_kept(tiny: Writer, value: str) -> None:
    """Trailing zeros, exponents and thirty digits survive."""
    snapshot = load_snapshot(tiny(observations_csv=f"{HEAD}POP,AAA,2000,{value}\n"))
    assert snapshot.get("AAA", "POP", Period.of_year(2000)).text == value


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("POP,ZZZ,2000,1", r"area 'ZZZ' is not in areas\.csv"),
        ("GNP,AAA,2000,1", r"indicator 'GNP' is not in indicators\.csv"),
        ("POP,AAA,20O0,1", "'20O0' is no period"),
        ("POP,AAA,2000-13,1", "no day of the calendar"),
        ("POP,AAA,1999,1", "outside the years 2000 to 2003"),
        ("POP,AAA,2001,1", "stands in the file twice"),
        ("POP,AAA,2000", "3 cells where the header has 4"),
        ("POP,AAA,2000,1,2", "5 cells where the header has 4"),
        ('POP,AAA,2000,"1', "not CSV"),
        ("", "0 cells"),
    ],
)
def test_a_row_that_breaks_the_rules(tiny: Writer, row: str, why: str) -> None:
    """Unknown codes, bad periods, duplicates and broken lines are named with their line."""
    directory = tiny(observations_csv=f"{HEAD}POP,AAA,2001,1\n{row}\n")
    with pytest.raises(SnapshotInvalid, match=rf"tiny/observations\.csv, line \d: .*{why}"):
        load_snapshot(directory)


def test_a_status_that_is_none(tiny: Writer) -> None:
    """A flag that nobody would say is not swallowed."""
    directory = tiny(observations_csv="indicator,area,period,value,status\nPOP,AAA,2000,1,guess\n")
    with pytest.raises(SnapshotInvalid, match="line 2: status 'guess'"):
        load_snapshot(directory)


@pytest.mark.parametrize("column", ["indicator", "area", "period", "value"])
def test_a_missing_column(tiny: Writer, column: str) -> None:
    """The header names every column that is read."""
    header = HEAD.replace(column, "other")
    with pytest.raises(SnapshotInvalid, match=rf"observations\.csv, line 1: column '{column}' is missing"):
        load_snapshot(tiny(observations_csv=header))


@pytest.mark.parametrize("header", ["indicator,area,period,value,Value", "indicator,area,period,value,value"])
def test_a_column_too_many(tiny: Writer, header: str) -> None:
    """A misspelt or doubled column is not ignored."""
    with pytest.raises(SnapshotInvalid, match=r"line 1: column '[vV]alue' is unknown or stands there twice"):
        load_snapshot(tiny(observations_csv=f"{header}\n"))


@pytest.mark.parametrize("file", ["areas_csv", "indicators_csv", "observations_csv", "card_toml"])
@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"a\n\xe9\n", b"\x00,\x00\n"])
def test_a_file_that_is_no_text_or_empty(tiny: Writer, file: str, content: bytes) -> None:
    """Whatever the bytes are, the file is named."""
    with pytest.raises(SnapshotInvalid, match=file.replace("_", r"\.")):
        load_snapshot(tiny(**{file: content}))


def test_bytes_that_are_not_utf8_are_named_by_line(tiny: Writer) -> None:
    """The line of the first wrong byte is given."""
    with pytest.raises(SnapshotInvalid, match=r"areas\.csv, line 3: the file is not UTF-8"):
        load_snapshot(tiny(areas_csv=b"code,name,is_aggregate\nAAA,Aland,0\nBBB,B\xe9land,0\n"))


@pytest.mark.parametrize(
    ("areas", "why"),
    [
        ("code,name,is_aggregate\nAAA,Aland,yes\n", "line 2: is_aggregate 'yes' is neither 0 nor 1"),
        ("code,name,is_aggregate\nAAA,Aland,0\nAAA,Again,0\n", "line 3: code 'AAA' stands in the file twice"),
        ("code,name,is_aggregate\nAAA,,0\n", "line 2: code or name is empty"),
    ],
)
def test_an_area_that_breaks_the_rules(tiny: Writer, areas: str, why: str) -> None:
    """Whether an area is an aggregate is never guessed."""
    with pytest.raises(SnapshotInvalid, match=why):
        load_snapshot(tiny(areas_csv=areas))


def test_an_indicator_twice(tiny: Writer) -> None:
    """Two units for one code would be a trap."""
    with pytest.raises(SnapshotInvalid, match=r"indicators\.csv, line 3: code 'POP' stands"):
        load_snapshot(tiny(indicators_csv="code,name,unit\nPOP,People,people\nPOP,People,thousands\n"))


def test_flags_and_finer_periods_are_read(tiny: Writer) -> None:
    """A status travels with its observation; quarters stand between years."""
    series = load_snapshot(tiny()).series("AAA", "NET")
    assert [str(cell.period) for cell in series] == ["2000-Q1", "2000-Q3", "2001"]
    assert [cell.status for cell in series] == [Status.NORMAL, Status.BREAK, Status.NORMAL]


def test_the_tiny_set_is_valid(tiny: Writer) -> None:
    """The tests above break a set that is whole."""
    assert load_snapshot(tiny()).card.name == "tiny"
    assert TINY["card.toml"] == CARD


def test_areas_and_indicators_say_of_which_kind_they_are(tiny: Writer) -> None:
    """An area may be a district, and an indicator that has a value a day is known to have one."""
    rows = f"{HEAD}POP,AAA,2000-07-14,1\nPOP,AAA,2001-07-15,2\n"
    snapshot = load_snapshot(
        tiny(areas_csv="code,name,is_aggregate,kind\nAAA,North,0,district\n", observations_csv=rows)
    )
    assert snapshot.areas["AAA"].kind == "district"
    assert snapshot.describe("POP").frequency == "D"


def test_a_kind_that_is_no_plain_words(tiny: Writer) -> None:
    """A kind goes into sentences, so it is one to three lower-case words."""
    with pytest.raises(SnapshotInvalid, match="line 2: kind 'City 7'"):
        load_snapshot(tiny(areas_csv="code,name,is_aggregate,kind\nAAA,North,0,City 7\n"))

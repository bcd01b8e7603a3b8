"""Periods are read from SDMX text and nothing else, and know the calendar."""

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tieout.facts.frequency import FREQUENCIES, Frequency, is_finer
from tieout.facts.period import Period

DAYS = st.dates(min_value=datetime.date(1800, 1, 1), max_value=datetime.date(2200, 12, 31))


@pytest.mark.parametrize(
    "text", ["2020", "2020-S2", "2020-Q3", "2020-07", "2020-W53", "2021-W01", "2020-02-29", "0001"]
)
def test_what_is_read_is_written_back(text: str) -> None:
    """Parsing and printing are inverse for every form."""
    assert str(Period.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        *("", "20", "2020-13", "2020-00", "2020-Q5", "2020-02-30", "2020-7", " 2020", "２０２０", "2020M01"),
        *("2019-02-29", "2020-S3", "2020-W00", "2021-W53", "2020-W7", "0000", "2020-04-31", "2020-Q0"),
    ],
)
def test_other_text_is_refused(text: str) -> None:
    """A text that is no period never becomes one."""
    with pytest.raises(ValueError, match=r"period|calendar"):
        Period.parse(text)


def test_periods_are_in_order_of_time() -> None:
    """Sorting periods sorts them by when they begin, weeks by the year that counts them."""
    texts = ["2019", "2019-W52", "2020-W01", "2020-02", "2020-Q2", "2020-07-01", "2020-S2", "2021"]
    periods = [Period.parse(text) for text in texts]
    assert sorted(set(periods)) == periods
    assert Period.of_year(2019) == periods[0]


@given(day=DAYS, frequency=st.sampled_from(FREQUENCIES))
def test_every_day_lies_in_one_period_of_every_frequency(day: datetime.date, frequency: Frequency) -> None:
    """The period of a day holds it, is written and read back, and starts where the one before it ended."""
    period = Period.of_date(day, frequency)
    assert period.first_day <= day <= period.last_day
    assert Period.parse(str(period)) == period
    assert Period.of(frequency, period.year, period.number) == period
    before = period.shifted(-1)
    assert before.last_day + datetime.timedelta(days=1) == period.first_day
    assert before < period
    assert before.shifted(1) == period


@given(day=DAYS, frequency=st.sampled_from(FREQUENCIES), steps=st.integers(-800, 800))
def test_steps_are_counted_as_they_are_gone(day: datetime.date, frequency: Frequency, steps: int) -> None:
    """So many steps on, the distance is so many steps."""
    period = Period.of_date(day, frequency)
    assert period.steps_to(period.shifted(steps)) == steps


@given(day=DAYS, frequency=st.sampled_from(FREQUENCIES), finer=st.sampled_from(FREQUENCIES))
def test_parts_make_up_the_whole(day: datetime.date, frequency: Frequency, finer: Frequency) -> None:
    """The parts of a period cover its days once, and each lies in it; where none do, there are none."""
    period = Period.of_date(day, frequency)
    parts = period.parts(finer)
    assert bool(parts) == (is_finer(finer, frequency) and finer != "W")
    assert sum((part.last_day - part.first_day).days + 1 for part in parts) in (
        0,
        (period.last_day - period.first_day).days + 1,
    )
    assert all(part.wider(frequency) == period and period.contains(part) for part in parts)


def test_a_reader_is_told_a_name() -> None:
    """Each frequency has the name that a sentence uses."""
    texts = ["2020", "2020-S1", "2020-Q3", "2020-07", "2020-W07", "2020-07-14"]
    assert [Period.parse(text).name for text in texts] == [
        "2020",
        "the first half of 2020",
        "the third quarter of 2020",
        "July 2020",
        "week 7 of 2020",
        "14 July 2020",
    ]


def test_the_same_step_of_another_year_may_be_missing() -> None:
    """29 February and week 53 are not in every year; everything else is."""
    assert Period.parse("2020-02-29").in_year(2019) is None
    assert Period.parse("2020-W53").in_year(2021) is None
    assert str(Period.parse("2020-02-29").in_year(2024)) == "2024-02-29"
    assert str(Period.parse("2020-Q3").in_year(2019)) == "2019-Q3"


def test_the_calendar_ends_in_an_error_not_a_crash() -> None:
    """A step off the calendar says so."""
    with pytest.raises(ValueError, match="no day of the calendar"):
        Period.parse("9999-12-31").shifted(1)
    with pytest.raises(ValueError, match="no number of steps"):
        Period.parse("2020").steps_to(Period.parse("2020-07"))
    with pytest.raises(ValueError, match="step 5"):
        Period.of("Q", 2020, 5)
    with pytest.raises(ValueError, match="no day 366"):
        Period.of("D", 2019, 366)


def test_weeks_lie_across_months() -> None:
    """A week has days, but no month is made of weeks; a week across two months lies in neither."""
    assert len(Period.parse("2020-W07").parts("D")) == 7
    assert Period.parse("2020-07").parts("W") == ()
    assert Period.parse("2020-W27").wider("M") is None
    assert Period.parse("2020-W28").wider("M") == Period.parse("2020-07")
    assert Period.parse("2020").until(Period.parse("2020-12")) == ()

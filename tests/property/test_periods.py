"""What is written of a value by year, half year, quarter, month, week or day is read back as it is."""

from __future__ import annotations

import datetime

from hypothesis import given
from hypothesis import strategies as st

from tieout.checking.check import check
from tieout.facts.area import Area
from tieout.facts.fact import Evidence, Fact
from tieout.facts.frequency import FREQUENCIES, Frequency
from tieout.facts.indicator import Indicator
from tieout.facts.names import Names
from tieout.facts.period import Period
from tieout.facts.unit import Unit
from tieout.writing import sentences, steps
from tieout.writing.subjects import Subjects

AREA = Area(code="NB", name="North Bridge", kind="counting station")
BIKES = Indicator(code="BIKES", name="Number of bicycles counted", unit=Unit("number"))
DAYS = st.dates(min_value=datetime.date(1990, 1, 8), max_value=datetime.date(2090, 12, 20))
SUBJECTS = Subjects(names=Names.load())


def facts(first: Period, values: list[int]) -> list[Fact]:
    """Return facts of consecutive periods."""
    return [
        Fact(ref=f"e{step + 1}", area=AREA, indicator=BIKES, period=first.shifted(step), text=str(value))
        for step, value in enumerate(values)
    ]


@given(
    day=DAYS,
    frequency=st.sampled_from(FREQUENCIES),
    values=st.lists(st.integers(1, 99_999), min_size=2, max_size=2, unique=True),
)
def test_a_value_and_a_change_are_read_as_they_are_written(
    day: datetime.date, frequency: Frequency, values: list[int]
) -> None:
    """Each sentence of the writer ties out, and the value of the other period in it does not."""
    earlier, later = found = facts(Period.of_date(day, frequency), values)
    evidence = Evidence(found)
    text = sentences.value(SUBJECTS, later)
    assert check(text, evidence).valid, text
    other = text.replace(f"{values[1]:,}", f"{values[0]:,}").replace("[e2]", "")
    assert not check(other, evidence).valid, other
    for form in ("difference", "percent"):
        change = sentences.change(SUBJECTS, earlier, later, form)
        assert check(change, evidence).valid, change


@given(
    year=st.integers(1995, 2080),
    frequency=st.sampled_from(("S", "Q", "M")),
    data=st.data(),
)
def test_the_steps_of_a_year_are_read_as_they_are_written(
    year: int, frequency: Frequency, data: st.DataObject
) -> None:
    """The highest step, the mean and the sum of a whole year tie out; with a step missing none does."""
    frame = Period.of_year(year)
    parts = frame.parts(frequency)
    values = data.draw(
        st.lists(st.integers(100, 99_999), min_size=len(parts), max_size=len(parts), unique=True)
    )
    found = facts(parts[0], values)
    best = max(found, key=sentences.exact)
    texts = [
        steps.extreme_step(SUBJECTS, best, frame, "highest first"),
        steps.total_of_steps(SUBJECTS, found, frame),
    ]
    texts += [steps.mean_of_steps(SUBJECTS, found, frame)] if frequency != "S" else []
    for text in texts:
        assert check(text, Evidence(found)).valid, text
        assert not check(text, Evidence(fact for fact in found if fact is not found[-1])).valid, text

"""Periods are read from SDMX text and nothing else."""

import pytest

from tieout.facts.period import Period


@pytest.mark.parametrize("text", ["2020", "2020-Q3", "2020-07", "2020-02-29", "0001"])
def test_what_is_read_is_written_back(text: str) -> None:
    """Parsing and printing are inverse for every form."""
    assert str(Period.parse(text)) == text


@pytest.mark.parametrize(
    "text",
    ["", "20", "2020-13", "2020-00", "2020-Q5", "2020-02-30", "2020-7", " 2020", "２０２０", "2020M01"],
)
def test_other_text_is_refused(text: str) -> None:
    """A text that is no period never becomes one."""
    with pytest.raises(ValueError, match=r"period|calendar"):
        Period.parse(text)


def test_periods_are_in_order_of_time() -> None:
    """Sorting periods sorts them by when they begin."""
    texts = ["2019", "2020-02", "2020-Q2", "2020-07-01", "2021"]
    periods = [Period.parse(text) for text in texts]
    assert sorted(set(periods)) == periods
    assert Period.of_year(2019) == periods[0]

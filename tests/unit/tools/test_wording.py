"""Refusals repeat little, on one line, and list few names."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tieout.tools.wording import MOST_NAMES, allowed, close, listed, quoted


@given(st.one_of(st.text(), st.integers(), st.floats(), st.none(), st.booleans(), st.lists(st.text())))
def test_anything_is_repeated_short_and_on_one_line(value: object) -> None:
    """Nothing proposed can forge a line or fill a message, whatever it is made of."""
    text = quoted(value)
    assert len(text) <= 500
    assert text.isprintable()


def test_a_huge_number_is_not_written_out() -> None:
    """A number of 200,000 digits is named, not printed."""
    assert quoted(10**200_000) == "a very long number"


def test_a_line_separator_is_shown_as_an_escape() -> None:
    """A name with a line separator cannot make a second log line."""
    assert quoted("get_value\u2028INFO approved") == r"'get_value\u2028INFO approved'"


def test_long_lists_are_cut() -> None:
    """At most a dozen names are listed, and the rest is counted."""
    names = [f"N{number}" for number in range(100)]
    assert listed(names).endswith("and 88 more")
    assert allowed(names).count("N") == 0
    assert "100 are available" in allowed(names, ["N1", "N2", "N1"])
    assert "Did you mean N1 or N2?" in allowed(names, ["N1", "N2", "N1"])
    assert allowed(names[:MOST_NAMES]).startswith("Available: N0, ")


def test_close_names_ignore_case() -> None:
    """A code in small letters is close to the code."""
    assert close("can", ["BRA", "CAN"]) == ["CAN"]
    assert close("getvalue", ["get_values", "compare"]) == ["get_values"]
    assert close("x" * 1_000_000, ["CAN"]) == []

"""Both readings of a row, the quick one by hand and the careful one, agree on every row."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tieout.errors import UsageError
from tieout.facts import rows
from tieout.facts.fact import Fact
from tieout.facts.rows import fact_from_row

_USUAL = {
    "ref": "e1",
    "area": "ISL",
    "area_name": "Iceland",
    "is_aggregate": False,
    "indicator": "SP.POP.TOTL",
    "indicator_name": "Population, total",
    "unit": "people",
    "period": "2018",
    "value": "352721",
    "status": "",
    "source": "World Bank WDI",
}
_ODD = st.sampled_from(
    [
        *(
            "",
            "x" * 41,
            "é",
            "\ud800",
            "2020-Q3",
            "2020-13",
            "2018\n",
            "forecast",
            "provisional",
            "bogus",
            "\n",
        ),
        *("-1.50", "+1", "1e5", " 1", "1_0", "١", "0" * 60, "NaN", "0.000", "-0", ".5", "5.", "1\n"),
        *(None, 1, 1.5, True, [], {}),
    ]
)
_CHANGES = st.dictionaries(
    st.sampled_from([*_USUAL, "vintage", "dataset", "derived", "other"]), _ODD, max_size=3
)


def _read(row: dict[str, Any]) -> Fact | str:
    try:
        return fact_from_row(row)
    except UsageError as error:
        return error.message


@given(changes=_CHANGES, missing=st.sets(st.sampled_from([*_USUAL]), max_size=1))
def test_the_quick_reading_is_the_careful_one(changes: dict[str, Any], missing: set[str]) -> None:
    """Whatever a row holds, both give the same fact or the same sentence."""
    row = {key: value for key, value in {**_USUAL, **changes}.items() if key not in missing}
    quick = _read(row)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rows, "_usual", lambda row: None)
        assert _read(row) == quick

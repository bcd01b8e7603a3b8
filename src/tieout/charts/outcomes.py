"""How questions ended over time, as a Vega-Lite chart: a bar for each day, cut by outcome."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any, Final, NamedTuple

from tieout.charts.theme import SCHEMES, SchemeName, config_of

__all__ = ["DayCount", "outcomes_chart"]

_DAY: Final = "utcFormat(utcParse(datum.value, '%Y-%m-%d'), '%-d %b')"
_KINDS: Final = ("answered", "declined", "held", "failed")


class DayCount(NamedTuple):
    """How many questions of one day ended in one way.

    Attributes:
        day: The day on which they were asked, in UTC.
        outcome: How they ended.
        number: How many.
    """

    day: date
    outcome: str
    number: int


def outcomes_chart(counts: Sequence[DayCount], *, scheme: SchemeName = "light") -> dict[str, Any]:
    """Return the chart as Vega-Lite JSON, with its data inside; equal counts give equal charts."""
    import altair as alt

    values = [{"day": one.day.isoformat(), "outcome": one.outcome, "count": one.number} for one in counts]
    colours = SCHEMES[scheme].series
    scale = alt.Scale(domain=list(_KINDS), range=[colours[0], colours[2], colours[1], colours[3]])
    with alt.data_transformers.enable("default", consolidate_datasets=False, max_rows=None):
        chart = (
            alt.Chart(alt.InlineData(values=values))
            .mark_bar()
            .encode(
                x=alt.X("day:O", title=None, axis=alt.Axis(labelAngle=0, labelOverlap=True, labelExpr=_DAY)),
                y=alt.Y("count:Q", title="questions", axis=alt.Axis(tickMinStep=1)),
                color=alt.Color(
                    "outcome:N", scale=scale, sort=list(_KINDS), legend=alt.Legend(title=None, columns=4)
                ),
                order=alt.Order("outcome:N"),
            )
            .properties(width=560, height=140)
        )
        spec: dict[str, Any] = chart.to_dict()
    spec["config"] = config_of(scheme)
    return spec

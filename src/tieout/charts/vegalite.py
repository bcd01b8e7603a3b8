"""A plot as a Vega-Lite chart, by Altair: the unit on its axis, the source below it, flags marked."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any, Final

from tieout.charts.theme import SCHEMES, SchemeName, config_of

if TYPE_CHECKING:
    import altair as alt

    from tieout.charts.plot import Mark, Plot

__all__ = ["vegalite_of"]

WIDTH: Final = 560
_HEIGHT: Final = 220
_BAR_HEIGHT: Final = 24
_LINE_LENGTH: Final = 100
"""Characters of a line of the source note, which Vega does not break by itself."""

_WIDER: Final = 1.3
"""How much farther than the longest bar the scale goes, so that its text has room."""

_TICKS: Final = 5

_DATES: Final = {"A": "%Y", "S": "%b %Y", "Q": "%b %Y", "M": "%b %Y", "W": "%-d %b %Y", "D": "%-d %b %Y"}


def vegalite_of(plot: Plot, *, source: str, scheme: SchemeName = "light") -> dict[str, Any]:
    """Return the chart as Vega-Lite JSON, with its data inside; equal plots give equal charts.

    Args:
        plot: What is drawn.
        source: The source line, which stands in the picture.
        scheme: Its colours.
    """
    import altair as alt

    layers = _lines(plot, scheme) if plot.kind == "line" else _bars(plot, scheme)
    note = alt.TitleParams(
        textwrap.wrap(source, _LINE_LENGTH) or [""],
        orient="bottom",
        anchor="start",
        fontSize=10,
        fontWeight="normal",
        color=SCHEMES[scheme].soft,
    )
    height = _HEIGHT if plot.kind == "line" else _BAR_HEIGHT * len(plot.marks)
    picture = alt.layer(*layers, title=note).properties(width=WIDTH, height=height)
    whole = alt.vconcat(picture, title=_title(plot)).properties(description=plot.described)
    spec: dict[str, Any] = whole.to_dict()
    spec["config"] = config_of(scheme)
    return spec


def _title(plot: Plot) -> alt.TitleParams:
    import altair as alt

    first, last = plot.periods
    when = first.name if first == last else f"{first.name} to {last.name}"
    flags = f"; hollow: {', '.join(plot.statuses)}" if plot.statuses else ""
    return alt.TitleParams(
        textwrap.wrap(plot.title, _LINE_LENGTH * 4 // 5),
        subtitle=f"{plot.areas[0]}, {when}{flags}" if len(plot.areas) == 1 else f"{when}{flags}",
    )


def _lines(plot: Plot, scheme: SchemeName) -> list[alt.Chart]:
    import altair as alt

    form = _DATES[plot.marks[0].period.frequency]
    data = alt.InlineData(values=[_point(mark) for mark in plot.marks])
    day = alt.X("day:T", title=None, scale=alt.Scale(type="utc"), axis=alt.Axis(format=form, grid=False))
    number = alt.Y("number:Q", title=plot.unit or None, scale=alt.Scale(zero=False, nice=True))
    areas = list(plot.areas)
    legend = alt.Legend(title=None) if len(areas) > 1 else None
    colour = alt.Color("area:N", sort=areas, scale=alt.Scale(domain=areas), legend=legend)
    shape = alt.Shape("area:N", sort=areas, scale=alt.Scale(domain=areas), legend=legend)
    line = (
        alt.Chart(data).mark_line(invalid="break-paths-filter-domains").encode(x=day, y=number, color=colour)
    )
    points = alt.Chart(data).mark_point(filled=True, invalid="filter", opacity=1)
    flagged = alt.datum.status != ""
    ground = alt.condition(flagged, alt.value(SCHEMES[scheme].page), colour)
    # a point for each value: one between two gaps has no line to be seen by
    return [line, points.encode(x=day, y=number, fill=ground, stroke=colour, shape=shape)]


def _bars(plot: Plot, scheme: SchemeName) -> list[alt.Chart]:
    import altair as alt

    data = alt.InlineData(values=[_point(mark) for mark in plot.marks])
    area = alt.Y("area:N", sort=list(plot.areas), title=None, axis=alt.Axis(labelLimit=200))
    numbers = [mark.number or 0 for mark in plot.marks]
    ends = [min(0, *numbers) * _WIDER, max(0, *numbers) * _WIDER]
    scale, axis = alt.Scale(domain=ends, nice=True), alt.Axis(tickCount=_TICKS)
    number = alt.X("number:Q", title=plot.unit or None, scale=scale, axis=axis)
    flagged = alt.datum.status != ""
    bars = alt.Chart(data).mark_bar(strokeWidth=1.5)
    hollow = alt.condition(flagged, alt.value(0), alt.value(1))
    stroke = alt.value(SCHEMES[scheme].series[0])
    words = alt.Chart(data).mark_text(align="left", dx=5)
    return [
        bars.encode(x=number, y=area, fillOpacity=hollow, stroke=stroke),
        words.encode(x=number, y=area, text=alt.Text("text:N")),
    ]


def _point(mark: Mark) -> dict[str, Any]:
    return {
        "area": mark.area,
        "period": str(mark.period),
        "day": mark.period.first_day.isoformat(),
        "number": mark.number,
        "text": mark.said,
        "status": mark.status,
    }

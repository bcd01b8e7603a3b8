"""The charts of a report: Vega-Lite by Altair, drawn as SVG, each with the words for it (extra ``eval``)."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final

from tieout.charts.theme import SCHEMES, SchemeName, config_of, drawn_svg
from tieout.interfaces.reports.tables import label

if TYPE_CHECKING:
    import altair as alt

    from tieout.evaluation.reported import Report

__all__ = ["Picture", "can_draw", "pictures_of"]

WIDTH: Final = 560
_BAR: Final = 40
_HEIGHT: Final = 260
_LEAST_HEIGHT: Final = 60
_LABELS: Final = 240
_MOST_POINTS: Final = 300
_PADDING: Final = {"left": 48, "right": 28, "top": 12, "bottom": 12}
"""Room for labels that a reader's font makes wider than they were measured."""


_WRONG: Final[Mapping[SchemeName, str]] = {"light": "#b3261e", "dark": "#ff8a80"}
_SERIES: Final = {
    "shown right": 0,
    "shown undecided": 4,
    "held, was right": 1,
    "held, was wrong": 5,
    "declined rightly": 2,
    "declined wrongly": 3,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """One chart in both colour schemes.

    Attributes:
        title: The heading.
        table: The name of the table that holds what it shows.
        described: The picture in words.
        light: The address of the picture itself, with its bytes inside.
        dark: The same for a dark page.
    """

    title: str
    table: str
    described: str
    light: str
    dark: str


def can_draw() -> bool:
    """Tell whether the drawing libraries are installed."""
    return find_spec("altair") is not None and find_spec("vl_convert") is not None


def pictures_of(report: Report) -> tuple[Picture, ...]:
    """Draw the charts that a report has data for; none where nothing was asked."""
    if not any(run.attempts for run in report.runs):
        return ()
    drawn = [_right(report), _grades(report), _times(report)]
    if any(run.cost.total_usd is not None for run in report.runs):
        drawn.insert(2, _costs(report))
    return tuple(drawn)


def _right(report: Report) -> Picture:
    import altair as alt

    runs = [run for run in report.runs if run.attempts]
    values = [
        {
            "run": label(run),
            "right": run.right.part / run.right.whole,
            "low": run.right.low,
            "high": run.right.high,
            "said": f"{run.right.part} of {run.right.whole}",
        }
        for run in runs
    ]
    base = alt.Chart(alt.InlineData(values=values))
    row = _rows(values)
    scale = alt.Scale(domain=[0, 1])
    spread = base.mark_rule(strokeWidth=3, opacity=0.55).encode(
        x=alt.X("low:Q", scale=scale, title="share right, with its 95% interval", axis=alt.Axis(format="%")),
        x2="high:Q",
        y=row,
    )
    point = base.mark_point(filled=True, size=90, opacity=1).encode(x=alt.X("right:Q", scale=scale), y=row)
    words = base.mark_text(dy=-12).encode(x=alt.X("right:Q", scale=scale), y=row, text="said:N")
    told = "; ".join(f"{each['run']} {each['said']}" for each in values)
    chart = alt.layer(spread, point, words).properties(width=WIDTH, height=_tall(len(values)))
    return _picture("Right answers", "results", f"Share right of each run, with intervals: {told}.", chart)


def _grades(report: Report) -> Picture:
    import altair as alt

    runs = [run for run in report.runs if run.attempts]
    names = [name for name in runs[0].grades if any(run.grades[name].part for run in runs)]
    values = [
        {"run": label(run), "grade": name, "count": run.grades[name].part, "order": number}
        for run in runs
        for number, name in enumerate(names)
    ]
    legend = alt.Legend(title=None)
    chart = (
        alt.Chart(alt.InlineData(values=values))
        .mark_bar(strokeWidth=1)
        .encode(
            x=alt.X("count:Q", stack="zero", title="attempts"),
            y=_rows(values),
            color=alt.Color("grade:N", sort=names, scale=alt.Scale(domain=names), legend=legend),
            order="order:Q",
        )
        .properties(width=WIDTH, height=_tall(len(runs)))
    )
    told = "; ".join(
        f"{label(run)}: " + ", ".join(f"{run.grades[name].part} {name}" for name in names) for run in runs
    )
    return _picture(
        "What became of the attempts",
        "results",
        f"Attempts by outcome. {told}.",
        chart,
        colours={"light": _colours("light", names), "dark": _colours("dark", names)},
    )


def _colours(scheme: SchemeName, names: Sequence[str]) -> list[str]:
    known = {"shown wrong": _WRONG[scheme], "failed": SCHEMES[scheme].soft}
    known |= {name: SCHEMES[scheme].series[number] for name, number in _SERIES.items()}
    return [known[name] for name in names]


def _costs(report: Report) -> Picture:
    import altair as alt

    values: list[dict[str, Any]] = [
        {
            "run": label(run),
            "cost": float(run.cost.total_usd),
            "right": run.right.part / run.right.whole,
            "low": run.right.low,
            "high": run.right.high,
        }
        for run in report.runs
        if run.attempts and run.cost.total_usd is not None
    ]
    base = alt.Chart(alt.InlineData(values=values))
    cost = alt.X("cost:Q", title="cost of the run in US dollars", scale=alt.Scale(zero=True, nice=True))
    scale = alt.Scale(domain=[0, 1])
    spread = base.mark_rule(opacity=0.55).encode(
        x=cost, y=alt.Y("low:Q", scale=scale, title="share right", axis=alt.Axis(format="%")), y2="high:Q"
    )
    colour = alt.Color("run:N", sort=None, legend=alt.Legend(title=None, columns=1, labelLimit=WIDTH))
    shape = alt.Shape("run:N", sort=None, legend=alt.Legend(title=None, columns=1, labelLimit=WIDTH))
    point = base.mark_point(filled=True, size=90, opacity=1).encode(
        x=cost, y=alt.Y("right:Q", scale=scale), color=colour, shape=shape
    )
    told = "; ".join(f"{each['run']} {100 * each['right']:.1f}% for US${each['cost']:g}" for each in values)
    chart = alt.layer(spread, point).properties(width=WIDTH, height=_HEIGHT)
    return _picture("Cost against right answers", "costs", f"Share right over cost: {told}.", chart)


def _times(report: Report) -> Picture:
    import altair as alt

    values: list[dict[str, Any]] = []
    for run in report.runs:
        count = len(run.seconds.all)
        step = 1 + count // _MOST_POINTS
        values += [
            {"run": label(run), "seconds": run.seconds.all[number], "share": (number + 1) / count}
            for number in sorted({*range(0, count, step), count - 1} - {-1})
        ]
    legend = alt.Legend(title=None, columns=1, labelLimit=WIDTH) if len(report.runs) > 1 else None
    chart = (
        alt.Chart(alt.InlineData(values=values))
        .mark_line(interpolate="step-after", strokeWidth=2)
        .encode(
            x=alt.X("seconds:Q", title="seconds from question to outcome"),
            y=alt.Y("share:Q", title="share of attempts that took no longer", axis=alt.Axis(format="%")),
            color=alt.Color("run:N", sort=None, legend=legend),
            strokeDash=alt.StrokeDash("run:N", sort=None, legend=legend),
        )
        .properties(width=WIDTH, height=_HEIGHT)
    )
    told = "; ".join(
        f"{label(run)}: half within {run.seconds.median:g}, nine of ten within {run.seconds.p90:g}"
        for run in report.runs
        if run.seconds.median is not None
    )
    return _picture("How long questions took", "seconds", f"Seconds of attempts. {told}.", chart)


def _rows(values: Sequence[dict[str, Any]]) -> alt.Y:
    import altair as alt

    names = list(dict.fromkeys(each["run"] for each in values))
    axis = alt.Axis(labelLimit=_LABELS, labelExpr="split(datum.label, ' on ')")
    return alt.Y("run:N", sort=names, title=None, axis=axis)


def _tall(rows: int) -> int:
    return max(_LEAST_HEIGHT, _BAR * rows)


def _picture(
    title: str,
    table: str,
    described: str,
    chart: alt.TopLevelMixin,
    colours: Mapping[SchemeName, list[str]] | None = None,
) -> Picture:
    import altair as alt

    with alt.data_transformers.enable("default", consolidate_datasets=False, max_rows=None):
        spec: dict[str, Any] = chart.properties(description=described).to_dict()
    return Picture(
        title=title,
        table=table,
        described=described,
        light=_address(spec, "light", colours),
        dark=_address(spec, "dark", colours),
    )


def _address(spec: dict[str, Any], scheme: SchemeName, colours: Mapping[SchemeName, list[str]] | None) -> str:
    config = config_of(scheme)
    config["padding"] = _PADDING
    config["rule"] = {"color": SCHEMES[scheme].soft}
    config["bar"] = {"stroke": SCHEMES[scheme].page}
    if colours is not None:
        config["range"] = {"category": colours[scheme]}
    svg = drawn_svg({**spec, "config": config})
    return f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"

"""What of an answer's rows is drawn, and what the picture says of it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tieout.charts.plot import MOST_ROWS, Plot, plot_of

pytest.importorskip("altair", reason="the extra web is not installed")
pytest.importorskip("vl_convert", reason="the extra web is not installed")

SOURCE = "Source: World Bank, World Development Indicators (CC BY 4.0), snapshot of 2026-07."
NAMES = {"CAN": "Canada", "MEX": "Mexico", "JPN": "Japan"}


def row(area: str, period: str, value: str | None, **more: Any) -> dict[str, Any]:
    name = NAMES.get(area, area)
    return {
        "ref": f"{area}-{period}",
        "area": area,
        "area_name": name,
        "indicator": "SP.POP.TOTL",
        "indicator_name": "Population, total",
        "unit": "people",
        "period": period,
        "value": value,
        "status": "",
        **more,
    }


def series(*areas: str, years: range = range(2020, 2025), **more: Any) -> list[dict[str, Any]]:
    return [row(area, str(year), f"{10_000 + year}", **more) for area in areas for year in years]


def plotted(rows: list[dict[str, Any]]) -> Plot:
    found = plot_of(rows, [one["ref"] for one in rows])
    assert found is not None
    return found


def drawn(plot: Plot, scheme: Any = "light") -> str:
    from tieout.charts.theme import drawn_svg
    from tieout.charts.vegalite import vegalite_of

    return drawn_svg(vegalite_of(plot, source=SOURCE, scheme=scheme))


def words(svg: str) -> list[str]:
    return re.findall(r">([^<>]+)</text>", svg)


def test_a_series_is_a_line_with_gaps_where_no_value_was_read() -> None:
    """A period that is missing, or empty at the publisher's, is no point, and nothing is drawn across it."""
    rows = [*series("CAN", years=range(2015, 2018)), row("CAN", "2018", None), row("CAN", "2020", "7.50")]
    plot = plotted(rows)
    assert plot.kind == "line"
    assert [mark.text for mark in plot.marks] == ["12015", "12016", "12017", None, None, "7.50"]
    assert "Canada from 12,015 in 2015 to 7.50 in 2020, 2 periods without a value" in plot.described


def test_areas_in_one_period_are_bars_with_the_published_text() -> None:
    """The largest comes first; each bar has its digits, none of them through a binary fraction."""
    values = {"CAN": "0.1000000000000000055", "MEX": "4190008188358.57", "JPN": "-3"}
    plot = plotted([row(area, "2024", value) for area, value in values.items()])
    assert (plot.kind, plot.areas) == ("bar", ("Mexico", "Canada", "Japan"))
    said = words(drawn(plot))
    assert {"4,190,008,188,358.57", "0.1000000000000000055", "-3", "people", "Population, total"} <= set(said)


def test_a_picture_has_its_source_its_unit_and_its_flags() -> None:
    """What is provisional or forecast is said so in the picture and in the words for it."""
    rows = [*series("CAN"), row("CAN", "2025", "12,9".replace(",", "."), status="forecast")]
    plot = plotted(rows)
    said = " ".join(words(drawn(plot)))
    assert SOURCE in said
    assert "hollow: forecast" in said
    assert "people" in said
    assert "12.9 (forecast) in 2025" in plot.described


def test_equal_rows_make_equal_bytes() -> None:
    """The same rows are the same picture, in each of the two colour schemes."""
    light, dark = drawn(plotted(series("CAN", "MEX"))), drawn(plotted(series("CAN", "MEX")), "dark")
    assert light == drawn(plotted(series("CAN", "MEX")))
    assert light != dark
    assert words(light) == words(dark)


def test_a_name_is_text_in_the_picture() -> None:
    """Markup in a publisher's name is drawn as it stands."""
    rows = series("CAN", area_name="<script>x</script>", indicator_name="<b>&</b>")
    assert "<script" not in drawn(plotted(rows))


@pytest.mark.parametrize(
    "rows",
    [
        [],
        [row("CAN", "2024", "1")],
        [row("CAN", "2000", "1"), row("CAN", "2024", "2")],
        [row("CAN", "2024", None), row("MEX", "2024", "2")],
        [row(f"A{number}", "2024", "1") for number in range(21)],
        series("CAN", years=range(2000, 2025)) * (MOST_ROWS // 25 + 1),
        [row("CAN", period, "1") for period in ("1000", "1500", "2000")],
        [{**one, "derived": {"operation": "sum"}} for one in series("CAN")],
    ],
    ids=["none", "one", "two ends", "a gap", "too many bars", "too many rows", "too long", "sums"],
)
def test_where_there_is_nothing_to_draw_nothing_is(rows: list[dict[str, Any]]) -> None:
    """One value is no picture, too many are none, and sums of ours are never drawn."""
    assert plot_of(rows, [one["ref"] for one in rows]) is None


def test_only_the_measure_that_the_answer_rests_on_is_drawn() -> None:
    """Rows of another measure, and of measures that nothing was said of, stay out."""
    other = [{**one, "indicator": "X", "unit": "%", "ref": f"x{one['ref']}"} for one in series("CAN")]
    rows = [*series("CAN"), *other]
    found = plot_of(rows, ["CAN-2024"])
    assert found is not None
    assert found.unit == "people"
    assert plot_of(rows, []) is None


def test_months_and_days_are_drawn_in_steps_of_their_own() -> None:
    """A month that was not read is a gap of one step."""
    plot = plotted([row("CAN", period, "1") for period in ("2024-01", "2024-02", "2024-04")])
    assert [str(mark.period) for mark in plot.marks] == ["2024-01", "2024-02", "2024-03", "2024-04"]
    assert "Feb 2024" in words(drawn(plot))

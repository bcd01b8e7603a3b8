"""The look of every chart: two colour schemes, one configuration, and how a chart becomes a picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, Literal

__all__ = ["SCHEMES", "Scheme", "SchemeName", "config_of", "drawn_png", "drawn_svg"]

SchemeName = Literal["light", "dark"]

FONT: Final = "system-ui, Helvetica, Arial, sans-serif"

_VERSION: Final = "6.4"
"""The Vega-Lite that draws; another one may lay out the same chart otherwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scheme:
    """One colour scheme; every colour stands out from the page by 3:1 at least, words by 4.5:1.

    Attributes:
        page: The ground.
        text: Words.
        soft: Words of less weight, axes.
        line: Grid lines.
        series: A colour for each series, told apart also by those who do not see red or green.
    """

    page: str
    text: str
    soft: str
    line: str
    series: tuple[str, ...]


SCHEMES: Final[Mapping[str, Scheme]] = MappingProxyType(
    {
        "light": Scheme(
            page="#fdfdfb",
            text="#1b1f1d",
            soft="#555f5a",
            line="#e3e7e4",
            series=("#0b5d4a", "#b3500b", "#2b5fb0", "#8a3a86", "#6b5a12", "#4a5560"),
        ),
        "dark": Scheme(
            page="#131615",
            text="#e8ecea",
            soft="#a9b4ae",
            line="#2a312e",
            series=("#6fcdb2", "#f0a35e", "#8fb8f5", "#e3a3df", "#d8c56a", "#b4c0ca"),
        ),
    }
)
"""The schemes by name; the same grounds as the pages."""


def config_of(name: SchemeName) -> dict[str, Any]:
    """Return the Vega-Lite configuration of a scheme."""
    scheme = SCHEMES[name]
    return {
        "background": scheme.page,
        "font": FONT,
        "view": {"stroke": None},
        "padding": 12,
        "title": {
            "anchor": "start",
            "frame": "group",
            "color": scheme.text,
            "subtitleColor": scheme.soft,
            "fontSize": 14,
            "subtitleFontSize": 12,
            "offset": 12,
        },
        "axis": {
            "labelColor": scheme.soft,
            "titleColor": scheme.soft,
            "titleFontWeight": "normal",
            "labelFontSize": 11,
            "titleFontSize": 11,
            "gridColor": scheme.line,
            "domainColor": scheme.soft,
            "tickColor": scheme.soft,
        },
        "legend": {
            "labelColor": scheme.text,
            "titleColor": scheme.soft,
            "orient": "top",
            "direction": "horizontal",
            "columns": 3,
            "symbolLimit": 0,
            "labelLimit": 220,
        },
        "range": {"category": list(scheme.series)},
        "text": {"color": scheme.text, "fontSize": 11},
        "bar": {"color": scheme.series[0]},
        "line": {"strokeWidth": 2, "color": scheme.series[0]},
        "point": {"size": 40, "color": scheme.series[0]},
    }


def drawn_svg(spec: Mapping[str, Any]) -> str:
    """Return a Vega-Lite chart as SVG; the same text for the same chart. Nothing is fetched for it."""
    import vl_convert

    return str(vl_convert.vegalite_to_svg(dict(spec), vl_version=_VERSION, allowed_base_urls=[]))


def drawn_png(spec: Mapping[str, Any], scale: float = 2.0) -> bytes:
    """Return a Vega-Lite chart as PNG, ``scale`` pixels to each of its points. Nothing is fetched for it."""
    import vl_convert

    return bytes(
        vl_convert.vegalite_to_png(dict(spec), vl_version=_VERSION, scale=scale, allowed_base_urls=[])
    )

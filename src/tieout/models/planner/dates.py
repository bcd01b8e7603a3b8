"""Periods in a question: years, halves, quarters, months, weeks and days, as people write them."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from tieout.facts.period import MONTH_NAMES, Period

__all__ = ["Dated", "read_dates"]

_MONTHS: Final = {name.casefold()[:3]: number for number, name in enumerate(MONTH_NAMES, 1)}
_NAME: Final = "|".join(f"{name[:3]}(?:{name[3:]})?" if len(name) > 3 else name for name in MONTH_NAMES)
_ORDINALS: Final = {"first": 1, "second": 2, "third": 3, "fourth": 4, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4}
_ORDINAL: Final = "|".join(_ORDINALS)
_DAY: Final = r"(?P<{0}>[12][0-9]|3[01]|0?[1-9])(?:st|nd|rd|th)?"
_FORMS: Final = re.compile(
    r"\b(?:"
    r"(?P<iso>[0-9]{4}-(?:[0-9]{2}(?:-[0-9]{2})?|[QS][1-4]|W[0-9]{2}))"
    rf"|(?:{_DAY.format('d1')} (?:of )?(?P<m1>{_NAME})\.?,? (?:of )?(?P<y1>[0-9]{{4}}))"
    rf"|(?:(?P<m2>{_NAME})\.? {_DAY.format('d2')},? (?P<y2>[0-9]{{4}}))"
    rf"|(?:(?P<m3>{_NAME})\.?,? (?:of )?(?P<y3>[0-9]{{4}}))"
    r"|(?:Q(?P<q>[1-4])(?: of)? (?P<y4>[0-9]{4}))"
    rf"|(?:(?P<o>{_ORDINAL}) (?P<part>quarter|half)(?: of| in)? (?P<y5>[0-9]{{4}}))"
    r"|(?:week (?P<w>[0-9]{1,2})(?: of|,)? (?P<y6>[0-9]{4}))"
    r"|(?P<y7>(?:1[5-9]|2[01])[0-9]{2})"
    r")\b",
    re.IGNORECASE,
)


class Dated(NamedTuple):
    """A period in a question, with its place."""

    period: Period
    start: int
    end: int


def read_dates(text: str) -> tuple[Dated, ...] | None:
    """Return the periods of a text, in order; None where one is not in the calendar.

    Examples:
        >>> [str(one.period) for one in read_dates("from Q3 2023 to 14 July 2024, or in July 2024") or ()]
        ['2023-Q3', '2024-07-14', '2024-07']
    """
    found: list[Dated] = []
    for match in _FORMS.finditer(text):
        try:
            found.append(Dated(Period.parse(_written(match)), match.start(), match.end()))
        except ValueError:
            return None
    return tuple(found)


def _written(match: re.Match[str]) -> str:
    if match["iso"]:
        return match["iso"].upper()
    for day, month, year in (("d1", "m1", "y1"), ("d2", "m2", "y2")):
        if match[day]:
            return f"{match[year]}-{_MONTHS[match[month].casefold()[:3]]:02}-{int(match[day]):02}"
    if match["m3"]:
        return f"{match['y3']}-{_MONTHS[match['m3'].casefold()[:3]]:02}"
    if match["q"]:
        return f"{match['y4']}-Q{match['q']}"
    if match["o"]:
        letter = "Q" if match["part"].casefold() == "quarter" else "S"
        return f"{match['y5']}-{letter}{_ORDINALS[match['o'].casefold()]}"
    if match["w"]:
        return f"{match['y6']}-W{int(match['w']):02}"
    return match["y7"]

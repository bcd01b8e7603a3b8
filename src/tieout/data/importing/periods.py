"""Periods as publishers write them, brought to the one form of ours."""

from __future__ import annotations

import datetime
import re
from typing import Final

from tieout.facts.period import Period

__all__ = ["read_period"]

_FORMS: Final = (
    (re.compile(r"(?:YR)?([0-9]{4})(?:\.0)?(?:-A1)?"), "{0}"),
    (re.compile(r"([0-9]{4})[- ]?Q([1-4])"), "{0}-Q{1}"),
    (re.compile(r"Q([1-4])[- /]?([0-9]{4})"), "{1}-Q{0}"),
    (re.compile(r"([0-9]{4})[- ]?[SH]([12])"), "{0}-S{1}"),
    (re.compile(r"[SH]([12])[- /]?([0-9]{4})"), "{1}-S{0}"),
    (re.compile(r"([0-9]{4})-?M([0-9]{2})"), "{0}-{1}"),
    (re.compile(r"([0-9]{4})[- ]?W([0-9]{2})"), "{0}-W{1}"),
    (re.compile(r"([0-9]{4})[- ]?W([1-9])"), "{0}-W0{1}"),
    (re.compile(r"W([0-9]{2})[- /]?([0-9]{4})"), "{1}-W{0}"),
    (re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})[T ]00:00:00(?:\.0+)?Z?"), "{0}"),
)
_KNOWN: Final = (
    ("%d", "{0:%Y-%m-%d}"),
    ("%j", "{0:%Y-%m-%d}"),
    ("%m", "{0:%Y-%m}"),
    ("%b", "{0:%Y-%m}"),
    ("%B", "{0:%Y-%m}"),
)


def read_period(text: str, form: str = "") -> str | None:
    """Return the period in our form, or None when the text is none.

    Args:
        text: What the table has.
        form: How it is written, as ``strptime`` reads it; empty for the usual forms.

    Examples:
        >>> [read_period(text) for text in ("2020", "2020Q3", "2020M07", "Q3 2020", "2020-07-15", "YR2020")]
        ['2020', '2020-Q3', '2020-07', '2020-Q3', '2020-07-15', '2020']
        >>> [read_period(text) for text in ("2020-S1", "2020H2", "2020-W07", "2020W7", "2020-W54")]
        ['2020-S1', '2020-S2', '2020-W07', '2020-W07', None]
        >>> read_period("15/07/2020", "%d/%m/%Y"), read_period("Jul 2020", "%b %Y"), read_period("2020-13")
        ('2020-07-15', '2020-07', None)
    """
    if form:
        return _by_form(text, form)
    for pattern, ours in _FORMS:
        if found := pattern.fullmatch(text):
            text = ours.format(*found.groups())
            break
    try:
        return str(Period.parse(text))
    except ValueError:
        return None


def _by_form(text: str, form: str) -> str | None:
    try:
        day = datetime.datetime.strptime(text, form)  # noqa: DTZ007  # a day of the calendar, of no zone
    except ValueError:
        return None
    ours = next((ours for sign, ours in _KNOWN if sign in form), "{0:%Y}")
    return ours.format(day)

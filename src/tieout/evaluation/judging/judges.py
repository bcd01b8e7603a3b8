"""The judges of answers: our check, the usual first check, and libraries that ground numbers in evidence.

The peers are figured, corroborate and hallucination-check (``pip install 'tieout[peers]'``). Each gets the
rows in the form that it was made for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from tieout.checking.check import check
from tieout.evaluation.judging.sentences import sentences_of, table_of
from tieout.facts.rows import evidence_from_rows

__all__ = ["JUDGES", "OURS", "REGEX", "Case", "Judge", "installed_judges"]

Case = Mapping[str, Any]
"""``id``, ``evidence`` (rows), ``answer``, ``expected`` (``{"verdict": "accept" | "reject"}``), and perhaps
``question`` and ``twin``."""
Judge = Callable[[Case], bool]
"""Whether a case is accepted; a judge that raises has not accepted it."""

OURS: Final = "tieout"
REGEX: Final = "number occurs (regex)"

_NUMBER: Final = re.compile(
    r"(?<![\w.])(\d[\d,]*(?:\.\d+)?)[ \u00a0]?(million|billion|trillion|(?:mn|m|bn|b|tn|t)\b)?", re.IGNORECASE
)
_POWERS: Final = {
    "million": 6,
    "mn": 6,
    "m": 6,
    "billion": 9,
    "bn": 9,
    "b": 9,
    "trillion": 12,
    "tn": 12,
    "t": 12,
}


def installed_judges(names: tuple[str, ...] = ()) -> tuple[dict[str, Judge], tuple[str, ...]]:
    """Return the judges that are installed, and the names of those that are not.

    Args:
        names: Which ones; all by default.
    """
    found: dict[str, Judge] = {}
    missing: list[str] = []
    for name in names or tuple(JUDGES):
        make, module = JUDGES[name]
        if find_spec(module) is None:
            missing.append(name)
        else:
            found[name] = make()
    return found, tuple(missing)


def _tieout() -> Judge:
    """Return our own check, reading of the rows included."""

    def judge(case: Case) -> bool:
        evidence = evidence_from_rows(case["evidence"])
        return check(case["answer"], evidence, question=case.get("question")).valid

    return judge


def _occurs() -> Judge:
    """Return the usual first check: each number equals a number of the evidence when rounded like it.

    What it does for an answer, since its time is what ours is held to: every row gives its period, its value
    (both as exact decimals) and the numbers in its label and unit, found with the pattern that reads the
    answer; nothing is kept from one answer to the next. A number of the answer without a scale word passes as
    a period, a number of a label, or a whole number no larger than the count of areas, as in most such
    checks; any number passes when a value divided by its scale lies within half a unit of its last digit.
    """

    def judge(case: Case) -> bool:
        periods: set[Decimal] = set()
        labels: set[Decimal] = set()
        values: list[Decimal] = []
        for row in case["evidence"]:
            periods.add(Decimal(row["period"][:4]))
            labels.update(number for number, _ in _numbers(f"{row['indicator_name']} {row['unit']}"))
            if row["value"] is not None:
                values.append(abs(Decimal(row["value"])))
        areas = len({row["area"] for row in case["evidence"]})
        for number, scale in _numbers(case["answer"]):
            whole = number == number.to_integral_value()
            if not scale and (number in periods or number in labels or (whole and number <= areas)):
                continue
            power = Decimal(10) ** _POWERS.get(scale.lower(), 0)
            half = Decimal(1).scaleb(int(number.as_tuple().exponent)) / 2
            if not any(abs(value / power - number) <= half for value in values):
                return False
        return True

    return judge


def _numbers(text: str) -> Iterator[tuple[Decimal, str]]:
    for digits, scale in _NUMBER.findall(text):
        yield Decimal(digits.replace(",", "")), scale


def _figured() -> Judge:
    """Return figured's trace over a table of one line a country and year."""
    trace = import_module("figured").trace
    return lambda case: bool(trace(case["answer"], results=[table_of(case["evidence"])]).ok)


def _corroborate() -> Judge:
    """Return corroborate's check over one sentence a row."""
    library = import_module("corroborate")
    return lambda case: bool(
        library.check_answer("question", sentences_of(case["evidence"]), case["answer"]).ok()
    )


def _hallucination_check() -> Judge:
    """Return hallucination-check over one source a row."""
    library = import_module("hallucination_check")

    def judge(case: Case) -> bool:
        told = sentences_of(case["evidence"])
        sources = [{"id": str(number), "text": text} for number, text in enumerate(told)]
        return not library.check(case["answer"], sources).unsupported

    return judge


JUDGES: Final[Mapping[str, tuple[Callable[[], Judge], str]]] = {
    OURS: (_tieout, "tieout"),
    REGEX: (_occurs, "re"),
    "figured": (_figured, "figured"),
    "corroborate": (_corroborate, "corroborate"),
    "hallucination-check": (_hallucination_check, "hallucination_check"),
}
"""How each judge is made, and the module that it needs."""

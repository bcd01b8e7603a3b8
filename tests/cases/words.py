"""Cases of forms ``read_numbers``, ``resolve_place`` and ``other``: what written numbers and names say."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from tieout.checking.mention import Mention, NumberKind
from tieout.checking.numbers import scan
from tieout.data.catalogue import Catalogue
from tieout.data.snapshot import load_snapshot
from tieout.errors import QueryError
from tieout.facts.derivation import round_to
from tieout.facts.unit import Unit
from tieout.writing.amounts import amount

__all__ = ["FORMATS", "NUMBERS", "PLACES"]

Case = Mapping[str, Any]


def of_numbers(case: Case) -> None:
    """Every number is read exactly or refused; a part of one is never a number of its own."""
    given, expected = case["input"], case["expected"]
    texts = given.get("text_variants") or [given["text"]]
    allowed = f"{expected.get('or', '')} {' '.join(expected.get('must', []))}"
    may_refuse = "refused" in allowed or "rejected" in allowed
    for place, text in enumerate(texts):
        found = scan(text)
        for one in expected.get("numbers", []):
            values = [Fraction(one["value"])]
            assert holds(found, values, one["text"]) or (may_refuse and refuses(found)), (text, found)
        if "values" in expected:
            options = expected["values"][place].split(" or ")
            values = [Fraction(option) for option in options if option != "unreadable"]
            refused = refuses(found) and (may_refuse or "unreadable" in options)
            assert holds(found, values) or refused, (text, found)
        if "units" in expected:
            said = [each.currency for each in found if each.is_quantity]
            assert [code and code.rstrip("?") for code in said] == [expected["units"][place]]
        if "years" in expected:
            years = expected["years"][place] if given.get("text_variants") else expected["years"]
            named = [str(year) for each in found if each.is_period for year in each.years]
            assert named == years
        for wrong in expected.get("must_not", []):
            part = re.match(r"[-+−]?[\d.,]*\d", wrong)
            assert part is None or all(each.text != part[0].lstrip("+") for each in found if each.is_quantity)
    if case["kind"] == "numbers.sign" and "text" in given:
        assert all((each.value or 0) < 0 for each in scan(given["text"]) if each.is_quantity)


def holds(found: Iterable[Mention], values: list[Fraction], text: str = "") -> bool:
    """Return whether one of the values is read, from that text where one is given."""
    return any(
        each.value in values and (not text or text.split(maxsplit=1)[0] in each.text)
        for each in found
        if each.is_quantity or each.kind is NumberKind.ORDINAL
    )


def refuses(found: Iterable[Mention]) -> bool:
    """Return whether something cannot be read, so that the answer is held."""
    return any(each.kind is NumberKind.UNREADABLE for each in found)


def of_places(case: Case) -> None:
    """A name is one place, or is refused; one that may be two is never settled in silence."""
    snapshot = load_snapshot("wdi-starter")
    catalogue = Catalogue(snapshot)
    try:
        for name, wanted in zip(case["input"]["names"], case["expected"]["iso3"], strict=True):
            got = found_area(catalogue, name)
            if got:
                assert got == wanted.split(" or ")[0].split(":")[0], (name, got)
            else:
                assert "ask" in wanted or "refuse" in wanted, name
    finally:
        snapshot.close()


def found_area(catalogue: Catalogue, name: str) -> str:
    """Return the code that a name means; empty where it is refused, or means several places."""
    try:
        return catalogue.get_area(name).code
    except QueryError:
        return ""


def of_formats(case: Case) -> None:
    """A number that is rounded for print carries no sign that its value lost, and no unit that it outgrew."""
    for (value, how), wanted in zip(case["input"]["format"], case["expected"]["values"], strict=True):
        if isinstance(how, int):
            assert f"{round_to(Decimal(value), how):f}" == wanted
        else:
            written = amount(Decimal(value), Unit("current US$")).number
            assert not re.search(r"\b1,?000(\.0)? (thousand|million|billion)", written), written
            assert any(each.kind is NumberKind.CURRENCY for each in scan(written))


NUMBERS: Mapping[str, Callable[[Case], None]] = {
    f"numbers.{kind}": of_numbers
    for kind in ("grouping", "decimal_mark", "sign", "range", "words", "scale", "scientific")
}
PLACES: Mapping[str, Callable[[Case], None]] = {"data.ambiguous": of_places}
FORMATS: Mapping[str, Callable[[Case], None]] = {
    "numbers.scale": of_formats,
    "numbers.negative_zero": of_formats,
}

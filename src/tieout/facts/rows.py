"""Evidence rows: the JSON form of facts, as other programs write and read them.

The form is strict: an unknown key, a wrong type or a value that is no decimal is an error that names the row,
since a row that was read half would make the check vouch for something nobody said. Unknown areas and
indicators are welcome: the check must work for rows of any data set.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from tieout.errors import UsageError
from tieout.facts.area import KIND, Area
from tieout.facts.derivation import Derivation, Operation, Order
from tieout.facts.fact import Evidence, Fact
from tieout.facts.indicator import Indicator
from tieout.facts.observation import Status
from tieout.facts.period import Period
from tieout.facts.row import row_from_fact
from tieout.facts.unit import Unit

__all__ = ["evidence_from_rows", "fact_from_row", "row_from_fact"]

_LONGEST_NUMBER = 200
_LONGEST_REF = 40


def _decimal(text: str) -> str:
    if len(text) > _LONGEST_NUMBER:
        raise ValueError(f"is longer than {_LONGEST_NUMBER} characters")
    plain = text.isascii() and text == text.strip() and "_" not in text
    try:
        number = Decimal(text) if plain else Decimal("NaN")
    except ArithmeticError:
        number = Decimal("NaN")
    # An exponent beyond this is no statistic, and would let a ten-byte row cost gigabytes when written out.
    if not number.is_finite() or abs(number.adjusted()) > _LONGEST_NUMBER:
        raise ValueError("is no decimal number")
    return text


def _period(text: str) -> str:
    Period.parse(text)
    return text


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class _DerivedRow(_Strict):
    operation: Operation
    operands: list[str] = []
    set: str = ""
    size: Annotated[int, Field(ge=1)] | None = None
    position: Annotated[int, Field(ge=1)] | None = None
    order: Order | Literal[""] = ""
    complete: bool = False
    expression: Annotated[str, Field(max_length=200)] = ""


class _Row(_Strict):
    ref: Annotated[str, Field(min_length=1, max_length=_LONGEST_REF)]
    area: str
    area_name: str
    is_aggregate: bool = False
    area_kind: Annotated[str, Field(pattern=f"^{KIND}$")] = ""
    indicator: str
    indicator_name: str
    unit: str
    period: Annotated[str, AfterValidator(_period)]
    value: Annotated[str, AfterValidator(_decimal)] | None
    status: Literal["", "forecast", "provisional", "estimated", "break"] = ""
    source: str = ""
    vintage: str = ""
    dataset: str = ""
    derived: _DerivedRow | None = None


_ROWS: TypeAdapter[_Row] = TypeAdapter(_Row)


def fact_from_row(row: object) -> Fact:
    """Read one evidence row.

    Raises:
        UsageError: The row is malformed; the sentence names the key and what is wrong with it.
    """
    usual = _usual(row)
    if usual is not None:
        return usual
    try:
        parsed = _ROWS.validate_python(row)
    except ValidationError as error:
        raise UsageError(_sentence(error)) from None
    derived = parsed.derived
    return Fact(
        ref=parsed.ref,
        area=_area(parsed.area, parsed.area_name, parsed.is_aggregate, parsed.area_kind),
        indicator=_indicator(parsed.indicator, parsed.indicator_name, parsed.unit),
        period=Period.parse(parsed.period),
        text=parsed.value,
        status=Status(parsed.status),
        source=parsed.source,
        vintage=parsed.vintage,
        dataset=parsed.dataset,
        derivation=None if derived is None else _derivation(derived),
    )


_LEFT_OUT: dict[str, Any] = {
    "ref": None,
    "area": None,
    "area_name": None,
    "is_aggregate": False,
    "area_kind": "",
    "indicator": None,
    "indicator_name": None,
    "unit": None,
    "period": None,
    "value": False,
    "status": "",
    "source": "",
    "vintage": "",
    "dataset": "",
    "derived": None,
}
"""Every key of a row, with what it is read as when left out; of a wrong type where it may not be."""
_STATUSES = {status.value: status for status in Status}
_KIND = re.compile(KIND)
_USUAL_NUMBER = re.compile(r"-?[0-9]{1,50}(?:\.[0-9]{1,50})?")


def _usual(row: object) -> Fact | None:
    """Return the fact of a row in the form that nearly all have; None for others, read or refused with care.

    Reading rows is a good part of a short check, and most of that was not spent on what is in them: the
    names that rows repeat are looked at once.
    """
    if type(row) is not dict:
        return None
    whole = _LEFT_OUT | row
    if len(whole) != len(_LEFT_OUT):
        return None
    ref, *area, code, label, unit, period, value, status, source, vintage, dataset, derived = whole.values()
    if derived is not None or type(ref) is not str or not ref.isascii() or not 0 < len(ref) <= _LONGEST_REF:
        return None
    if value is not None and (type(value) is not str or _USUAL_NUMBER.fullmatch(value) is None):
        return None
    try:
        if not _are_texts(source, vintage, dataset):
            return None
        place, measure = _usual_area(*area), _usual_indicator(code, label, unit)
        time, flag = _usual_period(period), _STATUSES[status]
    except (TypeError, KeyError, ValueError):
        return None
    if place is None or measure is None or time is None:
        return None
    return Fact(
        ref=ref,
        area=place,
        indicator=measure,
        period=time,
        text=value,
        status=flag,
        source=source,
        vintage=vintage,
        dataset=dataset,
    )


def _is_text(value: object) -> bool:
    return type(value) is str and value.isascii()


@lru_cache(maxsize=1024, typed=True)
def _are_texts(*values: object) -> bool:
    return all(map(_is_text, values))


# Typed, since 1 and True are one key of a cache and not one value of a row.
@lru_cache(maxsize=4096, typed=True)
def _usual_area(code: object, name: object, is_aggregate: object, kind: object) -> Area | None:
    if not isinstance(code, str) or not isinstance(name, str) or not isinstance(kind, str):
        return None
    if not isinstance(is_aggregate, bool) or not all(map(_is_text, (code, name, kind))):
        return None
    return _area(code, name, is_aggregate, kind) if _KIND.fullmatch(kind) else None


@lru_cache(maxsize=4096, typed=True)
def _usual_indicator(code: object, name: object, unit: object) -> Indicator | None:
    if not isinstance(code, str) or not isinstance(name, str) or not isinstance(unit, str):
        return None
    return _indicator(code, name, unit) if all(map(_is_text, (code, name, unit))) else None


@lru_cache(maxsize=4096, typed=True)
def _usual_period(text: object) -> Period | None:
    return Period.parse(text) if isinstance(text, str) and _is_text(text) else None


def evidence_from_rows(rows: Iterable[object]) -> Evidence:
    """Read evidence rows, in order.

    Raises:
        UsageError: A row is malformed, or two rows share a ref; the sentence names the row, counted from 1.
    """
    facts: list[Fact] = []
    seen: set[str] = set()
    for number, row in enumerate(rows, start=1):
        try:
            fact = fact_from_row(row)
        except UsageError as error:
            raise UsageError(f"Evidence row {number}: {error.message}") from None
        if fact.ref in seen:
            raise UsageError(
                f"Evidence row {number}: ref {fact.ref!r} stands on an earlier row; give each row its own."
            )
        seen.add(fact.ref)
        facts.append(fact)
    return Evidence(facts)


# Rows repeat the same few areas and indicators; sharing them makes a batch cheap to hold and to compare.
@lru_cache(maxsize=4096)
def _area(code: str, name: str, is_aggregate: bool, kind: str) -> Area:
    return Area(code=code, name=name, is_aggregate=is_aggregate, kind=kind)


@lru_cache(maxsize=4096)
def _indicator(code: str, name: str, unit: str) -> Indicator:
    return Indicator(code=code, name=name, unit=Unit(unit))


def _derivation(row: _DerivedRow) -> Derivation:
    return Derivation(
        operation=row.operation,
        operands=tuple(row.operands),
        set=row.set,
        size=row.size,
        position=row.position,
        order=row.order,
        complete=row.complete,
        expression=row.expression,
    )


def _sentence(error: ValidationError) -> str:
    first = error.errors(include_url=False)[0]
    where = ".".join(str(part) for part in first["loc"])
    what = str(first["msg"]).removeprefix("Value error, ")
    if first["type"] == "extra_forbidden":
        return f"unknown key {where!r}; remove it."
    if first["type"] == "missing":
        return f"key {where!r} is missing."
    if not where:
        return "is no JSON object; an evidence row is one, with ref, area, indicator, unit, period and value."
    if first["type"] == "model_type":
        what = "input should be an object"
    return f"{where}: {what[0].lower()}{what[1:]}."

"""Checks of typed arguments against what a snapshot covers: allow-lists, ranges, order; none reads data.

Each function makes one check; a tool names its checks in the order in which they are made.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

from tieout.errors import QueryCode
from tieout.tools.call import Refusal
from tieout.tools.wording import allowed, close, quoted

if TYPE_CHECKING:
    from tieout.data.catalogue import Catalogue
    from tieout.data.snapshot import Snapshot
    from tieout.tools.contract import Check

__all__ = [
    "counted",
    "known_areas",
    "known_indicator",
    "one_way",
    "within",
    "worded",
    "years_covered",
    "years_in_order",
]

_MOST_NAMED = 3


def known_areas(snapshot: Snapshot, catalogue: Catalogue, name: str, *, aggregates: bool = True) -> Check:
    """Check one country code, or each of a list of them, against the snapshot.

    Args:
        snapshot: The allow-list.
        catalogue: What knows areas by name, for "did you mean".
        name: The argument that holds the code or codes.
        aggregates: False where the world and regions, which are never countries, have no place.
    """
    areas = snapshot.areas
    usable = [code for code, area in areas.items() if aggregates or not area.is_aggregate]

    def check(arguments: Mapping[str, Any]) -> Refusal | None:
        value = arguments[name]
        codes: list[str] = [value] if isinstance(value, str) else value
        unknown = [code for code in codes if code not in areas]
        if unknown:
            meant = (_area_meant(code, areas, catalogue) for code in unknown[:_MOST_NAMED])
            return _unknown("Country", unknown, usable, [code for codes in meant for code in codes])
        groups = [code for code in codes if areas[code].is_aggregate]
        if groups and not aggregates:
            named = f"{groups[0]!r} ({areas[groups[0]].name})"
            return _refused(
                QueryCode.NOT_ALLOWED,
                f"{named} is an aggregate, not a country, and cannot stand among countries here; "
                f"get_values and get_change take it. {allowed(usable)}",
            )
        return None

    return check


def known_indicator(snapshot: Snapshot, catalogue: Catalogue, name: str = "indicator_code") -> Check:
    """Check an indicator code against the snapshot."""
    indicators = snapshot.indicators

    def check(arguments: Mapping[str, Any]) -> Refusal | None:
        code = arguments[name]
        if code in indicators:
            return None
        found = (match.indicator.code for match in catalogue.find_indicators(code))
        return _unknown("Indicator", [code], list(indicators), [*close(code, indicators), *found])

    return check


def counted(name: str, least: int, most: int) -> Check:
    """Check how many items a list names, and that it names none twice."""

    def check(arguments: Mapping[str, Any]) -> Refusal | None:
        items: list[str] = arguments[name]
        if len(items) > most:
            what = f"{name} names {len(items)} items; at most {most} are allowed."
            return _refused(QueryCode.TOO_MANY, what)
        if len(items) < least:
            return _refused(QueryCode.OUT_OF_RANGE, f"{name} must name at least {least} items.")
        if len(set(items)) != len(items):
            twice = next(item for item in items if items.count(item) > 1)
            return _refused(QueryCode.NOT_ALLOWED, f"{name} names {quoted(twice)} twice.")
        return None

    return check


def within(name: str, least: int, most: int) -> Check:
    """Check that a whole number lies in a range, ends included."""

    def check(arguments: Mapping[str, Any]) -> Refusal | None:
        value = arguments[name]
        if least <= value <= most:
            return None
        what = f"{name} must lie between {least} and {most}, not {quoted(value)}."
        return _refused(QueryCode.OUT_OF_RANGE, what)

    return check


def years_covered(snapshot: Snapshot, *names: str) -> Check:
    """Check that years lie within those that the snapshot covers."""
    first, last = snapshot.years

    def check(arguments: Mapping[str, Any]) -> Refusal | None:
        for name in names:
            if not first <= arguments[name] <= last:
                what = f"{name} {quoted(arguments[name])} is outside the years covered, {first} to {last}."
                return _refused(QueryCode.OUT_OF_RANGE, what)
        return None

    return check


def years_in_order(*, distinct: bool = False) -> Check:
    """Check that ``from_year`` does not lie after ``to_year``; with ``distinct``, that it lies before."""

    def check(arguments: Mapping[str, Any]) -> Refusal | None:
        first, last = arguments["from_year"], arguments["to_year"]
        if first > last:
            what = f"from_year {first} lies after to_year {last}; give the earlier year first."
            return _refused(QueryCode.WRONG_ORDER, what)
        if distinct and first == last:
            what = f"from_year and to_year are both {first}; a change needs two years."
            return _refused(QueryCode.WRONG_ORDER, what)
        return None

    return check


def one_way() -> Check:
    """Check that a statistic runs over several areas of one year, or over several years of one area."""

    def check(arguments: Mapping[str, Any]) -> Refusal | None:
        several = len(arguments["country_codes"]) > 1
        years = arguments["from_year"] != arguments["to_year"]
        if several and years:
            what = "Give several countries and one year, or one country and several years, not both."
            return _refused(QueryCode.TOO_MANY, what)
        if not several and not years:
            what = "One country and one year are one value; get_values gives it."
            return _refused(QueryCode.OUT_OF_RANGE, what)
        return None

    return check


def worded(name: str) -> Check:
    """Check that a text holds a letter or digit."""

    def check(arguments: Mapping[str, Any]) -> Refusal | None:
        if any(character.isalnum() for character in arguments[name]):
            return None
        return _refused(QueryCode.OUT_OF_RANGE, f"{name} holds no word to search for.")

    return check


def _area_meant(code: str, areas: Collection[str], catalogue: Catalogue) -> list[str]:
    return [*close(code, areas), *(match.area.code for match in catalogue.find_areas(code))][:_MOST_NAMED]


def _unknown(kind: str, codes: list[str], usable: Collection[str], meant: list[str]) -> Refusal:
    named = ", ".join(quoted(code) for code in dict.fromkeys(codes[:_MOST_NAMED]))
    more = f" and {len(codes) - _MOST_NAMED} more" if len(codes) > _MOST_NAMED else ""
    plural = len(codes) > 1
    subject = f"{kind} code{'s' if plural else ''} {named}{more} {'are' if plural else 'is'} not available."
    offered = [code for code in meant if code in usable]
    return _refused(QueryCode.NOT_ALLOWED, f"{subject} {allowed(usable, offered)}")


def _refused(code: QueryCode, message: str) -> Refusal:
    return Refusal(code=code, message=message)

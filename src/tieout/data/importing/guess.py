"""A first guess at what the columns of a table mean, with the reason for each."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from tieout.data.importing.layout import MISSING, STATUSES
from tieout.data.importing.periods import read_period
from tieout.data.importing.sheet import Sheet
from tieout.data.importing.staging import Staging

__all__ = ["Guess", "guess_columns"]

_NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "area": (
        *(
            "country code",
            "area code",
            "ref_area",
            "geo",
            "economy_code",
            "countryiso3code",
            "iso3",
            "iso_code",
        ),
        *(
            "country_code",
            "area_code",
            "geo_code",
            "code",
            "location",
            "reporter",
            "area",
            "country",
            "region",
        ),
        *("municipality", "district", "city", "station", "entity"),
    ),
    "period": ("time_period", "year", "date", "period", "time", "month", "quarter", "day"),
    "value": ("obs_value", "value", "values", "observation", "amount", "count", "rate"),
    "indicator": (
        *("indicator code", "indicator", "indicator_code", "series code", "series", "variable", "na_item"),
        *("measure", "subject"),
    ),
    "area_name": ("country name", "area name", "country_name", "area_name", "entity", "country", "name"),
    "indicator_name": ("indicator name", "indicator_name", "series name", "variable name"),
    "unit": ("unit_measure", "unit", "units", "unit of measure", "uom"),
    "scale": ("unit_mult", "powercode code"),
    "status": ("obs_status", "status", "flag", "flags", "obs_flag", "flag codes"),
}
_TECHNICAL: Final = frozenset(
    "structure structure_id dataflow action decimals time_format last_update updated freq".split()
)
_NUMBER: Final = re.compile(r"[-+−]?(?:[0-9][0-9.,]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")
_SAMPLE: Final = 200


@dataclass(slots=True, kw_only=True)
class Guess:
    """What the columns may mean.

    Attributes:
        roles: The column by its meaning.
        dimensions: Columns that tell series apart.
        ignore: Columns to leave out.
        indicators_across: Columns that are indicators.
        periods_across: Whether periods stand across.
        reasons: Why, by column.
        open: Meanings that no column has, and that the card must give.
    """

    roles: dict[str, str] = field(default_factory=dict)
    dimensions: list[str] = field(default_factory=list)
    ignore: list[str] = field(default_factory=list)
    indicators_across: list[str] = field(default_factory=list)
    periods_across: bool = False
    reasons: dict[str, str] = field(default_factory=dict)
    open: list[str] = field(default_factory=list)


def guess_columns(
    sheet: Sheet, staging: Staging, said: Mapping[str, str], constant: Collection[str]
) -> Guess:
    """Return a guess; nothing that was said is guessed over.

    Args:
        sheet: The table, loaded as ``source``.
        staging: Its database.
        said: Columns by meaning, from whoever asked.
        constant: Meanings that need no column, for they hold for every row.
    """
    guess = Guess(roles=dict(said))
    guess.reasons = dict.fromkeys(guess.roles.values(), "as you said")
    left = [column for column in sheet.columns if column and column not in guess.reasons]
    across = [column for column in left if read_period(column)]
    if len(across) > 1 and "period" not in guess.roles:
        guess.periods_across = True
        left = [column for column in left if column not in across]
    samples = {column: _sample(staging, sheet.columns.index(column)) for column in left}
    for role, names in _NAMES.items():
        if role in guess.roles or role in constant or (guess.periods_across and role in ("period", "value")):
            continue
        for column in sorted(left, key=lambda one: _rank(one, names)):
            if _rank(column, names) < len(names) and _fits(role, samples[column]):
                _take(guess, left, role, column, "by its name")
                break
    _by_content(guess, left, samples, constant)
    _labels(guess, left)
    _rest(guess, left, samples, sheet, staging)
    guess.open = _open(guess, constant)
    return guess


def _open(guess: Guess, constant: Collection[str]) -> list[str]:
    given = {*guess.roles, *constant}
    if guess.indicators_across:
        given |= {"indicator", "value"}
    if guess.periods_across:
        given |= {"period", "value"}
    return [role for role in ("area", "indicator", "period", "value", "unit") if role not in given]


def _sample(staging: Staging, number: int) -> list[str]:
    query = f"SELECT DISTINCT trim(c{number}) FROM source WHERE trim(c{number}) <> '' LIMIT {_SAMPLE}"
    return [row[0] for row in staging.rows(query)]


def _rank(column: str, names: Sequence[str]) -> int:
    name = column.casefold().strip()
    return names.index(name) if name in names else len(names)


def _fits(role: str, sample: Sequence[str]) -> bool:
    """Return True when what stands in a column can be what its name says."""
    match role:
        case "period":
            return bool(sample) and all(map(read_period, sample))
        case "value":
            return bool(sample) and _numeric(sample)
        case "status":
            return all(len(one) <= 12 for one in sample)
        case "area_name" | "indicator_name":
            return not _numeric(sample)
    return True


def _numeric(sample: Sequence[str]) -> bool:
    numbers = sum(_NUMBER.fullmatch(one) is not None or one in MISSING for one in sample)
    return bool(sample) and 10 * numbers >= 9 * len(sample)


def _take(guess: Guess, left: list[str], role: str, column: str, reason: str) -> None:
    guess.roles[role] = column
    guess.reasons[column] = reason
    left.remove(column)


def _by_content(
    guess: Guess, left: list[str], samples: Mapping[str, Sequence[str]], constant: Collection[str]
) -> None:
    """Find period, values and area by what stands in the columns."""
    if "period" not in guess.roles and not guess.periods_across:
        dated = [one for one in left if samples[one] and all(map(read_period, samples[one]))]
        if dated:
            _take(guess, left, "period", dated[0], "all of it reads as periods")
    numeric = [one for one in left if _numeric(samples[one])]
    if "value" not in guess.roles and not guess.periods_across and numeric:
        if len(numeric) == 1:
            _take(guess, left, "value", numeric[0], "the one column of numbers")
        elif "indicator" not in guess.roles and "indicator" not in constant:
            guess.indicators_across = numeric
            guess.reasons |= dict.fromkeys(numeric, "a column of numbers")
            left[:] = [one for one in left if one not in numeric]
    words = [one for one in left if samples[one] and not _numeric(samples[one])]
    if "area" not in guess.roles and "area" not in constant and words:
        _take(guess, left, "area", words[0], "the first column of words; is it the place?")


def _labels(guess: Guess, left: list[str]) -> None:
    """Take the labels that stand beside the codes of areas and indicators for their names."""
    for role, named in (("area", "area_name"), ("indicator", "indicator_name")):
        column = f"{guess.roles.get(role, '')} label"
        if column in left and named not in guess.roles:
            _take(guess, left, named, column, f"the labels of the {role}")


def _rest(
    guess: Guess, left: list[str], samples: Mapping[str, Sequence[str]], sheet: Sheet, staging: Staging
) -> None:
    """Say of each column without a meaning whether it can tell series apart."""
    for column in left:
        sample = samples[column]
        owner = next(
            (
                role
                for role in ("area", "indicator")
                if role in guess.roles and _follows(staging, sheet, column, guess.roles[role])
            ),
            "",
        )
        if not sample:
            reason = "empty"
        elif column.casefold() in _TECHNICAL:
            reason = "technical"
        elif len(sample) == 1:
            reason = f"the same in every row: {sample[0]}"
        elif owner:
            reason = f"follows from the {owner}"
        elif set(map(str.lower, sample)) <= set(STATUSES) and "status" not in guess.roles:
            guess.roles["status"] = column
            guess.reasons[column] = "holds nothing but flags"
            continue
        else:
            guess.dimensions.append(column)
            guess.reasons[column] = f"differs within an area and period: {', '.join(sample[:4])}"
            continue
        guess.ignore.append(column)
        guess.reasons[column] = reason


def _follows(staging: Staging, sheet: Sheet, column: str, owner: str) -> bool:
    """Return True when each value of one column goes with one value of another."""
    one, other = sheet.columns.index(owner), sheet.columns.index(column)
    query = f"SELECT max(n) FROM (SELECT count(DISTINCT c{other}) AS n FROM source GROUP BY c{one})"
    found = staging.rows(query)[0][0]
    return found is not None and found <= 1

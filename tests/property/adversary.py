"""Edits that make a true answer false: what is accepted after one of them is a fault, or wants a reader.

``contradictions`` change the text, ``upheavals`` the evidence under it, so that the answer before and the
answer after cannot both be true (kinds ``false.*``), or hardly can; ``merged`` puts the head of one true
answer to the tail of another over the same rows, of which nothing is known beforehand. Everything is drawn
from the chance that is handed in.
"""

import random
import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from tests.property.edits import Edit

from tieout.checking.mention import Bound, Mention, NumberKind
from tieout.checking.numbers import scan
from tieout.facts.names import Names

__all__ = ["contradictions", "merged", "upheavals"]

Row = dict[str, Any]
Found = tuple[str, str, str]

_LINES: Final = [
    line.split("\t")
    for line in (Path(__file__).parent / "adversary.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
_PAIRS: Final = [tuple(text.split("/")) for kind, text in _LINES if kind == "opposite"]
_BOUNDS: Final = [text for kind, text in _LINES if kind == "bound"]
_INSERTS: Final = [text for kind, text in _LINES if kind == "insert"]
_TAILS: Final = [text for kind, text in _LINES if kind == "tail"]
_SIDED: Final = re.compile(
    r"(?:than|over|under|above|below|least|most|nearly|almost|beyond|past|exceed\w*|passed|topp\w+|to|about|"
    r"around|roughly|some|short of|approximately|between|and|~|by|within|up|reach\w*|hit|cleared)\W+"
    r"(?:the |a |only |just )?$",
    re.IGNORECASE,
)
_WORD: Final = re.compile(r"[A-Za-z][A-Za-z'’-]*")


def contradictions(answer: str, rows: Sequence[Row], chance: random.Random) -> Iterator[Edit]:
    """Yield variants that cannot be true where the answer is, each with a note of what was done."""
    for kind, what, changed in (
        *_numbers(answer, rows, chance),
        *_years(answer, rows, chance),
        *_areas(answer, rows, chance),
        *_opposites(answer),
        *_bounds(answer, chance),
        *_inserts(answer, chance),
    ):
        if changed != answer:
            yield Edit(kind, what, changed, rows)


def _numbers(answer: str, rows: Sequence[Row], chance: random.Random) -> Iterator[Found]:
    """Write another number in the place of one that stands without a bound."""
    for mention in scan(answer):
        if not mention.is_quantity or mention.value is None or mention.words:
            continue
        sided = mention.bound is not Bound.NONE or _SIDED.search(answer[: mention.start]) is not None
        for new in _others(mention, rows, chance):
            changed = answer[: mention.start] + new + answer[mention.end :]
            yield "number.bounded" if sided else "false.number", f"{mention.text} → {new}", changed
        for old, new in (
            ("million", "billion"),
            ("billion", "million"),
            ("%", " percentage points"),
            ("%", ""),
        ):
            if old in mention.text:
                text = mention.text.replace(old, new)
                yield "false.scale", f"{old} → {new}", answer[: mention.start] + text + answer[mention.end :]
        if mention.kind is NumberKind.POINTS:
            text = re.sub(r"[\s-]*percentage[\s-]points?", "%", mention.text)
            yield "false.scale", "points → %", answer[: mention.start] + text + answer[mention.end :]


def _others(mention: Mention, rows: Sequence[Row], chance: random.Random) -> Iterator[str]:
    """Return plausible other numbers in the format of one: a row's value, its digits changed or turned."""
    digits = re.search(r"\d[\d,]*(?:\.\d+)?", mention.text)
    if digits is None or mention.value is None:
        return
    places = len(digits[0].partition(".")[2])
    shown = Fraction(digits[0].replace(",", ""))
    unit = mention.value / shown if shown else Fraction(1)
    found: list[Fraction] = []
    values = [Fraction(str(row["value"])) for row in rows if row.get("value") not in (None, "")]
    found += [value / unit for value in chance.sample(values, min(4, len(values)))] if unit else []
    found += [shown + Fraction(chance.choice((-7, 6, 3)), 10**places), shown * 2, shown / 2, shown * 10]
    text = digits[0].replace(",", "").replace(".", "")
    if len(text) > 1:
        turned = text[1] + text[0] + text[2:]
        found.append(Fraction(int(turned), 10**places))
    for value in found:
        rounded = Fraction(round(value * 10**places), 10**places)
        if rounded * unit == mention.value or abs(rounded - shown) <= Fraction(1, 10**places):
            continue
        if rounded < 0 or rounded >= 10**16 or mention.step == 0:
            continue
        form = (
            f"{float(rounded):,.{places}f}"
            if "," in digits[0] or rounded >= 10_000
            else f"{float(rounded):.{places}f}"
        )
        yield mention.text[: digits.start()] + form + mention.text[digits.end() :]


_YEAR: Final = re.compile(r"(?<![\d.,])(?:19|20)\d\d(?![\d,]*\d)(?!%)")


def _years(answer: str, rows: Sequence[Row], chance: random.Random) -> Iterator[Found]:
    years = list(_YEAR.finditer(answer))
    held = sorted({str(row["period"]) for row in rows if _YEAR.fullmatch(str(row["period"]))})
    for found in years:
        others = [year for year in held if year != found[0]]
        for year in chance.sample(others, min(3, len(others))):
            yield "year", "other", answer[: found.start()] + year + answer[found.end() :]
        yield "year", "unknown", answer[: found.start()] + "1961" + answer[found.end() :]
    if len({found[0] for found in years}) == 2:
        first, second = sorted({found[0] for found in years})
        swapped = _YEAR.sub(lambda one: second if one[0] == first else first, answer)
        yield "year.swapped", "swapped", swapped


def _areas(answer: str, rows: Sequence[Row], chance: random.Random) -> Iterator[Found]:
    names = {str(row["area"]): str(row["area_name"]) for row in rows}
    known = Names.load().areas
    said = {}
    for code, name in names.items():
        phrases = [name, *(known[code].in_sentence.removeprefix("the ") for _ in (1,) if code in known)]
        phrase = next((one for one in phrases if one in answer), None)
        if phrase is not None:
            said[code] = phrase
    for code, phrase in said.items():
        others = [other for other in names if other != code]
        for other in chance.sample(others, min(2, len(others))):
            yield "area", "other", answer.replace(phrase, names[other])
        for other in ("Iceland", "the world"):
            if other not in answer:
                yield "area", other, answer.replace(phrase, other)
    if len(said) >= 2:
        first, second = chance.sample(sorted(said.values()), 2)
        if first not in second and second not in first:
            one = re.compile(f"{re.escape(first)}|{re.escape(second)}")
            yield "area.swapped", "swapped", one.sub(lambda m: second if m[0] == first else first, answer)


def _opposites(answer: str) -> Iterator[Found]:
    for word in _WORD.finditer(answer):
        low = word[0].lower()
        for pair in _PAIRS:
            for old, new in (pair, pair[::-1]):
                if low == old and "-not" not in old:
                    text = f"{old} not" if new == f"{old}-not" else new
                    text = text.capitalize() if word[0][0].isupper() else text
                    yield "false.way", f"{old} → {text}", answer[: word.start()] + text + answer[word.end() :]


def _bounds(answer: str, chance: random.Random) -> Iterator[Found]:
    for bound in _BOUNDS:
        for found in re.finditer(rf"(?i)\b{bound}\b(?= )", answer):
            for new in chance.sample(_BOUNDS, 5):
                yield "bound", f"{bound} → {new}", answer[: found.start()] + new + answer[found.end() :]
    for mention in scan(answer):
        if mention.is_quantity:
            for new in chance.sample(_BOUNDS, 4):
                yield "bound", f"+ {new}", f"{answer[: mention.start]}{new} {answer[mention.start :]}"


def _inserts(answer: str, chance: random.Random) -> Iterator[Found]:
    words = list(_WORD.finditer(answer))
    for phrase in chance.sample(_INSERTS, 12):
        at = chance.choice(words).start() if words else 0
        yield "insert", phrase, f"{answer[:at]}{phrase} {answer[at:]}"
    end = len(answer.rstrip().rstrip("."))
    for tail in chance.sample(_TAILS, 8):
        yield "tail", tail, f"{answer[:end]}{tail}{answer[end:]}"


def upheavals(answer: str, rows: Sequence[Row]) -> Iterator[Edit]:
    """Yield evidence under which a claim of values, order, way, year or place is no longer true.

    ``order`` turns the order of all values of a series, ``scale`` makes each 1.37 times as large, ``shift``
    adds a third of the largest to each, ``later`` and ``earlier`` move every row by a year, ``places`` gives
    each area the rows of the next.
    """
    yield Edit("rows.order", "turned", answer, _revalued(rows, _turned(rows)))
    yield Edit("rows.scale", "× 1.37", answer, _revalued(rows, lambda row, value: value * Fraction(137, 100)))
    tops = _tops(rows)
    yield Edit(
        "rows.shift", "+ 1/3", answer, _revalued(rows, lambda row, value: value + tops[row["indicator"]] / 3)
    )
    for kind, step in (("rows.later", 1), ("rows.earlier", -1)):
        moved = [
            {**row, "period": str(int(row["period"]) + step)} for row in rows if str(row["period"]).isdigit()
        ]
        if len(moved) == len(rows):
            yield Edit(kind, f"{step:+}", answer, moved)
    places = list(
        dict.fromkeys((row["area"], row["area_name"], row.get("is_aggregate", False)) for row in rows)
    )
    after = {one[0]: other for one, other in zip(places, (*places[1:], *places[:1]), strict=True)}
    if len(places) > 1 and not any(one[2] for one in places):
        turned = [{**row, "area": after[row["area"]][0], "area_name": after[row["area"]][1]} for row in rows]
        yield Edit("rows.places", "turned", answer, turned)


def _tops(rows: Sequence[Row]) -> dict[str, Fraction]:
    tops: dict[str, Fraction] = {}
    for row in rows:
        if row.get("value") not in (None, ""):
            value = abs(Fraction(str(row["value"])))
            tops[row["indicator"]] = max(tops.get(row["indicator"], Fraction(0)), value)
    return tops


def _turned(rows: Sequence[Row]) -> Any:
    ends: dict[str, tuple[Fraction, Fraction]] = {}
    for row in rows:
        if row.get("value") not in (None, ""):
            value = Fraction(str(row["value"]))
            low, high = ends.get(row["indicator"], (value, value))
            ends[row["indicator"]] = (min(low, value), max(high, value))
    return lambda row, value: sum(ends[row["indicator"]]) - value


def _revalued(rows: Sequence[Row], change: Any) -> list[Row]:
    found = []
    for row in rows:
        if row.get("value") in (None, "") or row.get("derived"):
            found.append(row)
            continue
        value = change(row, Fraction(str(row["value"])))
        text = f"{float(value):.9f}".rstrip("0").rstrip(".")
        found.append({**row, "value": text or "0"})
    return found


def merged(
    answer: str, others: Sequence[str], rows: Sequence[Row], chance: random.Random, count: int
) -> Iterator[Edit]:
    """Yield heads of a true answer with the tails of others over the same rows."""
    others = [other for other in others if other != answer]
    first = list(_WORD.finditer(answer))
    for _ in range(count if others and len(first) > _SHORTEST else 0):
        other = chance.choice(others)
        second = list(_WORD.finditer(other))
        if len(second) > _SHORTEST:
            head = answer[: chance.choice(first[2:]).start()]
            yield Edit("merged", "head and tail", head + other[chance.choice(second[1:]).start() :], rows)


_SHORTEST: Final = 3

"""One-edit variants of answers and of evidence, for tests that a true answer cannot be changed unseen.

``text_edits`` changes the answer, ``row_edits`` the evidence under it. An edit says what it did; after those
of ``FALSE`` no answer that used the row can be true any more, the others have to be judged by a reader.
"""

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from tieout.checking.lexicon import END, KINDS, Trie, lexicon
from tieout.facts.names import Names

__all__ = ["FALSE", "Edit", "row_edits", "text_edits"]

Row = dict[str, Any]

FALSE: Final = frozenset({"row.gap", "row.area", "row.flag"})
"""Kinds of edits after which an answer that used the row is false, or does not say what it must."""

_NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?(?![\w]*\])")
_YEAR = re.compile(r"(?<![\d.,])(?:19|20)\d\d(?![\d,]*\d)(?!%)")
_WORD = re.compile(r"[A-Za-z][A-Za-z'’-]*|\d[\d,.]*\d|\d|%")
_SWAPS: Final = {
    "scale": [
        ("million", "billion"),
        ("billion", "trillion"),
        ("billion", "million"),
        ("thousand", "million"),
    ],
    "unit": [
        ("%", " percentage points"),
        (" percentage points", "%"),
        (" percentage points", ""),
        ("US$", "€"),
        ("$", "£"),
        ("%", ""),
        ("years", "months"),
        ("per 1,000", "per 100"),
        ("per 100,000", "per 1,000"),
        ("tonnes", "kilotonnes"),
        ("kg", "tonnes"),
        ("kilometres", "miles"),
        ("births", "deaths"),
        ("women", "men"),
        ("men", "women"),
        ("female", "male"),
        ("urban", "rural"),
        ("imports", "exports"),
        ("exports", "imports"),
        ("per person", ""),
        ("per capita", ""),
        ("constant", "current"),
        ("current", "constant"),
        ("real", ""),
    ],
}
_LINES: Final = (Path(__file__).parent / "edits.txt").read_text(encoding="utf-8").splitlines()
_INSERTS: Final = tuple(line for line in _LINES if not line.startswith(","))
_TAILS: Final = tuple(line for line in _LINES if line.startswith(","))


@dataclass(frozen=True, slots=True)
class Edit:
    """A changed answer, or changed evidence.

    Attributes:
        kind: The kind of edit.
        what: What was done, for a list of suspects.
        answer: The answer after it.
        rows: The evidence after it.
    """

    kind: str
    what: str
    answer: str
    rows: Sequence[Row]


def text_edits(answer: str, rows: Sequence[Row], chance: random.Random) -> Iterator[Edit]:
    """Yield one-edit variants of an answer, a few of each kind."""
    for kind, what, changed in (
        *_numbers(answer),
        *_years(answer),
        *_areas(answer, rows, chance),
        *_swaps(answer),
        *_payloads(answer, chance),
        *_names(answer, rows, chance),
        *_inserts(answer, chance),
        *_deletes(answer, chance),
        *_orders(answer, chance),
    ):
        if changed != answer:
            yield Edit(kind, what, changed, rows)


Found = tuple[str, str, str]


def _numbers(answer: str) -> Iterator[Found]:
    for found in _NUMBER.finditer(answer):
        text = found[0]
        if _YEAR.fullmatch(text):
            continue
        first = "9" if text[0] != "9" else "4"
        digits = [place for place, letter in enumerate(text) if letter.isdigit()]
        last = digits[-1]
        other = str((int(text[last]) + 5) % 10)
        for changed in (first + text[1:], text[:last] + other + text[last + 1 :]):
            yield "digit", "first" if changed[0] == first else "last", _put(answer, found, changed)
        if "." in text:
            yield "digit", "no point", _put(answer, found, text.replace(".", ""))


def _put(answer: str, found: re.Match[str], text: str) -> str:
    return answer[: found.start()] + text + answer[found.end() :]


def _years(answer: str) -> Iterator[Found]:
    years = list(_YEAR.finditer(answer))
    for found in years:
        for step in (-1, 1):
            yield "year", f"{step:+}", _put(answer, found, str(int(found[0]) + step))
    if len(years) == 2 and years[0][0] != years[1][0]:
        one = _put(answer, years[1], years[0][0])
        yield "year", "swapped", _put(one, years[0], years[1][0])


def _areas(answer: str, rows: Sequence[Row], chance: random.Random) -> Iterator[Found]:
    names = Names.load().areas
    held = sorted({row["area"] for row in rows if row["area"] in names})
    for code in held:
        for phrase in sorted((names[code].in_sentence, row_name(code, rows)), key=len)[:1]:
            at = answer.find(phrase)
            if at < 0:
                continue
            others = [other for other in held if other != code]
            for other in (*chance.sample(others, min(2, len(others))), "WLD", "ISL"):
                if other in names and other != code:
                    name = names[other].in_sentence
                    yield (
                        "area",
                        "world" if other == "WLD" else "other",
                        answer[:at] + name + answer[at + len(phrase) :],
                    )


def row_name(code: str, rows: Sequence[Row]) -> str:
    """Return the name of an area in the rows."""
    return next(str(row["area_name"]) for row in rows if row["area"] == code)


def _swaps(answer: str) -> Iterator[Found]:
    for kind, pairs in _SWAPS.items():
        for old, new in pairs:
            at = answer.find(old)
            if at >= 0 and not (old == "men" and answer[at - 2 : at] == "wo"):
                yield kind, f"{old} → {new}", answer[:at] + new + answer[at + len(old) :]


def _phrases() -> dict[str, dict[str, list[str]]]:
    found: dict[str, dict[str, list[str]]] = {kind: {} for kind in KINDS}

    def walk(node: Trie, words: tuple[str, ...]) -> None:
        for word, below in node.items():
            if word == END:
                for kind, payload in below.items():
                    found[kind].setdefault(str(payload), []).append(" ".join(words))
            else:
                walk(below, (*words, word))

    walk(lexicon(whole=True), ())
    return found


_PHRASES: Final = _phrases()
_PAYLOAD: Final = {
    phrase: (kind, payload)
    for kind in (
        "direction",
        "comparison",
        "superlative",
        "bound",
        "statistic",
        "peak",
        "ranking",
        "multiple",
        "timeword",
    )
    for payload, phrases in _PHRASES[kind].items()
    for phrase in phrases
}
_OPPOSED: Final = {"direction", "comparison", "superlative", "peak"}


def _payloads(answer: str, chance: random.Random) -> Iterator[Found]:
    """Put a phrase of the same kind and of another meaning in the place of one."""
    words = list(_WORD.finditer(answer))
    at = 0
    while at < len(words):
        for length in (5, 4, 3, 2, 1):
            if at + length > len(words):
                continue
            start, end = words[at].start(), words[at + length - 1].end()
            phrase = answer[start:end].lower()
            if phrase not in _PAYLOAD:
                continue
            kind, payload = _PAYLOAD[phrase]
            others = [other for other in sorted(_PHRASES[kind]) if other.split()[:1] != payload.split()[:1]]
            for other in chance.sample(others, min(3, len(others))):
                new = chance.choice(_PHRASES[kind][other])
                label = "opposite" if kind in _OPPOSED else kind
                yield label, f"{phrase} → {new}", answer[:start] + new + answer[end:]
            at += length - 1
            break
        at += 1


def _names(answer: str, rows: Sequence[Row], chance: random.Random) -> Iterator[Found]:
    """Name another indicator in the place of one."""
    indicators = Names.load().indicators
    codes = sorted({row["indicator"] for row in rows} & set(indicators))
    low = answer.lower()
    for code in codes:
        said = [phrase for phrase in indicators[code].phrases if phrase in low]
        if not said:
            continue
        phrase = max(said, key=len)
        at = low.find(phrase)
        others = [other for other in (*codes, *chance.sample(sorted(indicators), 3)) if other != code]
        for other in others:
            new = indicators[other].phrases[0]
            yield "indicator", f"{phrase} → {new}", answer[:at] + new + answer[at + len(phrase) :]


_INSERTED: Final = sorted(
    {
        phrase
        for kind in KINDS
        if kind not in ("cannot", "gap", "timeword", "source")
        for phrases in _PHRASES[kind].values()
        for phrase in phrases
    }
)


def _inserts(answer: str, chance: random.Random) -> Iterator[Found]:
    words = list(_WORD.finditer(answer))
    for pool, count in ((_INSERTS, 14), (_INSERTED, 8)):
        for phrase in chance.sample(pool, count):
            at = chance.choice(words).start()
            yield "insert", phrase, f"{answer[:at]}{phrase} {answer[at:]}"
    end = len(answer.rstrip().rstrip("."))
    for tail in chance.sample(_TAILS, 5):
        yield "tail", tail, f"{answer[:end]}{tail}{answer[end:]}"


def _deletes(answer: str, chance: random.Random) -> Iterator[Found]:
    words = list(_WORD.finditer(answer))
    for length in (1, 2, 3):
        for _ in range(4):
            if len(words) > length:
                at = chance.randrange(len(words) - length + 1)
                start, end = words[at].start(), words[at + length - 1].end()
                gone = answer[start:end]
                yield "delete", gone.lower(), (answer[:start] + answer[end:]).replace("  ", " ")


def _orders(answer: str, chance: random.Random) -> Iterator[Found]:
    """Exchange two numbers, or two capitalised names."""
    for pattern, what in ((_NUMBER, "numbers"), (re.compile(r"\b[A-Z][a-z]{2,}\b"), "names")):
        found = [one for one in pattern.finditer(answer) if not _YEAR.fullmatch(one[0])]
        if len(found) >= 2:
            first, second = sorted(chance.sample(found, 2), key=lambda one: one.start())
            changed = _put(answer, second, first[0])
            yield "order", what, _put(changed, first, second[0])


def row_edits(
    answer: str, rows: Sequence[Row], used: set[str], others: Sequence[Row], chance: random.Random
) -> Iterator[Edit]:
    """Yield changed evidence under the same answer.

    Args:
        answer: The answer.
        rows: Its evidence.
        used: Refs of the facts that its numbers are tied to.
        others: Rows of other indicators, whose code, name and unit may take the place.
        chance: The choice.
    """
    plain = [row for row in rows if not row.get("derived")]
    codes = sorted({row["indicator"] for row in plain if row["ref"] in used})
    for other in chance.sample(list(others), min(6, len(others))):
        for code in codes:
            if other["indicator"] != code:
                new = {key: other[key] for key in ("indicator", "indicator_name", "unit")}
                what = f"{code} → {other['indicator']}"
                yield Edit(
                    "row.indicator",
                    what,
                    answer,
                    _over(rows, new, lambda row, code=code: row["indicator"] == code),
                )
    if used:
        ref = chance.choice(sorted(used))
        value = next((row["value"] for row in rows if row["ref"] == ref and row["value"]), None)
        if value is not None:
            yield Edit(
                "row.value", "× 1.4", answer, _one(rows, ref, {"value": format(float(value) * 1.4, "f")})
            )
            yield Edit("row.gap", "no value", answer, _one(rows, ref, {"value": None}))
        for status in ("forecast", "provisional", "estimated"):
            yield Edit("row.flag", status, answer, _one(rows, ref, {"status": status}))
    yield Edit(
        "row.area",
        "Iceland",
        answer,
        _over(rows, {"area": "ISL", "area_name": "Iceland"}, lambda row: row["ref"] in used),
    )
    for row in plain:
        if row["ref"] not in used and chance.random() < 0.2:
            yield Edit("row.gone", row["ref"], answer, [one for one in rows if one is not row])


def _over(rows: Sequence[Row], new: Row, meant: Any) -> list[Row]:
    return [{**row, **new} if meant(row) else row for row in rows]


def _one(rows: Sequence[Row], ref: str, new: Row) -> list[Row]:
    return [{**row, **new} if row["ref"] == ref else row for row in rows]

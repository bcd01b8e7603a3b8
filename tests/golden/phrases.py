"""Test sentences for the phrases of the lexicon: carriers, and sentences of their own; a file a kind.

A file of tests/golden/lexicon holds facts as in answers.py, then sections. ``> up any | up level`` opens the
carriers of the phrases with one of these payloads (``> *`` those of every phrase); ``= a bit more`` opens the
sentences of that one phrase. In a section, a line ``+`` is a right sentence and the lines ``-`` below it are
its false twins; a code behind the dash (``-wrong_rank``) is the code asked for. ``{}`` is the phrase,
``{^}`` the phrase with a capital. A line ``!`` is a sentence of a kind that is never accepted, with its code.
``question:`` sets the question of the sentences after it, and a slash between spaces stands for a line break.

A payload with a number is written with a hash (``span#`` for ``span3``), and sentences may count from it:
``{n}`` the number, ``{m}`` one more, ``{year}`` and ``{next}`` that many years after 2000, ``{of year}`` and
``{of next}`` the value 2,003,007 of a year 2003; facts may count, too, and ``2000..{year}`` are these values.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from tests.golden.answers import rank_row, rows_of

from tieout.checking.check import check
from tieout.facts.fact import Evidence
from tieout.facts.rows import evidence_from_rows

FOLDER = Path(__file__).parent / "lexicon"
ACCEPTED = "ACCEPTED"
_SPAN = re.compile(r"(\d{4})\.\.(\d{4})")


@dataclass(slots=True, kw_only=True)
class Pair:
    """A right sentence, or none, and what must be held beside it, over the facts of some lines."""

    facts: tuple[str, ...]
    question: str | None
    right: str | None
    twins: list[tuple[str, str]] = field(default_factory=list)

    def fault(self, phrase: str, payload: str) -> str:
        """Return what is wrong with the phrase in this pair; empty when nothing is."""
        if self.right is not None:
            text = filled(self.right, phrase, payload)
            code = self.code(text, payload)
            if code:
                return f"{code}: {text}"
        for wanted, twin in self.twins:
            text = filled(twin, phrase, payload)
            code = self.code(text, payload)
            if not code or (wanted and code != wanted):
                return f"{code or ACCEPTED}: {text}"
        return ""

    def code(self, text: str, payload: str) -> str:
        """Return the code that a sentence is held with; empty when it is accepted."""
        facts = self.facts
        if "{" in "".join(facts):
            facts = tuple(_SPAN.sub(_each_year, filled(line, "", payload)) for line in facts)
        verdict = check(text, evidence_of(facts), question=self.question)
        return "" if verdict.valid else str(verdict.problems[0].code)


@dataclass(slots=True, kw_only=True)
class Sentences:
    """The sentences of a kind."""

    carriers: dict[str, list[Pair]] = field(default_factory=dict)
    own: dict[str, list[Pair]] = field(default_factory=dict)

    def pairs(self, phrase: str, payload: str) -> list[Pair]:
        """Return the pairs of a phrase: its own, else the carriers of its payload."""
        sorts = dict.fromkeys((payload, re.sub(r"\d+", "#", payload), "*"))
        return self.own.get(phrase) or [pair for sort in sorts for pair in self.carriers.get(sort, ())]

    def fault(self, phrase: str, payload: str) -> str:
        """Return why no pair holds the phrase as it should be; empty when one does."""
        pairs = self.pairs(phrase, payload)
        first = "" if pairs else "there is no sentence for it"
        for pair in pairs:
            fault = pair.fault(phrase, payload)
            if not fault or fault.startswith(ACCEPTED):
                return fault
            first = first or fault
        return first


def filled(text: str, phrase: str, payload: str) -> str:
    """Return a sentence with the phrase in it, joined to the word before where that is how it is written."""
    found = re.search(r"[+-]?\d+", payload)
    number = int(found[0]) if found else 0
    parts = {
        "{}": phrase,
        "{^}": phrase[:1].upper() + phrase[1:],
        "{n}": str(number),
        "{m}": str(number + 1),
        "{year}": str(2000 + number),
        "{next}": str(2001 + number),
        "{of year}": f"{2000 + number:,},007",
        "{of next}": f"{2001 + number:,},007",
    }
    text = re.sub(r"\{[^}]*\}", lambda match: parts[match[0]], text)
    return re.sub(r" (?='(?:s|m|re|ve)\b)", "", text).replace(" / ", "\n")


def _each_year(span: re.Match[str]) -> str:
    return " ".join(f"{year}={year}007" for year in range(int(span[1]), int(span[2]) + 1))


@cache
def evidence_of(lines: tuple[str, ...]) -> Evidence:
    """Read lines of facts."""
    rows: list[dict[str, Any]] = []
    for line in lines:
        rows += [rank_row(line, rows)] if line.startswith("rank:") else rows_of(line, len(rows))
    return evidence_from_rows(rows)


@cache
def sentences(kind: str) -> Sentences:
    """Read the sentences of a kind."""
    found = Sentences()
    facts: tuple[str, ...] = ()
    question: str | None = None
    places: list[list[Pair]] = []
    opened = False
    for line in _lines(FOLDER / f"{kind}.txt"):
        if line[0] in ">=":
            table = found.carriers if line[0] == ">" else found.own
            names = [name.strip() for name in line[1:].split("|")]
            places = [table.setdefault(name, []) for name in names]
            opened = True
        elif line[0] in "+!":
            pair = Pair(facts=facts, question=question, right=line[1:].strip())
            if line[0] == "!":
                pair.right = None
                pair.twins.append(_twin(line))
            for place in places:
                place.append(pair)
        elif line[0] == "-":
            places[0][-1].twins.append(_twin(line))
        elif line.startswith("question:"):
            question = line.partition(":")[2].strip() or None
        else:
            facts = (line,) if opened else (*facts, line)
            opened = False
    return found


def _twin(line: str) -> tuple[str, str]:
    code, _, text = line[1:].partition(" ")
    return code, text.strip()


def _lines(path: Path) -> Iterator[str]:
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            yield line.strip()

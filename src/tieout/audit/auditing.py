"""The audit: passages and a snapshot in, a finding for each sentence out.

The check decides; the audit only looks up what a passage speaks of, and reads sentence by sentence, each in
the light of those before it that tied out. A sentence is contradicted only where the check understood it and
knows better; everything else that gives a figure is not checked, and never right.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from tieout.audit.finding import Finding, FindingKind
from tieout.audit.subjects import SubjectFinder, Subjects
from tieout.checking.check import check
from tieout.checking.sentences import split_sentences
from tieout.checking.verdict import Problem, ProblemCode, Tie, Verdict
from tieout.facts.fact import Evidence, Fact
from tieout.facts.period import Period

if TYPE_CHECKING:
    from tieout.audit.passage import Passage
    from tieout.data.snapshot import Snapshot
    from tieout.facts.names import Names

__all__ = ["audit"]

_FIGURE: Final = re.compile(
    r"\d|%|\b(?:half|third|quarter|twice|double\w*|triple\w*|halve\w*|hundred|thousand|million|billion|trillion)\b",
    re.IGNORECASE,
)
_KNOWN_BETTER: Final = frozenset(
    {
        ProblemCode.UNSUPPORTED_NUMBER,
        ProblemCode.TOO_COARSE,
        ProblemCode.WRONG_PERIOD,
        ProblemCode.WRONG_AREA,
        ProblemCode.WRONG_INDICATOR,
        ProblemCode.WRONG_SCALE,
        ProblemCode.WRONG_DIRECTION,
        ProblemCode.WRONG_RELATION,
        ProblemCode.WRONG_RANK,
        ProblemCode.WRONG_COUNT,
        ProblemCode.WRONG_STATISTIC,
    }
)
"""Codes of a claim that was understood; they contradict where the check names the true value or side."""

_SIDES: Final = frozenset({ProblemCode.WRONG_DIRECTION, ProblemCode.WRONG_RANK, ProblemCode.WRONG_COUNT})
"""Codes that contradict without a true value: the message tells what is so."""

_THAN: Final = re.compile(r"\bthan\b", re.IGNORECASE)

_NUMBER: Final = re.compile(r"[$€£]?[-−]?\d[\d,.\s]*(?:%|[a-z]+)?", re.IGNORECASE)
"""A cell that holds one number, with its sign or scale word."""

_SOMETHING_ELSE: Final = re.compile(r"\b[A-Z]")
"""A capital behind the first sign of a sentence: a name, perhaps of a place that no data set has."""

_MOST_AREAS: Final = 40
_MOST_INDICATORS: Final = 24
_MOST_YEARS: Final = 6
_CONTEXT: Final = 3
"""Sentences before one that are read with it."""


def audit(passages: Iterable[Passage], snapshot: Snapshot, names: Names) -> Iterator[Finding]:
    """Yield a finding for each sentence, in the order of the document.

    A passage that names no area (no indicator) is read as of those that the passages before it named last.

    Args:
        passages: The document.
        snapshot: The snapshot that the claims are looked up in.
        names: What areas and indicators are called.

    Raises:
        SnapshotChanged: A row of the snapshot is not as it was written.
    """
    finder = SubjectFinder(snapshot, names)
    carried = Subjects()
    for passage in passages:
        if passage.row and (cell := _cell(passage, finder, snapshot, names)):
            yield cell
            continue
        found = finder.find(passage.text)
        found = replace(
            found,
            areas=found.areas or carried.areas,
            indicators=found.indicators or carried.indicators,
        )
        carried = found
        yield from _audited(passage, found, finder, snapshot, names)


def _audited(
    passage: Passage, found: Subjects, finder: SubjectFinder, snapshot: Snapshot, names: Names
) -> Iterator[Finding]:
    """Yield a finding for each sentence of a passage.

    A sentence that is not ticked and may speak of something else ends what those before it lend: "it" behind
    it may be of that.
    """
    rows = {False: _evidence(replace(found, speaks_of_a_set=False), snapshot)}
    said: list[str] = []
    for sentence in split_sentences(passage.text):
        text = passage.text[sentence.start : sentence.end]
        if not _FIGURE.search(text):
            if _SOMETHING_ELSE.search(text, 1) or finder.find(text).names_something:
                said.clear()
            yield Finding(passage=passage, start=sentence.start, end=sentence.end, kind=FindingKind.NO_FIGURE)
            continue
        before = " ".join(said[-_CONTEXT:])
        whole = f"{before} {text}" if before else text
        wide = finder.find(whole).speaks_of_a_set
        if wide not in rows:
            rows[wide] = _evidence(replace(found, speaks_of_a_set=True), snapshot)
        verdict = check(whole, rows[wide], names=names)
        finding = _finding(passage, sentence.start, sentence.end, len(whole) - len(text), verdict, rows[wide])
        if finding.kind is FindingKind.TICKED:
            said.append(text)
        elif not _goes_on(verdict, finder.find(text), finder.find(before)):
            said.clear()
        yield finding


def _cell(passage: Passage, finder: SubjectFinder, snapshot: Snapshot, names: Names) -> Finding | None:
    """Return the finding for a cell of a table whose heads say what it is of; None for every other cell.

    The cell is read as the sentence that it and its heads make: "Japan's population was 123,975,371 in 2024."
    """
    named = finder.find_cell(passage.row, passage.column) if _NUMBER.fullmatch(passage.text) else None
    if named is None:
        return None
    area, indicator, called, year = named
    whole = f"{snapshot.areas[area].name}'s {called} was {passage.text} in {year}."
    evidence = _evidence(Subjects(areas=(area,), indicators=(indicator,)), snapshot)
    before = whole.index(f" was {passage.text} in ") + len(" was ")
    return _finding(passage, 0, len(passage.text), before, check(whole, evidence, names=names), evidence)


def _goes_on(verdict: Verdict, now: Subjects, before: Subjects) -> bool:
    """Return True for a sentence that was understood and names nothing but what those before it named."""
    understood = all(problem.code in _KNOWN_BETTER for problem in verdict.problems)
    return understood and now.within(before)


def _finding(
    passage: Passage, start: int, end: int, before: int, verdict: Verdict, evidence: Evidence
) -> Finding:
    shift = start - before
    if verdict.valid:
        ties = tuple(_moved_tie(tie, shift) for tie in verdict.ties if tie.start >= before)
        refs = dict.fromkeys(ref for tie in ties for ref in tie.facts)
        facts = tuple(fact for ref in refs if (fact := evidence.find(ref)) is not None)
        return Finding(passage=passage, start=start, end=end, kind=FindingKind.TICKED, ties=ties, facts=facts)
    problem = next((one for one in verdict.problems if one.start >= before), verdict.problems[-1])
    contradicts = problem.code in _KNOWN_BETTER and (problem.expected is not None or problem.code in _SIDES)
    if problem.code is ProblemCode.WRONG_AREA and _THAN.search(passage.text, start, end):
        # "Germany's was higher than Japan's, at $4.69 trillion" may give the value of either.
        contradicts = False
    kind = FindingKind.CONTRADICTED if contradicts and problem.start >= before else FindingKind.NOT_CHECKED
    moved = _moved_problem(problem, shift, start, end)
    return Finding(passage=passage, start=start, end=end, kind=kind, problem=moved)


def _moved_tie(tie: Tie, shift: int) -> Tie:
    return replace(tie, start=tie.start + shift, end=tie.end + shift)


def _moved_problem(problem: Problem, shift: int, start: int, end: int) -> Problem:
    """Return a problem with its place in the passage, within the sentence."""
    first, last = max(start, problem.start + shift), min(end, problem.end + shift)
    return replace(problem, start=min(first, end), end=max(first, last))


def _evidence(found: Subjects, snapshot: Snapshot) -> Evidence:
    """Return the rows that a passage speaks of: whole series of what it names, whole sets where it ranks."""
    facts: list[Fact] = []
    seen: set[tuple[str, str, str]] = set()
    for indicator in found.indicators[:_MOST_INDICATORS]:
        for area in found.areas[:_MOST_AREAS]:
            for one in snapshot.series(area, indicator):
                seen.add((area, indicator, str(one.period)))
                facts.append(_fact(Fact.of(one), len(facts)))
        for year in _set_years(found):
            for one in snapshot.cross_section(indicator, Period.of_year(year)):
                if (one.area.code, indicator, str(one.period)) not in seen:
                    facts.append(_fact(Fact.of(one), len(facts)))
    return Evidence(facts)


def _set_years(found: Subjects) -> Sequence[int]:
    return found.years[-_MOST_YEARS:] if found.speaks_of_a_set else ()


def _fact(fact: Fact, count: int) -> Fact:
    return replace(fact, ref=f"e{count + 1}")

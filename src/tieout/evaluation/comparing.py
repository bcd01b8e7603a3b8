"""Two folders of results, compared run by run and question by question."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from tieout.errors import UsageError
from tieout.evaluation.manifest import Manifest
from tieout.evaluation.pairing import paired
from tieout.evaluation.reported import Changed, Comparison, PairOfRuns
from tieout.evaluation.reporting import Judged, expected_text, runs_of
from tieout.evaluation.scoring import Grade

__all__ = ["compared", "differences", "refusals"]

_GRADES: Final = (None, Grade.SHOWN_WRONG, Grade.HELD_RIGHT, Grade.HELD_WRONG)

Run = tuple[str, str]


def refusals(first: Manifest, second: Manifest) -> tuple[str, ...]:
    """Return why two runs cannot be set beside each other: other questions, or other data."""
    found: list[str] = []
    one, other = first.questions, second.questions
    if one.sha256 != other.sha256:
        found.append(f"The questions differ: {one.name} with {one.size}, and {other.name} with {other.size}.")
    elif one.split != other.split:
        found.append(f"The split differs: {one.split} and {other.split}.")
    datasets = {each.name: each for each in first.datasets}
    for each in second.datasets:
        known = datasets.get(each.name)
        if known is None:
            found.append(f"Only the second was asked of {each.name}.")
        elif known.sha256 != each.sha256:
            found.append(f"The data differ: {each.name} {known.version} and {each.version}.")
    found += [
        f"Only the first was asked of {name}."
        for name in datasets
        if name not in {each.name for each in second.datasets}
    ]
    return tuple(found)


def differences(first: Manifest, second: Manifest) -> tuple[str, ...]:
    """Return what else differs, a sentence each."""
    found: list[str] = []
    models = {each.name: each.settings for each in first.models}
    for each in second.models:
        if each.name in models:
            found += _differing(f"Settings of {each.name}", models[each.name], each.settings)
    found += _differing("Limits", first.limits, second.limits)
    found += _differing("Versions", first.versions, second.versions)
    named = (
        ("Repeats", first.repeat, second.repeat),
        ("Seed", first.seed, second.seed),
        ("Price table", first.prices, second.prices),
        ("Finished", first.finished, second.finished),
    )
    found += [f"{name}: {one} and {other}." for name, one, other in named if one != other]
    return tuple(found)


def _differing(what: str, one: Mapping[str, object], other: Mapping[str, object]) -> list[str]:
    names = sorted({*one, *other})
    return [
        f"{what}: {name} {one.get(name)} and {other.get(name)}."
        for name in names
        if one.get(name) != other.get(name)
    ]


def compared(
    names: tuple[str, str],
    manifests: tuple[Manifest, Manifest],
    attempts: tuple[Sequence[Judged], Sequence[Judged]],
    *,
    anyway: bool = False,
) -> Comparison:
    """Compare two folders of results.

    Runs of the same model on the same path are set beside each other; where there is none, the only run of
    one folder and the only run of the other.

    Args:
        names: What the folders are called.
        manifests: Their manifests.
        attempts: Their attempts.
        anyway: True to compare what both were asked although questions or data differ.

    Raises:
        UsageError: Questions or data differ, or no runs can be paired.
    """
    barred = refusals(*manifests)
    if barred and not anyway:
        raise UsageError(
            f"{' '.join(barred)} Compare runs of the same questions over the same data, or say --anyway."
        )
    first, second = (runs_of(each) for each in attempts)
    matched = [(run, run) for run in first if run in second]
    if not matched and len(first) == len(second) == 1:
        matched = [(next(iter(first)), next(iter(second)))]
    if not matched:
        raise UsageError(
            "The folders have no model and path in common; name folders that do, or with one run each."
        )
    pairs = [_pair(one, first[one], other, second[other]) for one, other in matched]
    if not any(pair.figures for pair in pairs):
        raise UsageError("No question was asked in both folders.")
    return Comparison(
        first=names[0],
        second=names[1],
        differs=(*barred, *differences(*manifests)),
        pairs=tuple(pairs),
    )


def _pair(one: Run, before: Sequence[Judged], other: Run, after: Sequence[Judged]) -> PairOfRuns:
    figures = [paired(one, before, other, after, grade=grade) for grade in _GRADES]
    return PairOfRuns(
        first=one,
        second=other,
        figures=tuple(each for each in figures if each is not None),
        changed=tuple(_changed(before, after)),
    )


def _changed(before: Sequence[Judged], after: Sequence[Judged]) -> Iterable[Changed]:
    then, now = _by_question(before), _by_question(after)
    for question, ones in then.items():
        others = now.get(question, [])
        grades, later = _grades(ones), _grades(others)
        if not later or sorted(grades) == sorted(later):
            continue
        yield Changed(
            question_id=question,
            question=ones[0].question.question,
            expected=expected_text(ones[0].question),
            before=grades,
            after=later,
            text_before=_text(ones, set(later)),
            text_after=_text(others, set(grades)),
        )


def _by_question(group: Sequence[Judged]) -> dict[str, list[Judged]]:
    found: dict[str, list[Judged]] = {}
    for each in sorted(group, key=lambda each: each.attempt.repeat):
        if each.graded is not None:
            found.setdefault(each.question.id, []).append(each)
    return found


def _grades(group: Sequence[Judged]) -> tuple[str, ...]:
    return tuple(str(each.graded.grade) for each in group if each.graded is not None)


def _text(group: Sequence[Judged], other: set[str]) -> str:
    """Return the words of the first attempt whose grade the other run does not have, else of the first."""
    chosen = next((each for each in group if each.graded and str(each.graded.grade) not in other), group[0])
    outcome = chosen.outcome
    return "" if outcome is None else outcome.answer or outcome.draft or outcome.error

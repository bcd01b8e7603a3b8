"""Refusals: what these data are not made for, in words that say nothing of any value.

"I only have country-level figures", "that breakdown doesn't exist", "the data contain no projections". Such a
sentence may use words that no claim may use (``lexicon/refusing.txt``) and words of the question. What the
rows do have (years, countries) may only be affirmed, what they do not have (months, cities, forecasts,
reasons) only be denied, and never against the evidence.
"""

from collections.abc import Iterator
from typing import Final

from tieout.checking.absence import codes_of
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Clause, Reading, Scene
from tieout.checking.verdict import ProblemCode
from tieout.checking.when import period_of
from tieout.checking.where import named_areas
from tieout.facts.observation import Status

__all__ = ["note_absent", "read_refusal", "strays", "wrong_way"]

_ALLOWED: Final = frozenset(
    "neutral preposition punct pronoun source scope generic gap cannot negation setphrase refusing ind known "
    "people unit counted of label piece sex grows area year quantifier only setnoun setmember cause "
    "judgement future forecast statistic ambiguous topic bound direction basis record ranking".split()
)
_MARKS: Final = frozenset({",", ":", ";", "—", "–", "(", ")"})
_JOINING: Final = frozenset({"but", "and so", "so", "though", "although", "while", "however", "yet", "still"})
_ASIDE: Final = frozenset({"that", "this", "it", "that's", "it's", "which"})


_NEVER: Final = frozenset(
    {"never", "hardly", "scarcely", "neither", "nobody", "none", "without", "no longer"}
)


def read_refusal(clause: Clause, scene: Scene) -> Reading | None:
    """Read a clause that says what the data are not made for."""
    if not clause.only(_ALLOWED) or any(chunk.readings.get("ranking") for chunk in clause.of("ranking")):
        return None
    finer = _finer(clause) and not scene.table.is_finer
    if not any("refusing" in chunk.readings for chunk in clause) and not finer:
        return None
    if strays(clause) or any(_publisher(chunk) for chunk in clause.of("source")):
        return None
    said = _refuses(clause) or _aside(clause) or _only(clause)
    if not said and not _records(clause):
        return None
    if not all(_holds(part) for part in _parts(clause)) or _points_at_rows(clause, scene):
        return None
    _hold_held(clause, scene)
    note_absent(clause, scene)
    return Reading(refuses=True)


def note_absent(clause: Clause, scene: Scene) -> None:
    """Note that what a refusal names is not there: "I cannot say what Peru's literacy rate was"."""
    codes, areas = codes_of(clause, scene), named_areas(clause, scene)
    held = {(area, scene.table.measures[number].code) for area, number in scene.table.cells}
    named = [(area, code) for area in areas for code in codes]
    scene.absent = scene.absent or (bool(named) and held.isdisjoint(named))


def strays(clause: Clause) -> bool:
    """True where a part that denies nothing says more: a cause, a direction, or a word of the question.

    "The data can't say why, but it was the war": what follows the refusal is a claim, and is none we read.
    """
    return any(_strays(part) for part in _parts(clause))


def _strays(part: list[Chunk]) -> bool:
    reason = next((part[place + 1 :] for place, chunk in enumerate(part) if chunk.key == "because"), [])
    if any(chunk.kind == "direction" for chunk in reason) and not any(
        _denies(chunk) or chunk.kind == "gap" for chunk in reason
    ):
        return True  # "there is no value for 2023 because it fell"
    if any(_denies(chunk) or chunk.kind in ("gap", "setphrase", "ambiguous") for chunk in part):
        return False
    if any(chunk.key in ("like these", "like this") for chunk in part):
        return False
    kinds = {chunk.kind for chunk in part}
    if "pronoun" in kinds and kinds & _NAMING and any(chunk.key.split()[0] in _COPULAS for chunk in part):
        return True
    if any(_sort(chunk).startswith("minus") for chunk in part) and any(one.kind == "area" for one in part):
        return True
    has = any(_sort(chunk) == "plus" for chunk in part)
    return any(chunk.kind in _CLAIMING or (_echoed(chunk) and not has) for chunk in part)


_NAMING: Final = frozenset({"people", "piece", "counted", "known", "ind", "label"})
_CLAIMING: Final = frozenset({"cause", "judgement", "future", "comparison", "direction"})
_COPULAS: Final = frozenset({"was", "is", "were", "are", "will", "caused"})


def _parts(clause: Clause) -> Iterator[list[Chunk]]:
    part: list[Chunk] = []
    for place, chunk in enumerate(clause.chunks):
        joins = chunk.key in _JOINING or (
            chunk.key == "and" and any(one.key in _COPULAS for one in clause.chunks[place:])
        )
        if joins or (chunk.kind == "punct" and chunk.key in _MARKS):
            yield part
            part = []
        else:
            part.append(chunk)
    yield part


def _denies(chunk: Chunk) -> bool:
    if chunk.kind == "gap":
        return chunk.readings["gap"] in ("gap", "absent")
    if chunk.kind == "negation":
        return chunk.key not in _NEVER
    return chunk.kind == "cannot" or chunk.key in ("no", "nor", "not")


def _publisher(chunk: Chunk) -> bool:
    """True for "the World Bank" as the one who does something; what it does is beyond the evidence."""
    inside = chunk.prep or chunk.key.split()[0] in ("in", "by", "from", "according")
    return chunk.key.rpartition(" ")[2] in ("bank", "wdi", "indicators") and not inside


def _refuses(clause: Clause) -> bool:
    """True when a gap is denied, or when what is denied is something that the rows lack."""
    denying = [chunk for chunk in clause if _denies(chunk)]
    if any(chunk.kind in ("gap", "cannot") for chunk in denying):
        return True
    lacking = any(_sort(chunk).startswith("minus") or _echoed(chunk) for chunk in clause)
    return bool(denying) and (lacking or _finer(clause))


def _echoed(chunk: Chunk) -> bool:
    """True for a word that only the question has."""
    return chunk.quoted and chunk.kind == "refusing"


def _sort(chunk: Chunk) -> str:
    return str(chunk.readings.get("refusing", ""))


def _holds(part: list[Chunk]) -> bool:
    """True when the part denies only what the rows lack, and affirms only what they have."""
    denies = any(_denies(chunk) for chunk in part)
    lacking = [chunk for chunk in part if _sort(chunk).startswith("minus")]
    if denies:
        return not any(_sort(chunk) == "plus" and not _member(chunk) for chunk in part)
    aside = bool(part) and part[0].key in _ASIDE
    return not lacking or (aside and not any(chunk.kind in ("area", "year") for chunk in part))


def _member(chunk: Chunk) -> bool:
    """True for "countries" in "is not in the list of countries"."""
    return chunk.kind == "setnoun" and chunk.prep in ("of", "among")


def _finer(clause: Clause) -> bool:
    """True when a month or a quarter is named."""
    return any(_is_finer(chunk) for chunk in clause.of("year"))


def _is_finer(chunk: Chunk) -> bool:
    period = period_of(chunk)
    return period is not None and period.frequency != "A"


def _aside(clause: Clause) -> bool:
    """True for "that is a matter of opinion": about the question, and nothing in the data."""
    return clause.chunks[0].key in _ASIDE and any(_sort(chunk).startswith("minus") for chunk in clause)


def _only(clause: Clause) -> bool:
    """True for "I only have country-level figures", "the data are annual"."""
    return any(_sort(chunk) == "plus" for chunk in clause) and (
        any(chunk.key in ("only", "just", "solely") for chunk in clause) or clause.has("source")
    )


def _records(clause: Clause) -> bool:
    """True for "statistics like these record the fall"."""
    return clause.has("direction") and any(chunk.key in ("like these", "like this") for chunk in clause)


def _points_at_rows(clause: Clause, scene: Scene) -> bool:
    """True where an area or a year beside a gap could be read as a gap of the rows themselves."""
    if not clause.has("area", "year", "ind"):
        return False
    named = clause.has("ind", "piece", "people", "grows", "counted")
    full = clause.has("area") and named and clause.has("year")
    if not any(_denies(chunk) and (full or chunk.kind != "cannot") for chunk in clause):
        return False
    echoed = not scene.question_mask and any(_echoed(chunk) for chunk in clause)
    named = echoed or any(_sort(chunk).startswith("minus") for chunk in clause) or _finer(clause)
    plain = [chunk for chunk in clause.of("year") if not _is_finer(chunk)]
    return not named or bool(plain) or any(chunk.key in ("or", "nor") for chunk in clause)


def _hold_held(clause: Clause, scene: Scene) -> None:
    """Hold a refusal of what the evidence does hold: forecasts, or months and quarters.

    Raises:
        Reject: The evidence holds it.
    """
    facts = scene.table.facts.values()
    finer = any(fact.period.frequency != "A" for fact in facts)
    forecast = any(fact.status is Status.FORECAST for fact in facts)
    if _asked_for(clause, scene):
        raise clause.reject(ProblemCode.MISSING_VALUE, "The evidence does hold this.")
    for chunk in clause:
        sort = _sort(chunk)
        held = (forecast and sort == "minus forecast") or (finer and sort == "minus month")
        if held or (finer and (sort == "plus" or _month(chunk))) or wrong_way(chunk, scene):
            raise clause.reject(ProblemCode.MISSING_VALUE, "The evidence does hold this.", chunk)


def _asked_for(clause: Clause, scene: Scene) -> bool:
    """True for "I can't say anything about 2025" where the value that is asked for is there."""
    periods = [period for chunk in clause.of("year") if (period := period_of(chunk)) is not None]
    if (
        not periods
        or not clause.has("cannot")
        or clause.has("cause", "judgement", "future", "area", "ind", "comparison")
    ):
        return False
    if any(_sort(chunk).startswith("minus") or _echoed(chunk) or chunk.key in _OPEN for chunk in clause):
        return False
    mask = scene.question_mask if scene.measure is None else 1 << scene.measure
    return any(
        scene.table.value(area, number, period) is not None
        for area in scene.areas or scene.question_areas
        for number in range(len(scene.table.measures))
        if mask >> number & 1
        for period in periods
    )


_OPEN: Final = frozenset({"why", "how", "what caused", "whether", "reason", "reasons", "what happened"})


def _month(chunk: Chunk) -> bool:
    return chunk.kind == "year" and _is_finer(chunk)


def wrong_way(chunk: Chunk, scene: Scene) -> bool:
    """True for "the fall" where the facts just named did not fall."""
    way = str(chunk.readings.get("direction", "")).split(" ")[0] if chunk.kind == "direction" else ""
    if way not in ("up", "down"):
        return False
    cells = scene.cells
    if not cells or cells[-1].measure != cells[0].measure:
        return True
    change = cells[-1].value - cells[0].value if len(cells) > 1 else cells[0].value
    if len(cells) == 1 and not scene.table.measures[cells[0].measure].growth:
        return True
    return change == 0 or (change > 0) != (way == "up")

"""Gaps: what has no value, what is not in the data, and what cannot be answered (rule 19)."""

from itertools import pairwise
from typing import Final

from tieout.checking.absence import absence_of, codes_of
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Clause, Reading, Scene
from tieout.checking.frames.coverage import read_beyond, read_coverage, read_edge, read_outside
from tieout.checking.frames.holding import members_said, years_said
from tieout.checking.frames.refusal import note_absent, read_refusal, strays, wrong_way
from tieout.checking.frames.value import NAMING, PLAIN
from tieout.checking.series import named_mask, select
from tieout.checking.table import within
from tieout.checking.verdict import ProblemCode, Reject
from tieout.checking.when import named_periods, periods_for
from tieout.checking.where import areas_for, named_areas
from tieout.facts.observation import Status
from tieout.facts.period import Period

__all__ = ["read_gap"]

_ALLOWED: Final = (
    PLAIN
    | NAMING
    | {
        "year",
        "area",
        "timeword",
        "gap",
        "cannot",
        "ambiguous",
        "setphrase",
        "known",
        "negation",
        "forecast",
        "cause",
        "both",
        "refusing",
        "setmember",
    }
    | {"setnoun", "comparison", "contrast", "direction", "statistic"}
)


def read_gap(clause: Clause, scene: Scene) -> Reading | None:
    """Read a clause that states a gap, or what cannot be answered."""
    if clause.has("gap") and clause.has("num") and not clause.has("cannot"):
        return _read_following(clause, scene)
    if clause.has("cannot") and clause.has("num"):
        clause = _without_lengths(clause)
    if not clause.has("gap", "cannot", "ambiguous", "setphrase") or not clause.only(_ALLOWED):
        return None
    if strays(clause) or _is_spent(clause) or _holds_first(clause):
        return None
    if not clause.has("cannot", "ambiguous", "setphrase") and _says_more(clause):
        return None
    if clause.has("gap") and clause.has("cannot") and (told := _read_reason(clause, scene)) is not None:
        return told
    return _read_kind(clause, scene)


def _says_more(clause: Clause) -> bool:
    """True where a gap is told with a comparison, a way or a length of time that nobody checks."""
    times = [str(chunk.readings["timeword"]) for chunk in clause.of("timeword")]
    return clause.has("direction", "comparison", "contrast") or any(
        time.startswith(("first", "run", "prior", "uneven")) for time in times
    )


def _read_kind(clause: Clause, scene: Scene) -> Reading | None:
    kinds = {str(chunk.readings["gap"]) for chunk in clause.of("gap")}
    if len(kinds) > 1:
        kinds.discard("holds")
    if "holds" in kinds:
        return Reading() if kinds == {"holds"} and not clause.has("year", "area", "timeword") else None
    if kinds & {"begins", "ends"}:
        return read_edge(clause, scene) if len(kinds) == 1 else None
    if "years" in kinds:
        return read_coverage(clause, scene)
    if kinds and _follows_absence(clause, scene):
        return Reading(refuses=True)
    if "gap" in kinds:
        return _read_missing(clause, scene)
    if "absent" in kinds:
        return _read_absent(clause, scene)
    return _read_refusal(clause, scene)


def _without_lengths(clause: Clause) -> Clause:
    """Return a clause without the numbers of "a five-year average", which name no value."""
    rest = [
        chunk
        for chunk, after in zip(clause.chunks, (*clause.chunks[1:], None), strict=True)
        if chunk.kind != "num" or after is None or after.key not in ("year", "years")
    ]
    return Clause(rest)


def _read_following(clause: Clause, scene: Scene) -> Reading | None:
    """Read "the next two years are blank", after the year before them."""
    for place, chunk in enumerate(clause.chunks[1:-1], 1):
        count = chunk.mention.value if chunk.mention is not None and chunk.kind == "num" else None
        before, after = clause.chunks[place - 1].key, clause.chunks[place + 1].key
        if count is None or before not in ("next", "following") or after != "years":
            continue
        rest = Clause([*clause.chunks[:place], *clause.chunks[place + 1 :]])
        if not rest.only(_ALLOWED) or rest.has("year") or not scene.periods:
            return None
        last = max(scene.periods)
        periods = [last.shifted(step) for step in range(1, int(count) + 1)]
        measure, areas = select(rest, scene), areas_for(rest, scene)
        for area in areas:
            for period in periods:
                _hold_unless_gap(area, measure, period, clause, scene)
        return Reading(areas=tuple(areas), periods=tuple(periods), measure=measure, refuses=True)
    return None


def _holds_first(clause: Clause) -> bool:
    """True for "only 2018 and 2022 have values, and 2019 to 2021 are blank": two claims."""
    comma = next((place for place, chunk in enumerate(clause.chunks) if chunk.key == ","), 0)
    left = clause.chunks[:comma]
    only = any(chunk.key in ("only", "just") for chunk in left)
    return only and any(chunk.key == "have" for chunk in left) and any(one.kind == "year" for one in left)


def _is_spent(clause: Clause) -> bool:
    """True for "spent nothing on education": a value of zero, and no gap."""
    return any(
        after.kind == "gap" and after.key.startswith("nothing") and chunk.kind in ("piece", "ind", "grows")
        for chunk, after in pairwise(clause.chunks)
    )


def _read_reason(clause: Clause, scene: Scene) -> Reading | None:
    """Read "I cannot average them: 2019 is missing", each part by itself; None without two."""
    parts: list[list[Chunk]] = [[]]
    for chunk in clause:
        if chunk.key in _PARTING:
            parts.append([])
        else:
            parts[-1].append(chunk)
    clauses = [Clause(part) for part in parts if part]
    if len(clauses) < 2 or not all(part.has("gap", "cannot") for part in clauses):
        return None
    try:
        readings = [read_gap(part, scene) or read_refusal(part, scene) for part in clauses]
    except Reject as reject:
        if reject.code in _OPEN:
            return None
        raise
    told = [reading for reading in readings if reading is not None]
    if len(told) < len(clauses):
        return None
    return next((one for one in told if one.measure is not None), told[-1])


_PARTING: Final = frozenset({":", ";", "because", "so", "as", "since", "—", "–"})
_OPEN: Final = frozenset({ProblemCode.NO_AREA, ProblemCode.NO_INDICATOR, ProblemCode.NO_PERIOD})


def _read_missing(clause: Clause, scene: Scene) -> Reading:
    """Read "There is no value for ... in 2025": the evidence must hold the gap."""
    if clause.has("known") and not clause.of("year") and _is_of_data(clause):
        return _read_absent(clause, scene)
    if clause.has("known"):
        raise clause.reject(ProblemCode.BEYOND_EVIDENCE, "The evidence holds no row that shows this gap.")
    named = named_periods(clause)
    if scene.cover is not None and named and not named_areas(clause, scene) and not named_mask(clause, scene):
        if any(scene.cover[0] <= period <= scene.cover[1] for period in named):
            raise clause.reject(ProblemCode.WRONG_PERIOD, "This year lies inside the years covered.")
        return read_outside(clause, scene, named)
    beyond = read_beyond(clause, scene)
    if beyond is not None:
        return beyond
    if _is_elsewhere(clause, scene):
        scene.absent = True
        return Reading(refuses=True)
    measure = select(clause, scene)
    pair = clause.has("both") and not clause.has("area")
    areas = members_said(clause, scene, measure) if pair else areas_for(clause, scene)
    periods = years_said(clause) or periods_for(clause, scene)
    for area in areas:
        for period in periods:
            _hold_unless_gap(area, measure, period, clause, scene)
    return Reading(areas=tuple(areas), periods=tuple(periods), measure=measure, refuses=True)


def _is_of_data(clause: Clause) -> bool:
    """True for "there are no data on", which says nothing of what was published."""
    return not any(
        "publish" in word or "report" in word for chunk in clause.of("gap") for word in chunk.stems
    )


def _is_elsewhere(clause: Clause, scene: Scene) -> bool:
    """True for "the whole continent", where no row is of a continent."""
    if not any(str(chunk.readings.get("refusing")) == "minus continent" for chunk in clause):
        return False
    return not clause.has("area", "year") and not _CONTINENTS & set(scene.table.area_names.values())


_CONTINENTS: Final = frozenset({"Africa", "Asia", "Europe", "Oceania", "South America", "North America"})


def _hold_unless_gap(area: str, measure: int, period: Period, clause: Clause, scene: Scene) -> None:
    facts = scene.table.facts_at(area, measure, period)
    place = scene.area_name(area)
    if any(fact.text is not None for fact in facts):
        value = next(fact for fact in facts if fact.text is not None)
        raise clause.reject(
            ProblemCode.MISSING_VALUE,
            f"The evidence holds a value for {place} in {period.name}.",
            None,
            value.text,
        )
    if not facts:
        raise clause.reject(
            ProblemCode.BEYOND_EVIDENCE,
            f"The evidence does not show that {place} has no value in {period.name}.",
        )


def _read_absent(clause: Clause, scene: Scene) -> Reading:
    """Read "The data do not include ...": no row of the area, the indicator and the period that are named."""
    beyond = read_beyond(clause, scene)
    if beyond is not None:
        return beyond
    areas, periods = named_areas(clause, scene), years_said(clause)
    codes = codes_of(clause, scene)
    if periods and not codes and not clause.has("setphrase", "forecast"):
        # "I have no figure for 2023" is of what is asked for, or was spoken of.
        codes = _lent_codes(scene)
        areas = areas or list(scene.areas or scene.question_areas)
    if _is_unknown(clause, scene, areas, codes):
        scene.absent = True
        return Reading(refuses=True)
    unasked = bool(scene.question_words) and not scene.question_mask and clause.has("generic")
    if not areas and not codes and not periods and unasked:
        # "The indicator is not in this data set", where the question names none of the evidence's.
        return Reading(refuses=True)
    if not areas and not codes and not periods and not clause.has("forecast", "setphrase"):
        raise clause.reject(ProblemCode.NOT_UNDERSTOOD, "This does not say what the data do not include.")
    for (area, number), series in scene.table.cells.items():
        if areas and area not in areas:
            continue
        if codes and scene.table.measures[number].code not in codes:
            continue
        held = within(series, periods)
        if periods and not any(fact.text is not None for fact in held):
            continue
        raise clause.reject(ProblemCode.MISSING_VALUE, "The evidence does hold this.")
    scene.absent = True
    absence = absence_of(clause, scene, areas, codes, periods)
    return Reading(areas=tuple(areas), periods=tuple(periods), refuses=True, absence=absence)


def _is_unknown(clause: Clause, scene: Scene, areas: list[str], codes: set[str]) -> bool:
    """True where what is missing is a word of the question that names nothing known.

    A place ("Wakanda"), or a statistic ("the happiness score") where the question names none of the evidence.
    """
    echoed = [chunk for chunk in clause if chunk.quoted and chunk.kind != "area"]
    if not echoed:
        return False
    if not areas and (not codes or any(scene.text[chunk.start].isupper() for chunk in echoed)):
        return True
    return not codes and not scene.question_mask


_POINTING: Final = frozenset({"gap", "pronoun", "source", "scope", "neutral", "punct"})


def _follows_absence(clause: Clause, scene: Scene) -> bool:
    """True for "so I have no figure for it", after what is missing was said."""
    if scene.absent and clause.only(_POINTING):
        return True
    areas = named_areas(clause, scene) or scene.question_areas
    return scene.absent and not any(area in scene.table.areas for area in areas)


def _lent_codes(scene: Scene) -> set[str]:
    mask = scene.question_mask if scene.measure is None else 1 << scene.measure
    return {one.code for number, one in enumerate(scene.table.measures) if mask >> number & 1}


def _read_refusal(clause: Clause, scene: Scene) -> Reading:
    """Read "I cannot answer that".

    Fine by itself; what is said to be beyond answer must not stand in the evidence.
    """
    if clause.has("ambiguous"):
        return _read_open(clause)
    _hold_told(clause, scene)
    areas, periods = named_areas(clause, scene), years_said(clause)
    codes = codes_of(clause, scene)
    if periods and not codes:
        codes, areas = _lent_codes(scene), areas or list(scene.areas or scene.question_areas)
    compares = clause.has("comparison", "contrast", "direction", "statistic")
    if areas and codes and periods and not compares:
        for (area, number), series in scene.table.cells.items():
            known = any(fact.text is not None for fact in within(series, periods))
            if area in areas and scene.table.measures[number].code in codes and known:
                raise clause.reject(ProblemCode.MISSING_VALUE, "The evidence does hold this.")
        return Reading(refuses=True, absence=absence_of(clause, scene, areas, codes, periods))
    if compares and clause.has("cannot") and not clause.has("cause", "judgement", "future"):
        _hold_computable(clause, scene, areas, codes)
    elif compares and not clause.has("cannot"):
        raise clause.reject(ProblemCode.NOT_UNDERSTOOD, "This is not a statement of what cannot be answered.")
    note_absent(clause, scene)
    return Reading(refuses=True)


def _hold_told(clause: Clause, scene: Scene) -> None:
    """Hold "the data hold no forecasts" to the rows, and "can't explain the fall" to what was just told."""
    forecast = any(fact.status is Status.FORECAST for fact in scene.table.facts.values())
    for chunk in clause.of("setphrase"):
        words = chunk.key.split()
        if (forecast and words[-1] == "forecasts") or (scene.table.is_finer and "month" in words):
            raise clause.reject(ProblemCode.MISSING_VALUE, "The evidence does hold this.", chunk)
    for before, chunk in pairwise(clause.chunks):
        if before.key == "the" and len(scene.cells) > 1 and wrong_way(chunk, scene):
            raise clause.reject(ProblemCode.WRONG_DIRECTION, "What was told went another way.", chunk)


def _hold_computable(clause: Clause, scene: Scene, areas: list[str], codes: set[str]) -> None:
    """Hold "I cannot average 2018 to 2020" where each of these years has a value."""
    periods = years_said(clause)
    if len(periods) < 2 or not codes:
        return
    places = areas or list(scene.areas or scene.question_areas)
    numbers = [one for one, measure in enumerate(scene.table.measures) if measure.code in codes]
    if places and all(
        any(scene.table.value(area, number, period) for number in numbers)
        for area in places
        for period in periods
    ):
        raise clause.reject(ProblemCode.MISSING_VALUE, "The evidence holds every value that this needs.")


def _read_open(clause: Clause) -> Reading:
    """Read "Which Congo do you mean?", "it can mean A or B"; one name of one place is no choice."""
    codes = [_codes_of(chunk) for chunk in clause if _codes_of(chunk)]
    if len(codes) == 1 and len(codes[0]) == 1:
        raise clause.reject(ProblemCode.NOT_UNDERSTOOD, "This name means one place only.")
    return Reading(refuses=True)


def _codes_of(chunk: Chunk) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*chunk.readings.get("area", ()), *chunk.readings.get("adjective", ()))))

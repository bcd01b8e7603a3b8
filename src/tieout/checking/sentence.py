"""Sentences: the whole first, then its parts from left to right.

A frame that knows the shape of the whole sentence decides alone. Only where none does is the sentence cut,
at the strongest mark first; the left part must be a claim that holds before the right part is read in its
light. There is no second try: a reading that has the shape and is false ends the matter. One exception: a
sentence with values in brackets is read once more without them, and each is then held to its own place.
"""

from collections.abc import Sequence
from typing import Final

from tieout.checking.beside import check_asides, lift_asides
from tieout.checking.brackets import Lifted, check_brackets, lift_brackets
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Clause, Reading, Scene
from tieout.checking.colons import join_sizes
from tieout.checking.cuts import places_of
from tieout.checking.frames import frames_for
from tieout.checking.frames.foreach import is_bare
from tieout.checking.frames.members import hear_set
from tieout.checking.frames.places import ranked_of
from tieout.checking.frames.summary import is_head, read_summary
from tieout.checking.headers import read_header
from tieout.checking.items import read_items
from tieout.checking.lateyear import join_late_year
from tieout.checking.pairwords import name_former
from tieout.checking.parting import ALWAYS, SEQUENCE, opens_claim
from tieout.checking.rates import says_one_per
from tieout.checking.said import check_said, flags_said, hold_times
from tieout.checking.then import date_then
from tieout.checking.verdict import ProblemCode, Reject
from tieout.checking.when import named_periods, period_of, span_of
from tieout.checking.where import named_areas
from tieout.facts.period import Period

__all__ = ["read_sentence"]

LONGEST: Final = 240
"""Chunks of one sentence; a longer one is no sentence of an answer, and cutting it would take time
out of proportion.
"""

_INCOMPLETE: Final = frozenset(
    {
        ProblemCode.NO_AREA,
        ProblemCode.NO_INDICATOR,
        ProblemCode.NO_PERIOD,
        ProblemCode.AMBIGUOUS,
        ProblemCode.NOT_UNDERSTOOD,
    }
)
_TOPIC: Final = frozenset({"year", "area", "preposition", "neutral", "punct", "source", "scope", "topic"})
_JOINING: Final = frozenset({"neutral", "preposition", "punct"})
_CLAIMS: Final = frozenset(
    {"num", "direction", "comparison", "multiple", "superlative", "gap", "cannot", "peak"}
)


def read_sentence(chunks: Sequence[Chunk], scene: Scene) -> list[Reading]:
    """Return the readings of a sentence, in order; the scene then carries what it named.

    Raises:
        Reject: A claim is false, or something is not understood.
    """
    if len(chunks) > LONGEST:
        raise Reject(
            ProblemCode.NOT_UNDERSTOOD,
            chunks[0].start,
            chunks[-1].end,
            "This sentence is too long to be read.",
        )
    chunks = name_former(chunks, scene)
    whole = Clause(chunks)
    scene.sentence_periods = _periods(whole)
    opens = whole.has("ambiguous")
    scene.sentence_areas = () if opens else tuple(named_areas(whole, scene))
    scene.topic = None
    hear_set(whole, scene)
    scene.says_basis = any(_says_basis(chunk) for chunk in chunks)
    scene.sentence_flags = flags_said(chunks)
    scene.says_per = says_one_per(whole)
    if whole.has("topic") and _is_topic(whole):
        _set_topic(whole, scene)
        return []
    if read_header(whole, scene):
        return []
    items = read_items(chunks, scene, _in_order)
    if items is not None:
        return items
    rest, asides = lift_asides(_since_when(join_sizes(date_then(join_late_year(chunks)), scene.table)))
    told = list(scene.cells)
    readings = _read_beside(rest, scene)
    check_asides(asides, readings, told, whole, scene)
    scene.ranked = ranked_of(whole) or scene.ranked
    return readings


def _says_basis(chunk: Chunk) -> bool:
    key = chunk.key
    if "current" in key or "nominal" in key:
        return not {"current", "nominal"}.isdisjoint(key.split()) or chunk.readings.get("basis") == "current"
    return chunk.readings.get("basis") == "current"


def _read_beside(chunks: list[Chunk], scene: Scene) -> list[Reading]:
    """Read a sentence; where that fails as it stands, once more without its values in brackets.

    Also where it was understood and false: "above Italy (1.18) and Spain (1.10)" gives the numbers in another
    order than the places of the claim. Nothing is loosened: every value taken out must tie out by itself.
    """
    before = scene.copy()
    try:
        return _in_order(chunks, scene)
    except Reject:
        lifted = lift_brackets(chunks)
        if lifted is None:
            raise
        scene.restore(before)
        readings = _read_lifted(lifted, scene)
        if readings is None:
            raise
        return readings


def _read_lifted(lifted: Lifted, scene: Scene) -> list[Reading] | None:
    """Return the readings of a claim with the values told before it and those in its brackets.

    None where any is not understood, or is not so.
    """
    rest = Clause(lifted.rest)
    scene.sentence_periods = _periods(rest) or scene.sentence_periods
    readings: list[Reading] = []
    try:
        for told in lifted.told:
            reading = _try(told, scene)
            if reading is None:
                return None
            scene.follow(reading)
            readings.append(reading)
        readings += _in_order(lifted.rest, scene)
        beside = check_brackets(lifted.brackets, readings, scene)
        check_said(rest, scene, beside)
    except Reject:
        return None
    return [*readings, beside]


def _since_when(chunks: list[Chunk]) -> list[Chunk]:
    """Read "Since 2018, when it fell to 0.977": what is told is of 2018; a question of when asks the rest."""
    years = sum(chunk.kind == "year" for chunk in chunks)
    opens = len(chunks) > 3 and chunks[0].readings.get("timeword") == "since" and chunks[1].kind == "year"
    when = any(chunk.key == "when" for chunk in chunks[2:4])
    bounded = any(chunk.kind in ("bound", "area") for chunk in chunks)
    return chunks[1:] if opens and when and years == 1 and not bounded else chunks


def _in_order(chunks: list[Chunk], scene: Scene) -> list[Reading]:
    """Read a sentence; where what stands before a mark is only completed by what follows.

    Read that first ("In 2011 it was 36.2%; by 2016, access to electricity in Kenya had climbed to 53.1%").
    """
    mark = _mark(chunks)
    before = scene.copy()
    if mark is not None and _is_headed(chunks, mark, scene):
        try:
            return [*_read(chunks[mark + 1 :], scene), *_read(chunks[:mark], scene)]
        except Reject as reject:
            if reject.code not in _INCOMPLETE:
                raise
            scene.restore(before)
    try:
        return _read(chunks, scene)
    except Reject as reject:
        if mark is None or reject.code not in _INCOMPLETE:
            raise
        scene.restore(before)
        later = _read(chunks[mark + 1 :], scene)
        return [*later, *_read(chunks[:mark], scene)]


def _is_headed(chunks: list[Chunk], mark: int, scene: Scene) -> bool:
    """True for "It rose by 24 points: 53% in 2016, 77% in 2024": a change, and the values it is between."""
    told = Clause(chunks[mark + 1 :])
    if scene.asked_ratio is not None and is_bare(Clause(chunks[:mark])):
        return True
    dated = len({period for chunk in told.of("year") if (period := period_of(chunk)) is not None})
    values = dated == len(told.nums) > 1 and not told.has("direction", "comparison", "multiple")
    values = values and len(told.of("area")) <= 1
    return chunks[mark].key == ":" and values and is_head(Clause(chunks[:mark]), scene)


def _mark(chunks: list[Chunk]) -> int | None:
    """Return the first colon, else the mark whose left part names neither place nor series."""
    for place, chunk in enumerate(chunks):
        if chunk.key == ":" and place:
            return place
    for place, chunk in enumerate(chunks[:-1]):
        if chunk.kind in ("area", "ind", "grows", "piece", "people", "counted"):
            return None
        if place and (chunk.key == ";" or (chunk.key in ALWAYS and chunk.kind == "neutral")):
            return place
    return None


def _periods(whole: Clause) -> tuple[Period, ...]:
    found: list[Period] = named_periods(whole)
    for chunk in whole.of("year"):
        span = span_of(chunk)
        if span is not None:
            found.extend(span)
    return tuple(dict.fromkeys(found))


def _read(chunks: list[Chunk], scene: Scene) -> list[Reading]:
    readings: list[Reading] = []
    while chunks:
        chunks = _trim(chunks)
        if not chunks:
            break
        chunks, rest = _joined(chunks)
        reading = _try(Clause(chunks), scene)
        if reading is None and not rest:
            reading, rest = _cut(chunks, scene)
        elif reading is None:
            readings.extend(_read(chunks, scene))
            chunks = rest
            continue
        scene.follow(reading)
        _go_back(chunks, rest, scene)
        readings.append(reading)
        chunks = rest
    return readings


def _go_back(before: list[Chunk], rest: list[Chunk], scene: Scene) -> None:
    """Read ", when it was 49.3%" of the year right before it."""
    after = _trim(rest)
    told = [chunk for chunk in before if chunk.kind != "punct" and (not after or chunk.end <= after[0].start)]
    if after and told and after[0].key == "when" and told[-1].kind == "year":
        period = period_of(told[-1])
        if period is not None and not any(chunk.kind == "year" for chunk in after):
            scene.periods = (period,)


def _joined(chunks: list[Chunk]) -> tuple[list[Chunk], list[Chunk]]:
    """Return the part before the first mark that always parts two claims, and the rest."""
    for place, chunk in enumerate(chunks):
        if chunk.key == "," and 0 < place < len(chunks) - 1 and _appositive(chunks[place + 1 :]):
            return _trim(chunks[:place]), chunks[place + 1 :]
        if 0 < place < len(chunks) - 1 and opens_claim(chunks, place):
            left, right = chunks[:place], chunks[place + 1 :]
            if _claims(left) and _claims(right):
                return _trim(left), right
    return chunks, []


def _appositive(rest: list[Chunk]) -> bool:
    """True for what may stand after a value: ", the lowest of the period"."""
    words = [chunk for chunk in rest if chunk.kind not in ("neutral", "preposition", "punct")]
    return len(words) == 1 and words[0].kind == "peak"


def _claims(chunks: list[Chunk]) -> bool:
    return any(chunk.kind in _CLAIMS for chunk in chunks)


def _try(clause: Clause, scene: Scene) -> Reading | None:
    try:
        for frame in frames_for(clause.kinds):
            reading = frame.read(clause, scene)
            if reading is not None:
                if frame.untimed:
                    hold_times(clause)
                check_said(clause, scene, reading)
                _check_deficit(clause, scene, reading)
                return reading
    except Reject as reject:
        summary = read_summary(clause, scene) if reject.code in _INCOMPLETE else None
        if summary is None:
            raise
        return summary
    return read_summary(clause, scene)


def _check_deficit(clause: Clause, scene: Scene, reading: Reading) -> None:
    """Hold "it fell" after a deficit: the deficit, or the balance?"""
    turns = clause.has("direction", "comparison", "superlative", "peak", "multiple", "hold", "contrast")
    if scene.deficit and turns and not reading.deficit and not clause.has("ind", "piece"):
        raise clause.reject(ProblemCode.AMBIGUOUS, "A deficit may rise where its balance falls; say which.")


def _trim(chunks: list[Chunk]) -> list[Chunk]:
    """Drop marks and joining words at the edges."""
    first, last = 0, len(chunks)
    while first < last and (
        chunks[first].kind == "punct"
        or chunks[first].key in ("and", "while", "but", "whereas", "so", "which")
        or (chunks[first].key in SEQUENCE and _moves(chunks[first + 1 : first + 3]))
    ):
        first += 1
    while last > first and chunks[last - 1].kind == "punct":
        last -= 1
    return chunks[first:last]


def _moves(chunks: list[Chunk]) -> bool:
    """True for what "then" may stand before as the next step: "rose", "nearly doubled"."""
    return any(chunk.kind in ("direction", "multiple") for chunk in chunks)


def _cut(chunks: list[Chunk], scene: Scene) -> tuple[Reading, list[Chunk]]:
    """Cut at the strongest place whose left part is a claim that holds.

    Return its reading and the right part.
    """
    waiting: Reject | None = None
    for place, rest in places_of(chunks):
        left = Clause(_trim(chunks[:place]))
        if not left.chunks:
            continue
        if _is_topic(left):
            after = next((chunk.kind for chunk in chunks[rest:] if chunk.kind not in _JOINING), "")
            if not after or (after in ("area", "year") and left.has(after)):
                continue  # "In 2019 and in 2020 it was ..." is said of both
            _set_topic(left, scene)
            return Reading(), chunks[rest:]
        try:
            reading = _try(left, scene)
        except Reject as reject:
            if reject.code not in _INCOMPLETE:
                raise
            waiting = waiting or reject
            continue
        if reading is not None:
            return reading, chunks[rest:]
    if waiting is not None:
        raise waiting
    raise Reject(
        ProblemCode.NOT_UNDERSTOOD,
        chunks[0].start,
        chunks[-1].end,
        "This is not a claim that the check understands.",
    )


def _is_topic(left: Clause) -> bool:
    if not left.only(_TOPIC) or not left.has("year", "area") or len(left.of("area")) > 1:
        return False
    years = left.of("year")
    if len(years) == 1 and years[0].prep in ("between", "from", "since", "and", "to"):
        return False
    return all(chunk.prep or left.has("topic") for chunk in left.of("year", "area"))


def _set_topic(left: Clause, scene: Scene) -> None:
    periods = named_periods(left)
    if periods:
        scene.periods = tuple(periods)
    spans = [span for chunk in left.of("year") if (span := span_of(chunk)) is not None]
    if not periods and len(spans) == 1:
        scene.topic = scene.window = spans[0]
    areas = named_areas(left, scene)
    if areas:
        scene.areas = tuple(areas)

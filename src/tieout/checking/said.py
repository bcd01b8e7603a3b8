"""What must be said of the facts of a claim, and what may not be said of them: flags, pace and order words.

These words change no number, so no frame reads them; they are checked here once a frame has read the claim.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from tieout.checking.chunk import Chunk
from tieout.checking.clause import Clause, Reading, Scene
from tieout.checking.crossing import check_crossed
from tieout.checking.degree import check_degree
from tieout.checking.exchange import check_exchange
from tieout.checking.mention import NumberKind
from tieout.checking.nearest import check_beside, check_nearest
from tieout.checking.often import check_often
from tieout.checking.verdict import ProblemCode
from tieout.checking.when import moved, period_of, shift_of
from tieout.facts.fact import Fact
from tieout.facts.observation import Status
from tieout.facts.period import Period

__all__ = ["check_said", "flags_said", "hold_times"]

_FLAGS: Final = {
    Status.PROVISIONAL: "provisional",
    Status.ESTIMATED: "estimated",
    Status.BREAK: "break",
}


def flags_said(chunks: Sequence[Chunk]) -> frozenset[str]:
    """Return the flags that a sentence says: provisional, estimated, break."""
    return frozenset(
        str(chunk.readings["provisional"]) for chunk in chunks if "provisional" in chunk.readings
    )


def check_said(clause: Clause, scene: Scene, reading: Reading) -> None:
    """Hold a claim whose facts are flagged without a word of it, or whose time and order words are not so.

    Raises:
        Reject: A flag is not said (rule 20), "a year later" is another year, "latest" is not the latest,
            "respectively" is said of one thing.
    """
    facts = _facts(scene, reading)
    _check_flags(facts, clause, scene, reading)
    check_degree(clause, scene, reading)
    check_exchange(clause, scene, reading)
    check_nearest(clause, scene, reading)
    _check_people(clause, scene, reading)
    _check_halves(clause, scene, reading)
    _check_counted(clause, scene, reading)
    check_often(clause, scene, reading)
    _check_kind(clause, scene, reading)
    check_crossed(clause, scene, reading)
    if clause.has("timeword"):
        check_beside(clause, scene, reading)
    if clause.has("timeword") and facts:
        _check_shift(clause, scene, reading)
        _check_latest(clause, scene, reading)
        _check_both(clause, scene, reading)
        _check_last(clause, scene)
    for chunk in clause.of("respectively"):
        if len(clause.nums) < 2 and len(clause.of("area")) < 2:
            raise clause.reject(ProblemCode.NOT_UNDERSTOOD, "An order of one thing says nothing.", chunk)


def hold_times(clause: Clause) -> None:
    """Hold words of time that a claim of single years leaves unread ("every year", "for the first time").

    Raises:
        Reject: One is there.
    """
    for chunk in clause.of("timeword"):
        payload = str(chunk.readings["timeword"])
        if payload not in _OF_YEARS and payload[:1] not in "+-":
            raise clause.reject(
                ProblemCode.NOT_UNDERSTOOD, f"Here the check does not read {chunk.key!r}.", chunk
            )


_OF_YEARS: Final = frozenset({"same", "both", "latest", "earliest", "rightbefore", "rightafter"})


def _check_kind(clause: Clause, scene: Scene, reading: Reading) -> None:
    """Hold "the two countries" of what are no countries, and "the two districts" of what are stations."""
    codes = {*reading.areas, *(cell.area for cell in reading.cells)} & set(scene.table.areas)
    for chunk in clause.of("setnoun"):
        said = str(chunk.readings["setnoun"])
        if chunk.key in ("areas", "places") or not codes:
            continue
        wrong = [code for code in sorted(codes) if scene.table.kinds.get(code, "country") != said]
        if wrong:
            what = scene.table.kinds.get(wrong[0], "country")
            message = f"{scene.area_name(wrong[0])} is a {what}, so these are no {chunk.key}."
            raise clause.reject(ProblemCode.WRONG_SET, message, chunk)


def _facts(scene: Scene, reading: Reading) -> list[Fact]:
    refs = dict.fromkeys(ref for tie in reading.ties for ref in tie.facts)
    tied = [scene.table.facts[ref] for ref in refs if ref in scene.table.facts]
    return [*(cell.fact for cell in reading.cells), *tied]


def _check_flags(facts: Sequence[Fact], clause: Clause, scene: Scene, reading: Reading) -> None:
    for fact in facts:
        flag = _FLAGS.get(fact.status)
        if flag is not None and flag not in scene.sentence_flags:
            raise clause.reject(
                ProblemCode.FORECAST_UNMARKED,
                f"The value of {fact.indicator.name} for {fact.area.name} in {fact.period.name} is marked "
                f"{'as a break in the series' if flag == 'break' else flag}; say so.",
            )
    flags = {_FLAGS.get(fact.status) for fact in facts}
    labelled = all("estimate" in scene.table.measures[cell.measure].words for cell in reading.cells)
    for chunk in clause.of("provisional"):
        if labelled and reading.cells and chunk.readings["provisional"] == "estimated":
            continue
        if facts and chunk.readings["provisional"] not in flags:
            raise clause.reject(
                ProblemCode.FORECAST_UNMARKED, f"These values are not marked {chunk.key!r}.", chunk
            )


def _check_people(clause: Clause, scene: Scene, reading: Reading) -> None:
    """Hold "3.4% of Germans were unemployed" where the share is of the labour force, not of the people."""
    chunks = clause.chunks
    for place, chunk in enumerate(chunks[:-2]):
        people, after = chunks[place + 2], chunks[place + 3 : place + 4]
        part = chunk.mention is not None and chunk.mention.kind in (NumberKind.PERCENT, NumberKind.FRACTION)
        if not part or chunks[place + 1].key != "of" or "adjective" not in people.readings:
            continue
        if after and (after[0].kind in _NOUNS or after[0].key in ("'s", "'")):
            continue
        for measure in {cell.measure for cell in reading.cells}:
            whole = scene.table.measures[measure].of_words - {"total"}
            if whole and "person" not in whole and chunk.kind == "num":
                raise clause.reject(
                    ProblemCode.WRONG_UNIT,
                    f"This is no share of people: {scene.table.measures[measure].unit}.",
                    chunk,
                )


_NOUNS: Final = frozenset(
    "ind denom people label of generic counted unit area sex statistic basis grows".split()
)


def _check_halves(clause: Clause, scene: Scene, reading: Reading) -> None:
    """Hold "exports of goods" of a series of goods and services, and kilograms of one per hectare."""
    words = clause.words
    for number in {cell.measure for cell in reading.cells}:
        measure = scene.table.measures[number]
        if "goods and services" in measure.label.lower() and len(words & {"goods", "services"}) == 1:
            raise clause.reject(ProblemCode.WRONG_INDICATOR, "This series is of goods and services together.")
        written = [chunk for chunk in clause.of("unit", "counted") if chunk.key in _MASSES]
        each = measure.unit.text.lower().startswith("kg per hectare") and "hectare" not in scene.text.lower()
        if each and written:
            raise clause.reject(
                ProblemCode.WRONG_UNIT, "This is a weight for each hectare; say so.", written[0]
            )


def _check_counted(clause: Clause, scene: Scene, reading: Reading) -> None:
    """Hold "29.4 births per 1,000 live births" of deaths: what is counted is not what it is counted among."""
    for chunk, after in pairwise(clause.chunks):
        if not after.key.startswith("per ") or chunk.kind == "num" or not chunk.stems:
            continue
        for number in {cell.measure for cell in reading.cells}:
            if set(chunk.stems) <= scene.table.measures[number].of_words:
                raise clause.reject(ProblemCode.WRONG_UNIT, "This is not what is counted here.", chunk)


_MASSES: Final = frozenset("kg kilogram kilograms kilo kilos tonne tonnes ton tons t".split())


def _check_shift(clause: Clause, scene: Scene, reading: Reading) -> None:
    """Hold "three years later" where the claim is not of the year that this comes to."""
    years = clause.of("year")
    for chunk in clause.of("timeword"):
        shift = shift_of(chunk)
        if shift is None:
            continue
        before = clause.chunks[: clause.chunks.index(chunk)][-1:]
        if before and before[0].key in _LIKE:
            message = "That it was so then too is not checked; say it of each year."
            raise clause.reject(ProblemCode.NOT_UNDERSTOOD, message, chunk)
        if years and (years[0].start < chunk.start or shift.on):
            _check_moved(chunk, clause, reading)
            continue
        own = [one for chunk in years if (one := period_of(chunk)) is not None]
        anchors = scene.periods
        if chunk.prep in ("on", "against", "than") and len(own) == len(years) == 1:
            anchors = (own[0],)
        if not anchors and years:
            raise clause.reject(
                ProblemCode.NO_PERIOD, "Nothing here says which year this counts from.", chunk
            )
        wanted = [moved(period, shift, clause, chunk) for period in anchors]
        if not set(wanted) & set(reading.periods):
            raise clause.reject(
                ProblemCode.WRONG_PERIOD, "That is another year than the one spoken of.", chunk
            )


def _check_moved(chunk: Chunk, clause: Clause, reading: Reading) -> None:
    """Hold "the 42.1% in Uganda a year earlier" where no fact of that year is told."""
    shift = shift_of(chunk)
    before = [one for one in clause.of("year") if one.start < chunk.start]
    anchors = [period for one in before if (period := period_of(one)) is not None]
    told = {*reading.periods, *(cell.period for cell in reading.cells)}
    based = chunk.prep in ("than", "on", "from", "against", "over", "since", "versus")
    if shift is None or shift.on or based or not anchors or len(told) != 1:
        return
    if not {moved(period, shift, clause, chunk) for period in anchors} & told:
        raise clause.reject(ProblemCode.WRONG_PERIOD, "That is another year than the one spoken of.", chunk)


_LIKE: Final = frozenset({"as", "just as", "like", "much as", "much like", "same as"})


def _check_both(clause: Clause, scene: Scene, reading: Reading) -> None:
    """Hold "in both years" where the claim is of one."""
    told = {*reading.periods, *(cell.period for cell in reading.cells)}
    for chunk in clause.timewords("both"):
        if len(told) == 1:
            raise clause.reject(ProblemCode.NO_PERIOD, "Nothing here says which two years these are.", chunk)


def _check_last(clause: Clause, scene: Scene) -> None:
    """Hold "the last year in which" where no question of the last year is answered."""
    for chunk in clause.timewords("last"):
        if "last" not in scene.question_words:
            raise clause.reject(ProblemCode.BEYOND_EVIDENCE, "That it was the last is not checked.", chunk)


def _check_latest(clause: Clause, scene: Scene, reading: Reading) -> None:
    for chunk in clause.timewords("latest"):
        newest: dict[tuple[str, int], Period] = {}
        for cell in reading.cells:
            key = (cell.area, cell.measure)
            newest[key] = max(newest.get(key, cell.period), cell.period)
        for (area, measure), period in newest.items():
            last = scene.table.periods(area, measure)[-1:]
            if last and period < last[0]:
                raise clause.reject(
                    ProblemCode.WRONG_PERIOD, f"The latest year with a value here is {last[0]}.", chunk
                )

"""Which series a clause speaks of: by elimination, never by search.

Every word that names, counts or qualifies leaves fewer measures of the evidence; exactly one must stay.
What a series' own
name demands (women, per head, constant prices, PPP) must have been said; what was said must be so.
"""

from typing import Final

from tieout.checking.chunk import Chunk
from tieout.checking.clause import Clause, Scene
from tieout.checking.mention import NumberKind
from tieout.checking.prices import agrees_in_prices, said_basis
from tieout.checking.rates import counts_points, per_fits, says_denominator, says_one_person, says_per
from tieout.checking.sibling import sibling_mask
from tieout.checking.verdict import ProblemCode
from tieout.checking.when import period_of

__all__ = ["check_people", "named_mask", "select"]

_NOUNS = ("ind", "people", "counted", "unit", "of", "label", "piece", "grows", "denom", "sex")
_EVERYONE = frozenset({"person", "total"})
_INDEXES = frozenset("index score scale rating estimate indicator gini".split())
_FEMALE = frozenset({"female", "females", "women", "woman", "girls", "girl", "womens"})
_MALE = frozenset({"male", "males", "men", "man", "boys", "boy", "mens"})


def select(clause: Clause, scene: Scene, *, growth_of: bool = False, among: int = 0) -> int:
    """Return the index of the one measure that the clause speaks of.

    Args:
        clause: The clause.
        scene: Where it is said; lends the measure when the clause names none.
        growth_of: Read "the economy", "prices" as the series of their growth.
        among: Measures, as bits, that are meant where one of them may be; 0 where any may.

    Raises:
        Reject: No measure stays, or several.
    """
    allowed, naming = _allowed(clause, scene, growth_of=growth_of, among=among)
    if naming is None:
        naming = _lent(clause, scene, allowed)
        check_people(clause, scene, naming)
        naming = naming & among or naming
        if (
            naming & (naming - 1) == 0
            and naming & allowed
            and not said_basis(clause)
            and not clause.has("sex")
        ):
            return naming.bit_length() - 1
    found = allowed & naming
    found = found & among or found
    if not found:
        raise _nothing(clause, scene, naming)
    left = [number for number in range(len(scene.table.measures)) if found >> number & 1]
    left = [number for number in left if _agrees(clause, scene, number)] or _disagree(clause, scene, left)
    if len(left) > 1:
        left = _prefer(clause, scene, left)
    if len(left) > 1:
        left = _dated(clause, scene, left)
    if len(left) != 1:
        names = " or ".join(scene.table.measures[number].label for number in left[:3])
        raise clause.reject(ProblemCode.AMBIGUOUS, f"This may speak of {names}; say which.")
    return left[0]


_ALL: Final = frozenset({"population", "populace", "inhabitants", "residents"})


def check_people(clause: Clause, scene: Scene, lent: int) -> None:
    """Hold "India's population was 589 million" where the question, or a sentence before, lends the workers.

    Args:
        clause: The clause; it names no series but by words for people.
        scene: Where it is said.
        lent: The measures that are lent, as bits.

    Raises:
        Reject: All people are named, and what is lent counts something else.
    """
    said = [chunk for chunk in clause if chunk.key in _ALL and "people" in chunk.readings]
    if not said or not lent or says_per(clause):
        return
    for number, measure in enumerate(scene.table.measures):
        is_other = measure.unit.is_additive and not measure.core <= _EVERYONE
        # by the label itself: the unit of workers is people, which is one word with population here
        if lent >> number & 1 and not (is_other and said[0].key not in measure.label.casefold()):
            return
    raise _nothing(clause, scene, 0)


def _dated(clause: Clause, scene: Scene, left: list[int]) -> list[int]:
    """Return the measures that have values of the length of the periods named: a day's, or a month's."""
    named = {period.frequency for chunk in clause.of("year", "yearclaim") if (period := period_of(chunk))}
    if len(named) != 1:
        return left
    of_days = {
        number
        for (_, number), series in scene.table.cells.items()
        if any(period.frequency in named for period in series)
    }
    return [number for number in left if number in of_days] or left


def named_mask(clause: Clause, scene: Scene, *, growth_of: bool = True, among: int = 0) -> int:
    """Return the measures that the words of the clause name, as bits; 0 when it names none.

    Args:
        clause: The clause.
        scene: Its scene.
        growth_of: The name of what grows names its rate of growth too.
        among: Measures, as bits, that are meant where one of them may be; 0 where any may.
    """
    allowed, naming = _allowed(clause, scene, growth_of=growth_of, among=among)
    return allowed & naming if naming is not None else 0


def _allowed(clause: Clause, scene: Scene, *, growth_of: bool, among: int = 0) -> tuple[int, int | None]:
    """Return what the words leave, and what they name (None when nothing names a series)."""
    allowed = scene.table.all_mask
    naming: int | None = None
    weak: int | None = None
    for chunk in clause:
        if chunk.readings.get("peopled"):
            allowed &= _of_everyone(scene)
        if chunk.kind not in _NOUNS and not (
            chunk.kind in ("superlative", "comparison") and "ind" in chunk.readings
        ):
            continue
        allowed &= _constraint(chunk, scene, growth_of=growth_of)
        names = _names(chunk, scene, growth_of=growth_of)
        if names is not None and chunk.kind not in ("denom", "people"):
            naming = names if naming is None else _join(naming, names)
        elif chunk.kind in ("counted", "unit", "people", "of"):
            mask = chunk.mask("counted", "unit", "ind")
            if _EVERYONE.issuperset(chunk.stems):
                mask &= _populations(scene)
            weak = mask if weak is None else weak & mask
    if naming is None or not naming & among:
        naming = _by_pattern(clause, scene, naming)
    if naming is None:
        naming = _by_core(clause, scene)
    if naming is None:
        naming = _people(clause, scene)
    return _by_kind(clause, scene, allowed), naming if naming is not None else _only(weak, allowed, scene)


def _only(weak: int | None, allowed: int, scene: Scene) -> int | None:
    """A unit names a series only where one series of the evidence has it."""
    if weak is None or scene.measure is not None:
        return None
    both = weak & allowed
    return both if both and both & (both - 1) == 0 else None


def _populations(scene: Scene) -> int:
    """Return the measures of all people; a count of workers is none, though its unit is people."""
    return sum(
        1 << number for number, measure in enumerate(scene.table.measures) if measure.core <= _EVERYONE
    )


def _people(clause: Clause, scene: Scene) -> int | None:
    """Return the measures that a bare "people" names: "had 52.2 million people"."""
    mask: int | None = None
    for chunk in clause.of("people"):
        if chunk.readings.get("ind"):
            mask = int(chunk.readings["ind"]) & _populations(scene)
    return mask or None


def _join(first: int, second: int) -> int:
    return first & second or 0


def _constraint(chunk: Chunk, scene: Scene, *, growth_of: bool) -> int:
    if chunk.kind == "sex":
        return _sex_mask(chunk, scene)
    if chunk.kind == "denom":
        return _denominator_mask(chunk, scene)
    kinds = ["ind", "counted", "unit", "of", "label"]
    if growth_of or chunk.kind == "grows":
        kinds.append("grows")
    mask = chunk.mask(*kinds)
    for number in chunk.readings.get("piece", {}):
        mask |= 1 << number
    words = (
        {"person"}
        if "people" in chunk.readings
        else set(chunk.stems)
        if chunk.kind in ("unit", "counted")
        else None
    )
    if words:
        for number, measure in enumerate(scene.table.measures):
            if words <= measure.words or (words <= _DOLLAR_WORDS and measure.unit.currency == "USD"):
                mask |= 1 << number
    return mask


_DOLLAR_WORDS = frozenset("current constant nominal us us$ dollar $".split())
"""Money in dollars, whatever its basis: that is held apart."""


def _of_everyone(scene: Scene) -> int:
    """Return the measures that are no share of some people only."""
    return sum(1 << number for number, one in enumerate(scene.table.measures) if one.of_words <= _EVERYONE)


def _sex_mask(chunk: Chunk, scene: Scene) -> int:
    said = chunk.readings.get("sex", "")
    mask = chunk.mask("label", "counted", "of", "unit")
    for number, measure in enumerate(scene.table.measures):
        if measure.sex == said or (said == "both" and not measure.sex):
            mask |= 1 << number
        elif measure.sex and measure.sex != said:
            mask &= ~(1 << number)
    return mask


def _denominator_mask(chunk: Chunk, scene: Scene) -> int:
    """Measures that are a share of, or counted per, what the chunk names."""
    if "sex" in chunk.readings:
        sex = _FEMALE if chunk.readings["sex"] == "female" else _MALE
        return sum(
            1 << number for number, measure in enumerate(scene.table.measures) if measure.of_words & sex
        )
    known = chunk.mask("of")
    words = set(chunk.stems)
    mask = 0
    for number, measure in enumerate(scene.table.measures):
        of_words = measure.of_words
        if of_words <= _EVERYONE:
            fits = "people" in chunk.readings
        else:
            fits = bool(words and words <= of_words and not words <= _EVERYONE) or bool(
                known >> number & 1 and "people" not in chunk.readings
            )
        if fits:
            mask |= 1 << number
    return mask


def _names(chunk: Chunk, scene: Scene, *, growth_of: bool) -> int | None:
    """Return the measures that the chunk alone names, or None when it names none."""
    mask = chunk.mask("ind", "grows") if growth_of else chunk.mask("ind")
    if chunk.kind == "grows" and not growth_of:
        return mask
    return mask or None


def _by_pattern(clause: Clause, scene: Scene, naming: int | None) -> int | None:
    """Add the measures whose verb forms are complete ("spent ... on its military")."""
    seen: dict[int, dict[int, set[int]]] = {}
    for chunk in clause:
        if chunk.kind == "grows":
            continue
        for number, marks in chunk.readings.get("piece", {}).items():
            for pattern, part in marks:
                seen.setdefault(number, {}).setdefault(pattern, set()).add(part)
    mask = 0
    for number, patterns in seen.items():
        sizes = scene.table.measures[number].patterns
        if any(len(parts) == sizes[pattern] for pattern, parts in patterns.items()):
            mask |= 1 << number
    if not mask:
        return naming
    return mask if naming is None else (naming & mask or naming)


def _by_core(clause: Clause, scene: Scene) -> int | None:
    """Return the measures all of whose own words are said, in any order."""
    said = {word for chunk in clause for word in chunk.stems}
    mask = 0
    for number, measure in enumerate(scene.table.measures):
        if measure.core and measure.core <= said:
            mask |= 1 << number
    return mask or None


def _lent(clause: Clause, scene: Scene, allowed: int) -> int:
    """Return the measure carried from the clause before, or the one that the question names."""
    if scene.measure is not None and said_basis(clause):
        core = scene.table.measures[scene.measure].core
        return sum(1 << number for number, one in enumerate(scene.table.measures) if one.core == core)
    if scene.measure is not None:
        return sibling_mask(clause, scene) or 1 << scene.measure
    if scene.question_mask:
        return scene.question_mask
    if clause.has("generic") and allowed and allowed & (allowed - 1) == 0:
        return allowed
    raise clause.reject(ProblemCode.NO_INDICATOR, "Nothing here says which indicator is meant.")


_RATIOS = frozenset({NumberKind.RATIO, NumberKind.MULTIPLE})
"""With one of these "the ratio of A to B" is of two values, no name of a series."""


def _by_kind(clause: Clause, scene: Scene, allowed: int) -> int:
    """Leave only the measures whose unit can be written as the numbers of the clause are.

    And of the words for kinds.
    """
    generic = {chunk.readings.get("generic") for chunk in clause.of("generic")}
    kinds = {chunk.mention.kind for chunk in clause.nums if chunk.mention is not None}
    for number, measure in enumerate(scene.table.measures):
        unit = measure.unit
        out = False
        if "share" in generic and not (unit.is_percent and not unit.is_percent_rate):
            out = True
        if "rate" in generic and not (
            unit.is_percent or unit.per is not None or measure.growth or "rate" in measure.words
        ):
            out = True
        if (
            "ratio" in generic
            and not kinds & _RATIOS
            and not (unit.is_percent or unit.per is not None or "ratio" in measure.words)
        ):
            out = True
        if "index" in generic and not measure.words & _INDEXES:
            out = True
        if NumberKind.POINTS in kinds and not unit.is_percent and not counts_points(clause, unit):
            out = True
        money = unit.currency is not None or "$" in measure.words or measure.per_dollar
        if NumberKind.CURRENCY in kinds and not money:
            out = True
        if out:
            allowed &= ~(1 << number)
    return allowed


def _agrees(clause: Clause, scene: Scene, number: int) -> bool:
    """True when sex, denominator, price basis and base year are as said, and said where they must be."""
    measure = scene.table.measures[number]
    if not per_fits(clause, measure, 1 << number):
        return False
    if measure.unit.is_additive and not measure.per_head and says_one_person(clause):
        return False
    lent = scene.measure is None and scene.question_per and not clause.has(*_NAMING_IT)
    said = scene.says_per or lent
    if scene.measure != number and not says_denominator(clause, measure, said_before=said):
        return False
    before = scene.table.measures[scene.measure] if scene.measure is not None else None
    carried = before is not None and before.per_head and before.core == measure.core
    carried = (carried and not clause.has("ind", "piece", "grows")) or (lent and measure.per_head)
    return agrees_in_prices(clause, measure, carried=carried)


_NAMING_IT = ("ind", "piece", "grows", "people", "label")


def _disagree(clause: Clause, scene: Scene, left: list[int]) -> list[int]:
    label = scene.table.measures[left[0]].label
    raise clause.reject(
        ProblemCode.WRONG_UNIT,
        f"The evidence holds {label}; sex, price basis and base year must be said as they are there.",
    )


def _prefer(clause: Clause, scene: Scene, left: list[int]) -> list[int]:
    """Of series with one everyday name.

    Take those whose unit fits the numbers, then the one carried from before.
    """
    measures = scene.table.measures
    kinds = {chunk.mention.kind for chunk in clause.nums if chunk.mention is not None}
    for kind, fits in (
        (NumberKind.PERCENT, lambda unit: unit.is_percent),
        (NumberKind.FRACTION, lambda unit: unit.is_percent),
        (NumberKind.CURRENCY, lambda unit: unit.currency is not None),
        (NumberKind.PLAIN, lambda unit: not unit.is_percent and unit.currency is None),
    ):
        if kind in kinds and len(left) > 1:
            left = [number for number in left if fits(measures[number].unit)] or left
    if len(left) > 1:
        current = [number for number in left if measures[number].unit.basis == "current"]
        left = current if len(current) == 1 else left
    if len(left) > 1 and scene.measure in left:
        left = [scene.measure]
    return left


def _nothing(clause: Clause, scene: Scene, naming: int) -> Exception:
    if not naming:
        return clause.reject(
            ProblemCode.WRONG_INDICATOR, "The evidence holds no row of the indicator that is named here."
        )
    labels = [measure.label for number, measure in enumerate(scene.table.measures) if naming >> number & 1]
    return clause.reject(
        ProblemCode.WRONG_UNIT, f"The words or units here do not fit {' or '.join(labels[:2])}."
    )

"""What a clause says the data do not include, or where they end, for who has all of them (rule 19)."""

from collections.abc import Collection, Sequence

from tieout.checking.clause import Clause, Scene
from tieout.checking.series import named_mask
from tieout.checking.verdict import Absence, Extent
from tieout.checking.where import named_areas
from tieout.facts.period import Period

__all__ = ["absence_of", "codes_of", "extent_of", "years_absent"]


def absence_of(
    clause: Clause, scene: Scene, areas: Sequence[str], codes: Collection[str], periods: Sequence[Period]
) -> Absence | None:
    """Return the absence that a clause states; the question lends its one area where the clause names none.

    None where the clause denies no data but a cause, an opinion or the like.
    """
    lacking = any(str(chunk.readings.get("refusing", "")).startswith("minus") for chunk in clause)
    if lacking or clause.has("cause"):
        return None
    return Absence(
        start=clause.start,
        end=clause.end,
        text=scene.text[clause.start : clause.end],
        areas=tuple(areas or scene.question_areas),
        indicators=tuple(sorted(codes)),
        periods=tuple(periods),
    )


def years_absent(clause: Clause, scene: Scene, periods: Sequence[Period]) -> Absence | None:
    """Return the years that a clause says lie outside the data, where no row was shown that would tell.

    None where rows were shown of an area that is named or asked about: the years of a series are told by it.
    """
    areas = named_areas(clause, scene) or scene.question_areas
    shown = any(not areas or area in areas for area, _ in scene.table.cells)
    if shown or not periods:
        return None
    text = scene.text[clause.start : clause.end]
    return Absence(start=clause.start, end=clause.end, text=text, periods=tuple(periods))


def extent_of(clause: Clause, scene: Scene, first: Period | None, last: Period | None) -> Extent:
    """Return where a clause says that the data begin or end; of what was spoken of, where it does not say."""
    codes, areas = codes_of(clause, scene), named_areas(clause, scene)
    whole = not codes and not areas and not any("series" in chunk.key.split() for chunk in clause)
    if not codes and scene.measure is not None:
        codes = {scene.table.measures[scene.measure].code}
    if not codes:
        masks = enumerate(scene.table.measures)
        codes = {measure.code for number, measure in masks if scene.question_mask >> number & 1}
    return Extent(
        start=clause.start,
        end=clause.end,
        text=scene.text[clause.start : clause.end],
        first=first,
        last=last,
        areas=tuple(areas or scene.areas or scene.question_areas),
        indicators=tuple(sorted(codes)),
        whole=whole,
    )


def codes_of(clause: Clause, scene: Scene) -> set[str]:
    """Return the codes of the indicators that are named, in the evidence or not."""
    found: set[str] = set()
    for chunk in clause.of("known", "ind", "people", "grows", "piece", "label", "of", "counted"):
        if not clause.has("generic") or chunk.kind == "known":
            found.update(chunk.readings.get("known", ()))
    mask = named_mask(clause, scene)
    found.update(measure.code for number, measure in enumerate(scene.table.measures) if mask >> number & 1)
    return found

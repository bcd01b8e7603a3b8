"""Which areas a clause speaks of: by code, never by a name that looks alike."""

from collections.abc import Sequence

from tieout.checking.chunk import Chunk
from tieout.checking.clause import Clause, Scene
from tieout.checking.verdict import ProblemCode, Reject

__all__ = ["area_of", "areas_for", "codes_of", "named_areas"]

_ALWAYS_OPEN = frozenset({"congo", "congolese", "congos"})


def area_of(chunk: Chunk, scene: Scene) -> str:
    """Return the one code that an area chunk names.

    Raises:
        Reject: The name means several areas of the evidence.
    """
    codes: tuple[str, ...] = tuple(
        dict.fromkeys((*chunk.readings.get("area", ()), *chunk.readings.get("adjective", ())))
    )
    if len(codes) > 1:
        held = tuple(code for code in codes if code in scene.table.areas)
        if chunk.key in _ALWAYS_OPEN or len(held) != 1:
            raise Reject(
                ProblemCode.AMBIGUOUS,
                chunk.start,
                chunk.end,
                f"{chunk.key.title()!r} may mean several places; name one in full.",
            )
        codes = held
    return codes[0]


def codes_of(chunks: Sequence[Chunk]) -> tuple[str, ...]:
    """Return every code that a name among the chunks may mean, each once."""
    return tuple(
        dict.fromkeys(
            code
            for chunk in chunks
            if chunk.kind == "area"
            for code in (*chunk.readings.get("area", ()), *chunk.readings.get("adjective", ()))
        )
    )


def named_areas(clause: Clause, scene: Scene) -> list[str]:
    """Return the areas named in the clause, in order, each once."""
    return list(dict.fromkeys(area_of(chunk, scene) for chunk in clause.of("area")))


def areas_for(clause: Clause, scene: Scene) -> list[str]:
    """Return the areas of the clause, or the one that is carried or lent.

    Raises:
        Reject: No area is named or carried.
    """
    found = named_areas(clause, scene)
    if found:
        return found
    if len(scene.areas) == 1:
        return [scene.areas[0]]
    if len(scene.sentence_areas) == 1:
        return [scene.sentence_areas[0]]
    if not scene.areas and len(scene.question_areas) == 1:
        return [scene.question_areas[0]]
    lent = _of_currency(clause, scene)
    if lent:
        return [lent]
    raise clause.reject(ProblemCode.NO_AREA, "Nothing here says which country or area is meant.")


def _of_currency(clause: Clause, scene: Scene) -> str:
    """Return the one area of the evidence whose money "a dollar cost 106.8 yen" names, or nothing."""
    said = {
        chunk.mention.currency
        for chunk in clause.nums
        if chunk.mention is not None and chunk.mention.currency
    }
    known = scene.names.currencies.get(next(iter(said), "")) if len(said) == 1 else None
    if known is None or "USA" in known.areas:
        return ""
    held = [code for code in known.areas if code in scene.table.areas]
    rates = any(measure.per_dollar for measure in scene.table.measures)
    return held[0] if len(held) == 1 and rates else ""

"""What a remark is held to: the series, areas and means that the claims around it are of."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tieout.checking.clause import Reading, Scene
from tieout.checking.notes import Note
from tieout.checking.tagger import Tagger, Word
from tieout.checking.tokens import Token

__all__ = ["Noted", "is_true", "without_notes"]

_BEFORE: Final = frozenset({",", ";", ":", "—", "–", "-", "and", "but", "so", "which"})
_SILENT: Final = frozenset({"neutral", "preposition", "pronoun"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted:
    """A remark with its place among the readings of an answer.

    Attributes:
        note: The remark.
        first: The first reading of its sentence.
        last: The reading after the last of its sentence.
        start: First code point of the remark.
        end: Code point after its last.
    """

    note: Note
    first: int
    last: int
    start: int
    end: int


def is_true(noted: Noted, readings: Sequence[Reading], scene: Scene) -> bool:
    """True when a remark holds for what its sentence is about; else the claim before it, else the one after.

    Where nothing else is said, it must hold for all that the question may mean, or for every series.
    """
    own = _telling(readings[noted.first : noted.last])
    before, after = _telling(readings[: noted.first])[-1:], _telling(readings[noted.last :])[:1]
    around = own or before or after
    if scene.text[noted.start : noted.end].lower().startswith("both ") and not _are_several(
        own or _telling(readings[: noted.first]), noted.note.mask
    ):
        return False
    if noted.note.mean:
        return any(_is_mean(one, scene) for one in own or before)
    if noted.note.areas:
        return bool(_areas(around) & set(noted.note.areas))
    mask = 0
    for one in around:
        mask |= _mask(one, scene)
    mask = mask or scene.question_mask or scene.table.all_mask
    return not mask & ~noted.note.mask


def without_notes(
    tokens: Sequence[Token], words: Sequence[Word], notes: Sequence[Note], tagger: Tagger
) -> list[Token]:
    """Return the tokens but for those of the remarks, the marks around them and the word that joins them.

    A price basis at the front of one stays: a claim may have to say it.
    """
    dropped: set[int] = set()
    for note in notes:
        first, last = note.start, note.end
        kept = _basis_end(words[first:last], tagger)
        if kept is not None:
            dropped.update(word.token for word in words[first:last] if word.start >= kept)
            continue
        if first > 0 and words[first - 1].key == "(" and last < len(words) and words[last].key == ")":
            first, last = first - 1, last + 1
        else:
            while first > 0 and words[first - 1].key in _BEFORE:
                first -= 1
        dropped.update(word.token for word in words[first:last])
    return [token for number, token in enumerate(tokens) if number not in dropped]


def _basis_end(words: Sequence[Word], tagger: Tagger) -> int | None:
    """Return where the price basis that opens a remark ends; None without."""
    for chunk in tagger.tag(words, {}):
        if "basis" in chunk.readings or "currency" in chunk.readings:
            return chunk.end
        if _SILENT.isdisjoint(chunk.readings):
            return None
    return None


def _telling(readings: Sequence[Reading]) -> list[Reading]:
    return [one for one in readings if one.ties or one.cells or one.measure is not None or one.areas]


def _mask(reading: Reading, scene: Scene) -> int:
    mask = 1 << reading.measure if reading.measure is not None else 0
    for cell in reading.cells:
        mask |= 1 << cell.measure
    refs = {ref for tie in reading.ties for ref in tie.facts}
    for number, measure in enumerate(scene.table.measures):
        own = (measure.code, measure.label, measure.unit.text)
        for ref in refs:
            indicator = scene.table.facts[ref].indicator
            if own == (indicator.code, indicator.name, indicator.unit.text):
                mask |= 1 << number
    return mask


def _are_several(readings: Sequence[Reading], mask: int) -> bool:
    """True where two facts are told of which "both figures" may be said, of one series or of several."""
    return len({cell.fact.ref for one in readings for cell in one.cells if mask >> cell.measure & 1}) > 1


def _areas(readings: Sequence[Reading]) -> set[str]:
    found = {area for one in readings for area in one.areas}
    return found | {cell.area for one in readings for cell in one.cells}


def _is_mean(reading: Reading, scene: Scene) -> bool:
    """True where a number was worked out from several areas of one year."""
    for tie in reading.ties:
        areas = {scene.table.facts[ref].area.code for ref in tie.facts}
        if len(areas) > 1:
            return True
    return False

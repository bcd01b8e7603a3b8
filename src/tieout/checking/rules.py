"""Rules of words: what no claim may hold, whatever its shape. Pure passes over the chunks, in order."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile
from typing import Final

from tieout.checking.bare import bare_objects
from tieout.checking.chunk import Chunk
from tieout.checking.clause import Scene
from tieout.checking.sequence import hold_disorder, hold_reversed, hold_spans
from tieout.checking.undated import complete_dates, hold_yearly
from tieout.checking.verdict import ProblemCode, Reject

__all__ = ["WORD_RULES", "hold_words", "speaks_of_gaps"]


def _reject(code: ProblemCode, chunk: Chunk, message: str) -> Reject:
    return Reject(code, chunk.start, chunk.end, message)


def hold_unreadable(chunks: Sequence[Chunk], scene: Scene) -> None:
    """Hold a number that cannot be read without guessing."""
    for chunk in chunks:
        if chunk.kind == "unreadable" and chunk.mention is not None:
            raise _reject(
                ProblemCode.UNREADABLE_NUMBER,
                chunk,
                f"{chunk.mention.text!r} cannot be read: {chunk.mention.reason}.",
            )


def hold_causes(chunks: Sequence[Chunk], scene: Scene) -> None:
    """Hold causes, judgements, advice and predictions (rule 21)."""
    gap = refuses(chunks)
    cannot = any(chunk.kind in ("cannot", "ambiguous", "setphrase") for chunk in chunks)
    last = max((place for place, one in enumerate(chunks) if one.kind in ("gap", "setphrase")), default=-1)
    for place, chunk in enumerate(chunks):
        stated = cannot or place < last
        if chunk.kind == "cause" and not (gap and (stated or chunk.key in _REASONS)):
            raise _reject(
                ProblemCode.UNSUPPORTED_CAUSE, chunk, f"{chunk.key!r} gives a cause; the data show none."
            )
        if chunk.kind in ("judgement", "future") and not gap:
            raise _reject(
                ProblemCode.UNSUPPORTED_CAUSE,
                chunk,
                f"{chunk.key!r} judges or predicts; the data do neither.",
            )


_REASONS: Final = frozenset({"because", "since", "as", "why", "reason", "reasons", "cause", "causes"})


def hold_sources(chunks: Sequence[Chunk], scene: Scene) -> None:
    """Hold any source but the rows' own (rule 22)."""
    for chunk in chunks:
        if chunk.kind == "source" and chunk.readings["source"] == "other" and not _in_label(chunk, scene):
            raise _reject(ProblemCode.WRONG_SOURCE, chunk, f"{chunk.key!r} is not the source of these rows.")


def _in_label(chunk: Chunk, scene: Scene) -> bool:
    """True for an organisation that stands in the indicator's own name ("modeled ILO estimate")."""
    return any(set(chunk.stems) - {"the"} <= measure.words for measure in scene.table.measures)


def hold_unknown(chunks: Sequence[Chunk], scene: Scene) -> None:
    """Hold a word that the check does not know (rule 23)."""
    if not any(chunk.quoted or chunk.kind in ("unknown", "ident") for chunk in chunks):
        return
    refusing = refuses(chunks) or any(chunk.kind == "negation" or chunk.key == "no" for chunk in chunks)
    opens = any(chunk.kind == "ambiguous" for chunk in chunks)
    bare = bare_objects(chunks) if refusing else ()
    for chunk in chunks:
        if refusing and chunk.quoted and chunk.kind not in ("num", "year", "refusing"):
            chunk.kind = chunk.kind if chunk.kind == "area" and not opens else "neutral"
        elif refusing and chunk.kind == "unknown" and (chunk in bare or _echoes(chunk, scene)):
            chunk.kind, chunk.quoted, chunk.readings["refusing"] = "refusing", True, "free"
        elif chunk.kind in ("unknown", "ident") and _is_code(chunk, scene):
            chunk.kind = "neutral"
        elif chunk.kind == "unknown":
            text = scene.text[chunk.start : chunk.end]
            raise _reject(ProblemCode.NOT_UNDERSTOOD, chunk, f"The check does not know {text!r} here.")


def _is_code(chunk: Chunk, scene: Scene) -> bool:
    """True for the code of an indicator of the evidence: a source, not a claim."""
    return "." in chunk.key and any(
        chunk.key.lower() == measure.code.lower() for measure in scene.table.measures
    )


def refuses(chunks: Sequence[Chunk]) -> bool:
    """True when a sentence states a gap or what cannot be answered; it may then echo the question."""
    if any(chunk.kind in ("ambiguous", "cannot", "gap", "setphrase") for chunk in chunks):
        return True
    if not any("refusing" in chunk.readings for chunk in chunks):
        return False
    return any(
        chunk.kind in ("negation", "refusing") or chunk.key in ("only", "just", "no") for chunk in chunks
    )


def _echoes(chunk: Chunk, scene: Scene) -> bool:
    """True for a word of the question, or one of the same root ("handedness" after "left-handers")."""
    return all(
        word in scene.question_words
        or (len(word) >= _ROOT and any(_root(word, asked) for asked in scene.question_words))
        for word in chunk.stems
    )


_ROOT: Final = 5


def _root(word: str, asked: str) -> bool:
    shared = len([*takewhile(lambda pair: pair[0] == pair[1], zip(word, asked, strict=False))])
    return shared >= 4 and shared * 2 >= len(word) - 1


def hold_records(chunks: Sequence[Chunk], scene: Scene) -> None:
    """Hold "ever", "on record", "most of": no evidence set is that large (rule 18)."""
    sets = any(chunk.kind in ("setsize", "setnoun") for chunk in chunks)
    sets = sets or sum(chunk.kind == "area" for chunk in chunks) > 1
    sets = sets or any("refusing" in chunk.readings for chunk in chunks)
    sets = sets or any(
        chunk.key == "neither" and after.kind == "setmember" for chunk, after in pairwise(chunks)
    )
    told = refuses(chunks)
    for chunk in chunks:
        if told and chunk.kind == "record" and "refusing" in chunk.readings:
            continue
        if chunk.kind in ("record", "without", "denial") or (chunk.kind == "quantifier" and not sets):
            raise _reject(
                ProblemCode.BEYOND_EVIDENCE, chunk, f"{chunk.key!r} says more than these rows can show."
            )


def hold_alternatives(chunks: Sequence[Chunk], scene: Scene) -> None:
    """Hold "Kenya or Uganda", "in 2015 or 2022": a claim of one of two says nothing that can be tied out."""
    either = [chunk for chunk in chunks if chunk.prep == "or" and chunk.kind in ("area", "year")]
    if either and not any(chunk.kind in ("gap", "cannot", "ambiguous", "negation") for chunk in chunks):
        raise _reject(ProblemCode.AMBIGUOUS, either[0], "One of two is no claim; say which.")


def hold_endless(chunks: Sequence[Chunk], scene: Scene) -> None:
    """Hold ", and rising", "or more", "thereafter" at the end: what goes on beyond what is told."""
    words = [chunk for chunk in chunks if chunk.kind != "punct"]
    if len(words) < 3:
        return
    last, joins = words[-1], words[-2].key in ("and", "or", "still", "but", "yet", "now")
    goes_on = last.kind == "direction" and last.key.endswith("ing")
    open_ = last.kind == "comparison" and last.key in ("more", "less", "higher", "lower", "fewer")
    after = (
        last.key in _ONWARDS
        and last.kind == "neutral"
        and not any(chunk.kind == "direction" for chunk in words)
    )
    if (joins and (goes_on or open_ or last.key == "counting")) or after:
        raise _reject(ProblemCode.BEYOND_EVIDENCE, words[-1], "That it goes on is more than these rows show.")


_ONWARDS: Final = frozenset({"thereafter", "onward", "onwards", "from then on", "ever after"})


def hold_verbs_alone(chunks: Sequence[Chunk], scene: Scene) -> None:
    """Hold "both did in 2024: ...": what they did is only in the question, and nobody has checked it."""
    end = next((place for place, one in enumerate(chunks) if one.kind == "punct"), 0)
    mark, opening = chunks[end].key if end else "", chunks[:end]
    if mark not in (":", ",", "—", "–") or any(one.kind not in _OPENING for one in opening):
        return
    verbs = [one for one in opening if one.kind == "neutral" and one.key not in _ARTICLES]
    before = [one for one in opening if verbs and one.start < verbs[0].start]
    if (
        len(verbs) != 1
        or not before
        or before[-1].kind not in _SUBJECTS
        or before[-1].prep not in ("", "and")
    ):
        return
    being = mark != "," and verbs[0].key in _BEING and before[-1].kind != "pronoun"
    if verbs[0].key in _DOING or being:
        raise _reject(ProblemCode.NOT_UNDERSTOOD, verbs[0], f"{verbs[0].key!r} leaves open what it says.")


_OPENING: Final = frozenset(
    "area both pronoun neutral preposition year timeword setnoun setsize setmember quantifier source".split()
)
_SUBJECTS: Final = frozenset({"area", "both", "pronoun", "setnoun", "setsize"})
_ARTICLES: Final = frozenset({"the", "a", "an", "'s", "of", "all", "these", "those"})
_DOING: Final = frozenset({"did", "do", "does"})
_BEING: Final = frozenset({"was", "were", "is", "are", "had", "has", "have"})


@dataclass(frozen=True, slots=True)
class WordRule:
    """A rule of words.

    Attributes:
        hold: Raises where the rule is broken.
        about: Kinds of chunks; a sentence without any of them does not break it. Empty: any may.
    """

    hold: Callable[[Sequence[Chunk], Scene], None]
    about: frozenset[str]


def _rule(hold: Callable[[Sequence[Chunk], Scene], None], about: str = "") -> WordRule:
    return WordRule(hold, frozenset(about.split()))


WORD_RULES: Final = (
    _rule(hold_unreadable, "unreadable"),
    _rule(complete_dates, "year yearclaim"),
    _rule(hold_yearly),
    _rule(hold_sources, "source"),
    _rule(hold_causes, "cause judgement future"),
    _rule(hold_unknown),
    _rule(hold_records, "record without denial quantifier"),
    _rule(hold_alternatives),
    _rule(hold_reversed, "year"),
    _rule(hold_spans, "timeword"),
    _rule(hold_disorder),
    _rule(hold_endless),
    _rule(hold_verbs_alone, "punct"),
)


def hold_words(chunks: Sequence[Chunk], scene: Scene) -> None:
    """Hold a sentence to the rules that its words are about.

    Raises:
        Reject: It breaks one.
    """
    kinds = {chunk.kind for chunk in chunks}
    for rule in WORD_RULES:
        if not rule.about or not rule.about.isdisjoint(kinds):
            rule.hold(chunks, scene)


def speaks_of_gaps(chunks: Sequence[Chunk]) -> bool:
    """Return True where a gap, or what cannot be answered, is spoken of: then any indicator may be named."""
    return any(chunk.kind in ("gap", "cannot") for chunk in chunks)

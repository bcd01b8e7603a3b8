"""The question: it may lend an area and an indicator, never a year (rule 12)."""

from tieout.checking.clause import Clause, Scene
from tieout.checking.numbers import scan_tokens
from tieout.checking.resolve import resolve
from tieout.checking.series import named_mask
from tieout.checking.tagger import Tagger
from tieout.checking.text import fold
from tieout.checking.tokens import tokenize
from tieout.checking.verdict import Reject
from tieout.checking.where import named_areas
from tieout.facts.names import Names

__all__ = ["ask_of"]

_LONGEST = 2000


def ask_of(question: str, scene: Scene, names: Names) -> None:
    """Note in the scene which one area and which measures the question names."""
    folded = fold(question[:_LONGEST])
    tokens = tokenize(folded)
    mentions = {mention.start: mention for mention in scan_tokens(tokens, folded)}
    tagger = Tagger(scene.table, names, folded)
    chunks = tagger.tag(tagger.words(tokens), mentions)
    resolve(chunks)
    clause = Clause(chunks)
    try:
        areas = named_areas(clause, scene)
    except Reject:
        areas = []
    scene.question_areas = tuple(areas)
    scene.question_mask = named_mask(clause, scene)

"""The glossary: what a term means here, in the words of whoever keeps the glossary.

A definition is no evidence: a number inside it supports nothing.
"""

from __future__ import annotations

from collections.abc import Mapping

from tieout.errors import QueryCode, QueryError, UsageError
from tieout.facts.names import fold
from tieout.tools.checks import worded
from tieout.tools.contract import Tool
from tieout.tools.finding import Finding, Plain
from tieout.tools.wording import close, listed, quoted

__all__ = ["glossary_tools"]


def glossary_tools(terms: Mapping[str, str]) -> tuple[Tool, ...]:
    """Return the one tool of a glossary, ``glossary(term)``.

    Args:
        terms: Definition by term; letter case, accents and punctuation of a term do not count.

    Raises:
        UsageError: Two terms are the same but for letter case, accents or punctuation.
    """
    entries = {fold(term): (term, meaning) for term, meaning in terms.items()}
    if len(entries) != len(terms):
        raise UsageError("Two terms of the glossary differ in letter case or punctuation only; join them.")

    def glossary(term: str) -> Finding:
        found = entries.get(fold(term))
        if found is None:
            meant = close(fold(term), entries)
            names = [entries[name][0] for name in meant or entries]
            ask = "Did you mean" if meant else "The terms are"
            message = f"The glossary has no term {quoted(term)}. {ask}: {listed(names)}."
            raise QueryError(QueryCode.NOT_FOUND, message)
        name, meaning = found
        return Finding(heading={}, records=(Plain(fields={"term": name, "meaning": meaning}),))

    return (Tool.of(glossary, "What a term means in the glossary of this desk.", [worded("term")]),)

"""What a person wrote in Slack, as a question: without the mention, and without Slack's marks."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["escaped", "question_of"]

_MARK: Final = re.compile(r"<(?P<kind>[@#!]?)(?P<target>[^<>|]*)(?:\|(?P<label>[^<>]*))?>")


def question_of(text: str, bot: str) -> str:
    """Return the question in a message's text, as its writer saw it.

    Args:
        text: The text, in Slack's form: ``&``, ``<`` and ``>`` are escaped, mentions and links in ``<>``.
        bot: The id of the bot, whose mention is no part of the question.

    Examples:
        >>> question_of("<@U1> What was R&amp;D spending, as in <https://x.example|this>?", "U1")
        'What was R&D spending, as in this?'
        >>> question_of("<@U1>   ", "U1")
        ''
    """

    def shown(match: re.Match[str]) -> str:
        kind, target, label = match["kind"], match["target"], match["label"]
        if kind == "@" and target == bot:
            return ""
        if kind in ("@", "#"):
            return f"{kind}{label or target}"
        return label or (f"@{target.partition('^')[0]}" if kind == "!" else target)

    bare = _MARK.sub(shown, text)
    for mark, letter in (("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")):
        bare = bare.replace(mark, letter)
    return " ".join(bare.split())


def escaped(text: str, longest: int) -> str:
    """Return words as Slack's text: they mention nobody, link nowhere, and are cut where they are too long.

    Args:
        text: The words.
        longest: Code points kept, before they are escaped.

    Examples:
        >>> escaped("<!channel> & more", 100)
        '&lt;!channel&gt; &amp; more'
        >>> escaped("abcdef", 4)
        'abc…'
    """
    kept = text if len(text) <= longest else f"{text[: longest - 1]}…"
    return kept.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")

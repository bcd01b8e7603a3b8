"""The notation of the vocabulary files: one pattern stands for several phrases.

``[x/y]`` x, y or nothing; ``(x/y)`` x or y; ``{set}`` one of the words of that set in wordsets.tsv;
``{~use}`` any form of the verb (use, uses, used, using). ``{name?}`` the same or nothing. Groups are not
nested; what stands outside them is said as it is. Patterns keep the files short enough to be read by people.
"""

import functools
import itertools
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

_VOCABULARY = Path(__file__).with_name("vocabulary")
_GROUP = re.compile(r"(\[[^\]]*\]|\([^)]*\)|\{[^}]*\})")


def vocabulary_lines(file: str) -> list[str]:
    """The lines of a vocabulary file without its header, in file order."""
    return (_VOCABULARY / file).read_text(encoding="utf-8").splitlines()[1:]


def vocabulary_rows(file: str) -> list[list[str]]:
    """The cells of a vocabulary file without its header, in file order."""
    return [line.split("\t") for line in vocabulary_lines(file)]


def expand_all(patterns: Iterable[str], own: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The phrases of several patterns in order, each once."""
    return tuple(dict.fromkeys(phrase for pattern in patterns for phrase in expand(pattern, own)))


def expand(pattern: str, own: Mapping[str, tuple[str, ...]] | None = None) -> tuple[str, ...]:
    """All phrases that a pattern of the vocabulary stands for.

    Args:
        pattern: groups as described at the top of this module.
        own: word sets that go before those of wordsets.tsv.

    >>> expand("[annual] inflation [rate]")
    ('inflation', 'inflation rate', 'annual inflation', 'annual inflation rate')
    """
    pieces = _GROUP.split(pattern)
    if len(pieces) == 1:
        return (pattern,)
    choices = [_choices(piece, own or {}) for piece in pieces if piece and not piece.isspace()]
    return tuple(" ".join(filter(None, words)) for words in itertools.product(*choices))


def first_words(pattern: str, own: Mapping[str, tuple[str, ...]] | None = None) -> set[str]:
    """The words with which a phrase of a pattern may start.

    >>> sorted(first_words("[annual] inflation [rate]"))
    ['annual', 'inflation']
    """
    found: set[str] = set()
    rest = pattern
    while rest:
        group = _GROUP.match(rest)
        if group is None:
            found.add(_GROUP.split(rest, maxsplit=1)[0].split(None, 1)[0])
            break
        choices = _choices(group[0], own or {})
        found.update(choice.split(None, 1)[0] for choice in choices if choice)
        if "" not in choices:
            break
        rest = rest[group.end() :].lstrip()
    return found


def _choices(piece: str, own: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    inside = piece[1:-1]
    match piece[0]:
        case "[":
            return ("", *inside.split("/"))
        case "(":
            return tuple(inside.split("/"))
        case "{":
            name = inside.removesuffix("?")
            if name[0] == "~":
                words = verb_forms(name[1:])
            else:
                words = own[name] if name in own else _word_sets()[name]
            return words if name == inside else ("", *words)
    return (piece.strip(),)


@functools.cache
def _word_sets() -> dict[str, tuple[str, ...]]:
    return {name: tuple(words.split("|")) for name, words in vocabulary_rows("wordsets.tsv")}


@functools.cache
def verb_forms(verb: str) -> tuple[str, ...]:
    """The forms of a verb, irregular ones from wordsets.tsv.

    Base, third person, past, participle where it differs, and -ing form.

    >>> verb_forms("use"), verb_forms("carry")
    (('use', 'uses', 'used', 'using'), ('carry', 'carries', 'carried', 'carrying'))
    """
    irregular = _word_sets().get("~" + verb)
    if irregular:
        return irregular
    if verb.endswith("e"):
        return (verb, verb + "s", verb + "d", verb[:-1] + "ing")
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return (verb, verb[:-1] + "ies", verb[:-1] + "ied", verb + "ing")
    ending = "es" if verb.endswith(("s", "x", "z", "ch", "sh", "o")) else "s"
    return (verb, verb + ending, verb + "ed", verb + "ing")

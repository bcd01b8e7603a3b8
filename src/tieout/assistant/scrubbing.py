"""Secrets stay out of what is written down: keys and tokens, by the names they stand under and by their form.

A provider's adapter already takes its own key out of what it hands on; this is the net below it, for a key
that a header, an error page or a tool brought in by another way.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any

__all__ = ["HIDDEN", "scrubbed"]

HIDDEN = "[hidden]"
"""What stands where a secret stood."""

_NAMES = re.compile(
    r"(?:proxy[-_])?authorization|(?:x[-_])?api[-_]?key|x[-_]goog[-_]api[-_]key|(?:set[-_])?cookie|passw(?:or)?d"
    r"|(?:client[-_]|shared[-_])?secret|(?:access|refresh|id|auth|bearer|session)[-_]?token|private[-_]?key",
    re.IGNORECASE,
)
_FORMS = re.compile(
    r"(?<![A-Za-z0-9_-])(?:"
    r"sk-[A-Za-z0-9_-]{16,}"  # OpenAI, Anthropic and others
    r"|AIza[A-Za-z0-9_-]{30,}"  # Google
    r"|AKIA[A-Z0-9]{16}"  # AWS
    r"|gh[oprsu]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{30,}"
    r"|hf_[A-Za-z0-9]{30,}|xox[abeprs]-[A-Za-z0-9-]{10,}"
    r"|eyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]+"  # a signed web token
    r"|(?<=Bearer )[A-Za-z0-9._~+/-]{16,}=*"
    r")"
)
_KEPT = frozenset({"", HIDDEN})
_DEEPEST = 100
_LONGEST_REPR = 200


def scrubbed(value: Any) -> Any:
    """Return a value as JSON can carry it, without secrets; what is JSON already is the same value.

    A model may hand over anything beside its reply: what is no JSON (an object, not-a-number, a tree without
    end) is kept as a short text that says what it was, since a record must not fail on it.

    Examples:
        >>> scrubbed({"headers": {"Authorization": "Basic abc"}, "text": "key sk-abcdefghijklmnop1234 seen"})
        {'headers': {'Authorization': '[hidden]'}, 'text': 'key [hidden] seen'}
    """
    return _scrubbed(value, 0)


def _scrubbed(value: Any, depth: int) -> Any:
    if isinstance(value, str):
        return _FORMS.sub(HIDDEN, value)
    if depth > _DEEPEST:
        return "[nested too deeply]"
    if isinstance(value, Mapping):
        return {
            str(key): HIDDEN if _is_secret(key, inner) else _scrubbed(inner, depth + 1)
            for key, inner in value.items()
        }
    if isinstance(value, list | tuple):
        return [_scrubbed(inner, depth + 1) for inner in value]
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float) and math.isfinite(value):
        return value
    return _FORMS.sub(HIDDEN, repr(value)[:_LONGEST_REPR])


def _is_secret(key: object, value: object) -> bool:
    named = isinstance(key, str) and _NAMES.fullmatch(key) is not None
    return named and isinstance(value, str) and value not in _KEPT

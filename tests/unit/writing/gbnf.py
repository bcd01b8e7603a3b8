"""A reader of GBNF for tests: it knows only what llama.cpp documents, and nothing of how ours is written."""

from __future__ import annotations

import re

_TOKEN = re.compile(
    r'\s+|"(?P<text>(?:\\.|[^"\\])*)"|(?P<chars>\[[^\]]*\])|(?P<times>[?*+]|\{\d+(?:,\d*)?\})'
    r"|(?P<sign>[()|])|(?P<name>[a-z][a-z-]*)"
)


def matcher(grammar: str) -> re.Pattern[str]:
    """Return a pattern for the texts of a grammar without recursion, anchored at neither end."""
    rules = dict(line.split(" ::= ", 1) for line in grammar.splitlines())
    done: dict[str, str] = {}

    def written(name: str) -> str:
        if name not in done:
            done[name] = translated(rules[name])
        return done[name]

    def translated(body: str) -> str:
        parts, at = [], 0
        while at < len(body):
            found = _TOKEN.match(body, at)
            assert found, f"no GBNF: {body[at : at + 40]!r}"
            at = found.end()
            if found["text"] is not None:
                text = re.sub(r"\\(.)", lambda one: "\n" if one[1] == "n" else one[1], found["text"])
                parts.append(f"(?:{re.escape(text)})")
            elif found["name"]:
                parts.append(f"(?:{written(found['name'])})")
            else:
                sign = found["chars"] or found["times"] or found["sign"] or ""
                parts.append("(?:" if sign == "(" else sign)
        return "".join(parts)

    return re.compile(written("root"))

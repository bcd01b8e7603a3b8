"""The text of a first card: what was guessed, and comments on what it means."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from tieout.data.importing.guess import Guess

__all__ = ["CARD_KEYS", "card_text"]

CARD_KEYS: Final[Mapping[str, str]] = {
    "name": "short name, for the command line",
    "version": "which release, in a form that sorts: 2026-11",
    "release": "the release in words: November 2026",
    "publisher": "who publishes the values",
    "source_name": "the publication",
    "credit": "the line that the licence asks for",
    "licence": "short name of the licence: CC BY 4.0",
    "licence_url": "where it stands",
}
"""What a reader of an answer must be told, and no table says."""

_ROLES: Final[Mapping[str, str]] = {
    "area": "code of the area",
    "area_name": "name of the area",
    "indicator": "code of the indicator",
    "indicator_name": "name of the indicator",
    "period": "year, quarter, month or day",
    "value": "the value",
    "unit": "the unit of the value",
    "scale": "power of ten that values are counted in; it goes into the unit",
    "status": "flag: provisional, estimated, forecast, break",
}


def card_text(guess: Guess, said: Mapping[str, str]) -> str:
    """Return a card in TOML; a key that nobody could fill is empty, and the import asks for it.

    Args:
        guess: What the columns may mean.
        said: Texts of the card, and constants, from whoever asked.
    """
    lines = ["# The card of a table: what a reader must be told, and what its columns mean.", ""]
    lines += [_line(key, said.get(key, ""), why) for key, why in CARD_KEYS.items()]
    lines += ['# retrieved = "2026-11-30"  # the day of the import where it is left out', "", "[table]"]
    for role, why in _ROLES.items():
        if column := guess.roles.get(role):
            lines.append(_line(role, column, f"{why}; {guess.reasons[column]}"))
    if guess.periods_across:
        lines.append("periods_across = true  # every column whose name is a period")
    if guess.indicators_across:
        lines += [
            "# Each of these columns is an indicator:",
            _line("indicators_across", guess.indicators_across),
        ]
    if guess.dimensions:
        lines += [f"# {_plain(f'{column} {guess.reasons[column]}')}" for column in guess.dimensions]
        lines.append(
            _line("dimensions", guess.dimensions, "each tells series apart and stands in their names")
        )
    if guess.ignore:
        lines += [f"# {_plain(f'{column}: {guess.reasons[column]}')}" for column in guess.ignore]
        lines.append(_line("ignore", guess.ignore, "left out"))
    lines += [
        '# missing = ["", ".."]  # what stands for no value',
        '# decimal = ","         # where it is not a point; thousands = "." where groups are parted',
        '# period_format = "%d.%m.%Y"  # where periods are written in a way of their own',
    ]
    lines += _constants(guess, said)
    return "\n".join([*lines, *_indicators(guess, said), ""])


def _constants(guess: Guess, said: Mapping[str, str]) -> list[str]:
    wanted = {role: "" for role in guess.open if role != "value"}
    wanted |= {key.partition(".")[2]: text for key, text in said.items() if key.startswith("constant.")}
    if guess.indicators_across:
        wanted = {role: text for role, text in wanted.items() if role != "unit" or text}
    if not wanted:
        return []
    lines = ["", "[table.constant]  # what holds for every row, because no column says it"]
    return [*lines, *(_line(role, text, _ROLES.get(role, "")) for role, text in wanted.items())]


def _indicators(guess: Guess, said: Mapping[str, str]) -> list[str]:
    lines: list[str] = []
    codes = guess.indicators_across or ([code] if (code := said.get("constant.indicator")) else [])
    for code in codes:
        unit = said.get("constant.unit", "")
        lines += ["", "[[indicators]]", _line("code", code), _line("name", "", "what readers call it")]
        lines.append(_line("unit", unit, "people, % of labour force, current US$ ..."))
    return lines


def _line(key: str, value: object, why: str = "") -> str:
    return f"{key} = {json.dumps(value, ensure_ascii=False)}{f'  # {_plain(why)}' if why else ''}"


def _plain(text: str) -> str:
    """Return a text that stays within a comment, whatever stood in the table."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())

"""Toolsets beside statistics, by the words with which a door adds them to a desk.

| word | adds |
|---|---|
| `calculator` | `calculate`: exact sums over numbers and facts |
| `clock` | `today`: date and time of day in a time zone |
| `watch` | `watch_value`: be told when a value is revised; each call waits for a person |
| `glossary=FILE` | `glossary`: terms of a TOML file, `"term" = "meaning"` |
| `notes=FOLDER` | `search_notes`: passages of the Markdown files in a folder |
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from tieout.errors import UsageError

if TYPE_CHECKING:
    from tieout.data.catalogue import Catalogue
    from tieout.data.snapshot import Snapshot
    from tieout.ledger import Ledger
    from tieout.tools.contract import Tool, Toolset
    from tieout.tools.watching import Watch

__all__ = ["WORDS", "toolset_of"]

WORDS = ("calculator", "clock", "watch", "glossary=FILE", "notes=FOLDER")
"""What may be added."""


def toolset_of(
    snapshot: Snapshot,
    catalogue: Catalogue,
    added: Sequence[str] = (),
    *,
    now: Callable[[], datetime],
    ledger: Callable[[], Ledger] | None = None,
) -> Toolset:
    """Return the statistics tools over a snapshot with the toolsets added.

    Args:
        snapshot: The data.
        catalogue: What knows the snapshot's areas and indicators by name.
        added: Words of `WORDS`.
        now: The wall clock.
        ledger: Gives where watches are kept; None where no call with a side effect can run.

    Raises:
        UsageError: A word is not known or stands twice, or its file or folder cannot be read.
    """
    from tieout.tools.contract import Toolset
    from tieout.tools.statistics import statistics_tools

    tools = list(statistics_tools(snapshot, catalogue))
    kinds = [word.partition("=")[0] for word in added]
    if len(set(kinds)) != len(kinds):
        raise UsageError(f"Add each toolset once; given were {', '.join(added)}.")
    for word in added:
        kind, _, where = word.partition("=")
        if kind == "watch" and not where:
            from tieout.tools.watching import watch_tools

            tools += watch_tools(snapshot, catalogue, _keeper(ledger, now))
        else:
            tools += _plain(kind, where, word, now)
    return Toolset(tools)


def _plain(kind: str, where: str, word: str, now: Callable[[], datetime]) -> Sequence[Tool]:
    if kind == "calculator" and not where:
        from tieout.tools.calculator import calculator_tools

        return calculator_tools()
    if kind == "clock" and not where:
        from tieout.tools.clock import clock_tools

        return clock_tools(now)
    if kind == "glossary" and where:
        from tieout.tools.glossary import glossary_tools

        return glossary_tools(_terms(Path(where)))
    if kind == "notes" and where:
        from tieout.tools.notes import Notes, note_tools

        return note_tools(Notes.load(where))
    raise UsageError(f"There is no toolset {word[:60]!r} to add. Available: {', '.join(WORDS)}.")


def _keeper(ledger: Callable[[], Ledger] | None, now: Callable[[], datetime]) -> Callable[[Watch], int]:
    def keep(watch: Watch) -> int:
        if ledger is None:
            raise UsageError("A watch needs a ledger to be kept in.")
        return ledger().watches.append(watch, now())

    return keep


def _terms(file: Path) -> dict[str, str]:
    import tomllib

    try:
        terms = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UsageError(f"The glossary {file} cannot be read: {error}.") from error
    if not all(isinstance(meaning, str) for meaning in terms.values()):
        raise UsageError(f'The glossary {file} must hold lines such as "term" = "meaning", and nothing else.')
    return terms

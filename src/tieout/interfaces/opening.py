"""A desk in one call, for programs that embed Tieout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tieout.interfaces.settings import DEFAULT_PATH, Settings
from tieout.tools.contract import Toolset

if TYPE_CHECKING:
    from tieout.assistant.approval import Approver
    from tieout.assistant.conversation import Model
    from tieout.desk import Desk
    from tieout.tools.contract import Tool

__all__ = ["open_desk"]


def open_desk(
    model: str | Model | None = None,
    dataset: str | None = None,
    *,
    path: str = DEFAULT_PATH,
    ledger: str | Path | None = None,
    added: Sequence[str] = (),
    tools: Sequence[Tool] = (),
    approver: Approver | None = None,
) -> Desk:
    """Open a desk as the command line does, with the clocks of this machine and the settings of its user.

    Args:
        model: A model, or the name of one such as ``planner``; the user's setting by default.
        dataset: A data set by name, folder, file or URL; the user's setting by default.
        path: The information path.
        ledger: The file or database to keep runs in; None to keep none, so that no run can wait for a person.
        added: Toolsets beside statistics, such as ``calculator``; all words are under Tools in the reference.
        tools: Tools of your own.
        approver: Who is asked about calls with a side effect.

    Raises:
        DataError: The data cannot be trusted.
        LedgerError: The ledger cannot be opened.
        UsageError: No such model, data set, path or toolset.
        ValueError: Two tools share a name.

    Examples:
        >>> open_desk("planner", "core8").ask("What was the population of Canada in 2024?").answer
        "Canada's population was 41,262,329 in 2024."
    """
    settings = Settings.from_environment()
    book = None if ledger is None else settings.open_ledger(ledger)
    desk = settings.desk(model=model, dataset=dataset, path=path, ledger=book, added=added, approver=approver)
    return replace(desk, toolset=Toolset((*desk.toolset.tools, *tools))) if tools else desk

"""Tools over the packaged data, and a snapshot that tells whether it was read."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, cast

import pytest

from tieout.data.catalogue import Catalogue
from tieout.data.snapshot import Snapshot, load_snapshot
from tieout.tools.contract import Numbering, ToolCall, ToolResult, Toolset
from tieout.tools.statistics import statistics_tools

READS = frozenset("get find series latest cross_section missing coverage cells caveats check_all".split())


class WatchedSnapshot:
    """A snapshot that writes down every method by which values are read."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot = snapshot
        self.reads: list[str] = []

    def __getattr__(self, name: str) -> Any:
        if name in READS:
            self.reads.append(name)
        return getattr(self.snapshot, name)


@pytest.fixture(scope="session")
def core8() -> Snapshot:
    """The packaged set of eight countries."""
    return load_snapshot("core8")


@pytest.fixture(scope="session")
def starter() -> Snapshot:
    """The packaged set of all economies."""
    return load_snapshot("wdi-starter")


@pytest.fixture(scope="session")
def toolset(core8: Snapshot) -> Toolset:
    """The statistics tools over eight countries."""
    return Toolset(statistics_tools(core8, Catalogue(core8)))


@pytest.fixture(scope="session")
def wide(starter: Snapshot) -> Toolset:
    """The statistics tools over all economies."""
    return Toolset(statistics_tools(starter, Catalogue(starter)))


@pytest.fixture
def watched(core8: Snapshot) -> WatchedSnapshot:
    """Eight countries, watched."""
    return WatchedSnapshot(core8)


@pytest.fixture
def watched_toolset(watched: WatchedSnapshot, core8: Snapshot) -> Toolset:
    """The statistics tools over the watched snapshot."""
    return Toolset(statistics_tools(cast("Snapshot", watched), Catalogue(core8)))


Asked = Callable[..., ToolResult]


@pytest.fixture
def ask(toolset: Toolset) -> Asked:
    """Return a function that calls a tool over eight countries by name and arguments."""
    return asker(toolset)


@pytest.fixture
def ask_wide(wide: Toolset) -> Asked:
    """Return a function that calls a tool over all economies by name and arguments."""
    return asker(wide)


def asker(tools: Toolset) -> Asked:
    """Return a function that calls one of the tools by name and arguments."""

    def ask(name: str, numbering: Numbering | None = None, **arguments: Any) -> ToolResult:
        call = ToolCall(id="c1", name=name, arguments=json.dumps(arguments))
        return tools.call(call, numbering)

    return ask

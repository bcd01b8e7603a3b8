"""Readers and a whole run over packaged data, for tests of the planner."""

import json
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from tieout.assistant.loop import Step, run_loop
from tieout.assistant.paths import get_path
from tieout.data.catalogue import Catalogue
from tieout.data.snapshot import load_snapshot
from tieout.facts.fact import Evidence
from tieout.models.planner import Planner
from tieout.models.planner.reader import Reader
from tieout.models.planner.tagging import Scope
from tieout.testing import FixedClock
from tieout.tools.contract import Toolset
from tieout.tools.statistics import statistics_tools


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What became of a question."""

    status: str
    answer: str
    evidence: Evidence
    steps: tuple[Step, ...]
    model_calls: int

    @property
    def plain(self) -> str:
        """The answer without its markers."""
        words = self.answer
        for fact in self.evidence:
            words = words.replace(f" [{fact.ref}]", "")
        return words


class Desk:
    """A planner with its tools over one data set."""

    def __init__(self, dataset: str) -> None:
        self.snapshot = load_snapshot(dataset)
        self.catalogue = Catalogue(self.snapshot)
        self.toolset = Toolset(statistics_tools(self.snapshot, self.catalogue))
        self.planner = Planner(self.catalogue)
        first, last = self.snapshot.years
        self.reader = Reader(
            Scope(
                areas=self.snapshot.areas,
                indicators=self.snapshot.indicators,
                first_year=first,
                last_year=last,
                names=self.catalogue.names,
            )
        )

    def ask(self, question: str, *, two_phases: bool = True, force_first_call: bool = False) -> Asked:
        """Put the question through the loop, as any model's."""
        path = get_path(
            "tools:prose", self.snapshot, two_phases=two_phases, force_first_call=force_first_call
        )
        trace = run_loop(self.planner, self.toolset, question, path, clock=FixedClock())
        draft = json.loads(trace.draft_text or "{}")
        return Asked(
            status=draft["status"],
            answer=draft["answer"],
            evidence=trace.evidence,
            steps=trace.steps,
            model_calls=len(trace.requests),
        )


@pytest.fixture(scope="session")
def starter() -> Desk:
    """The whole starter set."""
    return Desk("wdi-starter")


@pytest.fixture(scope="session")
def core8() -> Desk:
    """The eight countries."""
    return Desk("core8")


AskMaker = Callable[[str], Asked]

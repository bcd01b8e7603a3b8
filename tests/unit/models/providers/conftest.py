"""A desk over three invented countries whose model is asked over the wire, at a server of the test."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.unit.models.providers.wires import Answer, Server

from tieout.assistant.limits import Limits
from tieout.assistant.paths import get_path
from tieout.data.catalogue import Catalogue
from tieout.desk import Desk, Outcome
from tieout.facts.names import Names
from tieout.models.providers.access import Access
from tieout.models.providers.address import Address
from tieout.models.providers.tuning import Tuning
from tieout.testing import FixedClock, tiny_snapshot
from tieout.tools.contract import Toolset
from tieout.tools.statistics import statistics_tools

if TYPE_CHECKING:
    from tieout.models.providers.adapter import ProviderModel

KEY = "sk-very-secret-0123456789"
QUESTION = "What was the population of Canada in 2022?"
DRAFT = json.dumps({"status": "answered", "claims": [{"say": "value", "fact": "e1"}]})
VALUES = {"country_codes": ["CAN"], "indicator_code": "SP.POP.TOTL", "from_year": 2022, "to_year": 2022}
MODELS = {
    "openai": "gpt-4.1",
    "openai-responses": "gpt-5",
    "anthropic": "claude-sonnet-4-6",
    "google": "gemini-2.5-flash",
    "compatible": "qwen",
    "ollama": "qwen3:4b",
    "azure": "gpt-4.1",
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what needs the extra where it is not installed."""
    try:
        import pydantic_ai  # noqa: F401
    except ModuleNotFoundError:
        here = Path(__file__).parent
        for item in items:
            if here in item.path.parents and item.path.name != "test_address.py":
                item.add_marker(pytest.mark.skip(reason="the extra `models` is not installed"))


class Room:
    """Makes servers, models and desks, and closes what it made."""

    def __init__(self) -> None:
        self.servers: list[Server] = []
        self.clock = FixedClock()
        self.waits: list[float] = []

    def server(self, *answers: Answer | Mapping[str, Any]) -> Server:
        """Start a server."""
        self.servers.append(Server(answers))
        return self.servers[-1]

    def model(
        self, server: Server, provider: str = "compatible", model: str = "", **tuning: Any
    ) -> ProviderModel:
        """Return a model that is asked at the server."""
        from tieout.models.providers.adapter import ProviderModel

        model = model or MODELS[provider]
        url = server.url + ("" if provider in ("anthropic", "google") else "/v1")
        address = Address(provider=provider, model=model, url=url, written=f"{provider}:{model}")
        return ProviderModel(address, Access(key=KEY, url=url), Tuning(**tuning))

    def wait(self, seconds: float) -> None:
        """Let the clock of the run go on."""
        self.waits.append(seconds)
        self.clock.advance(seconds)

    def desk(self, model: Any, path: str = "tools", limits: Limits | None = None, **more: Any) -> Desk:
        """Return a desk with that model."""
        snapshot = tiny_snapshot()
        return Desk(
            model=model,
            snapshot=snapshot,
            toolset=Toolset(statistics_tools(snapshot, Catalogue(snapshot, Names.load()))),
            names=Names.load(),
            path=get_path(path, snapshot),
            clock=self.clock,
            now=lambda: datetime(2026, 7, 1, tzinfo=UTC),
            new_id=lambda: "run-1",
            limits=limits or Limits(),
            wait=self.wait,
            **more,
        )

    def close(self) -> None:
        """Close every server."""
        for server in self.servers:
            server.close()

    def ask(
        self,
        *answers: Answer | Mapping[str, Any],
        provider: str = "compatible",
        path: str = "tools",
        limits: Limits | None = None,
        **tuning: Any,
    ) -> tuple[Outcome, Server]:
        """Ask the question at a new server; return the outcome and what the server saw."""
        server = self.server(*answers)
        return self.desk(self.model(server, provider, **tuning), path, limits).ask(QUESTION), server


@pytest.fixture
def room() -> Iterator[Room]:
    """Give a room, and close it."""
    made = Room()
    yield made
    made.close()

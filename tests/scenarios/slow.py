"""A desk whose model thinks until the test lets it answer."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.scenarios.desk import Served, served
from tests.unit.models.providers.wires import Answer, Server, compatible

VALUES = '{"country_codes": ["CAN"], "indicator_code": "SP.POP.TOTL", "from_year": 2024, "to_year": 2024}'
DRAFT = '{"status": "answered", "claims": [{"say": "value", "fact": "e1"}]}'


@dataclass(frozen=True, slots=True, kw_only=True)
class Slow:
    """A served desk with one worker, and the model that it asks.

    Attributes:
        desk: The desk.
        model: The server of its model: the first request of a run gets a call, the next one waits.
        go: Lets the model answer.
    """

    desk: Served
    model: Server
    go: threading.Event


@contextmanager
def slow_desk(home: Path, *words: str) -> Iterator[Slow]:
    """Serve until the block ends; what waits for the model then gets its answer."""
    go = threading.Event()
    model = Server([compatible(None, ("call-1", "get_values", VALUES)), Answer(compatible(DRAFT), after=go)])
    try:
        address = f"{model.url}/v1#qwen"
        with served(home, "--workers", "1", "--model", address, *words) as desk:
            yield Slow(desk=desk, model=model, go=go)
            go.set()
    finally:
        go.set()
        model.close()

"""The same data set on every back end, by the name that a person would give."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tieout.data.copying import copy_snapshot
from tieout.data.snapshot import Snapshot, load_snapshot

BACKENDS = ("memory", "sqlite", "postgres", "duckdb")
Placed = Callable[[str | Path], str]
Kept = Callable[[str | Path], Snapshot]
_NUMBERS = itertools.count(1)


@pytest.fixture
def own_schema(postgres: str) -> Iterator[str]:
    """A URL of a schema that nobody else uses, and that is gone after the test."""
    import psycopg

    schema = f"tieout_test_{os.getpid()}_{next(_NUMBERS)}"
    yield f"{postgres}{'&' if '?' in postgres else '?'}schema={schema}"
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"DROP SCHEMA IF EXISTS {schema} CASCADE")


@pytest.fixture(params=BACKENDS)
def placed(request: pytest.FixtureRequest, tmp_path: Path) -> Placed:
    """Return what puts a data set on a back end and says how it is named there."""
    kind = request.param
    if kind == "duckdb":
        pytest.importorskip("ibis", reason="Ibis is not installed (extra warehouse)")
    target = request.getfixturevalue("own_schema") if kind == "postgres" else ""

    def place(dataset: str | Path) -> str:
        if kind == "memory":
            return str(dataset)
        stem = f"{Path(dataset).stem}-{next(_NUMBERS)}"
        file = str(tmp_path / (f"{stem}.sqlite" if kind == "sqlite" else f"{stem}.duckdb"))
        named = target or (file if kind == "sqlite" else f"duckdb://{file}")
        copy_snapshot(load_snapshot(dataset), named)
        return named

    return place


@pytest.fixture
def kept(placed: Placed) -> Iterator[Kept]:
    """Return what opens a data set on a back end."""
    opened = []

    def keep(dataset: str | Path) -> Snapshot:
        opened.append(load_snapshot(placed(dataset)))
        return opened[-1]

    yield keep
    for snapshot in opened:
        snapshot.close()

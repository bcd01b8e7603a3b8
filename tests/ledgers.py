"""The same ledger in a file and on a server, by the place that a person would name."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

_NUMBERS = itertools.count(1)


@pytest.fixture
def own_database(postgres: str) -> Iterator[str]:
    """The address of a database that nobody else uses, and that is gone after the test."""
    pytest.importorskip("alembic", reason="Alembic is not installed (extra web)")
    import psycopg
    from sqlalchemy import make_url

    from tieout.ledger.server import close_pools

    name = f"tieout_ledger_{next(_NUMBERS)}"
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    yield make_url(postgres).set(database=name).render_as_string(hide_password=False)
    close_pools()
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(params=["file", "server"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a new ledger can be opened: a file that is not there yet, or an empty database."""
    if request.param == "server":
        return str(request.getfixturevalue("own_database"))
    return str(tmp_path / "ledger.sqlite3")

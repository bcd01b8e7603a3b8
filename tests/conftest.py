"""What every test runs under: the same examples each time, and a home of its own on disk."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from tests.backends import kept, own_schema, placed
from tests.ledgers import own_database, place
from tests.postgres import running

__all__ = ["kept", "own_database", "own_schema", "place", "placed"]

# The same examples on every machine: a red CI can be repeated at once, and no run is slow by luck.
# `HYPOTHESIS_PROFILE=search` looks for new ones.
settings.register_profile("same", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("search", deadline=None, max_examples=2_000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep a person's own ledger and settings out of the tests, and the tests out of them."""
    home = tmp_path_factory.mktemp("home")
    for name in [name for name in os.environ if name.startswith("TIEOUT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "config"))
    monkeypatch.setenv("NO_COLOR", "1")
    return home


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a real PostgreSQL server; tests that need one are skipped where there is none."""
    pytest.importorskip("psycopg", reason="psycopg is not installed (extra postgres)")
    with running() as url:
        if url is None:
            pytest.skip("PostgreSQL is not installed here, and TIEOUT_TEST_POSTGRES names no server")
        yield url

"""What every test runs under: the same examples each time, and a home of its own on disk."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

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

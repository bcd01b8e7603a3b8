"""A pull as a person sees it: a bar on a terminal, lines elsewhere, and what it came to."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.scenarios.program import environment
from tests.unit.data.worldbank.replica import CODES, RESTRICTED, Replica, replica

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


@pytest.fixture
def api() -> Iterator[Replica]:
    """The API on loopback."""
    with replica() as made:
        yield made


def words(target: Path, *more: str) -> list[str]:
    return [sys.executable, "-m", "tieout", "data", "pull", "worldbank", "--out", str(target), *more]


def surroundings(api: Replica, home: Path) -> dict[str, str]:
    return {**environment(home), "TIEOUT_WORLDBANK_URL": api.url, "TERM": "xterm-256color"}


def on_a_terminal(command: list[str], env: dict[str, str]) -> tuple[int, str]:
    """Run a command on a terminal of its own, and return its status and all that it drew."""
    own, its = pty.openpty()
    process = subprocess.Popen(command, env=env, stdin=its, stdout=its, stderr=its, close_fds=True)
    os.close(its)
    drawn = bytearray()
    try:
        while part := os.read(own, 65_536):
            drawn += part
    except OSError:
        pass  # The terminal is gone with the program that drew on it.
    finally:
        os.close(own)
    return process.wait(60), ESCAPES.sub("", drawn.decode(errors="replace"))


def test_a_terminal_shows_a_bar_with_rate_and_time_left(api: Replica, tmp_path: Path) -> None:
    """How many of how many, how fast, and how long still; then what came and what was left out."""
    status, drawn = on_a_terminal(words(tmp_path / "wdi.sqlite"), surroundings(api, tmp_path / "home"))
    wanted = len(CODES) - 1
    assert status == 0
    assert re.search(rf"indicators [━╸╺ ]+[0-9]+/{wanted} ", drawn)
    assert re.search(rf"all here, writing the file ━+ {wanted}/{wanted} [0-9.]+/s 0:00:00 left", drawn)
    assert f"{wanted} indicators, 5 areas" in drawn
    assert f"Left out, not under CC BY 4.0: {RESTRICTED} (Restricted)" in drawn


def test_elsewhere_a_pull_tells_of_each_tenth(api: Replica, tmp_path: Path) -> None:
    """A log gets eleven short lines and no bar."""
    done = subprocess.run(
        words(tmp_path / "wdi.sqlite", "--json"),
        env=surroundings(api, tmp_path / "home"),
        capture_output=True,
        check=True,
        text=True,
    )
    lines = done.stderr.splitlines()
    assert lines[0] == f"0 of {len(CODES) - 1} indicators"
    assert lines[-1] == f"{len(CODES) - 1} of {len(CODES) - 1} indicators"
    assert len(lines) == 11


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--years", "2024:2000"], "the first year comes after the last"),
        (["--years", "twenty"], "is not two years such as 2000:2024"),
        (["--indicator", "a b"], "is no code of the World Bank"),
        (["--indicator", "NO.SUCH"], "120 Invalid value"),
        (["--area", "XYZ"], "no area with the code XYZ"),
    ],
)
def test_what_cannot_be_pulled_is_one_sentence(
    api: Replica, tmp_path: Path, more: list[str], message: str
) -> None:
    """No traceback, a status above 0, nothing written."""
    done = subprocess.run(
        words(tmp_path / "wdi.sqlite", *more),
        env=surroundings(api, tmp_path / "home"),
        capture_output=True,
        check=False,
        text=True,
    )
    assert done.returncode > 0
    assert message in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "wdi.sqlite").exists()

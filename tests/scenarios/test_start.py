"""A command loads what it needs and nothing else, and says what it is quickly."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import pytest
from tests.scenarios.program import QUESTION, Done, environment

Tieout = Callable[..., Done]

HEAVY = ("pydantic", "tieout.evaluation", "asyncio", "http.client", "unittest", "importlib.metadata")
DRAWING = ("rich.console", "rich.table")
DOMAIN = ("tieout.desk", "tieout.checking.check", "tieout.data.snapshot", "tieout.facts.names", "sqlite3")

LOADED = """
import json, os, sys
from tieout.interfaces.cli.app import main
status = main(sys.argv[1:])
sys.stderr.write(json.dumps([status, sorted(sys.modules)]))
"""


@pytest.mark.parametrize(
    ("words", "unwanted"),
    [
        (("ask", QUESTION, "--json"), (*HEAVY, *DRAWING)),
        (("ask", QUESTION), HEAVY),
        (("--help",), (*HEAVY, *DOMAIN)),
        (("ask", "--help"), (*HEAVY, *DOMAIN)),
        (("data", "list", "--json"), (*HEAVY, *DRAWING, "tieout.checking.check", "tieout.models.planner")),
        (("review", "list", "--json"), (*HEAVY, *DRAWING, *DOMAIN)),
    ],
)
def test_a_command_loads_only_what_it_needs(
    words: tuple[str, ...], unwanted: tuple[str, ...], own_home: Path
) -> None:
    """Start-up is paid at every question; what is not imported costs nothing."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *words], capture_output=True, env=environment(own_home), check=True
    )
    status, modules = json.loads(done.stderr)
    assert status == 0
    assert set(unwanted) & set(modules) == set()


def test_the_version_is_that_of_the_package(tieout: Tieout) -> None:
    """One line."""
    done = tieout("--version")
    assert (done.status, done.out) == (0, f"tieout {version('tieout')}\n")


COMMANDS = [
    (),
    *[(name,) for name in ("ask", "check", "tool", "tools", "eval", "data", "review", "trace")],
    *[("data", name) for name in ("list", "show", "verify")],
    *[("review", name) for name in ("list", "show", "approve", "amend", "decline")],
    ("trace", "show"),
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_command_has_help_with_an_example(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    """A command that does something shows how it is called."""
    from tieout.interfaces.cli.app import main

    assert main([*words, "--help"]) == 0
    out = capsys.readouterr().out
    if words not in ((), ("data",), ("review",), ("trace",)):
        assert "For example:" in out
        assert f"tieout {' '.join(words)}" in out.partition("For example:")[2]


def test_the_program_alone_shows_its_help(tieout: Tieout) -> None:
    """And ends as wrong usage, since nothing was asked for."""
    done = tieout()
    assert done.status == 2
    assert "Usage: tieout" in done.out


def test_completion_is_offered_for_the_shell(tieout: Tieout) -> None:
    """The shell asks the program, and gets its commands."""
    done = tieout("--show-completion", "bash")
    assert done.status == 0
    assert "_TIEOUT_COMPLETE" in done.out

"""`tieout data find` shows what was found and why, and says plainly when nothing was."""

from __future__ import annotations

from pathlib import Path

from tests.scenarios.program import run


def test_plain_words_find_an_indicator(tmp_path: Path) -> None:
    """A table for people, a list for programs."""
    done = run(tmp_path, "data", "find", "how many people have power")
    assert done.status == 0
    assert done.out.splitlines()[2].startswith("EG.ELC.ACCS.ZS")
    listed = run(tmp_path, "data", "find", "how many people have power", "--json").document
    assert listed[0]["code"] == "EG.ELC.ACCS.ZS"
    assert set(listed[0]) == {"code", "name", "unit", "score", "reason"}


def test_nothing_found_is_said(tmp_path: Path) -> None:
    """Exit status 3: the data set has no such thing."""
    done = run(tmp_path, "data", "find", "zzzz")
    assert done.status == 3
    assert "Nothing in wdi-starter" in done.out
    assert run(tmp_path, "data", "find", "zzzz", "--json").document == []

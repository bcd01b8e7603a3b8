"""Data sets to test against: the packaged ones, copies of them, and tiny ones that a test writes itself."""

import hashlib
import shutil
from collections.abc import Callable
from importlib.resources import as_file, files
from pathlib import Path

import pytest

from tieout.data.snapshot import Snapshot, load_snapshot

CARD = """\
name = "tiny"
title = "Tiny"
version = "1"
release = "One"
retrieved = 2026-01-02
publisher = "Nobody"
source_name = "Nothing"
credit = "Nobody: Nothing"
licence = "CC BY 4.0"
licence_url = "https://creativecommons.org/licenses/by/4.0/"
years = [2000, 2003]
"""
TINY = {
    "card.toml": CARD,
    "areas.csv": (
        "code,name,is_aggregate,iso2\nAAA,Aland,0,AA\nBBB,Beland,0,BB\nCCC,Celand,0,\nALL,Everywhere,1,\n"
    ),
    "indicators.csv": (
        "code,name,unit,caveat\nPOP,People,people,Counted once.\nNET,Internet,% of population,\n"
    ),
    "observations.csv": (
        "indicator,area,period,value,status\n"
        "POP,AAA,2000,10,\nPOP,AAA,2001,,\nPOP,AAA,2002,12.50,estimated\nPOP,BBB,2000,-3,\n"
        "POP,ALL,2000,7,\nNET,AAA,2000-Q1,1e1,\nNET,AAA,2000-Q3,0.1,break\nNET,AAA,2001,2,\n"
    ),
}

Writer = Callable[..., Path]


def write_sums(directory: Path) -> None:
    """Write the checksums of a directory as they now are."""
    lines = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
        for path in sorted(directory.iterdir())
        if path.name != "SHA256SUMS"
    ]
    (directory / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")


@pytest.fixture
def tiny(tmp_path: Path) -> Writer:
    """Return a writer of a tiny data set, some files of which a test replaces (None leaves one out)."""

    def write(name: str = "tiny", **changed: str | bytes | None) -> Path:
        directory = tmp_path / name
        directory.mkdir()
        contents = {**TINY, **{key.replace("_", "."): value for key, value in changed.items()}}
        for file, content in contents.items():
            if content is not None:
                data = content if isinstance(content, bytes) else content.encode()
                (directory / file).write_bytes(data)
        write_sums(directory)
        return directory

    return write


@pytest.fixture(scope="session")
def starter() -> Snapshot:
    """The packaged starter set."""
    return load_snapshot("wdi-starter")


@pytest.fixture(scope="session")
def core8() -> Snapshot:
    """The packaged set of eight countries."""
    return load_snapshot("core8")


@pytest.fixture
def copies(tmp_path: Path) -> Path:
    """Return a directory with copies of both packaged data sets."""
    with as_file(files("tieout.data") / "sets") as packaged:
        shutil.copytree(packaged, tmp_path / "sets")
    return tmp_path / "sets"

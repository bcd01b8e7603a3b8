"""`tieout data card` and `tieout data import` at the door: a first card, a table, errors of one sentence."""

from __future__ import annotations

import io
import json
import sqlite3
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tieout.data.snapshot import load_snapshot
from tieout.interfaces.cli.app import main

pytest.importorskip("duckdb")

TABLE = """\
geo,country,sex,year,rate,flag,note
KEN,Kenya,F,2023,5.90,,x
KEN,Kenya,M,2023,5.4,p,x
NAM,Namibia,F,2023,..,,"x
# [evil]"
NAM,Namibia,M,2023,18.10,e,x
"""
TOLD = [
    *(
        "version=2026-11",
        "release=November 2026",
        "publisher=Office of Examples",
        "source_name=Labour survey",
    ),
    *("credit=Office of Examples", "licence=CC BY 4.0", "licence_url=https://example.org/by"),
    *("constant.indicator=JOBLESS", "constant.unit=% of labour force"),
]


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A table, with a home of its own beside it."""
    monkeypatch.setenv("TIEOUT_HOME", str(tmp_path / "home"))
    path = tmp_path / "jobless.csv"
    path.write_text(TABLE, encoding="utf-8")
    return path


def carded(table: Path, *more: str) -> Path:
    words = [word for each in TOLD for word in ("--set", each)]
    assert main(["data", "card", str(table), *words, *more]) == 0
    return table.with_name("jobless.card.toml")


def test_a_guessed_card_imports(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What the wizard writes without asking is a card that works, also when the table holds odd texts."""
    card, out = carded(table), table.with_name("out.sqlite")
    assert "differs within an area and period" in capsys.readouterr().out
    assert main(["data", "import", str(table), "--card", str(card), "--out", str(out), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["values"], told["gaps"], told["areas"]) == (3, 1, 2)
    snapshot = load_snapshot(out)
    assert snapshot.sha256 == told["sha256"]
    assert "JOBLESS[sex=M,note=x]" in snapshot.indicators


def test_a_card_is_never_written_over(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A card that is there stays."""
    before = carded(table).read_bytes()
    assert main(["data", "card", str(table)]) == 2
    assert "is there already" in capsys.readouterr().err
    assert table.with_name("jobless.card.toml").read_bytes() == before


def test_the_wizard_asks(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers fill the card; an empty one takes the guess, one that begins with = holds for all rows."""
    answers = [
        "",
        "2026-11",
        "November 2026",
        "Office",
        "Survey",
        "Office",
        "CC BY 4.0",
        "https://example.org",
    ]
    answers += ["", "=JOBLESS", "", "", "=%"]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join([*answers, ""])))
    card, out = table.with_name("asked.toml"), table.with_name("out.sqlite")
    assert main(["data", "card", str(table), "--ask", "--out", str(card)]) == 0
    assert main(["data", "import", str(table), "--card", str(card), "--out", str(out)]) == 0
    assert load_snapshot(out).card.publisher == "Office"


def test_what_nobody_said_is_asked_for_by_the_import(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A key that the wizard left empty stops the import with its name."""
    assert main(["data", "card", str(table)]) == 0
    assert "Still to be said in the card: version" in capsys.readouterr().out
    card = str(table.with_name("jobless.card.toml"))
    assert (
        main(["data", "import", str(table), "--card", card, "--out", str(table.with_name("o.sqlite"))]) == 6
    )
    assert "jobless.card.toml: 'version' must be a text." in capsys.readouterr().err


def test_bad_rows_are_listed_up_to_a_limit(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each bad row stands on a line, the rest are counted, the last line is one sentence; exit status 6."""
    card, out = carded(table), table.with_name("out.sqlite")
    table.write_text(TABLE.replace("5.90", "a").replace("5.4", "b").replace("18.10", "c"), encoding="utf-8")
    words = ["data", "import", str(table), "--card", str(card), "--out", str(out), "--limit", "2"]
    capsys.readouterr()
    assert main(words) == 6
    assert capsys.readouterr().err.splitlines() == [
        "jobless.csv, line 2: 'a' is not a decimal number",
        "jobless.csv, line 3: 'b' is not a decimal number",
        "and 1 more",
        "tieout: jobless.csv has 3 bad lines, so nothing was imported; the first is line 2: 'a' is not a "
        "decimal number.",
    ]
    assert not out.exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["t.csv", "--out", "o.sqlite"], "'t.csv' needs a card"),
        (["t.csv", "--out", "o.db"], "'o.db' must end in .sqlite"),
        (
            ["t.csv", "--card", "c.toml", "--out", "o.sqlite", "--query", "SELECT 1"],
            "--query is for databases",
        ),
        (["sqlite:///t.db", "--card", "c.toml", "--out", "o.sqlite"], "A database needs --query"),
        (["t.csv", "--card", "none.toml", "--out", "o.sqlite"], "Cannot read 'none.toml'"),
    ],
)
def test_wrong_use_is_one_sentence(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    """What is asked for wrongly ends with exit status 2 and one line."""
    assert main(["data", "import", *words]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert told in lines[0]


def test_a_database_and_an_address(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A query of a database and a table behind an address are imported; a missing one is told; status 6."""
    card, out = carded(table), table.with_name("out.sqlite")

    class Quiet(SimpleHTTPRequestHandler):
        def __init__(self, *arguments: object) -> None:
            super().__init__(*arguments, directory=str(table.parent))  # type: ignore[arg-type]

        def log_message(self, *arguments: object) -> None:
            """Say nothing."""

    pytest.importorskip("httpx2")
    server = ThreadingHTTPServer(("127.0.0.1", 0), Quiet)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{server.server_port}"
    try:
        assert main(["data", "import", f"{base}/jobless.csv", "--card", str(card), "--out", str(out)]) == 0
        first = load_snapshot(out).sha256
        secret = base.replace("//", "//ada:hush@")
        assert main(["data", "import", f"{secret}/no.csv", "--card", str(card), "--out", str(out)]) == 6
        told = capsys.readouterr().err
        assert f"{base}/no.csv answers with the status 404" in told
        assert "hush" not in told
    finally:
        server.shutdown()
        server.server_close()
    pytest.importorskip("sqlalchemy")
    import csv

    with sqlite3.connect(table.with_name("t.db")) as connection:
        connection.execute("CREATE TABLE t (geo, country, sex, year, rate, flag, note)")
        rows = list(csv.reader(io.StringIO(TABLE, newline="")))[1:]
        connection.executemany("INSERT INTO t VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
    connection.close()
    words = [f"sqlite:///{table.with_name('t.db')}", "--query", "SELECT * FROM t"]
    assert main(["data", "import", *words, "--card", str(card), "--out", str(out)]) == 0
    assert load_snapshot(out).sha256 == first

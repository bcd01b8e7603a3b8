"""The documentation, held to the program: commands run, pages are current, nothing is left out.

In a page, a mark in a comment right above a code block says what the block is:

- `<!-- runs -->` or `<!-- runs: 4 -->`: console lines after `$ ` are run in a folder of the page's own, must
  end with that exit status (0 unless said) and print what stands below them; `...` stands for anything.
- `<!-- file: NAME -->`: the block is the content of that file in the same folder.
- `<!-- command: NAME -->`: a line that a stranger pastes; `.ci/run` pastes it too.

Blocks of `pycon` are doctests and need no mark.
"""

import doctest
import importlib.util
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *(page for folder in ("docs", "examples") for page in sorted((ROOT / folder).rglob("*.md"))),
]
BLOCK = re.compile(
    r"(?:<!-- (?P<mark>runs|file|command)(?:: (?P<value>\S+))? -->\n)?"
    r"^```(?P<language>\w*)\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A code block of a page, with the mark above it."""

    mark: str
    value: str
    language: str
    text: str


def blocks(page: Path) -> Iterator[Block]:
    """Yield the code blocks of a page in order."""
    for match in BLOCK.finditer(page.read_text(encoding="utf-8")):
        yield Block(**{name: text or "" for name, text in match.groupdict().items()})


def page_name(page: Path) -> str:
    """Name a page in a test report."""
    return page.relative_to(ROOT).as_posix()


def shell(command: str, folder: Path) -> tuple[int, str]:
    """Run a line in a folder as a reader would; return its exit status and all it printed."""
    environment = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "COLUMNS": "100",
        "TERM": "dumb",
        "NO_COLOR": "1",
        "TIEOUT_HOME": str(folder / "home"),
    }
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environment,
        text=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    return done.returncode, done.stdout


def commands(text: str) -> Iterator[tuple[str, str]]:
    """Yield each console line with the output shown below it."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        lines = part.splitlines()
        while lines[0].endswith("\\"):
            lines[:2] = [lines[0][:-1] + lines[1].removeprefix("> ")]
        yield lines[0], "\n".join(lines[1:])


def looks_like(shown: str, printed: str) -> bool:
    """Compare what a page shows with what was printed; `...` stands for anything, also over lines."""
    wanted = "\n".join(line.rstrip() for line in shown.strip().splitlines())
    given = "\n".join(line.rstrip() for line in printed.strip().splitlines())
    pattern = ".*".join(re.escape(part) for part in wanted.split("..."))
    return re.fullmatch(pattern, given, re.DOTALL) is not None


RUNNABLE = [page for page in PAGES if any(block.mark == "runs" for block in blocks(page))]


@pytest.mark.parametrize("page", RUNNABLE, ids=page_name)
def test_console_blocks_run_and_print_what_they_show(page: Path, tmp_path: Path) -> None:
    """A reader who pastes a marked line sees what the page shows."""
    for block in blocks(page):
        if block.mark == "file":
            (tmp_path / block.value).write_text(block.text, encoding="utf-8")
        if block.mark == "runs":
            for command, shown in commands(block.text):
                status, printed = shell(command, tmp_path)
                assert status == int(block.value or 0), f"$ {command}\n{printed}"
                assert not shown or looks_like(shown, printed), f"$ {command}\n{printed}"


TALKING_PYTHON = [page for page in PAGES if any(block.language == "pycon" for block in blocks(page))]


@pytest.mark.parametrize("page", TALKING_PYTHON, ids=page_name)
def test_python_blocks_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python sessions in a page give what they show; names last from block to block."""
    monkeypatch.chdir(tmp_path)
    for block in blocks(page):
        if block.mark == "file":
            (tmp_path / block.value).write_text(block.text, encoding="utf-8")
    text = "\n\n".join(block.text for block in blocks(page) if block.language == "pycon")
    example = doctest.DocTestParser().get_doctest(text, {}, page_name(page), str(page), 0)
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert runner.run(example, out=report.append).failed == 0, "".join(report)


@pytest.mark.parametrize("name", ["ask", "test"])
def test_readme_commands_are_one_line_of_plain_python(name: str) -> None:
    """The two lines of the README start from `python3` and need no other tool."""
    (block,) = [b for b in blocks(ROOT / "README.md") if b.mark == "command" and b.value == name]
    assert len(block.text.splitlines()) == 1
    words = {part.split()[0] for part in block.text.split("&&")}
    assert words <= {"python3", ".venv/bin/python", ".venv/bin/tieout"}
    assert f"run_readme_command {name}" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_links_lead_somewhere() -> None:
    """Every relative link of every page leads to a file that exists."""
    dead = []
    for page in [*PAGES, ROOT / "CHANGELOG.md"]:
        text = BLOCK.sub("", page.read_text(encoding="utf-8"))
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text):
            if "://" not in target and not (page.parent / target).exists():
                dead.append(f"{page_name(page)}: {target}")
    assert dead == []


def test_every_page_can_be_found() -> None:
    """Every page under docs is linked from the index, every decision from the list of decisions."""
    for index in (ROOT / "docs" / "index.md", ROOT / "docs" / "decisions" / "README.md"):
        linked = set(re.findall(r"\]\(([^)#]+)\)", index.read_text(encoding="utf-8")))
        found = {
            page.relative_to(index.parent).as_posix()
            for page in index.parent.rglob("*.md")
            if page != index and ("decisions" not in page.parts or "decisions" in index.parts)
        }
        assert found - linked == set()


def script(name: str) -> ModuleType:
    """Load a script that writes pages, as a module."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def reference() -> ModuleType:
    """The script that writes the reference."""
    return script("build_reference")


def test_the_page_of_what_is_understood_is_current() -> None:
    """The page shows the sentences that the tests hold to the check; `just docs` writes it."""
    module = script("build_understood")
    assert module.PAGE.read_text(encoding="utf-8") == module.built()


def test_reference_pages_are_current(reference: ModuleType) -> None:
    """The pages under docs/reference say what the code says; `just docs` writes them."""
    for name, text in reference.built().items():
        assert (ROOT / "docs" / "reference" / name).read_text(encoding="utf-8") == text, name


def test_no_row_of_the_reference_is_left_empty(reference: ModuleType) -> None:
    """Every command, argument, tool, code, setting, status and name is described."""
    for name, text in reference.built().items():
        for line in text.splitlines():
            cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            assert len(cells) < 2 or cells[1] != "", f"{name}: {line}"
        for heading in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
            assert heading.partition("\n")[2].strip(), f"{name}: {heading}"


def test_every_setting_is_documented() -> None:
    """Every environment variable of ours that the source names stands in the reference."""
    named = set()
    for path in (ROOT / "src").rglob("*.py"):
        named |= set(re.findall(r"\bTIEOUT_[A-Z_]+\b", path.read_text(encoding="utf-8")))
    page = (ROOT / "docs" / "reference" / "settings.md").read_text(encoding="utf-8")
    assert {name for name in named if f"`{name}`" not in page} == set()


def test_every_stop_reason_is_documented() -> None:
    """Every limit that can stop a run is named where programs look its name up."""
    from tieout.assistant.loop import StopReason

    page = (ROOT / "docs" / "reference" / "json.md").read_text(encoding="utf-8")
    assert [reason.value for reason in StopReason if reason.value and f"`{reason.value}`" not in page] == []


def test_json_examples_are_json() -> None:
    """Every JSON block of every page is JSON, or JSON lines."""
    for page in PAGES:
        for block in blocks(page):
            if block.language == "json":
                json.loads(block.text)
            if block.language == "jsonl":
                assert [json.loads(line) for line in block.text.splitlines()]

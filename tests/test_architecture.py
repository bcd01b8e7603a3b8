"""The shape of the house, checked: layers, sizes, names, docstrings and exact numbers.

A bound is raised by a decision record and an entry in `EXCEPTIONS`, never by drift.
"""

import ast
import importlib
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import tieout

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "tieout"

LONGEST_FILE = 400
LONGEST_BODY = 40

# Reviewed exceptions: "path" or "path:function" -> (bound, decision record). Empty is the aim.
EXCEPTIONS: dict[str, tuple[int, str]] = {}

FORBIDDEN_NAMES = ("manager", "helper", "util", "handler", "service", "process", "info", "context")

# Where a number must stay exactly what the publisher printed.
EXACT = ("facts", "data", "tools", "checking", "writing")
# Files there whose floats are no published numbers, and what they are.
NOT_PUBLISHED = {
    "src/tieout/data/catalogue.py": "how alike two names are",
    "src/tieout/data/search.py": "how well a name answers a query",
    "src/tieout/tools/arguments.py": "what a model proposed, read to be refused by its right name",
    "src/tieout/tools/wording.py": "how alike two names are",
}

# Below these, whatever the program needs of the outside is handed in.
OUTSIDE = ("interfaces", "models", "evaluation")

TREES = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(SOURCE.rglob("*.py"))}
WRITTEN = sorted(
    path
    for folder in ("src", "tests", "scripts", "benchmarks", "examples")
    for path in (ROOT / folder).rglob("*.py")
)
Function = ast.FunctionDef | ast.AsyncFunctionDef


def name_of(path: Path) -> str:
    """Return the path as written in a message and in the table of exceptions."""
    return path.relative_to(ROOT).as_posix()


def part_of(path: Path) -> str:
    """Return the package or module right under `tieout` that holds the file."""
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def body_lines(function: Function) -> int:
    """Count the lines of a function from its first statement after the docstring to its end."""
    body = function.body[1:] if ast.get_docstring(function) else function.body
    return (function.end_lineno or 0) - body[0].lineno + 1 if body else 0


def public_definitions(tree: ast.Module) -> Iterator[ast.ClassDef | Function]:
    """Yield the public functions, classes and methods of a module."""
    for node in tree.body:
        if isinstance(node, ast.ClassDef | Function) and not node.name.startswith("_"):
            yield node
            if isinstance(node, ast.ClassDef):
                yield from (item for item in node.body if isinstance(item, Function) and item.name[0] != "_")


def imports_of(tree: ast.Module) -> Iterator[str]:
    """Yield every module name that a file imports, wherever it stands in the file."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def test_imports_go_down_only() -> None:
    """Run the contracts of pyproject.toml: layers, a judge that knows only facts, a pure core."""
    command = "from importlinter.cli import lint_imports_command as run; run(['--no-cache'])"
    done = subprocess.run(
        [sys.executable, "-c", command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_no_module_imports_its_own_root() -> None:
    """Importing the package root from inside it hides a layer behind the public names."""
    assert [name_of(path) for path, tree in TREES.items() if "tieout" in imports_of(tree)] == []


def test_files_are_small_rooms() -> None:
    """Hold every Python file under the bound."""
    long = {}
    for path in WRITTEN:
        lines = len(path.read_text(encoding="utf-8").splitlines())
        if lines > EXCEPTIONS.get(name_of(path), (LONGEST_FILE, ""))[0]:
            long[name_of(path)] = lines
    assert long == {}


def test_functions_are_small_rooms() -> None:
    """Hold every function body under the bound."""
    long = {}
    for path in WRITTEN:
        tree = TREES.get(path) or ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, Function):
                key = f"{name_of(path)}:{node.name}"
                if body_lines(node) > EXCEPTIONS.get(key, (LONGEST_BODY, ""))[0]:
                    long[key] = body_lines(node)
    assert long == {}


def test_every_exception_is_needed_and_decided() -> None:
    """Drop an exception as soon as the room is small again; name its decision record until then."""
    for key, (_, record) in EXCEPTIONS.items():
        assert (ROOT / key.partition(":")[0]).exists(), key
        assert (ROOT / "docs" / "decisions" / record).is_file(), record


@pytest.mark.parametrize("word", FORBIDDEN_NAMES)
def test_names_say_what_a_thing_is(word: str) -> None:
    """Keep words that name no thing out of module, class and public function names."""
    pattern = re.compile(rf"(?:^|_){word}(?:s|es)?(?:_|$)")
    found = [name_of(path) for path in TREES if pattern.search(path.stem)]
    for path, tree in TREES.items():
        for node in public_definitions(tree):
            snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", node.name).lower()
            if pattern.search(snake):
                found.append(f"{name_of(path)}:{node.name}")
    assert found == []


def test_every_public_thing_is_described() -> None:
    """Ask a docstring of every module, public class, function and method."""
    bare = [name_of(path) for path, tree in TREES.items() if not ast.get_docstring(tree)]
    for path, tree in TREES.items():
        bare += [
            f"{name_of(path)}:{node.name}" for node in public_definitions(tree) if not ast.get_docstring(node)
        ]
    assert bare == []


def test_every_test_says_what_it_holds() -> None:
    """Ask a docstring of every test: the sentence that is false when it fails."""
    bare = []
    for path in WRITTEN:
        if path.is_relative_to(ROOT / "tests"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if (
                    isinstance(node, Function)
                    and node.name.startswith("test_")
                    and not ast.get_docstring(node)
                ):
                    bare.append(f"{name_of(path)}:{node.name}")
    assert bare == []


def test_a_silenced_checker_says_which_rule() -> None:
    """Allow `type: ignore` and `noqa` only with a code."""
    bare = re.compile(r"#\s*type:\s*ignore(?!\[)|#\s*noqa(?!: ?[A-Z]+\d)")
    found = []
    for path in WRITTEN:
        if path != Path(__file__):
            lines = path.read_text(encoding="utf-8").splitlines()
            found += [f"{name_of(path)}:{i}" for i, line in enumerate(lines, 1) if bare.search(line)]
    assert found == []


def test_published_numbers_never_pass_through_float() -> None:
    """A fifth of published texts are not what `repr(float(text))` gives back, so no float touches one."""
    found = []
    for path, tree in TREES.items():
        if part_of(path) not in EXACT or name_of(path) in NOT_PUBLISHED:
            continue
        for node in ast.walk(tree):
            called = isinstance(node, ast.Call) and getattr(node.func, "id", "") == "float"
            written = isinstance(node, ast.Constant) and isinstance(node.value, float)
            if called or written:
                found.append(f"{name_of(path)}:{getattr(node, 'lineno', 0)}")
    assert found == []


def test_the_core_is_handed_clock_and_environment() -> None:
    """Only the doors read the environment and the clock; the layers contract covers the modules."""
    outside = {"os.environ", "os.getenv", "os.urandom"}
    outside |= {f"{kind}.{name}" for kind in ("datetime", "date") for name in ("now", "today", "utcnow")}
    found = []
    for path, tree in TREES.items():
        if part_of(path) in OUTSIDE or part_of(path) == "__main__":
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and ast.unparse(node) in outside:
                found.append(f"{name_of(path)}:{node.lineno} {node.attr}")
    assert found == []


def test_only_settings_reads_the_environment() -> None:
    """One file knows the names of environment variables, so that one page can list them."""
    found = []
    for path, tree in TREES.items():
        if path == SOURCE / "interfaces" / "settings.py":
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and node.attr in {"environ", "getenv"}:
                found.append(f"{name_of(path)}:{node.lineno}")
    assert found == []


def test_public_names_are_sorted_and_load() -> None:
    """The public names are sorted, each is where the package says it is, and there are no others."""
    assert tieout.__all__ == sorted(tieout.__all__)
    for name in tieout.__all__:
        assert getattr(tieout, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        getattr(tieout, "nothing")  # noqa: B009


def test_public_names_are_typed_as_they_load() -> None:
    """What a type checker is told about a public name is where it is loaded from."""
    typed = {}
    for node in ast.walk(TREES[SOURCE / "__init__.py"]):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tieout."):
            typed |= {alias.name: node.module for alias in node.names}
    assert typed == tieout._HOMES
    assert sorted([*typed, "__version__"]) == tieout.__all__


def test_importing_the_package_loads_nothing() -> None:
    """`import tieout` loads no part of Tieout and no third-party package."""
    command = "import sys; import tieout; print(*sorted(name.partition('.')[0] for name in sys.modules))"
    done = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=True)
    assert not {"pydantic", "typer", "rich", "sqlite3"} & set(done.stdout.split())
    command = "import sys, tieout; print(*[name for name in sys.modules if name.startswith('tieout.')])"
    done = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_the_error_tree_is_drawn() -> None:
    """The drawing in errors.py holds every error class, under its parent, and no other."""
    errors = importlib.import_module("tieout.errors")
    defined = {
        name: value.__mro__[1].__name__
        for name, value in vars(errors).items()
        if isinstance(value, type) and issubclass(value, Exception) and value.__module__ == "tieout.errors"
    }
    drawn: dict[str, str] = {}
    above: list[str] = ["Exception"]
    for line in (errors.__doc__ or "").partition("```text\n")[2].partition("```")[0].splitlines():
        match = re.match(r"(?P<branch>(?:[│ ] {3})*(?:[├└]── )?)(?P<name>\w+)", line)
        assert match is not None, line
        depth = len(match["branch"]) // 4
        above = [*above[: depth + 1], match["name"]]
        drawn[match["name"]] = above[depth]
    assert drawn == defined


def pinned(file: str) -> dict[str, str]:
    """Read the names and exact versions of a requirement file."""
    text = (ROOT / "requirements" / file).read_text(encoding="utf-8")
    return dict(re.findall(r"^([\w.-]+)==(\S+)", text, re.MULTILINE))


def test_requirement_files_match_the_package() -> None:
    """Every dependency is pinned inside its declared range, and hashed, and the same in each file."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = {
        "base.txt": project["project"]["dependencies"],
        "dev.txt": project["project"]["dependencies"] + project["project"]["optional-dependencies"]["dev"],
        "build.txt": project["build-system"]["requires"],
    }
    for file, lines in wanted.items():
        for requirement in map(Requirement, lines):
            version = pinned(file).get(requirement.name.replace("_", "-"))
            assert version is not None, f"{requirement.name} is not in requirements/{file}"
            assert requirement.specifier.contains(version), f"{requirement} is {version} in {file}"
    for file in ("base.txt", "build.txt"):
        assert pinned(file).items() <= pinned("dev.txt").items()


def test_requirement_files_name_no_place() -> None:
    """A requirement file holds names, versions and hashes: no index, host or path of a machine."""
    for path in (ROOT / "requirements").iterdir():
        lines = path.read_text(encoding="utf-8").splitlines()
        assert not [line for line in lines if re.search(r"://|--[a-z-]*(?:url|links)|\B/\w", line)]
        starts = [i for i, line in enumerate(lines) if "==" in line]
        for start, end in pairwise([*starts, len(lines)]):
            assert any("--hash=sha256:" in line for line in lines[start:end]), lines[start]

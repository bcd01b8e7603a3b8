"""Every example runs as its README says, and uses the public names of the library only."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*/desk.py"))
PUBLIC = ("tieout", "tieout.testing")


def test_there_are_five() -> None:
    """None is forgotten, and each has its page in the list."""
    names = [path.parent.name for path in EXAMPLES]
    assert names == ["archives", "bike_shop", "city_counts", "claims", "newsroom"]
    listed = (ROOT / "examples" / "README.md").read_text(encoding="utf-8")
    assert all(f"[{name}]({name}/README.md)" in listed for name in names)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.parent.name)
def test_an_example_is_one_command(path: Path, own_home: Path) -> None:
    """The command of its README runs offline and ends well, with nobody at the terminal."""
    readme = (path.parent / "README.md").read_text(encoding="utf-8")
    command = re.search(r"^\$ python (\S+)$", readme, re.MULTILINE)
    assert command is not None
    done = subprocess.run(
        [sys.executable, "-W", "error", command[1]],
        cwd=ROOT,
        env=os.environ | {"TIEOUT_HOME": str(own_home)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip()


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.parent.name)
def test_an_example_uses_public_names_only(path: Path) -> None:
    """It imports the package root, its test doubles and the standard library, and nothing private."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            modules = [node.module or ""]
        else:
            if (
                isinstance(node, ast.Attribute)
                and isinstance(node.value, ast.Name)
                and node.value.id == "tieout"
            ):
                assert not node.attr.startswith("_")
            continue
        for module in modules:
            assert module in PUBLIC or module.partition(".")[0] in sys.stdlib_module_names, module

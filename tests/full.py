"""The full-size data as a snapshot, made once for all tests of a session; skipped where they are not."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT.parent / "shared" / "data" / "wdi-full"


def written(folder: Path) -> Path:
    """Write the snapshot into a folder, or skip the test that asks for it."""
    if not (SOURCE / "observations.parquet").is_file():
        pytest.skip("the full-size data are not beside this checkout")
    pytest.importorskip("duckdb", reason="the full-size data are parquet, which needs the extra `import`")
    file = folder / "wdi-full.sqlite"
    _script("import_full").write(SOURCE, file)
    return file


def _script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module

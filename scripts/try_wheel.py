"""Build the wheel, install it bare in a fresh environment outside the checkout, and start it.

What is proved: the wheel holds its data and vocabulary, needs nothing that only developers have, leaves
tests and scripts behind, and answers a question. Run it with the Python of the development environment,
which holds the build backend: `python scripts/try_wheel.py`.
"""

import os
import subprocess
import sys
import tempfile
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
QUESTION = "What was the population of Canada in 2024?"


def run(command: list[str | Path], folder: Path) -> str:
    """Run a command in a folder with no Python settings of ours, and return what it printed."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    environment["XDG_DATA_HOME"] = str(folder / "data")
    done = subprocess.run(
        [str(part) for part in command],
        cwd=folder,
        env=environment,
        text=True,
        capture_output=True,
        check=False,
    )
    if done.returncode != 0:
        raise SystemExit(
            f"{' '.join(map(str, command))} ended with {done.returncode}\n{done.stdout}{done.stderr}"
        )
    return done.stdout


def check_contents(wheel: Path) -> None:
    """Stop when the wheel lacks a file of the package or holds one that is not of it."""
    held = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    source = ROOT / "src"
    kept = {
        path.relative_to(source).as_posix()
        for path in (source / "tieout").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    if held != kept:
        raise SystemExit(f"the wheel lacks {sorted(kept - held)} and should not hold {sorted(held - kept)}")


def main() -> None:
    """Build, look inside, install, start."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pip: list[str | Path] = [sys.executable, "-m", "pip"]
        run(
            [*pip, "wheel", "--quiet", "--no-deps", "--no-build-isolation", "-w", folder / "dist", ROOT],
            folder,
        )
        (wheel,) = (folder / "dist").glob("*.whl")
        check_contents(wheel)
        print(f"{wheel.name}: {wheel.stat().st_size:,} bytes")
        venv.create(folder / "bare", with_pip=True)
        python = folder / "bare" / "bin" / "python"
        install: list[str | Path] = [python, "-m", "pip", "install", "--quiet"]
        run([*install, "--require-hashes", "-r", ROOT / "requirements" / "base.txt"], folder)
        run([*install, "--no-deps", "--no-index", wheel], folder)
        tieout = folder / "bare" / "bin" / "tieout"
        print(run([tieout, "--version"], folder).strip())
        answer = run([tieout, "ask", QUESTION], folder)
        if "41,262,329" not in answer:
            raise SystemExit(f"the bare wheel answered without the number:\n{answer}")
        print(answer.strip())


if __name__ == "__main__":
    main()

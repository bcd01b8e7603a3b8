"""What a pull has fetched so far: a folder beside the target, one file a reply, each written whole or not."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tieout.errors import UsageError

__all__ = ["Staging"]


class Staging:
    """The replies of one pull, kept until the snapshot stands.

    Args:
        target: The snapshot that the pull is for; the folder has its name with ``.pull`` behind.
        plan: What is pulled; a folder of another plan is refused.

    Raises:
        UsageError: The folder cannot be made, or holds a pull of something else.
    """

    __slots__ = ("folder", "plan")

    def __init__(self, target: Path, plan: Mapping[str, Any]) -> None:
        self.folder = _folder(target)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self.plan: dict[str, Any] = self._agree(dict(plan))
        except OSError as error:
            raise UsageError(
                f"Cannot write '{self.folder}' ({error.strerror}); name a target in a folder you own."
            ) from None

    def _agree(self, plan: dict[str, Any]) -> dict[str, Any]:
        """Return the plan of the folder, which is this one; the day is that of its beginning."""
        path = self.folder / "plan.json"
        try:
            begun = json.loads(path.read_bytes())
        except FileNotFoundError:
            self._write(path, json.dumps(plan, sort_keys=True).encode())
            return plan
        except ValueError:
            begun = {}
        if {**plan, "retrieved": ""} != {**begun, "retrieved": ""}:
            raise UsageError(
                f"'{self.folder}' holds a pull of other indicators, areas or years; finish that one, or "
                "remove the folder (--restart) to begin anew."
            )
        return dict(begun)

    def has(self, name: str) -> bool:
        """Return True when the reply was kept."""
        return self._path(name).exists()

    def read(self, name: str) -> bytes:
        """Return a reply that was kept."""
        return self._path(name).read_bytes()

    def read_first_line(self, name: str) -> bytes:
        """Return the first line of what was kept, without reading the rest."""
        with self._path(name).open("rb") as file:
            return file.readline()

    def keep(self, name: str, body: bytes) -> None:
        """Keep a reply."""
        self._write(self._path(name), body)

    @staticmethod
    def forget(target: Path) -> None:
        """Remove what a stopped pull for a target has kept, if there is any."""
        shutil.rmtree(_folder(target), ignore_errors=True)

    def remove(self) -> None:
        """Remove the folder with everything that was kept."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.json"

    @staticmethod
    def _write(path: Path, body: bytes) -> None:
        begun = path.with_suffix(".part")
        begun.write_bytes(body)
        begun.replace(path)


def _folder(target: Path) -> Path:
    return target.with_name(f"{target.name}.pull")

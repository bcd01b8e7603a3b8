"""SHA256SUMS: the bytes of a data set are those that were published, or nothing is read from it."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

from tieout.errors import SnapshotChanged, SnapshotInvalid

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

__all__ = ["SUMS", "read_verified"]

SUMS = "SHA256SUMS"

_LINE = re.compile(r"(?P<digest>[0-9a-f]{64}) [ *](?P<name>[^/\\\0]+)")


def read_verified(directory: Traversable) -> dict[str, bytes]:
    """Return the bytes of every file that SHA256SUMS lists, and of SHA256SUMS itself, read once and verified.

    What is parsed later are these very bytes, so nothing can change between the check and the use. Files that
    are not listed are not read.

    Args:
        directory: A data set (a path, or a directory within a package); its SHA256SUMS has the form that
            ``sha256sum --check`` reads.

    Raises:
        SnapshotInvalid: There is no readable SHA256SUMS.
        SnapshotChanged: A listed file is missing or has other bytes.
    """
    try:
        sums = (directory / SUMS).read_bytes()
    except OSError:
        raise SnapshotInvalid(
            f"'{directory}' is no data set: it has no {SUMS}; name a packaged data set, a data set directory "
            "or a .sqlite file."
        ) from None
    files = {SUMS: sums}
    for name, digest in _listed(sums, f"{directory.name}/{SUMS}").items():
        files[name] = content = _bytes(directory, name)
        if hashlib.sha256(content).hexdigest() != digest:
            raise SnapshotChanged(_changed(directory, name, f"its bytes are not those that {SUMS} promises"))
    return files


def _bytes(directory: Traversable, name: str) -> bytes:
    try:
        return (directory / name).read_bytes()
    except OSError:
        raise SnapshotChanged(_changed(directory, name, f"{SUMS} lists it but it cannot be read")) from None


def _changed(directory: Traversable, name: str, how: str) -> str:
    return (
        f"{name} of data set '{directory.name}' was changed: {how}; restore the file (for a packaged data "
        "set, reinstall tieout) before anything is answered from it."
    )


def _listed(sums: bytes, where: str) -> dict[str, str]:
    listed: dict[str, str] = {}
    for number, line in enumerate(sums.decode("utf-8", "replace").splitlines(), start=1):
        found = _LINE.fullmatch(line)
        if found is None or found["name"] in (*listed, SUMS):
            raise SnapshotInvalid(
                f"{where}, line {number}: not a SHA-256, two spaces and the name of one more file."
            )
        listed[found["name"]] = found["digest"]
    return listed

"""Exports: the runs of a ledger as JSON lines in a file that says itself whether it is whole.

The first line says what it is, the last how many runs there are and the SHA-256 of every byte before it. A
file is written under another name and takes its own only when it is whole and on the disk.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import IO, Any, Final

from tieout.errors import UsageError
from tieout.ledger.storage import as_json, stamp
from tieout.ledger.tables import SCHEMA_VERSION

__all__ = ["Export", "digest_of", "read_export", "write_export"]

_FORMAT: Final = "tieout-ledger-export"
_VERSION: Final = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Export:
    """A file that was written, or read to its end.

    Attributes:
        path: The file.
        runs: How many runs it holds.
        sha256: The SHA-256 of the whole file in hex, as ``sha256sum`` tells it.
    """

    path: Path
    runs: int
    sha256: str


def write_export(
    path: Path, runs: Iterable[dict[str, Any]], *, exported_at: datetime, before: date | None = None
) -> Export:
    """Write runs to a new file.

    Raises:
        UsageError: The file is there already, or cannot be written.
    """
    part = path.with_name(f"{path.name}.part")
    if path.exists():
        raise UsageError(f"{path} is there already; an export never replaces a file. Name another one.")
    head = {
        "kind": "header",
        "format": _FORMAT,
        "version": _VERSION,
        "tables": SCHEMA_VERSION,
        "exported_at": stamp(exported_at),
        "asked_before": None if before is None else before.isoformat(),
    }
    try:
        with part.open("wb") as file:
            written = _written(file, head, runs)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        raise UsageError(
            f"{path} cannot be written: {error.strerror or error}. Name another file."
        ) from error
    return Export(path=path, runs=written[0], sha256=written[1])


def read_export(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the runs of a file, and end only if it is whole and as it was written.

    Raises:
        UsageError: It cannot be read, is no export, was cut short or was changed.
    """
    digest, count = hashlib.sha256(), 0
    try:
        with path.open("rb") as file:
            _check_head(path, line := file.readline())
            while True:
                digest.update(line)
                line = file.readline()
                document = _read(path, line)
                if document["kind"] == "end":
                    break
                count += 1
                yield document
            if document.get("sha256") != digest.hexdigest() or document.get("runs") != count:
                raise UsageError(f"{path} was changed after it was written: its digest does not fit.")
            if file.read(1):
                raise UsageError(f"{path} goes on after its last line: it was changed after it was written.")
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror or error}.") from error


def digest_of(path: Path) -> str:
    """Return the SHA-256 of a file in hex."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _written(file: IO[bytes], head: dict[str, Any], runs: Iterable[dict[str, Any]]) -> tuple[int, str]:
    """Write all lines; return how many runs there are and the digest of the whole."""
    digest, count = hashlib.sha256(), 0
    digest.update(_put(file, head))
    for run in runs:
        digest.update(_put(file, {"kind": "run", **run}))
        count += 1
    digest.update(_put(file, {"kind": "end", "runs": count, "sha256": digest.hexdigest()}))
    return count, digest.hexdigest()


def _put(file: IO[bytes], document: dict[str, Any]) -> bytes:
    line = f"{as_json(document)}\n".encode()
    file.write(line)
    return line


def _check_head(path: Path, line: bytes) -> None:
    head = _read(path, line)
    if head.get("format") != _FORMAT:
        raise UsageError(f"{path} is no export of a ledger.")
    if head.get("version") != _VERSION:
        raise UsageError(f"{path} was written by a newer Tieout; update Tieout to read it.")


def _read(path: Path, line: bytes) -> dict[str, Any]:
    try:
        document = json.loads(line)
    except ValueError:
        document = None
    if not line.endswith(b"\n") or not isinstance(document, dict) or "kind" not in document:
        raise UsageError(f"{path} is no whole export of a ledger: it was cut short, or is something else.")
    return document

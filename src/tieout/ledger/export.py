"""Exports: runs, and messages that became none, as JSON lines in a file that says itself whether it is whole.

The first line says what it is, the last how many there are and the SHA-256 of every byte before it. A
file is written under another name and takes its own only when it is whole and on the disk.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
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
_VERSION: Final = 2
"""Version 1 had no messages and no chats."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Export:
    """A file that was written, or read to its end.

    Attributes:
        path: The file.
        runs: How many runs it holds.
        messages: How many messages that became no question.
        sha256: The SHA-256 of the whole file in hex, as ``sha256sum`` tells it.
    """

    path: Path
    runs: int
    messages: int
    sha256: str


def write_export(
    path: Path, lines: Iterable[dict[str, Any]], *, exported_at: datetime, before: date | None = None
) -> Export:
    """Write runs and messages to a new file.

    Args:
        path: The file.
        lines: Them, each with its ``kind``, as `tieout.ledger.contents.Contents.lines` gives them.
        exported_at: When.
        before: The day before which all of them were asked; None where that is not so.

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
            counts, sha256 = _written(file, head, lines)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        raise UsageError(
            f"{path} cannot be written: {error.strerror or error}. Name another file."
        ) from error
    return Export(path=path, runs=counts["run"], messages=counts["message"], sha256=sha256)


def read_export(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the runs and messages of a file by ``kind``, and end only if it is whole and as it was written.

    Raises:
        UsageError: It cannot be read, is no export, was cut short or was changed.
    """
    digest, counts = hashlib.sha256(), Counter[str]()
    try:
        with path.open("rb") as file:
            _check_head(path, line := file.readline())
            while True:
                digest.update(line)
                line = file.readline()
                document = _read(path, line)
                if document["kind"] == "end":
                    break
                counts[document["kind"]] += 1
                yield document
            if document.get("sha256") != digest.hexdigest() or not _are(counts, document):
                raise UsageError(f"{path} was changed after it was written: its digest does not fit.")
            if file.read(1):
                raise UsageError(f"{path} goes on after its last line: it was changed after it was written.")
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror or error}.") from error


def digest_of(path: Path) -> str:
    """Return the SHA-256 of a file in hex."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _written(
    file: IO[bytes], head: dict[str, Any], lines: Iterable[dict[str, Any]]
) -> tuple[Counter[str], str]:
    """Write all lines; return how many there are of each kind and the digest of the whole."""
    digest, counts = hashlib.sha256(), Counter[str]()
    digest.update(_put(file, head))
    for line in lines:
        digest.update(_put(file, line))
        counts[line["kind"]] += 1
    end = {"kind": "end", "runs": counts["run"], "messages": counts["message"], "sha256": digest.hexdigest()}
    digest.update(_put(file, end))
    return counts, digest.hexdigest()


def _are(counts: Counter[str], end: dict[str, Any]) -> bool:
    """Return True where a file has as many runs and messages as its last line says, and nothing else."""
    return counts == Counter(run=end.get("runs", 0), message=end.get("messages", 0))


def _put(file: IO[bytes], document: dict[str, Any]) -> bytes:
    line = f"{as_json(document)}\n".encode()
    file.write(line)
    return line


def _check_head(path: Path, line: bytes) -> None:
    head = _read(path, line)
    if head.get("format") != _FORMAT:
        raise UsageError(f"{path} is no export of a ledger.")
    if head.get("version") not in range(1, _VERSION + 1):
        raise UsageError(f"{path} was written by a newer Tieout; update Tieout to read it.")


def _read(path: Path, line: bytes) -> dict[str, Any]:
    try:
        document = json.loads(line)
    except ValueError:
        document = None
    if not line.endswith(b"\n") or not isinstance(document, dict) or "kind" not in document:
        raise UsageError(f"{path} is no whole export of a ledger: it was cut short, or is something else.")
    return document

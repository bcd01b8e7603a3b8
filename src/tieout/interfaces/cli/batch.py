"""`tieout check --batch`: many texts in one process, line by line, in constant memory.

A malformed line is answered in its place and the rest goes on, so that input and output always have the same
lines in the same order.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, TextIO

from tieout.checking.check import check
from tieout.errors import UsageError
from tieout.facts.names import Names
from tieout.facts.rows import evidence_from_rows
from tieout.interfaces.cli.check import LONGEST_ANSWER
from tieout.interfaces.cli.reading import STANDARD_INPUT, decode, open_bytes, parse_json
from tieout.interfaces.cli.screen import say
from tieout.interfaces.exits import Exit
from tieout.outcome import verdict_document

__all__ = ["check_batch", "lines_of"]

LONGEST_LINE = 64 * 1024 * 1024
"""Bytes of one line; a longer one is malformed, and is passed over without being held in memory."""

_CHUNK = 1024 * 1024


def check_batch(source: str, target: str | None) -> int:
    """Check every line of ``source`` and write a line for each to ``target``, or to stdout.

    Returns:
        0; 2 when a line was malformed; 1 when a line met a bug of ours.

    Raises:
        UsageError: A file cannot be read or written, or both are the same file.
    """
    names = Names.load()
    counts: Counter[str] = Counter()
    started = time.perf_counter()
    with _reading(source) as incoming, _writing(source, target) as outgoing:
        for line in lines_of(incoming):
            kind, result = _checked(line, names)
            outgoing.write(json.dumps(result, ensure_ascii=False, separators=(",", ":")) + "\n")
            outgoing.flush()  # whoever feeds us line by line may wait for each verdict
            counts[kind] += 1
    _say_throughput(counts, time.perf_counter() - started)
    if counts["bug"]:
        return Exit.BUG
    return Exit.USAGE if counts["malformed"] else Exit.DONE


def _checked(line: bytes | None, names: Names) -> tuple[str, dict[str, Any]]:
    """Return how one line went, for the count, and the line to write."""
    name: Any = None
    try:
        if line is None:
            raise UsageError(f"The line is longer than {LONGEST_LINE // 1024 // 1024} MB.")
        task = parse_json(decode(line, "The line"), "The line")
        if not isinstance(task, dict):
            raise UsageError("The line is no JSON object with id, evidence and answer.")
        name = task.get("id")
        answer, question = _text(task, "answer"), _text(task, "question", optional=True)
        rows = task.get("evidence")
        if not isinstance(rows, list):
            raise UsageError("Key 'evidence' must be an array of rows.")
        evidence = evidence_from_rows(rows)
        verdict = check(answer, evidence, question=question, names=names, max_characters=LONGEST_ANSWER)
    except UsageError as error:
        return "malformed", {"id": name, "error": error.message}
    except Exception as error:  # one bad line must not cost the rest of a batch
        return "bug", {"id": name, "error": f"This is a bug in Tieout: {type(error).__name__}: {error}"}
    return "valid" if verdict.valid else "rejected", {"id": name, **verdict_document(verdict)}


def _text(task: dict[str, Any], key: str, *, optional: bool = False) -> Any:
    value = task.get(key)
    if isinstance(value, str) or (optional and value is None):
        return value
    raise UsageError(f"Key {key!r} must be a text.")


def lines_of(stream: BinaryIO, longest: int = LONGEST_LINE) -> Iterator[bytes | None]:
    """Yield the lines that are not blank; None for one of more than ``longest`` bytes, its end included."""
    while line := stream.readline(longest + 1):
        if len(line) > longest:
            while not line.endswith(b"\n") and (line := stream.readline(_CHUNK)):
                pass
            yield None
        elif line.strip():
            yield line


@contextmanager
def _reading(source: str) -> Iterator[BinaryIO]:
    stream = open_bytes(source)
    try:
        yield stream
    finally:
        if source != STANDARD_INPUT:
            stream.close()


@contextmanager
def _writing(source: str, target: str | None) -> Iterator[TextIO]:
    if target in (None, STANDARD_INPUT):
        reconfigure = getattr(sys.stdout, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace")
        yield sys.stdout
        return
    path = Path(str(target))
    try:
        if path.exists() and source != STANDARD_INPUT and path.samefile(source):
            raise UsageError(f"{target} is the file that is read; write to another one.")
        stream = path.open("w", encoding="utf-8", errors="backslashreplace", newline="\n")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise UsageError(f"{target} cannot be written: {reason}.") from error
    with stream:
        yield stream


def _say_throughput(counts: Counter[str], seconds: float) -> None:
    total = sum(counts.values())
    parts = [f"{counts[kind]:,} {kind}" for kind in ("valid", "rejected", "malformed", "bug") if counts[kind]]
    rate = f"{total / seconds:,.0f} a second" if seconds > 0 else "at once"
    say(f"{total:,} texts in {seconds:.1f} s ({rate}): {', '.join(parts) or 'nothing to check'}")

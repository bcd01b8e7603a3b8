"""CSV and TSV: read by DuckDB as text, each bad line named as the file counts its lines."""

from __future__ import annotations

import codecs
import csv
import gzip
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import IO, Final

from tieout.data.importing.layout import Layout
from tieout.data.importing.sheet import Sheet, sql_text, whole
from tieout.errors import SnapshotInvalid, UsageError

__all__ = ["open_delimited"]

_DELIMITERS: Final = (",", ";", "\t", "|")
_NO_NULL: Final = "\x01"
"""What stands for NULL in a file for DuckDB: nothing, for an empty cell is an empty text."""

_FOUND: Final = re.compile(r"Columns: ([0-9]+) Found: ([0-9]+)")


def open_delimited(path: Path, name: str, layout: Layout, folder: Path) -> Sheet:
    """Return the table of a CSV or TSV file, gzipped or not.

    Args:
        path: The file.
        name: What it is called in messages.
        layout: Its delimiter, encoding and the lines before its header.
        folder: A folder for a plain copy, where one is needed.

    Raises:
        UsageError: It cannot be read.
        SnapshotInvalid: It has no header, or is not of that encoding.
    """
    plain = _plain(path, name, layout, folder)
    delimiter = layout.delimiter or _delimiter(plain, name)
    with closing(_open(plain)) as file:
        try:
            header = next(csv.reader(file, delimiter=delimiter, strict=True), list[str]())
        except csv.Error as error:
            raise SnapshotInvalid(
                f"{name}, line {layout.skip + 1}: the header is not CSV ({error})."
            ) from None
    columns = whole(name, header)
    types = ", ".join(f"'c{number}': 'VARCHAR'" for number in range(len(columns)))
    select = (
        f"SELECT row_number() OVER () AS n, * FROM read_csv({sql_text(str(plain))}, auto_detect=false, "
        f"header=true, columns={{{types}}}, delim={sql_text(delimiter)}, quote='\"', escape='\"', "
        f"nullstr='{_NO_NULL}', store_rejects=true)"
    )

    def places(numbers: Iterable[int]) -> Mapping[int, int]:
        return _places(plain, delimiter, set(numbers), layout.skip)

    def broken(rejects: Sequence[tuple[int, str, str]]) -> list[tuple[int, str]]:
        return _broken(rejects, layout.skip)

    return Sheet(name=name, columns=columns, word="line", select=select, places=places, broken=broken)


def _open(path: Path) -> IO[str]:
    """Open a file whose bad bytes are for DuckDB to find, with their lines."""
    return path.open(encoding="utf-8-sig", errors="surrogateescape", newline="")


def _unpacked(path: Path, encoding: str) -> IO[str]:
    if path.suffix == ".gz":
        return gzip.open(path, "rt", encoding=encoding, newline="")
    return path.open(encoding=encoding, newline="")


def _plain(path: Path, name: str, layout: Layout, folder: Path) -> Path:
    """Return the file, or a copy that is UTF-8, unpacked and begins with its header."""
    try:
        utf8 = codecs.lookup(layout.encoding).name in ("utf-8", "utf-8-sig")
    except LookupError:
        raise SnapshotInvalid(f"There is no encoding {layout.encoding!r}.") from None
    packed = path.suffix == ".gz"
    try:
        if utf8 and not packed and not layout.skip:
            path.open("rb").close()
            return path
        copy = folder / "plain.csv"
        encoding = "utf-8-sig" if utf8 else layout.encoding
        with _unpacked(path, encoding) as source, copy.open("w", encoding="utf-8", newline="") as target:
            for _ in range(layout.skip):
                source.readline()
            while part := source.read(1 << 20):
                target.write(part)
    except UnicodeError as error:
        raise SnapshotInvalid(f"{name} is not {layout.encoding} ({error}); name its encoding.") from None
    except OSError as error:
        raise UsageError(f"Cannot read '{name}' ({error.strerror or error}).") from None
    return copy


def _delimiter(path: Path, name: str) -> str:
    """Return the sign that stands most often in the header, outside quotes."""
    with closing(_open(path)) as file:
        header = file.readline()
    if not header.isprintable() and any("\ud800" <= sign <= "\udfff" for sign in header):
        raise SnapshotInvalid(f"{name} is not UTF-8; name its encoding in the card.")
    bare = re.sub(r'"[^"]*"', "", header)
    best = max(_DELIMITERS, key=bare.count)
    return best if bare.count(best) else ","


def _places(path: Path, delimiter: str, numbers: set[int], skipped: int) -> dict[int, int]:
    """Return the line on which each record begins; blank lines are no records."""
    places: dict[int, int] = {}
    number, last = 0, max(numbers, default=0)
    with closing(_open(path)) as file:
        reader = csv.reader(file, delimiter=delimiter)
        next(reader, None)
        begins = reader.line_num + 1
        for row in reader:
            if row:
                number += 1
                if number in numbers:
                    places[number] = begins + skipped
                if number >= last:
                    break
            begins = reader.line_num + 1
    return places


def _broken(rejects: Sequence[tuple[int, str, str]], skipped: int) -> list[tuple[int, str]]:
    """Return line and reason of each line that DuckDB rejected."""
    found: dict[int, str] = {}
    for line, kind, message in rejects:
        counted = _FOUND.search(message)
        if counted:
            reason = f"{counted[2]} cells where the header has {counted[1]}"
        elif "ENCODING" in kind:
            reason = "the line is not UTF-8; name its encoding in the card"
        elif "QUOTE" in kind:
            reason = "a quotation mark is not closed, or stands inside a cell"
        else:
            reason = kind.lower()
        found.setdefault(line + skipped, reason)
    return sorted(found.items())

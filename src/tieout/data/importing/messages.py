"""SDMX: data messages of statistical offices, read by sdmx1 with the digits they are written in."""

from __future__ import annotations

import io
import json
import logging
import re
import warnings
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any, Final

from tieout.data.importing.sheet import Row, Sheet, whole
from tieout.errors import SnapshotInvalid, UsageError

__all__ = ["VALUE", "is_message", "open_message"]

VALUE: Final = "OBS_VALUE"
"""The column of the values."""

_HEAD: Final = 2_000
_STRUCTURE: Final = re.compile(rb"(?s)(?:\xef\xbb\xbf)?(?:\s|<\?.*?\?>|<!--.*?-->)*<(?:\w+:)?Structure[\s>]")
"""The root of a message that describes data; a data message has a ``Structure`` in its header alone."""


def is_message(path: Path) -> bool:
    """Return True for a file that begins as an SDMX message: SDMX-ML, or SDMX-JSON.

    Raises:
        UsageError: It cannot be read.
    """
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD)
            if path.suffix == ".json":
                return b'"header"' in head or b"sdmx-json" in head
            return b"sdmx" in head.lower() and head.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"<")
    except OSError as error:
        raise UsageError(f"Cannot read '{path.name}' ({error.strerror}).") from None


def open_message(path: Path, name: str) -> Sheet:
    """Return a data message as a table: a column for each dimension and attribute, and ``OBS_VALUE``.

    Args:
        path: The file: SDMX-ML 2.1 or 3.0, generic or structure-specific; SDMX-JSON 1.0 or 2.0.
        name: What it is called in messages.

    Raises:
        UsageError: A package is missing.
        SnapshotInvalid: It is no data message, or holds no observation.
    """
    if path.suffix != ".json" and _STRUCTURE.match(_head(path)):
        raise SnapshotInvalid(
            f"{name} is a structure message: it describes data and holds none; ask for the data."
        )
    message = _parsed(path, name)
    records = _records(message)
    if not records:
        raise SnapshotInvalid(f"{name} holds no observation{_footer(message)}.")
    columns: dict[str, None] = {}
    for record in records:
        columns.update(dict.fromkeys(record))

    def rows() -> Iterator[Row]:
        for number, record in enumerate(records, start=1):
            yield number, [record.get(column) for column in columns]

    return Sheet(name=name, columns=whole(name, list(columns)), word="observation", rows=rows)


def _head(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(_HEAD)


def _footer(message: Any) -> str:
    """Return what an office says in place of data, such as where a large reply will be later."""
    footer: Any = getattr(message, "footer", None)
    texts = [one for text in getattr(footer, "text", ()) for one in text.localizations.values()]
    said = " ".join(text.strip() for text in dict.fromkeys(texts))
    return f"; the office says ({footer.code}): {said.rstrip('.')}" if said else ": it is empty"


def _parsed(path: Path, name: str) -> Any:
    try:
        import sdmx
        from sdmx.reader.json import Reader
    except ImportError:
        raise UsageError("SDMX needs an extra; install it with: pip install 'tieout[import]'.") from None
    logging.getLogger("sdmx").setLevel(logging.ERROR)
    try:
        # It prints what it had read when it fails.
        with warnings.catch_warnings(), redirect_stdout(io.StringIO()):
            warnings.simplefilter("ignore")
            if path.suffix == ".json":
                return Reader().read_message(io.BytesIO(_exact(path)), None)
            with path.open("rb") as file:
                return sdmx.read_sdmx(file)
    except Exception as error:  # what it raises on a message it cannot read has no common base
        raise SnapshotInvalid(f"{name} is no SDMX data message ({type(error).__name__}: {error}).") from None


def _exact(path: Path) -> bytes:
    """Return an SDMX-JSON message in the form 1.0 with each value as a text, so that its digits stay."""
    document = json.loads(path.read_bytes(), parse_float=str)
    data = document.get("data", document)
    sets = data["dataSets"]
    structure = data["structure"] if "structure" in data else data["structures"][0]
    for one in sets:
        for found in (one, *one.get("series", {}).values()):
            for cells in found.get("observations", {}).values():
                if cells and cells[0] is not None:
                    cells[0] = str(cells[0])
    for kind in ("dimensions", "attributes"):
        for components in structure[kind].values():
            for component in components:
                component["values"] = [_code(value) for value in component.get("values", ())]
    header = document.get("header") or document.get("meta") or {}
    return json.dumps({"header": header, "structure": structure, "dataSets": sets}).encode()


def _code(value: dict[str, Any]) -> dict[str, Any]:
    """Return a value as the form 1.0 has it: a code with its name, or a text alone."""
    code, name = value.get("id"), value.get("name", value.get("value"))
    return {"name": name} if code is None else {"id": code, "name": name}


def _records(message: Any) -> list[dict[str, str | None]]:
    records = []
    for data in getattr(message, "data", None) or ():
        shared = {key: _text(value) for key, value in (getattr(data, "attrib", None) or {}).items()}
        for observation in data.obs:
            record = {key: _text(value) for key, value in observation.key.values.items()}
            record[VALUE] = None if observation.value is None else str(observation.value)
            series = observation.series_key.attrib if observation.series_key is not None else {}
            for attributes in (observation.attrib, series):
                record |= {key: _text(value) for key, value in attributes.items() if key not in record}
            records.append({**record, **{key: text for key, text in shared.items() if key not in record}})
    return records


def _text(value: Any) -> str | None:
    """Return the code or text of an attribute or a dimension."""
    inner = getattr(value, "value", value)
    code = getattr(inner, "id", inner)
    return None if code is None else str(code)

"""JSON-stat: a cube of values over dimensions (Eurostat, PxWeb offices), with the digits it is written in.

The libraries for it (pyjstat, jsonstat-py) turn every number into a float. Version 2.0 of the format has
``id``, ``size``, ``dimension.*.category`` and a dense or sparse ``value``; version 1 has the cube under
``dataset``, and ``id`` and ``size`` under ``dimension``.
"""

from __future__ import annotations

import itertools
import json
import math
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from tieout.data.importing.sheet import Row, Sheet, whole
from tieout.errors import SnapshotInvalid, UsageError

__all__ = ["is_cube", "open_cube"]

_HEAD: Final = 4_000
_CUBE: Final = re.compile(rb'"class"\s*:\s*"dataset"|^\s*\{\s*"dataset"\s*:\s*\{')


class _Dimension(NamedTuple):
    """A dimension: its name, and code and label of each category in order."""

    name: str
    codes: tuple[str, ...]
    labels: Mapping[str, str]


def is_cube(path: Path) -> bool:
    """Return True for a file that begins as a JSON-stat data set.

    Raises:
        UsageError: It cannot be read.
    """
    try:
        with path.open("rb") as file:
            return _CUBE.search(file.read(_HEAD).lstrip(b"\xef\xbb\xbf")) is not None
    except OSError as error:
        raise UsageError(f"Cannot read '{path.name}' ({error.strerror}).") from None


def open_cube(path: Path, name: str) -> Sheet:
    """Return a cube as a table: a column a dimension, one more for labels that say more, value and status.

    A cell that a sparse cube leaves out is no row; a ``null``, or a cell with a status alone, is a gap.

    Args:
        path: The file.
        name: What it is called in messages.

    Raises:
        SnapshotInvalid: It is no cube, or its values do not fit its dimensions.
    """
    try:
        document = json.loads(path.read_text(encoding="utf-8-sig"), parse_float=str, parse_int=str)
    except (UnicodeDecodeError, ValueError, RecursionError) as error:
        raise SnapshotInvalid(f"{name} is not JSON ({error}).") from None
    cube = document.get("dataset", document)
    dimensions = _dimensions(cube, name)
    size = math.prod(len(one.codes) for one in dimensions)
    values, states = _cells(cube, "value", size, name), _cells(cube, "status", size, name)
    labelled = [one.labels if any(map(one.labels.get, one.codes)) else None for one in dimensions]
    columns = [one.name for one in dimensions]
    columns += [f"{one.name} label" for one, labels in zip(dimensions, labelled, strict=True) if labels]

    def rows() -> Iterator[Row]:
        for place, codes in enumerate(itertools.product(*(one.codes for one in dimensions))):
            if place in values or place in states:
                named = [labels.get(code, "") for code, labels in zip(codes, labelled, strict=True) if labels]
                yield place, [*codes, *named, values.get(place), states.get(place)]

    return Sheet(name=name, columns=whole(name, [*columns, "value", "status"]), word="cell", rows=rows)


def _dimensions(cube: Any, name: str) -> list[_Dimension]:
    try:
        told = cube["dimension"]
        names = cube["id"] if "id" in cube else told["id"]
        sizes = [int(size) for size in (cube["size"] if "size" in cube else told["size"])]
        found = [_dimension(one, told[one]["category"]) for one in names]
    except (LookupError, TypeError, ValueError, AttributeError):
        raise SnapshotInvalid(f"{name} is no JSON-stat data set: its dimensions cannot be read.") from None
    for dimension, size in zip(found, sizes, strict=False):
        if len(dimension.codes) != size or len(found) != len(sizes):
            count = len(dimension.codes)
            raise SnapshotInvalid(
                f"{name}: dimension {dimension.name} has {count} categories, and its size is {size}."
            )
    return found


def _dimension(name: str, category: Mapping[str, Any]) -> _Dimension:
    labels = {code: label for code, label in (category.get("label") or {}).items() if label != code}
    index = category.get("index") or list(category["label"])
    if isinstance(index, dict):
        index = sorted(index, key=lambda code: int(index[code]))
    return _Dimension(name, tuple(index), labels)


def _cells(cube: Mapping[str, Any], key: str, size: int, name: str) -> dict[int, str | None]:
    """Return what stands under a key by place; one status for all is that of each value.

    Raises:
        SnapshotInvalid: There are more or fewer than the dimensions make, or one is no single cell.
    """
    told = cube.get(key, {})
    if isinstance(told, str):
        return dict.fromkeys(_cells(cube, "value", size, name), told)
    cells = _numbered(told, key, size, name)
    for place, cell in cells.items():
        if not 0 <= place < size or not (cell is None or isinstance(cell, str)):
            raise SnapshotInvalid(f"{name}, cell {place}: its {key} is no cell of {size:,}.")
    return cells


def _numbered(told: Any, key: str, size: int, name: str) -> dict[int, Any]:
    if isinstance(told, Mapping) and all(place.isascii() and place.isdigit() for place in told):
        return {int(place): cell for place, cell in told.items()}
    if isinstance(told, list) and len(told) in ((size,) if key == "value" else (0, 1, size)):
        return dict(enumerate(told * size if len(told) == 1 else told))
    raise SnapshotInvalid(f"{name} has not one {key} for each of the {size:,} cells of its dimensions.")

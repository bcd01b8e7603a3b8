"""Tables of a TOML or JSON file, read key by key: what is misspelt or of the wrong type is named."""

from __future__ import annotations

import datetime
import tomllib
from collections.abc import Mapping
from typing import Any

from tieout.errors import SnapshotInvalid

__all__ = ["Fields", "read_toml"]


def read_toml(text: str, where: str) -> dict[str, Any]:
    """Return the tables of a TOML text.

    Raises:
        SnapshotInvalid: The text is not TOML.
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SnapshotInvalid(f"{where} is not readable TOML: {error}.") from None


class Fields:
    """A table being read key by key, so that what nobody asked for can be reported.

    Args:
        tables: The keys and values, as TOML or JSON has them.
        where: The file and the place in it, for messages.
    """

    def __init__(self, tables: Mapping[str, Any], where: str) -> None:
        self._left = dict(tables)
        self._where = where

    def wrong(self, key: str, must: str) -> SnapshotInvalid:
        """Return the error that a key must be something else."""
        return SnapshotInvalid(f"{self._where}: {key!r} must {must}.")

    def text(self, key: str, default: str | None) -> str:
        """Return a text; the default, where there is one, may be empty."""
        value = self._left.pop(key, default)
        if value is None:
            raise SnapshotInvalid(f"{self._where}: {key!r} is missing.")
        if not isinstance(value, str) or (not value.strip() and value != default):
            raise self.wrong(key, "be a text")
        return value

    def sign(self, key: str, default: str) -> str:
        """Return a text that may be empty or blank, such as a tab."""
        value = self._left.pop(key, default)
        if not isinstance(value, str):
            raise self.wrong(key, "be a text")
        return value

    def flag(self, key: str) -> bool:
        """Return true or false; false where the key is absent."""
        value = self._left.pop(key, False)
        if not isinstance(value, bool):
            raise self.wrong(key, "be true or false")
        return value

    def count(self, key: str) -> int:
        """Return a whole number from 0; 0 where the key is absent."""
        value = self._left.pop(key, 0)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise self.wrong(key, "be a whole number from 0")
        return value

    def words(self, key: str) -> dict[str, str]:
        """Return a table of texts, empty where the key is absent."""
        value = self._left.pop(key, {})
        if not isinstance(value, dict) or not all(isinstance(one, str) for one in value.values()):
            raise self.wrong(key, "be a table of texts")
        return dict(value)

    def date(self, key: str, default: datetime.date | None) -> datetime.date:
        """Return a date, written as one or as text."""
        value = self._left.pop(key, default)
        if isinstance(value, str):
            try:
                value = datetime.date.fromisoformat(value)
            except ValueError:
                value = None
        if not isinstance(value, datetime.date) or isinstance(value, datetime.datetime):
            raise self.wrong(key, "be a date such as 2026-10-04")
        return value

    def years(self, key: str, default: tuple[int, int] | None) -> tuple[int, int]:
        """Return a first and a last year."""
        value = self._left.pop(key, default)
        match value:
            case [int(first), int(last)] if first <= last and not isinstance(first, bool):
                return first, last
        raise self.wrong(key, "be two years in order, such as [2000, 2025]")

    def codes(self, key: str) -> tuple[str, ...] | None:
        """Return a list of texts, or None where the key is absent."""
        value = self._left.pop(key, None)
        if value is None:
            return None
        if not isinstance(value, list) or not all(isinstance(code, str) and code for code in value):
            raise self.wrong(key, "be a list of codes")
        return tuple(value)

    def codes_or_blanks(self, key: str) -> tuple[str, ...] | None:
        """Return a list of texts, each of which may be empty, or None where the key is absent."""
        value = self._left.pop(key, None)
        if value is None:
            return None
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise self.wrong(key, "be a list of texts")
        return tuple(value)

    def names(self) -> tuple[str, ...]:
        """Return the keys that nobody has asked for yet."""
        return tuple(self._left)

    def table(self, key: str) -> Fields:
        """Return an inner table, empty where the key is absent."""
        value = self._left.pop(key, {})
        if not isinstance(value, dict):
            raise self.wrong(key, "be a table")
        return Fields(value, f"{self._where} [{key}]")

    def tables(self, key: str) -> list[Fields]:
        """Return a list of inner tables."""
        value = self._left.pop(key, [])
        if not isinstance(value, list) or not all(isinstance(entry, dict) for entry in value):
            raise self.wrong(key, "be a list of tables")
        return [Fields(entry, f"{self._where} [[{key}]]") for entry in value]

    def close(self) -> None:
        """Require that every key was asked for."""
        if self._left:
            raise SnapshotInvalid(
                f"{self._where}: {min(self._left)!r} is no key of a card; remove or correct it."
            )

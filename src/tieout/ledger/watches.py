"""Watches as the ledger keeps them: which published values someone wants to be told about."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from tieout.ledger.storage import Storage, stamp

if TYPE_CHECKING:
    from tieout.tools.watching import Watch

__all__ = ["KeptWatch", "Watches"]


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptWatch:
    """One watch.

    Attributes:
        number: The ledger's number for it, from 1.
        made_at: When it was made, in UTC.
        area: The area's code.
        area_name: Its name.
        indicator: The indicator's code.
        indicator_name: Its name.
        period: The period, as text.
        value: The published text then; None for a published gap.
        dataset: The name of the data set.
        dataset_version: Its version then.
    """

    number: int
    made_at: datetime
    area: str
    area_name: str
    indicator: str
    indicator_name: str
    period: str
    value: str | None
    dataset: str
    dataset_version: str


class Watches:
    """The watches of one ledger."""

    __slots__ = ("_storage",)

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def append(self, watch: Watch, made_at: datetime) -> int:
        """Append a watch and return its number.

        Raises:
            LedgerError: The row could not be written; nothing was appended.
        """
        found = watch.observation
        return self._storage.append(
            "INSERT INTO watches (made_at, area, area_name, indicator, indicator_name, period, value,"
            " dataset, dataset_version) VALUES (:made_at, :area, :area_name, :indicator, :indicator_name,"
            " :period, :value, :dataset, :version)",
            made_at=stamp(made_at),
            area=found.area.code,
            area_name=found.area.name,
            indicator=found.indicator.code,
            indicator_name=found.indicator.name,
            period=str(found.period),
            value=found.text,
            dataset=watch.dataset,
            version=watch.version,
        )

    def listed(self) -> tuple[KeptWatch, ...]:
        """Return the watches, oldest first."""
        return tuple(map(_watch, self._storage.rows("SELECT * FROM watches ORDER BY number")))


def _watch(row: tuple[Any, ...]) -> KeptWatch:
    number, made_at, area, area_name, indicator, indicator_name, period, value, dataset, version = row
    return KeptWatch(
        number=number,
        made_at=datetime.fromisoformat(made_at),
        area=area,
        area_name=area_name,
        indicator=indicator,
        indicator_name=indicator_name,
        period=period,
        value=value,
        dataset=dataset,
        dataset_version=version,
    )

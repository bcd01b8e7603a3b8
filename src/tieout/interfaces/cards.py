"""Cards and contents of data sets in their JSON form, the same for every door."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tieout.data.card import DatasetCard
    from tieout.data.catalogue import IndicatorMatch
    from tieout.data.snapshot import Snapshot

__all__ = ["card_document", "count_values", "match_document", "snapshot_document"]


def card_document(card: DatasetCard) -> dict[str, Any]:
    """Return a card without its contents: release, years, publisher, licence."""
    return {
        "name": card.name,
        "title": card.title,
        "version": card.version,
        "release": card.release,
        "retrieved": card.retrieved.isoformat(),
        "years": [card.first_year, card.last_year],
        "publisher": card.publisher,
        "source": card.source_name,
        "credit": card.credit,
        "licence": card.licence,
        "licence_url": card.licence_url,
    }


def snapshot_document(snapshot: Snapshot) -> dict[str, Any]:
    """Return a card with the digest, the indicators with their numbers of values, and the areas."""
    indicators = [snapshot.describe(code) for code in snapshot.indicators]
    return {
        **card_document(snapshot.card),
        "sha256": snapshot.sha256,
        "indicators": [
            {
                "code": one.code,
                "name": one.name,
                "unit": one.unit,
                "frequency": one.frequency,
                "source": one.source,
                "definition": one.definition,
                "caveat": one.caveat,
                "values": count_values(snapshot, one.code),
            }
            for one in indicators
        ],
        "areas": [
            {"code": area.code, "name": area.name, "is_aggregate": area.is_aggregate, "kind": area.kind}
            for area in snapshot.areas.values()
        ],
    }


def match_document(match: IndicatorMatch) -> dict[str, Any]:
    """Return an indicator that plain words may mean, with why."""
    return {
        "code": match.indicator.code,
        "name": match.indicator.name,
        "unit": match.indicator.unit.text,
        "score": match.score,
        "reason": match.reason,
    }


def count_values(snapshot: Snapshot, indicator: str) -> int:
    """Return how many cells of an indicator hold a value."""
    return sum(cell.value is not None for cell in snapshot.cells(indicator))

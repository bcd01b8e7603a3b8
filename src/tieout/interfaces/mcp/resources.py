"""Resources of the MCP door: the cards of the data sets, for hosts and their people to read."""

from __future__ import annotations

import json
from typing import Final

from mcp.types import Resource, TextResourceContents

from tieout.data.library import list_cards
from tieout.data.snapshot import Snapshot
from tieout.errors import UsageError
from tieout.interfaces.cards import card_document, snapshot_document

__all__ = ["list_resources", "read_resource"]

_SCHEME: Final = "tieout://datasets/"
_JSON: Final = "application/json"


def list_resources(served: Snapshot) -> list[Resource]:
    """Return the card of the served data set, then those of the packaged ones."""
    cards = {card.name: card for card in (served.card, *list_cards())}
    return [
        Resource(
            uri=_SCHEME + name,
            name=name,
            title=f"{card.publisher}, {card.source_name}, {card.version}",
            description="Publisher, licence, coverage, indicators with definitions, and caveats.",
            mime_type=_JSON,
        )
        for name, card in cards.items()
    ]


def read_resource(uri: str, served: Snapshot) -> TextResourceContents:
    """Return a card as JSON.

    Raises:
        UsageError: There is no such resource; the sentence names those there are.
    """
    cards = {card.name: card for card in (*list_cards(), served.card)}
    card = cards.get(uri.removeprefix(_SCHEME)) if uri.startswith(_SCHEME) else None
    if card is None:
        known = ", ".join(_SCHEME + name for name in sorted(cards))
        raise UsageError(f"There is no resource {uri[:120]!r}. There are: {known}.")
    document = snapshot_document(served) if card is served.card else card_document(card)
    text = json.dumps(document, ensure_ascii=False, indent=2)
    return TextResourceContents(uri=uri, mime_type=_JSON, text=text)

"""The API of the data: the tools over it, and the cards of the data sets."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request

from tieout.interfaces.cards import card_document, match_document, snapshot_document
from tieout.interfaces.coverage import coverage_document
from tieout.interfaces.web.asking import asking_of
from tieout.interfaces.web.bodies import ToolBody
from tieout.interfaces.web.shelves import Code, Label, Words, changes_of, indicator_of
from tieout.tools.contract import ToolCall

__all__ = ["data_api"]

data_api = APIRouter()


@data_api.get("/tools")
def list_tools(request: Request) -> list[dict[str, Any]]:
    """Return the tools that a model may call, with their schemas."""
    return list(asking_of(request).office.toolset.definitions())


@data_api.post("/tools/{name}")
def call_tool(request: Request, name: str, body: ToolBody) -> dict[str, Any]:
    """Make one data call by hand: what a model would see, and how it went."""
    from tieout.facts.row import row_from_fact

    made = ToolCall(id="http", name=name, arguments=body.arguments)
    result = asking_of(request).office.toolset.call(made)
    return {
        "outcome": result.outcome,
        "content": result.content,
        "evidence": [row_from_fact(fact) for fact in result.facts],
    }


@data_api.get("/datasets")
def list_datasets(request: Request) -> list[dict[str, Any]]:
    """Return the card of the data set that is asked, then those of the packaged ones."""
    from tieout.data.snapshot import list_snapshots

    served = asking_of(request).office.snapshot.card
    return [card_document(card) for card in {one.name: one for one in (served, *list_snapshots())}.values()]


@data_api.get("/datasets/served")
def get_dataset(request: Request) -> dict[str, Any]:
    """Return the data set that is asked, with its indicators and areas."""
    return snapshot_document(asking_of(request).office.snapshot)


@data_api.get("/datasets/find")
def find_indicators(
    request: Request, words: Words, dataset: Label = "", limit: Annotated[int, Query(ge=1, le=100)] = 10
) -> list[dict[str, Any]]:
    """Return indicators that plain words may mean, the best first, each with why; misspelt words too."""
    matches = asking_of(request).office.shelf.catalogue(dataset).find_indicators(words, limit)
    return [match_document(match) for match in matches]


@data_api.get("/datasets/indicator")
def get_indicator(request: Request, code: Code, dataset: Label = "") -> dict[str, Any]:
    """Return an indicator: definition, unit, source, coverage year by year, and some values."""
    shelf = asking_of(request).office.shelf
    snapshot = shelf.get(dataset)
    found = indicator_of(snapshot, code)
    return coverage_document(snapshot, found, shelf.coverage(snapshot, found))


@data_api.get("/datasets/diff")
def compare(
    request: Request,
    old: Label,
    new: Label,
    indicator: Annotated[str, Query(max_length=200)] = "",
    kind: Annotated[str, Query(max_length=20)] = "",
) -> dict[str, Any]:
    """Return what changed from one data set of this desk to another, the largest revisions first."""
    rows, counts = changes_of(asking_of(request).office.shelf, old, new, indicator.strip(), kind)
    return {"old": old, "new": new, "counts": dict(sorted(counts.items())), "changes": rows}

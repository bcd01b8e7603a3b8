"""Rankings: over the whole set, countries only, ties and unknown values told."""

from __future__ import annotations

import json

import pytest
from tests.unit.tools.conftest import Asked
from tests.unit.tools.test_values import GDP, LIFE, POP, records


def test_a_ranking_gives_value_and_rank_of_each_row(ask: Asked) -> None:
    """Each row is an observation and a rank fact that rests on it, over the set of the data set."""
    result = ask("rank_countries", indicator_code=POP, year=2024, order="highest", limit=3)
    assert [record["shown"] for record in records(result) if record.get("operation") == "rank"] == [
        "1st of 8",
        "2nd of 8",
        "3rd of 8",
    ]
    observed, rank = result.facts[0], result.facts[1]
    assert observed.area.code == rank.area.code == "IND"
    derivation = rank.derivation
    assert derivation is not None
    assert derivation.operands == (observed.ref,)
    assert (derivation.position, derivation.size, derivation.complete) == (1, 8, True)
    assert derivation.set == "the 8 countries of this data set"
    assert derivation.order == "highest first"
    assert rank.text == "1"


def test_the_lowest_come_first_when_asked(ask: Asked) -> None:
    """Order is a matter of the question."""
    result = ask("rank_countries", indicator_code=POP, year=2024, order="lowest", limit=2)
    assert [fact.area.code for fact in result.facts if fact.derivation is None] == ["CAN", "GBR"]
    assert json.loads(result.content)["order"] == "lowest first"


def test_a_ranking_of_the_whole_world_holds_countries_only(ask_wide: Asked) -> None:
    """Aggregates have larger values than any country, and are in no ranking."""
    result = ask_wide("rank_countries", indicator_code=POP, year=2024, order="highest", limit=10)
    assert not any(fact.area.is_aggregate for fact in result.facts)
    derivation = result.facts[1].derivation
    assert derivation is not None
    assert (derivation.set, derivation.size, derivation.complete) == ("economies with a value", 217, True)


def test_a_ranking_over_part_of_the_world_is_not_complete(ask_wide: Asked) -> None:
    """Where the snapshot does not hold most economies, the rank says so and is not complete."""
    result = ask_wide("rank_countries", indicator_code=POP, year=2015, order="highest", limit=3)
    parsed = json.loads(result.content)
    derivation = result.facts[1].derivation
    assert derivation is not None
    assert not derivation.complete
    assert parsed["complete"] is False
    assert parsed["set"] == "economies with a value in this snapshot"
    assert "198 more countries are not in this snapshot" in parsed["note"]


def test_equal_values_share_a_rank_and_are_told(ask: Asked) -> None:
    """Four countries at 100 percent are all first, also when only three are listed."""
    result = ask("rank_countries", indicator_code="EG.ELC.ACCS.ZS", year=2024, order="highest", limit=3)
    assert [record["value"] for record in records(result) if "operation" in record] == ["1", "1", "1"]
    assert json.loads(result.content)["note"] == "4 countries share rank 1, 3 of them listed."
    result = ask("rank_countries", indicator_code="EG.ELC.ACCS.ZS", year=2024, order="highest", limit=5)
    assert [record["value"] for record in records(result) if "operation" in record][-1] == "5"


def test_a_ranking_of_gaps_is_refused(ask: Asked) -> None:
    """No country with a value, no ranking."""
    result = ask("rank_countries", indicator_code=LIFE, year=2025, order="highest", limit=3)
    assert result.outcome == "refused: no_data"


@pytest.mark.parametrize("order", ["highest", "lowest"])
def test_a_cut_ranking_keeps_size_and_places(order: str, ask_wide: Asked) -> None:
    """The cut takes rows from the end; rank, size and set were computed before it."""
    result = ask_wide("rank_countries", indicator_code=GDP, year=2024, order=order, limit=20)
    parsed = json.loads(result.content)
    assert parsed["left_out"] > 0
    assert parsed["size"] == 200
    assert [fact.derivation.size for fact in result.facts if fact.derivation] == [200] * len(
        [fact for fact in result.facts if fact.derivation]
    )

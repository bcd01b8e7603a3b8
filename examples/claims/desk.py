"""Structured claims: each names its source row by id, and is compared with it as decimals."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

import tieout
from tieout.testing import ScriptedModel

DATASET = "core8"
AREAS = ("CAN", "JPN", "BRA")
SERIES = ("SP.POP.TOTL", "SP.DYN.LE00.IN")
YEAR = 2020
KEYS = ("source_id", "value", "year", "unit", "label")
REASONS = (
    "malformed",
    "unknown_source",
    "named_twice",
    "wrong_value",
    "wrong_year",
    "wrong_unit",
    "digits_in_label",
)
SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "claims": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    **{key: {"type": "string"} for key in KEYS},
                    "year": {"type": "integer"},
                },
                "required": list(KEYS),
                "additionalProperties": False,
            },
        }
    },
    "required": ["claims"],
    "additionalProperties": False,
}


@dataclass(frozen=True)
class Row:
    """One published value: its id, place, measure, exact text, year and unit."""

    source_id: str
    area: str
    measure: str
    text: str
    year: int
    unit: str


@dataclass(frozen=True)
class Report:
    """What became of the claims of one reply.

    Attributes:
        version: The data set's version.
        sha256: The SHA-256 of its bytes in hex.
        accepted: The ids accepted, in the order claimed.
        lines: What is shown: the model's label, the row's value.
        rejected: How many claims were rejected, by reason.
    """

    version: str
    sha256: str
    accepted: tuple[str, ...]
    lines: tuple[str, ...]
    rejected: Mapping[str, int]


def rows_of(snapshot: tieout.Snapshot) -> dict[str, Row]:
    """Return the rows to hand over, by id; published gaps are left out."""
    rows = {}
    for area in AREAS:
        for series in SERIES:
            found = snapshot.get(area, series, tieout.Period.of_year(YEAR))
            if found.text is not None:
                source_id = f"{area}/{series}/{YEAR}"
                unit = found.indicator.unit.text
                rows[source_id] = Row(
                    source_id, found.area.name, found.indicator.name, found.text, YEAR, unit
                )
    return rows


def prompt(rows: Iterable[Row]) -> str:
    """Return the rows as the model reads them."""
    lines = [
        f"{row.source_id}: {row.area}, {row.measure}, {row.year}: {row.text} ({row.unit})" for row in rows
    ]
    return "Claim what these rows say, each by its id:\n" + "\n".join(lines)


def judge(reply: str | None, rows: Mapping[str, Row], snapshot: tieout.Snapshot) -> Report:
    """Compare every claim of a reply with the row that it names."""
    accepted: dict[str, str] = {}
    rejected: Counter[str] = Counter()
    for claim in _claims(reply):
        reason = _fault(claim, rows, accepted)
        if reason:
            rejected[reason] += 1
        else:
            row = rows[claim["source_id"]]
            accepted[row.source_id] = f"{claim['label']}: {row.text} {row.unit}, {row.year} [{row.source_id}]"
    return Report(
        version=snapshot.card.version,
        sha256=snapshot.sha256,
        accepted=tuple(accepted),
        lines=tuple(accepted.values()),
        rejected={reason: rejected[reason] for reason in REASONS if rejected[reason]},
    )


def _claims(reply: str | None) -> list[Any]:
    try:
        document = json.loads(reply or "")
    except ValueError:
        return [None]
    claims = document.get("claims") if isinstance(document, dict) else None
    return claims if isinstance(claims, list) else [None]


def _fault(claim: Any, rows: Mapping[str, Row], accepted: Mapping[str, str]) -> str:
    """Return why a claim is rejected, or an empty text."""
    if not isinstance(claim, dict) or set(claim) != set(KEYS):
        return "malformed"
    texts = all(isinstance(claim[key], str) for key in KEYS if key != "year")
    if not texts or type(claim["year"]) is not int or not claim["label"].strip():
        return "malformed"
    row = rows.get(claim["source_id"])
    if row is None:
        return "unknown_source"
    if row.source_id in accepted:
        return "named_twice"
    value = _decimal(claim["value"])
    if value is None:
        return "malformed"
    if value != Decimal(row.text):
        return "wrong_value"
    if claim["year"] != row.year:
        return "wrong_year"
    if claim["unit"] != row.unit:
        return "wrong_unit"
    return "digits_in_label" if any(sign.isnumeric() for sign in claim["label"]) else ""


def _decimal(text: str) -> Decimal | None:
    """Read a plain decimal: ASCII digits, a sign, one point; no exponent, no grouping, nothing special."""
    if len(text) > 40 or not text.isascii() or not text.lstrip("-").replace(".", "", 1).isdigit():
        return None
    try:
        return Decimal(text)
    except InvalidOperation:
        return None


def claimed(rows: Mapping[str, Row]) -> list[dict[str, Any]]:
    """Return what the scripted model claims: two rows as they are, then every way to be wrong."""

    def claim(of: str, label: str, **changes: Any) -> dict[str, Any]:
        row = rows[of]
        plain = {
            "source_id": of,
            "value": row.text,
            "year": row.year,
            "unit": row.unit,
            "label": label,
        }
        return plain | changes

    people, years = "CAN/SP.POP.TOTL/2020", "JPN/SP.DYN.LE00.IN/2020"
    other = "JPN/SP.POP.TOTL/2020"
    return [
        claim(people, "Canada's population"),
        claim(years, "Life expectancy in Japan", value=f"{rows[years].text}0"),
        claim(people, "Canada's population, again"),
        claim(other, "Population of Japan", value=rows[people].text),
        claim(other, "Population of Japan", year=2021),
        claim(other, "Population of Japan", unit="thousand people"),
        claim(other, "Japan, one of the top 3"),
        claim(other, "Population of Japan", source_id="FRA/SP.POP.TOTL/2020"),
        claim(other, "Population of Japan", value="1e8"),
    ]


def report(model: tieout.Model | None = None) -> Report:
    """Hand the rows over, ask once, and judge what comes back."""
    snapshot = tieout.load_snapshot(DATASET)
    rows = rows_of(snapshot)
    asked = model or ScriptedModel([json.dumps({"claims": claimed(rows)})])
    question = tieout.Message(role="user", text=prompt(rows.values()))
    reply = asked.reply(tieout.Request(messages=(question,), response_schema=SCHEMA))
    return judge(reply.text, rows, snapshot)


def main() -> None:
    """Print the report."""
    made = report()
    print("\n".join(made.lines))
    print(f"\n{DATASET} {made.version}, SHA-256 {made.sha256}")
    print(f"accepted: {', '.join(made.accepted)}")
    print(f"rejected: {', '.join(f'{reason} {count}' for reason, count in made.rejected.items())}")


if __name__ == "__main__":
    main()

"""Results as a model sees them: compact JSON, cut between records, with the facts that are really shown.

Decimals travel as JSON text with the text a reader would see beside them, since models slip on bare digits.
The keys:

* heading: ``indicator``, ``indicator_name``, ``unit``, ``dataset``, and what a tool adds (``missing`` ...)
* ``records``: an observed one has ``ref``, ``area``, ``area_name``, ``period``, ``value`` (null for a
  published gap), ``shown``, and where it applies ``aggregate`` and ``status``; a derived one has ``ref``,
  ``operation``, ``operands``, ``value``, ``shown``, a lowest or highest one also ``area`` and ``period``
* ``left_out``, how many records were cut, and ``note``, each only when there is something to say

When a result is too long, what the areas are called moves into the heading first (``area`` and
``area_name`` of the only one, or ``area_names`` by code); then records are left out from the end.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from tieout.facts.fact import Fact
from tieout.facts.observation import Status
from tieout.facts.shown import shown
from tieout.tools.call import Refusal
from tieout.tools.finding import Computed, Derived, Finding, Observed, Plain, Record

__all__ = ["encode", "printable", "render_bug", "render_finding", "render_not_run", "render_refusal"]

_ENCODER = json.JSONEncoder(ensure_ascii=False, check_circular=False, allow_nan=False, separators=(",", ":"))
_GAP = "no value published"


def encode(value: object) -> str:
    """Return compact JSON, with no number that is not finite."""
    return _ENCODER.encode(value)


def render_finding(
    finding: Finding, facts: Sequence[Fact | None], max_characters: int
) -> tuple[str, tuple[Fact, ...]]:
    """Return the JSON text of a finding and exactly the facts that it shows.

    Args:
        finding: What was found.
        facts: One fact with its ref for each record; None for a plain record.
        max_characters: The longest text allowed; records that do not fit are left out from the end, and
            ``left_out`` says how many.

    Raises:
        ValueError: Not even the heading fits; a fault of the tool.
    """
    pairs = list(zip(finding.records, facts, strict=True))
    records = [encode(_fields(record, fact)) for record, fact in pairs]
    text = _assemble(finding.heading, records, 0, finding.note)
    kept = len(records)
    if len(text) > max_characters:
        places, repeated = _places(finding.records)
        heading = {**finding.heading, **places}
        records = [encode(_without(_fields(record, fact), repeated)) for record, fact in pairs]
        text, kept = _cut(heading, records, finding.note, max_characters)
    return text, tuple({fact.ref: fact for fact in facts[:kept] if fact is not None}.values())


def _cut(heading: Mapping[str, object], records: list[str], note: str, limit: int) -> tuple[str, int]:
    text = _assemble(heading, records, 0, note)
    if len(text) <= limit:
        return text, len(records)
    room = limit - len(_assemble(heading, [], len(records), note))
    if room < 0:
        raise ValueError("the heading of a result is longer than a result may be")
    kept = 0
    for record in records:
        room -= len(record) + 1
        if room < 0:
            break
        kept += 1
    return _assemble(heading, records[:kept], len(records) - kept, note), kept


def _assemble(heading: Mapping[str, object], records: list[str], left_out: int, note: str) -> str:
    tail: dict[str, Any] = {}
    if left_out:
        tail["left_out"] = left_out
        rest = f"{left_out} records did not fit and are not shown; ask for fewer years or countries."
        note = f"{rest} {note}".rstrip()
    if note:
        tail["note"] = note
    text = f'"records":[{",".join(records)}]'
    if heading:
        text = f"{encode(heading)[1:-1]},{text}"
    if tail:
        text = f"{text},{encode(tail)[1:-1]}"
    return printable("{" + text + "}")


def _places(records: Sequence[Record]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Return what a heading says of the areas, and which keys the records need then no more."""
    observed = [record.observation.area for record in records if isinstance(record, Observed)]
    areas = {area.code: area.name for area in observed}
    if len(areas) == 1:
        ((code, name),) = areas.items()
        return {"area": code, "area_name": name}, ("area", "area_name")
    return ({"area_names": areas} if areas else {}), ("area_name",)


def _without(fields: dict[str, Any], repeated: Sequence[str]) -> dict[str, Any]:
    if "operation" not in fields and "ref" in fields:
        for key in repeated:
            del fields[key]
    return fields


def _fields(record: Record, fact: Fact | None) -> dict[str, Any]:
    if isinstance(record, Plain) or fact is None:
        return dict(record.fields) if isinstance(record, Plain) else {}
    if isinstance(record, Computed):
        return _computed(fact)
    if isinstance(record, Derived):
        found_at = {"area": fact.area.code, "period": str(fact.period)}
        return {
            "ref": fact.ref,
            "operation": record.operation,
            "operands": list(fact.derivation.operands) if fact.derivation else [],
            **(found_at if record.operation in ("min", "max") else {}),
            "value": fact.text,
            "shown": record.shown,
        }
    value = fact.value
    fields: dict[str, Any] = {
        "ref": fact.ref,
        "area": fact.area.code,
        "area_name": fact.area.name,
        "period": str(fact.period),
        "value": fact.text,
        "shown": _GAP if value is None else shown(value, fact.indicator.unit),
    }
    if fact.area.is_aggregate:
        fields["aggregate"] = True
    if fact.status is not Status.NORMAL:
        fields["status"] = fact.status.value
    return fields


def _computed(fact: Fact) -> dict[str, Any]:
    derivation, value = fact.derivation, fact.value
    fields: dict[str, Any] = {
        "ref": fact.ref,
        "operation": derivation.operation if derivation else "",
        "operands": list(derivation.operands) if derivation else [],
        "value": fact.text,
        "shown": _GAP if value is None else shown(value, fact.indicator.unit),
    }
    if fact.status is not Status.NORMAL:
        fields["status"] = fact.status.value
    return fields


def render_refusal(refusal: Refusal) -> str:
    """Return the JSON text of a refusal."""
    return printable(encode({"error": refusal.code.value, "message": refusal.message}))


def render_not_run(why: str) -> str:
    """Return the JSON text for a call that was not run, though it may have been valid."""
    return encode({"error": "not_run", "message": why})


def render_bug(tool: str) -> str:
    """Return the JSON text for a call that met a fault of ours."""
    message = f"{tool} failed because of a fault in the program, not in the call. Do not repeat the call."
    return encode({"error": "bug", "message": message})


def printable(text: str) -> str:
    """Drop invisible characters, which could carry words that no person sees; any space becomes plain."""
    if text.isprintable():
        return text
    kept = (" " if unicodedata.category(c) == "Zs" else c for c in text)
    return "".join(c for c in kept if c.isprintable())

"""Findings: what a tool found, before refs are given out and before it is cut to size."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction

from tieout.facts.area import Area
from tieout.facts.derivation import Derivation, Operation, Order, exact_text
from tieout.facts.fact import Fact
from tieout.facts.indicator import Indicator
from tieout.facts.observation import Observation
from tieout.facts.period import Period

__all__ = ["Computed", "Derived", "Finding", "Numbering", "Observed", "Plain", "Record", "Stamp"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamp:
    """Where facts come from: the publisher, its release, and our data set's name and version."""

    source: str = ""
    vintage: str = ""
    dataset: str = ""


_UNSTAMPED = Stamp()


@dataclass(frozen=True, slots=True, kw_only=True)
class Observed:
    """A record that shows one published value, or a published gap."""

    observation: Observation


@dataclass(frozen=True, slots=True, kw_only=True)
class Derived:
    """A record that shows a value computed from earlier records of the same finding.

    Attributes:
        operation: What was computed.
        operands: Positions (from 0) of the records it was computed from, all earlier ones.
        value: The exact value.
        area: The place; one with an empty code for several places.
        indicator: The measure, with the unit of ``value``.
        period: The time; the later one of two.
        shown: The text that a reader would see.
        set: For a rank, the words for the set that was ranked.
        size: For a rank, how many areas the set holds.
        order: For a rank, from which end it was counted.
        complete: For a rank, True when every member of the set with a value took part.
    """

    operation: Operation
    operands: tuple[int, ...]
    value: Decimal | Fraction | int
    area: Area
    indicator: Indicator
    period: Period
    shown: str
    set: str = ""
    size: int | None = None
    order: Order | None = None
    complete: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Computed:
    """A record that shows a value computed from facts that were shown before, by their refs.

    Attributes:
        fact: The whole fact but for its own ref, its derivation naming the operands.
    """

    fact: Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class Plain:
    """A record that is no fact: a name and its code, a passage, a definition. It can support no number."""

    fields: Mapping[str, object]


Record = Observed | Derived | Computed | Plain


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What a tool found.

    Attributes:
        heading: What all records have in common; JSON values, decimals as text.
        records: The records in the order in which they are shown. A cut drops records from the end, so that a
            derived record never stands without its operands.
        note: One or two sentences that stay however much is cut; may be empty.
        stamp: Where the facts come from.
    """

    heading: Mapping[str, object]
    records: tuple[Record, ...] = ()
    note: str = ""
    stamp: Stamp = _UNSTAMPED


class Numbering:
    """Gives out the refs ``e1``, ``e2`` ... of one run; the same fact shown twice keeps its ref.

    A ref is given out for good only by `keep`: `number` is a proposal, since a record may still be cut.
    """

    __slots__ = ("_kept",)

    def __init__(self) -> None:
        self._kept: dict[Hashable, Fact] = {}

    @property
    def facts(self) -> tuple[Fact, ...]:
        """Every fact kept so far, in the order of its ref."""
        return tuple(self._kept.values())

    def number(self, finding: Finding) -> list[Fact | None]:
        """Return one fact with its ref for each record, in order; None for a plain record."""
        numbered: list[Fact | None] = []
        fresh: dict[Hashable, Fact] = {}
        for record in finding.records:
            if isinstance(record, Plain):
                numbered.append(None)
                continue
            ref = f"e{len(self._kept) + len(fresh) + 1}"
            if isinstance(record, Observed):
                fact = _published(record.observation, finding.stamp, ref)
            elif isinstance(record, Computed):
                fact = replace(record.fact, ref=ref)
            else:
                fact = _computed(record, numbered, finding.stamp, ref)
            key = _key(fact)
            known = self._kept.get(key) or fresh.setdefault(key, fact)
            numbered.append(known)
        return numbered

    def keep(self, facts: Iterable[Fact]) -> None:
        """Give out the refs of the facts shown."""
        for fact in facts:
            self._kept.setdefault(_key(fact), fact)


def _key(fact: Fact) -> Hashable:
    # Codes and numbers instead of the values themselves: hashing a whole fact costs ten times as much.
    period = fact.period
    return (
        fact.area.code,
        fact.indicator.code,
        period.year,
        period.month,
        period.day,
        period.frequency,
        fact.dataset,
        fact.derivation,
        fact.text,
    )


def _published(observation: Observation, stamp: Stamp, ref: str) -> Fact:
    return Fact.of(observation, ref=ref, source=stamp.source, vintage=stamp.vintage, dataset=stamp.dataset)


def _computed(record: Derived, earlier: Sequence[Fact | None], stamp: Stamp, ref: str) -> Fact:
    operands = tuple(fact.ref for position in record.operands if (fact := earlier[position]) is not None)
    return Fact(
        ref=ref,
        area=record.area,
        indicator=record.indicator,
        period=record.period,
        text=exact_text(record.value),
        source=stamp.source,
        vintage=stamp.vintage,
        dataset=stamp.dataset,
        derivation=Derivation(
            operation=record.operation,
            operands=operands,
            set=record.set,
            size=record.size,
            position=int(record.value) if record.operation == "rank" else None,
            order=record.order or "",
            complete=record.complete,
        ),
    )

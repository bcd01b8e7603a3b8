"""Facts: numbers that the application can account for, and the evidence a run was shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from tieout.facts.area import Area
from tieout.facts.derivation import Derivation
from tieout.facts.indicator import Indicator
from tieout.facts.observation import Observation, SeriesKey, Status
from tieout.facts.period import Period

__all__ = ["Evidence", "Fact"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """A published value, or a value that the application computed from facts.

    Attributes:
        ref: The name of the fact within its evidence, such as ``e1``; empty before a run has numbered it.
        area: The place; a fact about several places has an area with an empty code.
        indicator: The measure; its unit is the unit of this fact (a percent change has unit ``%``).
        period: The time; for a fact between two periods, the later one.
        text: Exact digits, or None for a published gap.
        status: The publisher's flag.
        source: The rows' own source, such as ``World Bank WDI``; may be empty.
        vintage: The release the value was published in; may be empty.
        dataset: Name and version of the data set; may be empty.
        derivation: How a derived fact was computed; None for a published one.
    """

    ref: str
    area: Area
    indicator: Indicator
    period: Period
    text: str | None
    status: Status = Status.NORMAL
    source: str = ""
    vintage: str = ""
    dataset: str = ""
    derivation: Derivation | None = None

    @staticmethod
    def of(
        observation: Observation, *, ref: str = "", source: str = "", vintage: str = "", dataset: str = ""
    ) -> Fact:
        """Return the observation as a fact."""
        return Fact(
            ref=ref,
            area=observation.area,
            indicator=observation.indicator,
            period=observation.period,
            text=observation.text,
            status=observation.status,
            source=source,
            vintage=vintage,
            dataset=dataset,
        )

    @property
    def value(self) -> Decimal | None:
        """The exact value, or None for a published gap."""
        return None if self.text is None else Decimal(self.text)

    @property
    def key(self) -> SeriesKey:
        """The series that this fact belongs to."""
        return SeriesKey(self.area.code, self.indicator.code)


class Evidence:
    """The facts of one run that the model was shown: nothing else may be said.

    Immutable; keeps the order in which the facts were shown. Refs are unique.

    Args:
        facts: The facts, in the order shown.

    Raises:
        ValueError: Two facts share a ref.
    """

    __slots__ = ("_by_ref", "facts")

    def __init__(self, facts: Iterable[Fact] = ()) -> None:
        self.facts: tuple[Fact, ...] = tuple(facts)
        self._by_ref = {fact.ref: fact for fact in self.facts}
        if len(self._by_ref) != len(self.facts):
            raise ValueError("two facts share a ref")

    def __iter__(self) -> Iterator[Fact]:
        """Iterate over the facts in the order shown."""
        return iter(self.facts)

    def __len__(self) -> int:
        """Return the number of facts."""
        return len(self.facts)

    def __eq__(self, other: object) -> bool:
        """Return True for evidence of the same facts in the same order."""
        return isinstance(other, Evidence) and self.facts == other.facts

    def __hash__(self) -> int:
        """Return a hash of the facts."""
        return hash(self.facts)

    def __add__(self, more: Iterable[Fact]) -> Evidence:
        """Return this evidence followed by more facts; a fact whose ref is already held is not repeated."""
        return Evidence((*self.facts, *(fact for fact in more if fact.ref not in self._by_ref)))

    def __repr__(self) -> str:
        """Return a short form for people."""
        return f"Evidence({len(self.facts)} facts)"

    def find(self, ref: str) -> Fact | None:
        """Return the fact of that ref, or None."""
        return self._by_ref.get(ref)

    @property
    def observed(self) -> tuple[Fact, ...]:
        """The published facts, gaps included, in order."""
        return tuple(fact for fact in self.facts if fact.derivation is None)

    @property
    def derived(self) -> tuple[Fact, ...]:
        """The facts that the application computed, in order."""
        return tuple(fact for fact in self.facts if fact.derivation is not None)

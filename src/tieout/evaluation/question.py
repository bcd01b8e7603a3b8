"""One question of a set, and what makes an outcome right."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from tieout.evaluation.attempt import digest_of

__all__ = ["Operation", "Question", "Split"]

Operation = Literal[
    "value",
    "highest",
    "lowest",
    "top",
    "bottom",
    "rank",
    "difference",
    "percent_change",
    "ratio",
    "share",
    "sum",
    "mean",
    "median",
    "growth_per_year",
    "highest_year",
    "lowest_year",
    "first_year_above",
]
Split = Literal["development", "held_out"]


class Question(BaseModel):
    """One question, and what makes an outcome right.

    Attributes:
        id: Unique in its set.
        kind: Which ability it tests: a word of your own, for the tables of a report.
        dataset: The data set it is asked of, unless a run names another.
        question: The words.
        operation: What a right answer states; None when declining is right.
        facts: What it is computed from, each an area, an indicator and a time: "CAN SP.POP.TOTL 2024",
            "* NY.GDP.MKTP.CD 2024" (every economy with a value), "KEN SP.POP.TOTL 2000:2024" (every year with
            a value), "BRA NY.GDP.MKTP.CD latest"; in the order that the operation needs: from before to, part
            before whole, the one that is ranked before all.
        count: For ``top`` and ``bottom``, how many places.
        bound: For ``first_year_above``, the bound as exact text, in the unit of the facts.
        values: Exact numbers that a right answer states, each at a precision that the rules allow.
        areas: Codes of the areas that it names, in the order of a ranking where there is one.
        position: The place in a ranking that it states, else None.
        years: The years that it states as its answer.
        decline: Why the data cannot answer; empty for a question that they can.
        no_reads: True when besides no tool may have read data.
        split: ``held_out`` for a question that nothing may be tuned on.
        source: Where the words come from; empty for one's own.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: Annotated[str, Field(min_length=1)]
    kind: Annotated[str, Field(pattern=r"^[a-z][a-z_]*$", max_length=40)]
    dataset: str
    question: Annotated[str, Field(min_length=1)]
    operation: Operation | None = None
    facts: tuple[str, ...] = ()
    count: Annotated[int, Field(ge=1)] = 1
    bound: str = ""
    values: tuple[str, ...] = ()
    areas: tuple[str, ...] = ()
    position: int | None = None
    years: tuple[int, ...] = ()
    decline: str = ""
    no_reads: bool = False
    split: Split = "development"
    source: str = ""

    @property
    def digest(self) -> str:
        """SHA-256, in hex, of the words and of what makes an outcome right."""
        return digest_of(self.model_dump(mode="json", exclude={"split", "source"}))

    @property
    def is_computed(self) -> bool:
        """True when nothing is left to compute: it has its expected values, or declining is right."""
        known = self.values or self.areas or self.years or self.position is not None
        return self.operation is None or bool(known)

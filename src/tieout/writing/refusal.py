"""Refusals: why a claim of a composed draft is not written, by name; nothing is ever repaired."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from tieout.checking.verdict import ProblemCode

__all__ = ["PROBLEM_CODES", "ClaimRefused", "RefusalCode"]


class RefusalCode(StrEnum):
    """What is wrong with a claim; each has one sentence, which names the ref."""

    UNKNOWN_REF = "unknown_ref"
    COMPUTED = "computed"
    NO_RANK = "no_rank"
    REPEATED = "repeated"
    GAP = "gap"
    NO_GAP = "no_gap"
    UNLIKE_INDICATOR = "unlike_indicator"
    UNLIKE_UNIT = "unlike_unit"
    UNLIKE_AREA = "unlike_area"
    SAME_AREA = "same_area"
    UNLIKE_PERIOD = "unlike_period"
    WRONG_ORDER = "wrong_order"
    MIXED_VINTAGES = "mixed_vintages"
    AGGREGATE = "aggregate"
    NO_PART = "no_part"
    NOT_ADDITIVE = "not_additive"
    INCOMPLETE_SET = "incomplete_set"
    TIED = "tied"
    NOT_ABOVE_ZERO = "not_above_zero"
    NOT_FOR_THE_UNIT = "not_for_the_unit"
    NO_CHANGE = "no_change"
    FLAG_UNSAID = "flag_unsaid"
    TOO_FINE = "too_fine"
    IN_THE_DATA = "in_the_data"
    UNKNOWN_CODE = "unknown_code"
    NOT_IN_QUESTION = "not_in_question"
    WRONG_STATUS = "wrong_status"


PROBLEM_CODES: Mapping[RefusalCode, ProblemCode] = {
    RefusalCode.UNKNOWN_REF: ProblemCode.BEYOND_EVIDENCE,
    RefusalCode.COMPUTED: ProblemCode.WRONG_STATISTIC,
    RefusalCode.NO_RANK: ProblemCode.WRONG_RANK,
    RefusalCode.REPEATED: ProblemCode.WRONG_SET,
    RefusalCode.GAP: ProblemCode.MISSING_VALUE,
    RefusalCode.NO_GAP: ProblemCode.MISSING_VALUE,
    RefusalCode.UNLIKE_INDICATOR: ProblemCode.WRONG_INDICATOR,
    RefusalCode.UNLIKE_UNIT: ProblemCode.WRONG_UNIT,
    RefusalCode.UNLIKE_AREA: ProblemCode.WRONG_AREA,
    RefusalCode.SAME_AREA: ProblemCode.WRONG_AREA,
    RefusalCode.UNLIKE_PERIOD: ProblemCode.WRONG_PERIOD,
    RefusalCode.WRONG_ORDER: ProblemCode.WRONG_PERIOD,
    RefusalCode.MIXED_VINTAGES: ProblemCode.WRONG_RELATION,
    RefusalCode.AGGREGATE: ProblemCode.AGGREGATE_AS_COUNTRY,
    RefusalCode.NO_PART: ProblemCode.WRONG_RELATION,
    RefusalCode.NOT_ADDITIVE: ProblemCode.WRONG_STATISTIC,
    RefusalCode.INCOMPLETE_SET: ProblemCode.WRONG_SET,
    RefusalCode.TIED: ProblemCode.WRONG_RANK,
    RefusalCode.NOT_ABOVE_ZERO: ProblemCode.WRONG_RELATION,
    RefusalCode.NOT_FOR_THE_UNIT: ProblemCode.WRONG_UNIT,
    RefusalCode.NO_CHANGE: ProblemCode.WRONG_DIRECTION,
    RefusalCode.FLAG_UNSAID: ProblemCode.FORECAST_UNMARKED,
    RefusalCode.TOO_FINE: ProblemCode.UNREADABLE_NUMBER,
    RefusalCode.IN_THE_DATA: ProblemCode.MISSING_VALUE,
    RefusalCode.UNKNOWN_CODE: ProblemCode.AMBIGUOUS,
    RefusalCode.NOT_IN_QUESTION: ProblemCode.OFF_QUESTION,
    RefusalCode.WRONG_STATUS: ProblemCode.SCHEMA,
}
"""The problem code that a person sees for each refusal."""


class ClaimRefused(Exception):
    """A claim that the evidence does not bear.

    Args:
        code: What is wrong.
        message: One sentence for a data editor, with the ref it is about.
    """

    def __init__(self, code: RefusalCode, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message

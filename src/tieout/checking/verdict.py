"""What the check says: problems, ties, and the codes of RULES.md."""

from dataclasses import dataclass
from enum import StrEnum

from tieout.facts.period import Period

__all__ = ["Absence", "Extent", "Problem", "ProblemCode", "Reject", "Tie", "Verdict"]


class ProblemCode(StrEnum):
    """Why an answer is held; stable words that scripts and tests may rely on."""

    UNSUPPORTED_NUMBER = "unsupported_number"
    TOO_COARSE = "too_coarse"
    WRONG_PERIOD = "wrong_period"
    WRONG_AREA = "wrong_area"
    WRONG_INDICATOR = "wrong_indicator"
    WRONG_UNIT = "wrong_unit"
    WRONG_SCALE = "wrong_scale"
    WRONG_DIRECTION = "wrong_direction"
    WRONG_RELATION = "wrong_relation"
    WRONG_RANK = "wrong_rank"
    WRONG_SET = "wrong_set"
    WRONG_COUNT = "wrong_count"
    MISSING_VALUE = "missing_value"
    AGGREGATE_AS_COUNTRY = "aggregate_as_country"
    FORECAST_UNMARKED = "forecast_unmarked"
    UNSUPPORTED_CAUSE = "unsupported_cause"
    BEYOND_EVIDENCE = "beyond_evidence"
    WRONG_SOURCE = "wrong_source"
    WRONG_STATISTIC = "wrong_statistic"
    NO_PERIOD = "no_period"
    NO_AREA = "no_area"
    NO_INDICATOR = "no_indicator"
    AMBIGUOUS = "ambiguous"
    NOT_UNDERSTOOD = "not_understood"
    UNREADABLE_NUMBER = "unreadable_number"
    NO_DATA_CALL = "no_data_call"
    OFF_QUESTION = "off_question"
    EMPTY_ANSWER = "empty_answer"
    ANSWER_TOO_LONG = "answer_too_long"
    # of the form of a draft; the gate before the check finds these
    REFUSAL = "refusal"
    TRUNCATED = "truncated"
    MALFORMED_JSON = "malformed_json"
    SCHEMA = "schema"


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One reason why an answer is held.

    Attributes:
        code: The kind of fault.
        start: First code point of the faulty text in the answer.
        end: Code point after the last.
        text: The faulty text.
        message: One sentence that a data editor understands.
        expected: The true value as exact text, where the evidence holds one.
    """

    code: ProblemCode
    start: int
    end: int
    text: str
    message: str
    expected: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tie:
    """A number of a valid answer, and the facts that it was recomputed from.

    Attributes:
        start: First code point of the number in the answer.
        end: Code point after the last.
        text: The number as written.
        facts: Refs of the facts, in the order of the computation.
        relation: ``value``, ``difference``, ``percent_change``, ``points``, ``ratio``, ``mean`` ...
    """

    start: int
    end: int
    text: str
    facts: tuple[str, ...]
    relation: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Absence:
    """What a sentence says the data do not include; the rows of the evidence do not gainsay it.

    Who has the whole data set can hold it against that. All three together are meant; an empty one is any.

    Attributes:
        start: First code point of the sentence, or of its part.
        end: Code point after the last.
        text: The words.
        areas: Codes of the areas.
        indicators: Codes of the indicators that may be meant.
        periods: The periods.
    """

    start: int
    end: int
    text: str
    areas: tuple[str, ...] = ()
    indicators: tuple[str, ...] = ()
    periods: tuple[Period, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Extent:
    """Where a sentence says that the data begin or end; the rows of the evidence do not gainsay it.

    The rows that were shown may be a part of a series, so who has the whole data set holds this against it.

    Attributes:
        start: First code point of the sentence, or of its part.
        end: Code point after the last.
        text: The words.
        first: The first period with a value, as said; None where it is not said.
        last: The last one.
        areas: Codes of the areas; empty for any.
        indicators: Codes of the indicators that may be meant; empty for any.
        whole: True where the sentence names neither, so that the whole data set may be meant.
    """

    start: int
    end: int
    text: str
    first: Period | None = None
    last: Period | None = None
    areas: tuple[str, ...] = ()
    indicators: tuple[str, ...] = ()
    whole: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Whether an answer ties out. It is valid only without problems.

    Attributes:
        valid: True when every claim is understood and ties out.
        problems: What is wrong, in order of the text.
        ties: One for each number of a valid answer but years, thresholds and set sizes.
        absences: What a valid answer says the data do not include.
        extents: Where it says that the data begin or end.
    """

    valid: bool
    problems: tuple[Problem, ...]
    ties: tuple[Tie, ...]
    absences: tuple[Absence, ...] = ()
    extents: tuple[Extent, ...] = ()


class Reject(Exception):
    """A claim that is understood and false, or cannot be understood; becomes a Problem.

    Args:
        code: The kind of fault.
        start: First code point of the faulty text.
        end: Code point after the last.
        message: One sentence that a data editor understands.
        expected: The true value as exact text, if known.
    """

    def __init__(
        self, code: ProblemCode, start: int, end: int, message: str, expected: str | None = None
    ) -> None:
        super().__init__(message)
        self.code = code
        self.start = start
        self.end = end
        self.message = message
        self.expected = expected

"""The figures of a run as a document: counts with denominators and intervals, costs, times, a grid, examples.

The document is what every form of the report is made of (HTML, Markdown, CSV), and the JSON that programs
read; its schema is published. All that is in it was measured or counted from kept attempts.
"""

from __future__ import annotations

from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict

from tieout.evaluation.manifest import Manifest
from tieout.evaluation.statistics import wilson

__all__ = [
    "COMPARISON_FORMAT",
    "REPORT_FORMAT",
    "Cell",
    "Changed",
    "Comparison",
    "Cost",
    "Counted",
    "Example",
    "GridRow",
    "JudgeFigures",
    "KindFigures",
    "PairOfRuns",
    "Paired",
    "Report",
    "RunFigures",
    "Seconds",
    "Share",
]

REPORT_FORMAT: Final = "tieout-report/1"
"""The name of the form; a change that a reader would notice gets another number."""

COMPARISON_FORMAT: Final = "tieout-comparison/1"
"""The same for a comparison."""

_PLACES = 6


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Share(_Part):
    """A count out of a whole, with its 95% interval; the ends are shares from 0 to 1.

    Attributes:
        part: How many.
        whole: Of how many.
        low: Lower end.
        high: Upper end.
        by: How the interval was made: Wilson's score, or the bootstrap over questions.
    """

    part: int
    whole: int
    low: float
    high: float
    by: Literal["wilson", "bootstrap"] = "wilson"

    @staticmethod
    def of(part: int, whole: int) -> Share:
        """Return a share with its Wilson interval."""
        found = wilson(part, whole)
        return Share(part=part, whole=whole, low=round(found.low, _PLACES), high=round(found.high, _PLACES))


class Counted(_Part):
    """How often something occurred: a problem code, a stop reason, a layer."""

    name: str
    count: int


class KindFigures(_Part):
    """How one kind of question went."""

    kind: str
    right: Share
    wrong: Share


class Cost(_Part):
    """What a run cost, in US dollars as exact text.

    Attributes:
        known: How many attempts have a known cost.
        total_usd: Their cost together, as when the replies were first given; null where none is known.
        per_right_usd: The same by attempts that are right; null where there is none, or a cost is not known.
        paid_usd: What this run paid itself: nothing for replies at hand.
        input_tokens: Tokens sent.
        output_tokens: Tokens received.
        model_calls: Requests to the model.
        tool_calls: Calls that ran.
    """

    known: int
    total_usd: str | None
    per_right_usd: str | None
    paid_usd: str | None
    input_tokens: int
    output_tokens: int
    model_calls: int
    tool_calls: int


class Seconds(_Part):
    """How long questions took, in seconds; null where nothing was asked.

    Attributes:
        median: Half took no longer.
        p90: Nine of ten took no longer.
        p99: 99 of 100 took no longer.
        longest: The longest.
        waited: Seconds waited for a busy provider, which are in none of the others.
        all: Every attempt, shortest first.
    """

    median: float | None
    p90: float | None
    p99: float | None
    longest: float | None
    waited: float
    all: tuple[float, ...]


class RunFigures(_Part):
    """How one model did on one path.

    Attributes:
        model: Its name.
        path: The information path.
        settings: How the model was asked.
        attempts: How many attempts were made; every share has them as its whole, unless it says otherwise.
        questions: At how many questions.
        not_run: How many attempts could not be made, and why.
        right: Shown right and declined rightly.
        right_by_question: The same with an interval over questions, where questions were repeated.
        grades: Every grade, also with zero.
        kinds: By kind of question.
        layers: At which layer the attempts that are not right broke first.
        problems: Codes of what the check found, each counted once an attempt.
        stops: Limits and failures that ended attempts.
        cost: What it cost.
        seconds: How long it took.
        replayed: How many attempts sent no model anything.
    """

    model: str
    path: str
    settings: dict[str, Any]
    attempts: int
    questions: int
    not_run: tuple[Counted, ...]
    right: Share
    right_by_question: Share | None
    grades: dict[str, Share]
    kinds: tuple[KindFigures, ...]
    layers: tuple[Counted, ...]
    problems: tuple[Counted, ...]
    stops: tuple[Counted, ...]
    cost: Cost
    seconds: Seconds
    replayed: int


class Cell(_Part):
    """What became of one question asked of one model on one path; grades in the order of repeats."""

    model: str
    path: str
    grades: tuple[str, ...]


class GridRow(_Part):
    """One question, what a right answer states, and what became of it everywhere."""

    question_id: str
    kind: str
    question: str
    expected: str
    cells: tuple[Cell, ...]


class Example(_Part):
    """One attempt told whole.

    Attributes:
        question_id: Which question.
        question: Its words.
        expected: What a right answer states.
        model: Who drafted.
        path: On which path.
        grade: What it is worth.
        reason: Why, in one phrase.
        layer: Where it broke first; empty for a right one.
        text: What was shown, or the draft that was held.
        problems: What the check found, in its sentences.
        steps: The calls that were proposed, and what became of each.
        stop: What ended it early.
    """

    question_id: str
    question: str
    expected: str
    model: str
    path: str
    grade: str
    reason: str
    layer: str
    text: str
    problems: tuple[str, ...]
    steps: tuple[str, ...]
    stop: str


class Paired(_Part):
    """Two runs of the same questions, question by question.

    Attributes:
        of: What is compared: attempts that are right, or those with one grade.
        first: Model and path of the one.
        second: Model and path of the other.
        questions: How many questions both were asked.
        first_only: Questions on which it was so of the first run more often.
        second_only: Questions on which it was so of the second more often.
        both: Questions on which it was so equally often.
        p: The exact two-sided probability of such a split by chance (sign test; for one repeat McNemar's).
        difference: Share of the second less that of the first, as a mean over questions.
        low: Lower end of its 95% bootstrap interval over questions; null for fewer than two questions.
        high: Its upper end.
    """

    of: str
    first: tuple[str, str]
    second: tuple[str, str]
    questions: int
    first_only: int
    second_only: int
    both: int
    p: float
    difference: float
    low: float | None
    high: float | None


class Changed(_Part):
    """A question that ended otherwise in another run.

    Attributes:
        question_id: Which question.
        question: Its words.
        expected: What a right answer states.
        before: Its grades in the first run, in the order of repeats.
        after: Its grades in the second.
        text_before: What was said then: the first draft with another grade.
        text_after: What was said afterwards.
    """

    question_id: str
    question: str
    expected: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    text_before: str
    text_after: str


class PairOfRuns(_Part):
    """A run of one folder beside one of another.

    Attributes:
        first: Model and path of the one.
        second: Model and path of the other.
        figures: What they differ in, each with its test and its interval.
        changed: Every question that ended otherwise.
    """

    first: tuple[str, str]
    second: tuple[str, str]
    figures: tuple[Paired, ...]
    changed: tuple[Changed, ...]


class Comparison(_Part):
    """Two folders of results compared.

    Attributes:
        format: The name of this form.
        first: The one folder, as it was named.
        second: The other.
        differs: What else differs between them, a sentence each: data, settings, versions.
        pairs: The runs that were set beside each other.
    """

    format: Literal["tieout-comparison/1"] = COMPARISON_FORMAT
    first: str
    second: str
    differs: tuple[str, ...]
    pairs: tuple[PairOfRuns, ...]


class JudgeFigures(_Part):
    """How one judge of answers did on one suite of cases.

    Attributes:
        judge: Its name.
        suite: The suite.
        false_reject: Right answers that it stopped, of all right ones.
        false_accept: Wrong answers that it let through, of all wrong ones.
        crashes: How often it failed to judge; counted as stopped.
    """

    judge: str
    suite: str
    false_reject: Share
    false_accept: Share
    crashes: int


class Report(_Part):
    """Everything about a run: enough for someone else to inspect and to repeat it.

    Attributes:
        format: The name of this form.
        manifest: What was asked, of whom, of which data, with which settings and prices.
        runs: A model and path each, in the order of the run.
        pairs: The first run beside every other one.
        grid: Every question.
        examples: Some attempts of every grade that occurs, whole.
        judges: The check on case suites, with its peers beside it where they are installed.
        peers_missing: Peers that are not installed here.
    """

    format: Literal["tieout-report/1"] = REPORT_FORMAT
    manifest: Manifest
    runs: tuple[RunFigures, ...]
    pairs: tuple[Paired, ...]
    grid: tuple[GridRow, ...]
    examples: tuple[Example, ...]
    judges: tuple[JudgeFigures, ...]
    peers_missing: tuple[str, ...] = ()

"""Judging the judge: what the check, and other checks beside it, accept and let through on case suites."""

from tieout.evaluation.judging.judges import JUDGES, Case, Judge, installed_judges
from tieout.evaluation.judging.suites import PACKAGED, Verdicts, judge_figures, read_suite, verdicts_of

__all__ = [
    "JUDGES",
    "PACKAGED",
    "Case",
    "Judge",
    "Verdicts",
    "installed_judges",
    "judge_figures",
    "read_suite",
    "verdicts_of",
]

"""Why a draft is held before the check reads it, as problems like the check's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tieout.checking.verdict import Problem, ProblemCode
from tieout.writing.refusal import PROBLEM_CODES

if TYPE_CHECKING:
    from tieout.assistant.draft import FormProblem
    from tieout.writing.compose import RefusedClaim

__all__ = ["form_problem", "refused_problem"]


def form_problem(found: FormProblem, draft: str) -> Problem:
    """Return the problem of a draft that has not the form asked for."""
    start, end = found.start, found.end
    code = ProblemCode(found.code.value)
    return Problem(code=code, start=start, end=end, text=draft[start:end], message=found.message)


def refused_problem(refused: RefusedClaim, draft: str) -> Problem:
    """Return the problem of a claim that was not written."""
    start, end = refused.claim.start, refused.claim.end
    return Problem(
        code=PROBLEM_CODES[refused.code],
        start=start,
        end=end,
        text=draft[start:end],
        message=refused.message,
    )

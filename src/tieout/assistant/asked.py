"""Questions that can be asked at all: text, and not too much of it."""

from __future__ import annotations

from tieout.errors import UsageError

__all__ = ["LONGEST_QUESTION", "check_question"]

LONGEST_QUESTION = 2_000
"""Code points of a question; a longer one is refused before anything is asked."""


def check_question(question: str) -> None:
    """Refuse a question that nobody can be asked.

    Raises:
        UsageError: It is empty, longer than 2,000 code points, or holds bytes that are no text.
    """
    if not question.strip():
        raise UsageError(
            "The question is empty; write one, such as 'What was the population of Canada in 2024?'."
        )
    if len(question) > LONGEST_QUESTION:
        raise UsageError(
            f"The question has {len(question):,} characters; ask one of at most {LONGEST_QUESTION:,}."
        )
    try:
        question.encode()
    except UnicodeEncodeError as error:
        raise UsageError("The question is not valid UTF-8 text; type it again.") from error

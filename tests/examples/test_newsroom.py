"""The newsroom shows what ties out, and only that."""

from __future__ import annotations

from examples.newsroom import desk


def test_an_answer_is_shown_held_or_declined() -> None:
    """Each question ends as its README says; a wrong digit is never shown as an answer."""
    right, wrong, absent = (desk.ask(question) for question in desk.SCRIPTS)
    assert [str(outcome.kind) for outcome in (right, wrong, absent)] == ["answered", "held", "declined"]
    assert "Source: World Bank" in desk.told(right)
    assert wrong.answer == ""
    assert "41,262,329" in desk.told(wrong)

"""Ticks stand after what tied out, carets under what did not, and no text can move the cursor."""

from __future__ import annotations

import pytest

from tieout.checking.verdict import Problem, ProblemCode, Tie
from tieout.interfaces.cli.marking import caret_lines, ticked, visible


def a_problem(text: str, wrong: str) -> Problem:
    start = text.index(wrong)
    return Problem(
        code=ProblemCode.UNSUPPORTED_NUMBER, start=start, end=start + len(wrong), text=wrong, message="No."
    )


def a_tie(text: str, number: str, facts: tuple[str, ...] = ("e1",)) -> Tie:
    start = text.index(number)
    return Tie(start=start, end=start + len(number), text=number, facts=facts, relation="value")


def lines_of(text: str, *wrong: str, width: int = 80) -> list[str]:
    return [line.plain for line in caret_lines(text, [a_problem(text, each) for each in wrong], width)]


def test_a_tick_stands_after_each_tied_number() -> None:
    """Once, in the order of the text, whatever the order of the ties."""
    text = "It rose from 5 to 7, by 40%."
    ties = [a_tie(text, "40%"), a_tie(text, "5"), a_tie(text, "7"), a_tie(text, "5")]
    assert ticked(text, ties).plain == "It rose from 5 ✓ to 7 ✓, by 40% ✓."
    assert ticked(text, [a_tie(text, "5", facts=())]).plain == text


def test_carets_stand_under_the_wrong_words() -> None:
    """One problem needs no number; several are numbered in the order of the list."""
    assert lines_of("It was 5 in 2020.", "2020") == ["It was 5 in 2020.", "            ^^^^"]
    assert lines_of("It was 5 in 2020.", "2020", "5") == ["It was 5 in 2020.", "       ^2   ^^^^1"]


def test_overlapping_problems_keep_their_numbers() -> None:
    """Two problems at one place share their carets."""
    assert lines_of("It was 5%.", "5%", "5") == ["It was 5%.", "       ^2,1"]


def test_a_long_draft_is_wrapped_with_its_marks() -> None:
    """Carets follow their words to the next line, and a problem over a line end is marked on both lines."""
    assert lines_of("one two three four", "two three", width=9) == [
        "one two",
        "    ^^^",
        "three",
        "^^^^^",
        "four",
    ]
    assert lines_of("x" * 10, "x" * 10, width=4) == ["xxxx", "^^^^", "xxxx", "^^^^", "xx", "^^"]


def test_wide_characters_take_two_columns() -> None:
    """Carets stand under what they mean on a terminal, not under what has the same index."""
    assert lines_of("日本 was 5.", "5") == ["日本 was 5.", "         ^"]


def test_a_problem_of_the_whole_answer_marks_nothing() -> None:
    """An empty span has nothing to underline."""
    problem = Problem(code=ProblemCode.EMPTY_ANSWER, start=0, end=0, text="", message="Empty.")
    assert [line.plain for line in caret_lines("", [problem], 80)] == [""]
    assert [line.plain for line in caret_lines("Words.", [problem], 80)] == ["Words."]


@pytest.mark.parametrize("hostile", ["\x1b[31m", "\r", "\x00", "\u202e", "\u200b", "\ud800", "\x9b", "\x07"])
def test_no_text_moves_the_cursor_or_hides(hostile: str) -> None:
    """Each control or invisible character becomes one visible sign, so that offsets stay true."""
    shown = visible(f"a{hostile}b")
    assert shown == "a" + "".join("�" if not c.isprintable() else c for c in hostile) + "b"
    assert len(shown) == len(hostile) + 2


def test_spaces_of_numbers_are_kept() -> None:
    """No-break, narrow and thin spaces group digits and are no harm."""
    assert visible("41\u00a0262\u202f329\u2009000\n") == "41\u00a0262\u202f329\u2009000\n"

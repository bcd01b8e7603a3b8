"""What the check does around the claims: limits, questions, markers, ties."""

import pytest
from tests.unit.checking.conftest import ROWS

from tieout.checking.check import check
from tieout.errors import UsageError
from tieout.facts.fact import Evidence
from tieout.facts.rows import evidence_from_rows

TRUE = "Canada's population was 41,262,329 in 2024."


def codes(answer: str, evidence: Evidence, **more: object) -> list[str]:
    """Return the codes of the problems."""
    return [problem.code for problem in check(answer, evidence, **more).problems]  # type: ignore[arg-type]


def test_a_true_answer_has_a_tie_for_each_number(evidence: Evidence) -> None:
    """The tie names fact, relation and place."""
    verdict = check(TRUE, evidence)
    assert verdict.valid
    assert [(tie.text, tie.facts, tie.relation) for tie in verdict.ties] == [("41,262,329", ("e2",), "value")]
    assert TRUE[verdict.ties[0].start : verdict.ties[0].end] == "41,262,329"


def test_empty_and_endless_answers_are_held(evidence: Evidence) -> None:
    """Neither is read."""
    assert codes(" \n", evidence) == ["empty_answer"]
    assert codes("a" * 11, evidence, max_characters=10) == ["answer_too_long"]


def test_invisible_characters_are_held(evidence: Evidence) -> None:
    """What a reader cannot see, the check does not vouch for."""
    assert codes("Canada's population was 41,262,\u200b329 in 2024.", evidence) == ["not_understood"]


def test_numbers_without_evidence_are_held() -> None:
    """No call, no number."""
    assert codes(TRUE, Evidence()) == ["no_data_call"]


def test_a_refusal_holds_no_values(evidence: Evidence) -> None:
    """A draft that says it cannot answer must not state a value."""
    assert codes(TRUE, evidence, status="cannot_answer") == ["off_question"]
    assert codes("I cannot answer that question.", evidence, status="cannot_answer") == []


def test_a_message_says_whose_number_it_is(evidence: Evidence) -> None:
    """A data editor reads what is true instead."""
    problem = check("Canada's population was 40,097,761 in 2024.", evidence).problems[0]
    assert problem.code == "wrong_period"
    assert problem.message == "40,097,761 is Canada's value for 2023; for 2024 the data says 41,262,329."
    assert problem.expected == "41262329"


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("Canada's population was 41,262,329 [e2] in 2024.", []),
        ("Canada's population was 41,262,329 [e1] in 2024.", ["unsupported_number"]),
        ("Canada's population was 41,262,329 [e99] in 2024.", ["beyond_evidence"]),
        ("Canada's population grew by 1,164,568 [e1, e2] between 2023 and 2024.", []),
    ],
)
def test_markers_narrow(answer: str, expected: list[str], evidence: Evidence) -> None:
    """A marked number must be tied to the fact it names (rule 25)."""
    assert codes(answer, evidence) == expected


def test_the_question_lends_area_and_indicator_but_no_year(evidence: Evidence) -> None:
    """Rule 12: an answer is read on its own later."""
    question = "What was Canada's population in 2024?"
    assert codes("It was 41,262,329 in 2024.", evidence, question=question) == []
    assert codes("It was 41,262,329.", evidence, question=question) == ["no_period"]


def test_an_answer_to_another_question_is_held(evidence: Evidence) -> None:
    """Rule 24."""
    question = "What was Mexico's population in 2024?"
    assert codes(TRUE, evidence, question=question) == ["off_question"]


def test_yes_and_no_are_checked(evidence: Evidence) -> None:
    """What they affirm is the question, read as a statement."""
    question = "Was Mexico's population larger than Canada's in 2024?"
    rest = " Mexico's population was 130.9 million in 2024 and Canada's 41.3 million."
    assert codes("Yes." + rest, evidence, question=question) == []
    assert codes("No." + rest, evidence, question=question) == ["wrong_relation"]


def test_a_fragment_waits_for_the_next_sentence(evidence: Evidence) -> None:
    """It takes area and indicator from the sentence after it."""
    assert codes("41.3 million in 2024. Canada's population was 40,097,761 in 2023.", evidence) == []


def test_ranks_of_a_complete_set_tie_out(evidence: Evidence) -> None:
    """A rank fact supports the place and the size of its set."""
    assert codes("Mexico ranked 10th of the 217 economies by population in 2024.", evidence) == []
    assert codes("Mexico ranked 9th of the 217 economies by population in 2024.", evidence) == ["wrong_rank"]


def test_forecasts_and_gaps_keep_their_flags(evidence: Evidence) -> None:
    """A forecast is said to be one, a gap is no zero."""
    assert codes("Canada's population is forecast to be 43 million in 2030.", evidence) == []
    assert codes("Canada's population was 43 million in 2030.", evidence) == ["forecast_unmarked"]
    assert codes("There is no value for Mexico's internet use in 2023.", evidence) == []
    assert codes("Mexico's internet use was 0% in 2023.", evidence) == ["missing_value"]


def test_rows_of_any_data_set_are_read(evidence: Evidence) -> None:
    """An area and an indicator that no vocabulary knows are known by their labels."""
    assert codes("Air transport in Atlantis carried 1.2 million passengers in 2024.", evidence) == []


def test_two_vintages_are_never_compared() -> None:
    """Rule 21."""
    rows = [{**ROWS[0], "vintage": "2019"}, {**ROWS[1], "vintage": "2024"}]
    answer = "Canada's population grew from 40,097,761 in 2023 to 41,262,329 in 2024."
    assert codes(answer, evidence_from_rows(rows)) == ["wrong_relation"]


def test_the_order_of_rows_plays_no_part(evidence: Evidence) -> None:
    """The same verdict for the rows in any order."""
    backwards = evidence_from_rows([ROWS[0], *reversed(ROWS[1:])])
    for answer in (TRUE, "Canada's GDP was $2.27 trillion in 2024.", "Mexico was larger in 2024."):
        assert check(answer, evidence) == check(answer, backwards)


def test_a_verdict_does_not_depend_on_the_answers_before(evidence: Evidence) -> None:
    """What one sentence makes of a word stays with that sentence."""
    question = "Was Mexico's population larger than Canada's in 2024?"
    answer = "No. Mexico's population was 130.9 million in 2024."
    before = check(answer, evidence, question=question)
    check("The data have no 2023 figure for Mexico's internet use.", evidence)
    check("GDP growth in Canada was 1%.", evidence)
    assert check(answer, evidence, question=question) == before


def test_rows_are_enough() -> None:
    """A stranger hands over rows as JSON; a malformed one is refused in a sentence, not half read."""
    row = {
        "ref": "e1",
        "area": "CAN",
        "area_name": "Canada",
        "indicator": "SP.POP.TOTL",
        "indicator_name": "Population, total",
        "unit": "people",
        "period": "2024",
        "value": "41262329",
    }
    answer = "Canada's population was 41,262,329 in 2024."
    assert check(answer, [row], "What was Canada's population in 2024?").valid
    with pytest.raises(UsageError, match="row 1: value"):
        check(answer, [row | {"value": 41262329}])


def test_a_sentence_is_held_whole_when_taking_its_remark_out_did_not_help() -> None:
    """The problem is that of the sentence as it stands, not of what is left of it."""
    row = {
        "ref": "e1",
        "area": "TCD",
        "area_name": "Chad",
        "indicator": "AG.LND.FRST.ZS",
        "indicator_name": "Forest area (% of land area)",
        "unit": "% of land area",
        "period": "2016",
        "value": "3.9",
    }
    text = "For 2016, Chad has a reported value of zero for forest area as a share of land."
    verdict = check(text, [row])
    assert [problem.text for problem in verdict.problems] == [text[10:-1]]

"""A true answer, or the rows under it, changed by one edit."""

import os
import random
import subprocess
import sys

from tests.golden.answers import cases
from tests.property.edits import FALSE, row_edits, text_edits

from tieout.checking.check import check
from tieout.facts.rows import evidence_from_rows

TRUE = [case.values for case in cases() if case.values[3] == "accept"]


def test_a_row_changed_under_a_true_answer_is_noticed() -> None:
    """The value taken away, another country's, or flagged without a word of it: the answer is held."""
    chance = random.Random(11)
    through = []
    for rows, question, answer, _ in chance.sample(TRUE, min(120, len(TRUE))):
        verdict = check(answer, evidence_from_rows(rows), question=question)
        used = {ref for tie in verdict.ties for ref in tie.facts}
        for edit in row_edits(answer, rows, used, [], chance) if used else ():
            said = edit.kind == "row.flag" and edit.what[:7] in answer.lower()
            if edit.kind in FALSE and not said:
                verdict = check(answer, evidence_from_rows(list(edit.rows)), question=question)
                through += [(edit.kind, edit.what, answer)] if verdict.valid else []
    assert through == []


def test_no_edit_raises() -> None:
    """Whatever is put in, taken out or exchanged, there is a verdict."""
    chance = random.Random(12)
    for rows, question, answer, _ in chance.sample(TRUE, min(40, len(TRUE))):
        evidence = evidence_from_rows(rows)
        for edit in text_edits(answer, rows, chance):
            verdict = check(edit.answer, evidence, question=question)
            assert verdict.valid != bool(verdict.problems)


def test_the_seed_of_hashes_plays_no_part() -> None:
    """Two processes with other hash seeds give the same verdicts."""
    program = (
        "from tests.golden.answers import cases\n"
        "from tieout.checking.check import check\n"
        "from tieout.facts.rows import evidence_from_rows\n"
        "for case in cases()[::9]:\n"
        "    rows, question, answer, _ = case.values\n"
        "    print(check(answer, evidence_from_rows(rows), question=question))\n"
    )
    paths = os.pathsep.join(path for path in sys.path if path)
    said = [
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": paths},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert said[0] == said[1] != ""

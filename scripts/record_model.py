"""Ask a question set of a real model, grade it, and keep each of its replies for replay.

    python scripts/record_model.py --model http://127.0.0.1:8081/v1 --path tools --out tests/recordings/NAME

It writes NAME.jsonl (the replies, by the content of their requests) and NAME.json (how each question ended,
what the model was asked with, and the sums). Both are made anew. Keys come from the environment, as for
`tieout ask`, and are never written. Say everything about the path, as in tools+force, since the replay knows
no more than its name. The exit status is 1 when anything wrong was shown.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from tieout.assistant.conversation import Tuned
from tieout.desk import Desk
from tieout.evaluation.questions import Question, load_questions
from tieout.evaluation.scoring import Grade, grade
from tieout.facts.names import Names
from tieout.interfaces.settings import Settings
from tieout.models.recorded import RecordingModel


def main() -> int:
    """Record one model on one path."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--model", required=True)
    parser.add_argument("--path", default="tools")
    parser.add_argument("--questions", default="core8-v1")
    parser.add_argument("--name", help="the name of the model in the record; its address by default")
    parser.add_argument("--out", type=Path, required=True, help="two files are written: .jsonl and .json")
    given = parser.parse_args()
    replies = given.out.with_suffix(".jsonl")
    replies.parent.mkdir(parents=True, exist_ok=True)
    replies.write_text("", encoding="utf-8")
    settings = Settings.from_environment()
    desks: dict[str, Desk] = {}
    ended = []
    tuned: Mapping[str, object] = {}
    for question in load_questions(given.questions):
        if question.dataset not in desks:
            desk = settings.desk(model=given.model, dataset=question.dataset, path=given.path)
            tuned = desk.model.settings if isinstance(desk.model, Tuned) else {}
            desks[question.dataset] = replace(
                desk, model=RecordingModel(desk.model, replies, name=given.name or desk.model.name)
            )
        ended.append(asked(question, desks[question.dataset]))
        print(json.dumps(ended[-1], ensure_ascii=False), flush=True)
    document = summary(ended, given.path, given.name or given.model, given.questions, tuned)
    text = json.dumps(document, ensure_ascii=False, indent=1)
    given.out.with_suffix(".json").write_text(f"{text}\n", encoding="utf-8")
    print(json.dumps(document["grades"]), document["seconds"], "s")
    return int(any(each["grade"] == Grade.SHOWN_WRONG.value for each in ended))


def asked(question: Question, desk: Desk) -> dict[str, object]:
    """Ask one question and say how it ended."""
    outcome = desk.ask(question.question)
    graded = grade(question, outcome, Names.load())
    return {
        "question": question.id,
        "grade": graded.grade.value,
        "outcome": outcome.kind.value,
        "stop": outcome.stop,
        "problems": sorted({problem.code.value for problem in outcome.problems}),
        "text": outcome.answer or outcome.draft,
        "model_calls": outcome.usage.model_calls,
        "tool_calls": outcome.usage.tool_calls,
        "seconds": round(outcome.seconds, 1),
    }


def summary(
    ended: list[dict[str, object]], path: str, model: str, questions: str, settings: Mapping[str, object]
) -> dict[str, object]:
    """Return the record of the whole run."""
    seconds = sorted(float(str(each["seconds"])) for each in ended)
    return {
        "model": model,
        "questions": questions,
        "path": path,
        "settings": {name: said for name, said in settings.items() if name != "provider"},
        "grades": dict(sorted(Counter(str(each["grade"]) for each in ended).items())),
        "seconds": round(sum(seconds), 1),
        "median_seconds": seconds[len(seconds) // 2],
        "ended": ended,
    }


if __name__ == "__main__":
    sys.exit(main())

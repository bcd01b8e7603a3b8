"""The runner asks everything once, keeps every attempt, and goes on where a killed run stopped."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from tieout.assistant.conversation import Reply, Request, Usage
from tieout.desk import Desk
from tieout.errors import DataError, ModelBusy, ModelError, UsageError
from tieout.evaluation.attempt import Attempt
from tieout.evaluation.pace import Cap
from tieout.evaluation.questions import Question, load_questions
from tieout.evaluation.report import marked, summaries, summary_document
from tieout.evaluation.results import Results, read_attempts
from tieout.evaluation.runner import Plan, Runner
from tieout.evaluation.scoring import Grade
from tieout.facts.names import Names
from tieout.interfaces.settings import Settings
from tieout.models.kept import ReplyFile
from tieout.testing import FixedClock

QUESTIONS = load_questions("core8-v1")[:3]
DECLINED = Reply(
    text=json.dumps({"status": "cannot_answer", "answer": "The data do not include it."}),
    usage=Usage(input_tokens=10, output_tokens=5, cost_usd=Decimal("0.25")),
)


@dataclass
class Provider:
    """A model that is paid for: gives one reply to everything, after the failures it was told of."""

    reply_with: Reply = DECLINED
    failures: list[Exception] = field(default_factory=list)
    asked: list[Request] = field(default_factory=list)
    settings: dict[str, object] = field(default_factory=dict)
    name: str = "provider"

    def reply(self, request: Request) -> Reply:
        """Note the request; fail as told, or reply."""
        self.asked.append(request)
        if self.failures:
            raise self.failures.pop(0)
        return self.reply_with


@dataclass
class Room:
    """Desks over one model, a clock that only waits move, and what a run needs besides."""

    home: Path
    model: Provider | str = "planner"
    clock: FixedClock = field(default_factory=FixedClock)
    slept: list[float] = field(default_factory=list)

    def desk(self, model: str, path: str, dataset: str, seed: int | None) -> Desk | str:
        """Build a desk without a ledger."""
        settings = Settings(home=self.home, clock=self.clock, wait=self.wait)
        return settings.desk(model=self.model, dataset=dataset, path=path)

    def wait(self, seconds: float) -> None:
        """Let the clock of the run go on."""
        self.slept.append(seconds)
        self.clock.advance(seconds)

    def runner(self, plan: Plan, kept: ReplyFile | None = None, **more: Any) -> Runner:
        """Return a runner of a plan."""
        replies = kept or ReplyFile(None)
        return Runner(plan, self.desk, replies, clock=self.clock, wait=self.wait, **more)


@pytest.fixture
def room(tmp_path: Path) -> Room:
    """Planner desks whose home is a fresh folder."""
    return Room(home=tmp_path)


def plan(repeat: int = 1, path: str = "tools", **more: Any) -> Plan:
    """Three questions for one model on one path."""
    return Plan(questions=QUESTIONS, models=("one",), paths=(path,), repeat=repeat, **more)


def test_every_question_is_asked_as_often_as_planned(room: Room) -> None:
    """Attempts come in the order of the plan, each with the outcome that is graded later."""
    attempts = list(room.runner(plan(repeat=2)).attempts())
    assert len(attempts) == plan(repeat=2).size == 6
    assert [attempt.question_id for attempt in attempts] == [question.id for question in QUESTIONS] * 2
    assert [attempt.repeat for attempt in attempts] == [1, 1, 1, 2, 2, 2]
    grades = [each.graded and each.graded.grade for each in marked(attempts, QUESTIONS, Names.load())]
    assert grades == [Grade.SHOWN_RIGHT] * 6


def test_several_at_a_time_give_the_same_in_the_same_order(room: Room) -> None:
    """Threads change who waits for whom, and nothing else."""
    one = list(room.runner(plan(repeat=3)).attempts())
    kept: list[Attempt] = []
    several = list(room.runner(plan(repeat=3), concurrency=4, keep=kept.append).attempts())
    assert several == one
    assert sorted(kept, key=lambda each: each.key) == sorted(one, key=lambda each: each.key)


def test_a_killed_run_goes_on_where_it_stopped(room: Room, tmp_path: Path) -> None:
    """What was kept is not asked again; half a line at the end is."""
    folder = tmp_path / "results"
    results = Results(folder)
    for attempt in list(room.runner(plan()).attempts())[:2]:
        results.append(attempt)
    with (folder / "attempts.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"question_id": "core8-v1-')
    again = Results(folder)
    assert len(again.attempts) == 2
    made: list[Attempt] = []
    attempts = list(room.runner(plan(), done=again.attempts, keep=made.append).attempts())
    assert [attempt.question_id for attempt in attempts] == [question.id for question in QUESTIONS]
    assert [attempt.question_id for attempt in made] == [QUESTIONS[2].id]


def changed_question(question: Question) -> Question:
    """Return the question with another value as the right one."""
    return question.model_copy(update={"values": ("1",)})


def test_what_could_change_the_reply_is_asked_again(room: Room) -> None:
    """Another expected value, seed or setting makes another attempt; the same ones do not."""
    room.model = Provider()
    done = list(room.runner(plan(path="closed")).attempts())
    room.model = again = Provider()
    assert list(room.runner(plan(path="closed"), done=done).attempts()) == done
    assert not again.asked
    changed = replace(plan(path="closed"), questions=tuple(map(changed_question, QUESTIONS)))
    assert len(list(room.runner(changed, done=done).attempts())) == len(again.asked) == 3
    list(room.runner(plan(path="closed", seed=5), done=done).attempts())
    assert len(again.asked) == 6
    room.model = Provider(settings={"temperature": 1})
    list(room.runner(plan(path="closed"), done=done).attempts())
    assert len(room.model.asked) == 3


def test_a_reply_is_paid_for_once(room: Room, tmp_path: Path) -> None:
    """Killed between a reply and its attempt, the run goes on from the reply on disk, and counts its cost."""
    room.model = provider = Provider()
    first = list(room.runner(plan(path="closed"), ReplyFile(tmp_path / "r.jsonl")).attempts())
    assert len(provider.asked) == 3
    assert [(each.sent, each.replayed, each.paid_usd) for each in first] == [(1, 0, "0.25")] * 3
    with (tmp_path / "r.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"key": "half a l')
    kept = ReplyFile(tmp_path / "r.jsonl")
    assert kept.spent == Decimal("0.75")
    second = list(room.runner(plan(path="closed"), kept).attempts())
    assert len(provider.asked) == 3
    assert [(each.sent, each.replayed, each.paid_usd) for each in second] == [(0, 1, "0")] * 3
    assert all(each.is_replay and each.cost_usd == Decimal("0.25") for each in second)
    assert [each.outcome.draft for each in second] == [each.outcome.draft for each in first]


def test_another_repeat_is_another_draw(room: Room, tmp_path: Path) -> None:
    """The same request of the next repeat is sent; the same repeat's is not."""
    room.model = provider = Provider()
    kept = ReplyFile(tmp_path / "r.jsonl")
    list(room.runner(plan(path="closed", repeat=2), kept).attempts())
    assert len(provider.asked) == 6
    list(room.runner(plan(path="closed", repeat=3), kept).attempts())
    assert len(provider.asked) == 9


def test_a_busy_provider_is_waited_for_and_counted(room: Room) -> None:
    """As long as it asks, outside the time of the attempt, and in the record apart from other failures."""
    busy = ModelBusy("Too many.", retry_after=70, status=429)
    room.model = Provider(failures=[busy, ModelBusy("Overloaded.", status=529)])
    first, *rest = room.runner(plan(path="closed")).attempts()
    assert room.slept == [70, 2]
    assert (first.sent, first.waits, first.busy, first.waited, first.seconds) == (3, 2, 1, 72, 0)
    assert first.document["outcome"] != "failed"
    assert all((each.sent, each.waits, each.waited) == (1, 0, 0) for each in rest)


def test_a_provider_that_stays_busy_fails_the_attempt(room: Room) -> None:
    """Nobody waits for ever."""
    room.model = Provider(failures=[ModelBusy("Too many.", retry_after=1, status=429)] * 100)
    first = next(room.runner(plan(path="closed")).attempts())
    assert first.document["outcome"] == "failed"
    assert first.busy == 20


def test_a_broken_model_fails_the_attempt_and_the_run_goes_on(room: Room) -> None:
    """Its error is in the record."""
    room.model = Provider(failures=[ModelError("It is gone.")])
    first, second, _ = room.runner(plan(path="closed")).attempts()
    assert first.document["outcome"] == "failed"
    assert first.outcome.error == "It is gone."
    assert second.document["outcome"] != "failed"


def test_requests_are_spread_over_the_minute(room: Room) -> None:
    """Six a minute is one each ten seconds."""
    room.model = Provider()
    list(room.runner(plan(path="closed", repeat=2), per_minute=6).attempts())
    assert room.slept == [10, 10, 10, 10, 10]


def test_a_cost_cap_stops_before_the_next_request(room: Room, tmp_path: Path) -> None:
    """What is made is kept, a sentence says why, and a higher cap goes on without paying again."""
    room.model = provider = Provider()
    kept = ReplyFile(tmp_path / "r.jsonl")
    runner = room.runner(plan(path="closed"), kept, cap=Cap(Decimal("0.5")))
    done = list(runner.attempts())
    assert len(done) == len(provider.asked) == 2
    assert runner.stopped == "The cost cap is reached: US$0.50 of US$0.5 is spent."
    more = room.runner(plan(path="closed"), kept, cap=Cap(Decimal(9), kept.spent), done=done)
    assert len(list(more.attempts())) == 3
    assert (len(provider.asked), more.stopped) == (3, "")


def test_a_cap_that_cannot_be_kept_stops_too(room: Room) -> None:
    """Unknown is not zero: after one reply without a price nothing more is sent."""
    room.model = Provider(reply_with=replace(DECLINED, usage=Usage(input_tokens=1)))
    runner = room.runner(plan(path="closed"), cap=Cap(Decimal(5)))
    assert len(list(runner.attempts())) == 1
    assert "What a reply of provider costs is not known" in runner.stopped


def test_a_path_that_a_model_cannot_run_is_no_wrong_answer(room: Room) -> None:
    """It stands in the record with its reason, and in no denominator."""
    runner = Runner(
        plan(path="closed"),
        lambda model, path, dataset, seed: "It reads data through tools only.",
        ReplyFile(None),
        clock=room.clock,
        wait=room.wait,
    )
    attempts = list(runner.attempts())
    assert [each.not_run for each in attempts] == ["It reads data through tools only."] * 3
    (summary,) = summaries(marked(attempts, QUESTIONS, Names.load()))
    assert (summary.attempts, summary.not_run) == (0, 3)


def test_an_error_of_the_data_ends_the_run(room: Room) -> None:
    """Nothing may be graded over data that cannot be trusted."""
    room.model = Provider(failures=[DataError("A row was changed.")])
    with pytest.raises(DataError, match="A row was changed"):
        list(room.runner(plan(path="closed"), concurrency=2).attempts())


@pytest.mark.parametrize("prepare", [lambda file: file.write_text("no attempt\n"), lambda file: file.mkdir()])
def test_a_folder_that_holds_something_else_is_refused(
    tmp_path: Path, prepare: Callable[[Path], object]
) -> None:
    """Nothing of the person's is overwritten."""
    prepare(tmp_path / "attempts.jsonl")
    with pytest.raises(UsageError):
        Results(tmp_path)
    with pytest.raises(UsageError):
        read_attempts(tmp_path)
    (tmp_path / "replies.jsonl").write_text("{}\n")
    with pytest.raises(UsageError, match="is no reply"):
        ReplyFile(tmp_path / "replies.jsonl")


def test_the_summary_counts_every_attempt(room: Room) -> None:
    """Every grade stands in the summary, also with zero, and the counts add up."""
    (summary,) = summaries(marked(room.runner(plan()).attempts(), QUESTIONS, Names.load()))
    assert summary.attempts == 3 == sum(summary.grades.values()) == summary.right
    assert set(summary.grades) == set(Grade)
    document = summary_document(summary)
    assert document["kinds"] == {"lookup": {"right": 3, "asked": 3}}
    assert document["right"] == 3

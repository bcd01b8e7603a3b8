"""The chat door against a workspace of our own: a real Bolt app, real HTTP, real web sockets."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.scenarios.program import FALSE, QUESTION, TRUE, Done, start
from tests.scenarios.slack_fake import (
    BOT_TOKEN,
    Workspace,
    send_over_http,
    words,
    workspace,
)

from tieout.assistant.conversation import Reply
from tieout.ledger import Ledger
from tieout.models.scripted import calls

MENTION = f"<@U0BOT> {QUESTION}"
LOOKUP = calls(
    (
        "get_values",
        {"country_codes": ["CAN"], "indicator_code": "SP.POP.TOTL", "from_year": 2024, "to_year": 2024},
    )
)


@pytest.fixture
def slack(monkeypatch: pytest.MonkeyPatch) -> Iterator[Workspace]:
    """Open a workspace, and give the program its tokens."""
    with workspace() as one:
        for name, value in one.environment().items():
            monkeypatch.setenv(name, value)
        monkeypatch.setenv("TIEOUT_PUBLIC_URL", "https://desk.example/")
        yield one


@pytest.fixture
def held_model(recording: Callable[..., Path]) -> str:
    """Return the name of a model whose draft is held."""
    return f"recorded:{recording(LOOKUP, Reply(text='Enough data.'), Reply(text=FALSE), prose=False)}"


@contextmanager
def door(home: Path, *words: str) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Run the door until the block ends, and give where it takes events over HTTP."""
    process = start(home, "slack", "--dataset", "core8", *words)
    try:
        assert process.stderr is not None
        line = process.stderr.readline().decode()
        assert "end with Ctrl-C" in line, line
        yield line.removeprefix("Slack events at ").partition(";")[0], process
    finally:
        process.terminate()
        _, err = process.communicate(timeout=30)
    assert b"Traceback" not in err, err.decode()


def test_a_mention_is_answered_in_its_thread(own_home: Path, slack: Workspace) -> None:
    """It is seen at once; then each number is ticked, with source and page, and the ledger has the run."""
    with door(own_home):
        body = slack.event(MENTION)
        slack.send_over_socket(body)
        root = body["event"]["ts"]
        (told,) = slack.replied(root)
        assert slack.reactions == [(root, "eyes")]
    with Ledger.open(own_home / "ledger.sqlite3") as ledger:
        (run,) = ledger.runs()
    assert run.outcome == "answered"
    assert run.question == QUESTION
    first, source, page = words(told).splitlines()
    assert "41,262,329 ✓" in first
    assert source.endswith(run.document["source"])
    assert told["blocks"][-1]["elements"][0]["elements"][0]["url"] == f"https://desk.example/runs/{run.run}"
    assert page
    assert told["text"].startswith("Canada's population was 41,262,329 ✓")


def test_a_direct_message_is_answered_and_other_talk_is_not(own_home: Path, slack: Workspace) -> None:
    """Edits, other bots, joins and talk in channels ask nothing."""
    im = {"type": "message", "channel": "D1", "channel_type": "im"}
    with door(own_home):
        for more in (
            {"type": "message", "channel_type": "channel"},
            {**im, "subtype": "message_changed"},
            {**im, "bot_id": "B7"},
            {"bot_id": "B7"},
        ):
            slack.send_over_socket(slack.event(QUESTION, **more))
        body = slack.event(QUESTION, **im)
        slack.send_over_socket(body)
        (told,) = slack.replied(body["event"]["ts"])
        assert told["channel"] == "D1"
        inside = slack.event(QUESTION, **im, thread_ts=body["event"]["ts"])
        slack.send_over_socket(inside)
        slack.replied(body["event"]["ts"], 2)
    assert len(slack.messages) == 2


def test_a_mention_in_the_thread_follows_up(own_home: Path, slack: Workspace) -> None:
    """It is about what the question before was about, also when it comes before that has its answer."""
    with door(own_home):
        first = slack.event(MENTION)
        root = first["event"]["ts"]
        slack.send_over_socket(first)
        slack.send_over_socket(slack.event("<@U0BOT> And in 2020?", thread_ts=root))
        told, following = slack.replied(root, 2)
        assert "41,262,329 ✓" in words(told)
        assert "Read as: What was the population of Canada in 2020?" in words(following)
        assert "Read as" not in words(told)
        slack.send_over_socket(alone := slack.event("<@U0BOT> And in 2020?"))
        (told,) = slack.replied(alone["event"]["ts"])
        assert "Canada" not in words(told)


def test_follow_ups_of_several_people_make_a_chain(own_home: Path, slack: Workspace) -> None:
    """Each is about the one before it, whoever asked; also where all came at once, and after a restart."""
    with door(own_home):
        first = slack.event(MENTION)
        root = first["event"]["ts"]
        for body in (
            first,
            slack.event("<@U0BOT> And in Mexico?", thread_ts=root, user="U2"),
            slack.event("<@U0BOT> And in 2020?", thread_ts=root),
        ):
            slack.send_over_socket(body)
        slack.replied(root, 3)
    with door(own_home):
        slack.send_over_socket(slack.event("<@U0BOT> What about Nigeria?", thread_ts=root, user="U3"))
        read = [words(told) for told in slack.replied(root, 4)]
    assert "Read as: What was the population of Mexico in 2024?" in read[1]
    assert "Read as: What was the population of Mexico in 2020?" in read[2]
    assert "Read as: What was the population of Nigeria in 2020?" in read[3]


def test_a_question_of_its_own_in_a_thread_is_asked_as_it_stands(own_home: Path, slack: Workspace) -> None:
    """It leaves nothing out, so nothing is put in; what cannot be read with the one before is not guessed."""
    with door(own_home):
        slack.send_over_socket(first := slack.event(MENTION))
        root = first["event"]["ts"]
        slack.send_over_socket(slack.event("<@U0BOT> What was the GDP of Mexico in 2020?", thread_ts=root))
        slack.send_over_socket(slack.event("<@U0BOT> Why did it rise so fast?", thread_ts=root))
        _, own, unread = (words(told) for told in slack.replied(root, 3))
    assert "Mexico" in own
    assert "✓" in own
    assert "Read as" not in own
    assert "✓" not in unread


def test_a_follow_up_of_a_held_answer_follows_its_question(
    own_home: Path, slack: Workspace, tieout: Callable[..., Done], held_model: str
) -> None:
    """What was held is told by its number; the question after it is answered by what that one asked."""
    with door(own_home, "--model", held_model):
        slack.send_over_socket(first := slack.event(MENTION))
        root = first["event"]["ts"]
        slack.replied(root)
    with door(own_home):
        slack.send_over_socket(slack.event("<@U0BOT> And in 2020?", thread_ts=root))
        _, told = slack.replied(root, 2)
        assert "Read as: What was the population of Canada in 2020?" in words(told)
        done = tieout("review", "amend", "1", TRUE, "--why", "read the row", "--by", "ada")
        assert done.status == 0, done.err
        assert "41,262,329 ✓" in words(slack.replied(root, 3)[2])


@pytest.mark.parametrize("over", ["socket", "http"])
def test_an_event_that_comes_again_asks_once(own_home: Path, slack: Workspace, over: str) -> None:
    """Slack sends an event again when it heard nothing; also after a restart it asks nothing new."""
    body = slack.event(MENTION)
    for round_ in range(2):
        with door(own_home, *(["--http", "--port", "0"] if over == "http" else [])) as (address, _):
            for retry in range(3):
                if over == "http":
                    assert send_over_http(address, body) == 200
                else:
                    slack.send_over_socket(body, retry + 10 * round_)
            slack.replied(body["event"]["ts"])
            other = slack.event(f"<@U0BOT> What was the GDP of Canada in {2020 + round_}?")
            if over == "http":
                assert send_over_http(address, other) == 200
            else:
                slack.send_over_socket(other)
            slack.replied(other["event"]["ts"])
    assert len(slack.thread(body["event"]["ts"])) == 1
    with Ledger.open(own_home / "ledger.sqlite3") as ledger:
        assert len(ledger) == 3


def test_an_event_that_slack_did_not_sign_is_refused(own_home: Path, slack: Workspace) -> None:
    """Another secret, an old event and a changed body are no events; Slack's own check of the address is."""
    with door(own_home, "--http", "--port", "0") as (address, _):
        assert send_over_http(address, slack.event(MENTION), secret="a guess") == 401
        assert send_over_http(address, slack.event(MENTION), age=600) == 401
        assert send_over_http(address.replace("events", "else"), slack.event(MENTION)) == 404
        assert send_over_http(address, {"type": "url_verification", "challenge": "c"}) == 200
    with Ledger.open(own_home / "ledger.sqlite3") as ledger:
        assert ledger.chats.settled() == 0
        assert len(ledger) == 0


@pytest.mark.parametrize(
    ("words_of_review", "said"),
    [
        (["amend", "1", TRUE, "--why", "read the row"], "41,262,329 ✓"),
        (["approve", "1", "--why", "I called them"], "No. 1, approved by ada: I called them. Not every"),
        (
            ["decline", "1", "--why", "<!channel> <https://evil.example|no>"],
            "declined by ada: <!channel> <http",
        ),
    ],
    ids=["amend", "approve", "decline"],
)
def test_a_held_answer_is_told_again_after_review(
    own_home: Path,
    slack: Workspace,
    tieout: Callable[..., Done],
    held_model: str,
    words_of_review: list[str],
    said: str,
) -> None:
    """The thread has its number, never the draft; a decision made in another process is told in it."""
    body = slack.event(MENTION)
    root = body["event"]["ts"]
    with door(own_home, "--model", held_model):
        slack.send_over_socket(body)
        (told,) = slack.replied(root)
        assert words(told).startswith("Held for a person, as no. 1")
        assert "42,262,329" not in str(told)
        done = tieout("review", *words_of_review, "--by", "ada")
        assert done.status == 0, done.err
        _, decided = slack.replied(root, 2)
        slack.wait(lambda one: "see below" in one.messages[told["ts"]]["text"])
    assert said in words(decided)
    assert "<!" not in decided["text"]
    assert "<http" not in decided["text"]


def test_what_is_wrong_with_a_question_is_told_in_one_sentence(own_home: Path, slack: Workspace) -> None:
    """A mention without a question, and one that is too long; the ledger has no run of either."""
    with door(own_home):
        for text, said in (("<@U0BOT> ", "The question is empty"), (f"<@U0BOT> {'x' * 2_001}", "2,001")):
            body = slack.event(text)
            slack.send_over_socket(body)
            (told,) = slack.replied(body["event"]["ts"])
            assert said in words(told)
    assert slack.reactions == []


def test_declined_and_failed_are_told_in_one_sentence(own_home: Path, slack: Workspace) -> None:
    """What the data does not have, and a model that cannot be reached."""
    question = "<@U0BOT> What was the <!channel> of <https://evil.example|Canada> in 1850? &lt;b&gt;"
    for words_of_door, said in (
        ([], "I cannot answer that"),
        (
            ["--model", "http://127.0.0.1:9/v1#none"],
            "No answer, run no. 2: the model or its provider failed.",
        ),
    ):
        with door(own_home, *words_of_door):
            body = slack.event(question)
            slack.send_over_socket(body)
            (told,) = slack.replied(body["event"]["ts"])
            assert said in words(told)
            assert "<" not in told["text"]


def test_a_limit_of_slack_is_waited_out(own_home: Path, slack: Workspace) -> None:
    """The answer comes once, when Slack takes it again; what fails in passing is sent again."""
    body = slack.event(MENTION)
    limited = (429, {"Retry-After": "2"}, {"ok": False, "error": "ratelimited"})
    slack.failing["chat.postMessage"] = [limited, (503, {}, {"ok": False, "error": "service_unavailable"})]
    slack.failing["reactions.add"] = [limited]
    with door(own_home):
        slack.send_over_socket(body)
        slack.replied(body["event"]["ts"])
        slack.send_over_socket(other := slack.event(MENTION))
        slack.replied(other["event"]["ts"])
    assert slack.calls.count("chat.postMessage") == 4
    assert len(slack.messages) == 2


def test_what_slack_never_takes_is_given_up(own_home: Path, slack: Workspace) -> None:
    """A channel that is gone holds up nobody else."""
    slack.failing["chat.postMessage"] = [(200, {}, {"ok": False, "error": "is_archived"})]
    with door(own_home):
        for _ in range(2):
            slack.send_over_socket(body := slack.event(MENTION))
            slack.wait(lambda one: "chat.postMessage" in one.calls)
        slack.replied(body["event"]["ts"])
    assert len(slack.messages) == 1


@pytest.mark.parametrize("moment", ["kept", "posted"])
def test_killed_at_any_moment_a_question_is_answered_once(
    own_home: Path, slack: Workspace, moment: str
) -> None:
    """A door killed when it had kept the question, or when its answer stood but nobody had told it so."""
    body = slack.event(MENTION)
    root = body["event"]["ts"]
    if moment == "posted":
        slack.hold.set()
    with door(own_home, "--workers", "0" if moment == "kept" else "1") as (_, process):
        slack.send_over_socket(body)
        if moment == "posted":
            slack.replied(root)
        process.kill()
        process.wait()
    slack.hold.clear()
    with door(own_home):
        if moment == "posted":
            slack.wait(lambda one: "conversations.replies" in one.calls)
        slack.replied(root)
        slack.send_over_socket(other := slack.event(MENTION))
        slack.replied(other["event"]["ts"])
    assert len(slack.thread(root)) == 1
    with Ledger.open(own_home / "ledger.sqlite3") as ledger:
        assert len(ledger) == 2


def test_a_connection_that_ends_is_opened_again(own_home: Path, slack: Workspace) -> None:
    """Slack closes connections now and then; what is asked after that is answered."""
    with door(own_home):
        slack.wait(lambda one: one.sockets)
        slack.sockets[0].send('{"type": "disconnect", "reason": "refresh_requested"}')
        slack.wait(lambda one: one.calls.count("apps.connections.open") == 2)
        slack.wait(lambda one: len(one.sockets) == 1)
        slack.send_over_socket(body := slack.event(MENTION))
        slack.replied(body["event"]["ts"])


@pytest.mark.parametrize(
    ("variable", "value", "how", "said"),
    [
        ("SLACK_BOT_TOKEN", "", [], "SLACK_BOT_TOKEN is not set"),
        ("SLACK_APP_TOKEN", "", [], "SLACK_APP_TOKEN is not set"),
        ("SLACK_SIGNING_SECRET", "", ["--http"], "SLACK_SIGNING_SECRET is not set"),
        ("SLACK_BOT_TOKEN", "xoxb-other", [], "Slack refuses the bot's token (invalid_auth)"),
        ("SLACK_APP_TOKEN", "xapp-other", [], "Slack refuses the app's token (invalid_auth)"),
        ("TIEOUT_SLACK_URL", "http://127.0.0.1:9", [], "Slack cannot be reached"),
        ("TIEOUT_SLACK_URL", "slack.example", [], "TIEOUT_SLACK_URL must begin with https://"),
        ("SLACK_APP_TOKEN_FILE", "/nowhere", [], "SLACK_APP_TOKEN_FILE names a file that cannot be read"),
    ],
)
def test_a_door_that_cannot_open_says_so(
    slack: Workspace,
    tieout: Callable[..., Done],
    monkeypatch: pytest.MonkeyPatch,
    variable: str,
    value: str,
    how: list[str],
    said: str,
) -> None:
    """One sentence and the status of wrong usage, with no secret in it."""
    if variable.endswith("_FILE"):
        monkeypatch.delenv(variable.removesuffix("_FILE"))
    monkeypatch.setenv(variable, value)
    done = tieout("slack", "--dataset", "core8", *how)
    assert (done.status, done.out) == (2, "")
    assert said in done.err
    assert "xoxb" not in done.err
    assert "xapp" not in done.err


def test_a_token_is_read_from_a_file(
    own_home: Path, slack: Workspace, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As secrets come in containers: a file whose name the environment has."""
    (tmp_path / "token").write_text(f"{BOT_TOKEN}\n")
    monkeypatch.delenv("SLACK_BOT_TOKEN")
    monkeypatch.setenv("SLACK_BOT_TOKEN_FILE", str(tmp_path / "token"))
    with door(own_home):
        assert "auth.test" in slack.calls

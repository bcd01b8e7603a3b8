"""The scripted model: listed replies in order, every request remembered."""

import json

import pytest

from tieout.assistant.conversation import Message, Reply, Request
from tieout.errors import ModelError
from tieout.testing import ScriptedModel, answer, calls

REQUEST = Request(messages=(Message(role="user", text="<question>Hi</question>"),))


def test_replies_come_in_order_and_requests_are_kept() -> None:
    """A reply, a text and an exception each do what they say."""
    first = Reply(text="one")
    model = ScriptedModel([first, "two", ValueError("three")], name="double")
    assert model.name == "double"
    assert model.reply(REQUEST) is first
    assert model.reply(REQUEST).text == "two"
    with pytest.raises(ValueError, match="three"):
        model.reply(REQUEST)
    assert model.requests == [REQUEST] * 3


def test_an_exhausted_script_says_which_reply_is_missing() -> None:
    """A test that runs past its script fails with a sentence."""
    with pytest.raises(ModelError, match="no reply number 1"):
        ScriptedModel([]).reply(REQUEST)


def test_answers_and_calls_are_built_in_the_form_of_the_desk() -> None:
    """The builders save a test from writing JSON."""
    drafted = answer("Nothing.", status="cannot_answer")
    proposed = calls(("find_areas", {"query": "x"}), ("find_areas", {"query": "y"}))
    assert json.loads(drafted.text or "") == {"status": "cannot_answer", "answer": "Nothing."}
    first, second = (int(call.id.removeprefix("call-")) for call in proposed.tool_calls)
    assert second == first + 1
    assert proposed.finish == "tool_calls"

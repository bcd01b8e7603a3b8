"""An archive's desk: a clock that is compared with its reading, and two ways to search the same notes."""

from __future__ import annotations

import json
import time
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import tieout
from tieout.testing import ScriptedModel, answer, calls

HERE = Path(__file__).parent
ZONE = "America/Phoenix"
RECORDED = datetime(2026, 7, 1, 5, 7, tzinfo=UTC)
TIME_QUESTION = "What time is it at the archive?"
NOTE_QUESTION = "Where are the letters about the lost breakwater?"
READING_SCHEMA = {
    "type": "object",
    "properties": {"hour": {"type": "integer"}, "minute": {"type": "integer"}},
    "required": ["hour", "minute"],
    "additionalProperties": False,
}
PATH = tieout.Path(name="archives", system="You answer readers of an archive.", two_phases=False)


def glossary() -> dict[str, str]:
    """Read the archive's terms."""
    return tomllib.loads((HERE / "terms.toml").read_text(encoding="utf-8"))


def open_notes() -> tieout.Notes:
    """Read the archive's notes: the one retriever of the tool and of the application."""
    return tieout.Notes.load(HERE / "notes")


def toolset(notes: tieout.Notes, now: Callable[[], datetime]) -> tieout.Toolset:
    """Return the desk's tools."""
    return tieout.Toolset(
        [*tieout.glossary_tools(glossary()), *tieout.clock_tools(now), *tieout.note_tools(notes)]
    )


# -- the clock: structured hour and minute, compared with the recorded reading ---------------------------


@dataclass(frozen=True)
class Reading:
    """A time of day: hours from 0 to 23, minutes from 0 to 59."""

    hour: int
    minute: int

    def __str__(self) -> str:
        """Return the time as a clock shows it."""
        return f"{self.hour:02}:{self.minute:02}"


def recorded_reading(trace: tieout.Trace) -> Reading:
    """Return what the clock really said in a run: the result of its last call, as the model saw it."""
    told = next(message for message in reversed(trace.messages) if message.role == "tool")
    document = json.loads(told.text)
    return Reading(document["hour"], document["minute"])


def claimed_reading(text: str | None) -> Reading | None:
    """Return the reading that a model claims, or None for anything but two whole numbers."""
    try:
        document = json.loads(text or "")
    except ValueError:
        return None
    if not isinstance(document, dict) or set(document) != {"hour", "minute"}:
        return None
    hour, minute = document["hour"], document["minute"]
    return Reading(hour, minute) if type(hour) is int and type(minute) is int else None


def tell_time(claim: str, now: Callable[[], datetime] = lambda: RECORDED) -> str:
    """Ask for the time with a scripted model that ends with ``claim``; return what the reader is shown."""
    model = ScriptedModel([calls(("today", {"time_zone": ZONE})), answer("I looked."), claim])
    with_notes = open_notes()
    trace = tieout.run_loop(model, toolset(with_notes, now), TIME_QUESTION, PATH, clock=time.monotonic)
    with_notes.close()
    asked = tieout.Message(role="user", text="Give hour and minute.")
    reply = model.reply(tieout.Request(messages=(*trace.messages, asked), response_schema=READING_SCHEMA))
    true, said = recorded_reading(trace), claimed_reading(reply.text)
    return (
        f"It is {true} in {ZONE}." if said == true else f"Not shown: the model said {said}, the clock {true}."
    )


# -- notes: searched by the model, and searched by the application ----------------------------------------


@dataclass(frozen=True)
class Way:
    """One way to search: what it found, best first, and what it cost."""

    name: str
    sources: tuple[str, ...]
    requests: int
    characters: int


def by_model(notes: tieout.Notes, words: str) -> Way:
    """Let the model choose the words and call the tool."""
    model = ScriptedModel(
        [calls(("search_notes", {"query": words})), answer("In the harbour master's fonds.")]
    )
    tools = toolset(notes, lambda: RECORDED)
    trace = tieout.run_loop(model, tools, NOTE_QUESTION, PATH, clock=time.monotonic)
    results = [message.text for message in trace.messages if message.role == "tool"]
    sources = tuple(record["source"] for text in results for record in json.loads(text).get("records", ()))
    return Way("the model", sources, len(model.requests), _sent(model.requests))


def by_application(notes: tieout.Notes) -> Way:
    """Search with the reader's own words, and hand the passages over with the question."""
    found = notes.search(NOTE_QUESTION)
    passages = "\n".join(f"[{passage.source}] {passage.heading}: {passage.text}" for passage in found)
    model = ScriptedModel([answer("In the harbour master's fonds.")])
    question = tieout.Message(role="user", text=f"{NOTE_QUESTION}\n\nPassages:\n{passages}")
    model.reply(tieout.Request(messages=(tieout.Message(role="system", text=PATH.system), question)))
    return Way("the application", tuple(passage.source for passage in found), 1, _sent(model.requests))


def _sent(requests: Iterable[tieout.Request]) -> int:
    return sum(len(message.text) for request in requests for message in request.messages) + sum(
        len(json.dumps(request.tools)) for request in requests
    )


def main() -> None:
    """Tell the time twice, look a term up, and compare the two ways."""
    for claim in ('{"hour": 22, "minute": 7}', '{"hour": 10, "minute": 7}'):
        print(tell_time(claim))
    notes = open_notes()
    result = toolset(notes, lambda: RECORDED).call(
        tieout.ToolCall(id="1", name="glossary", arguments={"term": "Fonds"})
    )
    print(f"\n{json.loads(result.content)['records'][0]['meaning']}\n")
    for way in (by_model(notes, "letters breakwater"), by_application(notes)):
        print(f"{way.name}: {', '.join(way.sources)}; {way.requests} requests, {way.characters} characters")
    notes.close()


if __name__ == "__main__":
    main()

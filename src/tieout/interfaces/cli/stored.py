"""Runs read back from the ledger or a trace file, shown to people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from tieout.checking.verdict import Problem, ProblemCode, Tie
from tieout.facts.rows import evidence_from_rows
from tieout.interfaces.cli.marking import TICK, ticked, visible
from tieout.interfaces.cli.screen import console, draw, glyph
from tieout.interfaces.cli.show import marked, spaced
from tieout.interfaces.cli.steps import step_line
from tieout.interfaces.cli.table import evidence_table

if TYPE_CHECKING:
    from tieout.ledger import Run

__all__ = ["show_run", "show_trace"]

_LONGEST_MESSAGE = 1_500


def show_run(run: Run) -> None:
    """Print a run whole: question, draft or answer, evidence, decision."""
    head = Text(f"No. {run.number} ", style="bold")
    head.append(f"{run.outcome}, asked {run.asked_at:%Y-%m-%d %H:%M} UTC, run {run.run}", style="dim")
    blocks: list[RenderableType] = [head, *_blocks(run.document)]
    if run.review is not None:
        decided = run.review
        line = Text(f"Decision: {decided.action} by {decided.who}", style="bold")
        line.append(f", {decided.decided_at:%Y-%m-%d %H:%M} UTC", style="dim")
        line.append(f". {visible(decided.why)}" if decided.why else ".", style="default")
        blocks.append(Group(line, Text(visible(decided.text))) if decided.text else line)
    draw(spaced(blocks))


def show_trace(document: dict[str, Any], trace: dict[str, Any]) -> None:
    """Print a trace: the outcome, each call, and the conversation."""
    steps = [
        step_line(step["tool"], step["arguments"], step["outcome"], len(step["refs"]))
        for step in document["steps"]
    ]
    blocks: list[RenderableType] = _blocks(document)
    if steps:
        blocks.append(Group(Text("Calls", style="bold"), *steps))
    if requests := _requests(trace):
        blocks.append(Group(Text("Requests to the model", style="bold"), *requests))
    for message in trace["messages"]:
        blocks.append(_message(message))
    for draft in trace.get("rejected", ()):
        title = Text("Draft that went back to the model", style="dim italic")
        blocks.append(Group(title, Text(visible(draft["text"] or "")), Text(visible(draft["problems"]))))
    if trace["error"]:
        blocks.append(Text(visible(trace["error"]), style="red"))
    draw(spaced(blocks))


def _requests(trace: dict[str, Any]) -> list[Text]:
    """Return a line for each request: what was asked, how the reply ended and what it used; then failures."""
    lines = []
    for number, request in enumerate(trace["requests"], start=1):
        asked = f"{request['messages']} messages, {request['tools']} tools, calls {request['tool_choice']}"
        line = Text(f"{number} ", style="bold").append(asked, style="dim")
        if number <= len(trace["replies"]):
            reply = trace["replies"][number - 1]
            line.append(f" {glyph('→')} {visible(str(reply['finish']))}", style="green")
            used = f", {reply['input_tokens']:,} tokens in, {reply['output_tokens']:,} out"
            line.append(used if reply["input_tokens"] or reply["output_tokens"] else "", style="dim")
            line.append(f", ${reply['cost_usd']}" if reply.get("cost_usd") else "", style="dim")
        lines.append(line)
        for failure in trace.get("failures", ()):
            if failure["request"] == number:
                waited = failure["waited"]
                then = "" if waited is None else f" Sent again after {waited:.1f} s."
                lines.append(Text(f"  {visible(failure['error'])}{then}", style="yellow"))
    if settings := trace.get("settings"):
        told = ", ".join(f"{name} {value}" for name, value in settings.items())
        lines.append(Text(visible(told), style="dim"))
    return lines


def _blocks(document: dict[str, Any]) -> list[RenderableType]:
    blocks: list[RenderableType] = [Text(f"Question: {visible(document['question'])}")]
    ties = [Tie(**{**tie, "facts": tuple(tie["facts"])}) for tie in document["ties"]]
    problems = [Problem(**{**one, "code": ProblemCode(one["code"])}) for one in document["problems"]]
    evidence = evidence_from_rows(document["evidence"])
    if document["answer"]:
        blocks.append(ticked(document["answer"], ties, tick=glyph(TICK)))
    draft = (document.get("draft") or {}).get("text", "")
    if draft or problems:
        blocks.append(Text("Draft, not checked: not an answer", style="dim italic"))
        blocks.append(marked(draft, problems, console()))
    if len(evidence):
        used = frozenset(ref for tie in ties for ref in tie.facts)
        blocks.append(evidence_table(evidence, used, tick=glyph(TICK), width=console().width))
    if document["source"]:
        blocks.append(Text(document["source"]))
    return blocks


def _message(message: dict[str, Any]) -> RenderableType:
    text = visible(message["text"])
    if len(text) > _LONGEST_MESSAGE:
        left = len(text) - _LONGEST_MESSAGE
        text = f"{text[:_LONGEST_MESSAGE]} {glyph('…')} ({left:,} more characters)"
    rows: list[RenderableType] = [Text(message["role"], style="bold cyan")]
    if text:
        rows.append(Padding(Text(text), (0, 0, 0, 2), expand=False))
    for call in message.get("tool_calls", ()):
        words = Text(visible(call["name"]), style="cyan").append(
            f" {visible(str(call['arguments']))}", style="dim"
        )
        rows.append(Padding(words, (0, 0, 0, 2), expand=False))
    return Group(*rows)

"""Asking the person at the terminal, and rules that stand in for one in tests."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tieout.assistant.approval import Answer, ApprovalRequest, Approver, AutoApproval, Decision, Rule
from tieout.errors import UsageError
from tieout.interfaces.cli.marking import visible
from tieout.interfaces.cli.reading import parse_json
from tieout.interfaces.cli.screen import say

__all__ = ["PROMPT_SECONDS", "TerminalApprover", "approver_of", "call_text"]

PROMPT_SECONDS = 300.0
"""How long a question at the terminal waits; after that the run waits in the ledger."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TerminalApprover:
    """Asks the person at the terminal, who must type ``yes``; everything else is no.

    Attributes:
        who: The person's name, for the record.
        seconds: How long to wait for an answer.
    """

    who: str
    seconds: float = PROMPT_SECONDS

    def decide(self, request: ApprovalRequest) -> Decision:
        """Show the call whole and read one line; silence leaves it open, the end of input is no answer."""
        say(f"\nApprove this call? It runs once, and only as it stands here:\n{call_text(request)}")
        sys.stderr.write("Type yes to run it; anything else is no: ")
        sys.stderr.flush()
        if not _has_input(self.seconds):
            say("\nNo answer yet; the run waits.")
            return Decision(answer=Answer.PENDING)
        line = sys.stdin.readline()
        if not line:
            return Decision(answer=Answer.NO_ANSWER)
        answer = Answer.APPROVED if line.strip().casefold() == "yes" else Answer.DENIED
        return Decision(answer=answer, who=self.who)


def approver_of(rules: Sequence[str], *, who: str, is_quiet: bool) -> Approver | None:
    """Return who is asked: rules first, then the person, where one is at the terminal.

    Args:
        rules: What ``--auto-approve`` said: a tool and its arguments as JSON, with a space between.
        who: The person's name.
        is_quiet: True when nobody may be asked here.

    Raises:
        UsageError: A rule is malformed.
    """
    there = sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty() and not is_quiet
    person = TerminalApprover(who=who or "at the terminal") if there else None
    if not rules:
        return person
    read = tuple(_rule(text) for text in rules)
    say("tieout: WARNING: --auto-approve is for tests. These calls run without anybody's yes:")
    for rule in read:
        say(f"tieout: WARNING:   {rule.tool} {json.dumps(dict(rule.arguments), ensure_ascii=True)}")
    return AutoApproval(rules=read, otherwise=person)


def call_text(call: ApprovalRequest | Any) -> str:
    """Return a call as a person reads it: the tool, and every argument on a line, nothing hidden."""
    arguments: Mapping[str, Any] = call.arguments
    lines = [
        f"    {visible(name)} = {visible(json.dumps(value, ensure_ascii=False))}"
        for name, value in arguments.items()
    ]
    return "\n".join([f"  {visible(call.tool)}", *lines])


def _rule(text: str) -> Rule:
    tool, _, rest = text.strip().partition(" ")
    arguments = parse_json(rest or "{}", "--auto-approve")
    if not tool or not isinstance(arguments, dict):
        raise UsageError(
            "--auto-approve takes a tool and its arguments, such as 'watch_value {\"year\": 2020}'."
        )
    return Rule(tool=tool, arguments=arguments)


def _has_input(seconds: float) -> bool:
    """Wait until a line can be read; where the platform cannot wait for a terminal, reading waits instead."""
    import select

    if sys.platform == "win32":
        return True
    ready, _, _ = select.select([sys.stdin], [], [], seconds)
    return bool(ready)

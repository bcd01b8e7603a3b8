"""The Bolt app: it keeps what is asked, and only then tells Slack that the event arrived."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from slack_bolt import App

from tieout.interfaces.slack.reading import question_of

if TYPE_CHECKING:
    from tieout.interfaces.office import Office
    from tieout.interfaces.slack.sending import Slack

__all__ = ["make_app"]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ear:
    """Hears what is said to the bot, and keeps it.

    Attributes:
        office: The ledger and the clock.
        bot: The id of the bot's user.
        on_kept: Called when a message was kept.
    """

    office: Office
    bot: str
    on_kept: Callable[[], None]

    def mention(self, body: Mapping[str, Any]) -> None:
        """Keep a mention in a channel; direct messages come as such."""
        if body["event"].get("channel_type") != "im":
            self._keep(body)

    def message(self, body: Mapping[str, Any]) -> None:
        """Keep a direct message; what else is said in channels is not for the bot."""
        if body["event"].get("channel_type") == "im":
            self._keep(body)

    def _keep(self, body: Mapping[str, Any]) -> None:
        event = body["event"]
        # edits, joins and the like have a subtype; an answer to another bot could go on for ever
        if event.get("subtype") or event.get("bot_id") or not event.get("user"):
            return
        workspace = f"slack:{body['team_id']}"
        self.office.ledger().chats.receive(
            event=f"{workspace}:{body['event_id']}",
            asker=f"{workspace}:{event['user']}",
            channel=event["channel"],
            thread=event.get("thread_ts") or event["ts"],
            message=event["ts"],
            text=question_of(event.get("text") or "", self.bot),
            seen_at=self.office.now(),
        )
        self.on_kept()


def make_app(office: Office, slack: Slack, *, signing_secret: str, on_kept: Callable[[], None]) -> App:
    """Return the app, for either way in: Socket Mode, or events over HTTP.

    Args:
        office: The ledger and the clock.
        slack: The workspace.
        signing_secret: What events over HTTP are signed with; empty for Socket Mode.
        on_kept: Called when a message was kept.
    """
    said = logging.getLogger("tieout.slack")
    said.setLevel(logging.ERROR)  # its warnings tell developers which of two equal tokens it takes
    app = App(
        logger=said,
        client=slack.client,
        signing_secret=signing_secret,
        # an event is acknowledged when it is in the ledger: what is lost before, Slack sends again
        process_before_response=True,
        # looked up later, a token that fails in passing would acknowledge an event that nobody heard
        token_verification_enabled=True,
        attaching_conversation_kwargs_enabled=False,
        name="tieout",
    )
    ear = _Ear(office=office, bot=slack.bot, on_kept=on_kept)
    app.event("app_mention")(ear.mention)
    app.event("message")(ear.message)
    return app

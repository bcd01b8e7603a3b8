"""What the door does in Slack, over its Web API; what fails in passing is told from what always fails."""

from __future__ import annotations

import logging
from collections.abc import Callable
from http.client import HTTPException
from typing import TYPE_CHECKING, Any, Final

from slack_sdk import WebClient
from slack_sdk.errors import SlackApiError, SlackClientError

from tieout.errors import UsageError

if TYPE_CHECKING:
    from slack_sdk.web import SlackResponse

    from tieout.interfaces.slack.messages import Message
    from tieout.ledger import Chat, Stage

__all__ = ["Later", "Never", "Slack"]

_LOG: Final = logging.getLogger(__name__)

REQUEST_SECONDS: Final = 5
"""How long one request may take; two of them are shorter than a turn at telling."""

_SEEN: Final = "eyes"
_EVENT: Final = "tieout_told"
_TOO_MANY: Final = 429
_LONGEST_PAGE: Final = 200

_NEVER: Final = frozenset(
    """
    cant_update_message channel_not_found edit_window_closed invalid_blocks is_archived message_not_found
    msg_too_long no_text not_in_channel restricted_action thread_not_found user_not_found
    """.split()
)
"""Errors of one message or channel, which sending again does not mend; any other may pass."""


class Later(Exception):
    """A request that may succeed when it is sent again.

    Attributes:
        seconds: How long Slack asks to wait; None where it does not say.
    """

    def __init__(self, reason: str, seconds: float | None = None) -> None:
        super().__init__(reason)
        self.seconds = seconds


class Never(Exception):
    """A request that Slack will always refuse."""


class Slack:
    """One workspace, through its bot's token.

    Args:
        token: The bot's token.
        url: Where the Web API is.

    Attributes:
        client: The client of Slack's own library; it sends nothing twice by itself.
        bot: The id of the bot's user.

    Raises:
        UsageError: Slack does not know the token, or cannot be reached.
    """

    def __init__(self, token: str, url: str) -> None:
        # the library's own retries would post a message twice whose answer was lost
        self.client = WebClient(token=token, base_url=url, timeout=REQUEST_SECONDS, retry_handlers=[])
        try:
            self.known = self.client.auth_test()
        except SlackApiError as error:
            raise UsageError(
                f"Slack refuses the bot's token ({_code(error)}); set SLACK_BOT_TOKEN to the one that the"
                " app's page shows under OAuth & Permissions."
            ) from None
        except (OSError, HTTPException, SlackClientError) as error:
            raise UsageError(f"Slack cannot be reached at {url}: {error}.") from None
        self.bot = str(self.known["user_id"])

    def react(self, chat: Chat) -> None:
        """Show at a message that it was seen; no answer waits for this, so it is tried once."""
        try:
            self.client.reactions_add(channel=chat.channel, timestamp=chat.message, name=_SEEN)
        except (OSError, HTTPException, SlackClientError) as error:
            _LOG.info("a reaction was not set: %s", error)

    def post(self, chat: Chat, stage: Stage, message: Message) -> str:
        """Answer in the thread of a message, and return by which message.

        Raises:
            Later: It may succeed when it is sent again; look first whether it did.
            Never: It never will.
        """
        posted = _sent(
            lambda: self.client.chat_postMessage(
                channel=chat.channel,
                thread_ts=chat.thread,
                text=message.text,
                blocks=list(message.blocks),
                metadata={"event_type": _EVENT, "event_payload": {"chat": chat.event, "stage": str(stage)}},
                parse="none",
                link_names=False,
                unfurl_links=False,
                unfurl_media=False,
            )
        )
        return str(posted["ts"])

    def change(self, chat: Chat, posted: str, message: Message) -> None:
        """Put another message in the place of one that was posted; twice is the same as once.

        Raises:
            Later: It may succeed when it is sent again.
            Never: It never will.
        """
        _sent(
            lambda: self.client.chat_update(
                channel=chat.channel,
                ts=posted,
                text=message.text,
                blocks=list(message.blocks),
                parse="none",
                link_names=False,
            )
        )

    def find(self, chat: Chat, stage: Stage) -> str | None:
        """Return the message by which something was told already, or None: a killed process left no word.

        Raises:
            Later: It may succeed when it is sent again.
            Never: It never will.
        """
        wanted = {"chat": chat.event, "stage": str(stage)}
        cursor: str | None = None
        while True:
            page = self._thread(chat, cursor)
            for one in page["messages"]:
                metadata = one.get("metadata") or {}
                if one.get("user") == self.bot and metadata.get("event_payload") == wanted:
                    return str(one["ts"])
            cursor = (page.get("response_metadata") or {}).get("next_cursor")
            if not cursor:
                return None

    def _thread(self, chat: Chat, cursor: str | None) -> SlackResponse:
        return _sent(
            lambda: self.client.conversations_replies(
                channel=chat.channel,
                ts=chat.thread,
                oldest=chat.message,
                include_all_metadata=True,
                limit=_LONGEST_PAGE,
                cursor=cursor,
            )
        )


def _sent(request: Callable[[], SlackResponse]) -> SlackResponse:
    try:
        return request()
    except SlackApiError as error:
        code = _code(error)
        if error.response.status_code == _TOO_MANY or code in ("ratelimited", "rate_limited"):
            raise Later(code, _asked_to_wait(error.response.headers)) from error
        if code in _NEVER:
            raise Never(code) from error
        raise Later(code) from error
    except (OSError, HTTPException, SlackClientError) as error:
        raise Later(str(error) or type(error).__name__) from error


def _asked_to_wait(headers: Any) -> float | None:
    """Return the seconds of ``Retry-After``."""
    for name, value in dict(headers).items():
        if name.lower() == "retry-after" and str(value).strip().isdigit():
            return float(value)
    return None


def _code(error: SlackApiError) -> str:
    return str(error.response.get("error", "no reason given"))[:80]

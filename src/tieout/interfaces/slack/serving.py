"""The chat door as it runs: the app, its workers and its teller, behind Socket Mode or HTTP."""

from __future__ import annotations

import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from slack_sdk.errors import SlackApiError

from tieout.errors import UsageError
from tieout.interfaces.office import Office
from tieout.interfaces.slack.answering import Answering
from tieout.interfaces.slack.door import make_app
from tieout.interfaces.slack.sending import Slack
from tieout.interfaces.slack.teller import Teller

if TYPE_CHECKING:
    from tieout.interfaces.settings import Settings

__all__ = ["Serving"]

_WHERE: Final = {
    "SLACK_BOT_TOKEN": "OAuth & Permissions",
    "SLACK_APP_TOKEN": "Basic Information, App-Level Tokens",
    "SLACK_SIGNING_SECRET": "Basic Information, App Credentials",
}


class Serving:
    """One process of the chat door.

    Args:
        settings: Folders, clocks, defaults and secrets.
        dataset: The data set; the setting by default.
        model: The model that drafts; the setting by default.
        ledger: The ledger; the setting by default.
        http: True for events over HTTP, False for Socket Mode.
        workers: How many questions it answers at once; 0 to leave them to others on the same ledger.

    Raises:
        UsageError: A secret is missing or wrong, or there is no such data set or model.
        DataError: The data cannot be trusted.
        LedgerError: The ledger cannot be used.
    """

    def __init__(
        self,
        settings: Settings,
        *,
        dataset: str | None,
        model: str | None,
        ledger: str | None,
        http: bool,
        workers: int,
    ) -> None:
        access = settings.slack
        token = _needed("SLACK_BOT_TOKEN", access.bot_token)
        if http:
            _needed("SLACK_SIGNING_SECRET", access.signing_secret)
        else:
            _needed("SLACK_APP_TOKEN", access.app_token)
        self._app_token = access.app_token
        office = Office(settings, dataset=dataset, model=model, ledger=ledger)
        office.ledger()  # one that cannot be used is told of before anybody asks
        slack = Slack(token, access.url)
        self._answering = Answering(office, workers, self._tell)
        self._teller = Teller(
            office=office, slack=slack, wake_workers=self._answering.wake, public_url=settings.public_url
        )
        self._app = make_app(office, slack, signing_secret=access.signing_secret, on_kept=self._teller.wake)

    def run_socket_mode(self, on_open: Callable[[], None]) -> None:
        """Listen over a web socket that is opened to Slack, until the process is told to end.

        Args:
            on_open: Called once the connection stands.

        Raises:
            UsageError: Slack refuses the app's token.
        """
        from slack_bolt.adapter.socket_mode import SocketModeHandler

        ended = threading.Event()
        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, lambda *_: ended.set())
        listening = SocketModeHandler(self._app, self._app_token)
        with self._at_work():
            try:
                listening.client.connect()
                on_open()
                ended.wait()
            except SlackApiError as error:
                raise UsageError(
                    f"Slack refuses the app's token ({error.response.get('error')}); set SLACK_APP_TOKEN to"
                    f" one with connections:write, from {_WHERE['SLACK_APP_TOKEN']}."
                ) from None
            finally:
                listening.client.close()

    def run_http(self, listening: socket.socket) -> None:
        """Listen for signed events on a socket, until the process is told to end."""
        import uvicorn
        from slack_bolt.adapter.asgi import SlackRequestHandler

        config = uvicorn.Config(
            SlackRequestHandler(self._app), log_level="warning", lifespan="off", timeout_graceful_shutdown=5
        )
        with self._at_work():
            uvicorn.Server(config).run(sockets=[listening])

    @contextmanager
    def _at_work(self) -> Iterator[None]:
        self._answering.start()
        self._teller.start()
        try:
            yield
        finally:
            self._answering.stop()
            self._teller.stop()

    def _tell(self, _: str) -> None:
        self._teller.wake()


def _needed(name: str, secret: str) -> str:
    if not secret:
        raise UsageError(
            f"{name} is not set. Set it, or {name}_FILE to a file that holds it; it stands on the app's page"
            f" under {_WHERE[name]}."
        )
    return secret

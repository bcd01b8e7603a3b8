"""`tieout slack`: the desk in a newsroom's chat."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Annotated

import typer

from tieout.errors import UsageError
from tieout.interfaces.cli.ledgers import LedgerOption
from tieout.interfaces.cli.screen import say
from tieout.interfaces.listening import address_of, listen
from tieout.interfaces.settings import Settings

__all__ = ["slack"]

_HOST_HELP = "The address to listen on with --http; Slack signs every event."


def slack(
    dataset: Annotated[
        str | None, typer.Option("--dataset", "-d", help="A data set by name, or the folder of a snapshot.")
    ] = None,
    model: Annotated[str | None, typer.Option("--model", "-m", help="Who drafts the answers.")] = None,
    ledger: LedgerOption = None,
    http: Annotated[
        bool, typer.Option("--http", help="Events over HTTP at /slack/events instead of Socket Mode.")
    ] = False,
    host: Annotated[str, typer.Option("--host", help=_HOST_HELP)] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", help="The port to listen on; 0 for a free one.", min=0, max=65535)
    ] = 8722,
    workers: Annotated[
        int,
        typer.Option(
            "--workers", help="Questions answered at once; 0 leaves them to `tieout serve`.", min=0, max=64
        ),
    ] = 2,
) -> None:
    """Answer mentions and direct messages in Slack, in their thread: ticked, sourced, or why not.

    Tokens are read from SLACK_BOT_TOKEN, SLACK_APP_TOKEN and SLACK_SIGNING_SECRET, or from the files that
    SLACK_BOT_TOKEN_FILE and the like name.

    For example:

        tieout slack
        tieout slack --http --port 8722 --workers 4
    """
    if find_spec("slack_bolt") is None or find_spec("uvicorn") is None:
        raise UsageError("The chat door needs an extra; install it with: pip install 'tieout[slack]'.")
    from tieout.interfaces.slack.serving import Serving

    serving = Serving(
        Settings.from_environment(), dataset=dataset, model=model, ledger=ledger, http=http, workers=workers
    )
    if not http:
        serving.run_socket_mode(lambda: say("Tieout listens in Slack; end with Ctrl-C."))
        return
    with listen(host, port) as listening:
        say(f"Slack events at {address_of(listening, host)}/slack/events; end with Ctrl-C.")
        serving.run_http(listening)

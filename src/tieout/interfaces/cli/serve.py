"""`tieout serve`: the desk in a browser, and the HTTP API."""

from __future__ import annotations

import signal
from importlib.util import find_spec
from types import FrameType
from typing import Annotated, NoReturn

import typer

from tieout.errors import UsageError
from tieout.interfaces.cli.ledgers import LedgerOption
from tieout.interfaces.cli.screen import say
from tieout.interfaces.cli.tool import WITH_HELP
from tieout.interfaces.listening import LOOPBACK, address_of, listen
from tieout.interfaces.settings import DEFAULT_PATH, Settings

__all__ = ["serve"]


def serve(
    dataset: Annotated[
        str | None, typer.Option("--dataset", "-d", help="A data set by name, or the folder of a snapshot.")
    ] = None,
    model: Annotated[str | None, typer.Option("--model", "-m", help="Who drafts the answers.")] = None,
    ledger: LedgerOption = None,
    host: Annotated[str, typer.Option("--host", help="The address to listen on; this machine only.")] = (
        "127.0.0.1"
    ),
    port: Annotated[
        int, typer.Option("--port", help="The port to listen on; 0 for a free one.", min=0, max=65535)
    ] = 8720,
    path: Annotated[
        str, typer.Option("--path", help="The information path: tools, tools:prose or closed.")
    ] = DEFAULT_PATH,
    added: Annotated[list[str] | None, typer.Option("--with", help=WITH_HELP, metavar="TOOLSET")] = None,
    workers: Annotated[
        int, typer.Option("--workers", help="Questions that are answered at once.", min=1, max=64)
    ] = 2,
) -> None:
    """Serve the desk to a browser on this machine: ask, see why, review; and the HTTP API to programs.

    For example:

        tieout serve
        tieout serve --model anthropic:claude-sonnet-4-5 --workers 8
    """
    if find_spec("fastapi") is None or find_spec("uvicorn") is None:
        raise UsageError("The web door needs an extra; install it with: pip install 'tieout[web]'.")
    if host not in LOOPBACK:
        raise UsageError(
            f"--host {host[:60]}: this door knows no logins, so it listens on this machine only; "
            "use 127.0.0.1, localhost or ::1."
        )
    import uvicorn

    from tieout.interfaces.office import Office
    from tieout.interfaces.web.app import make_app

    office = Office(
        Settings.from_environment(),
        dataset=dataset,
        model=model,
        ledger=ledger,
        path=path,
        added=added or (),
    )
    office.ledger()  # one that cannot be used is told of before anybody asks
    app = make_app(office, workers=workers, hosts=LOOPBACK)
    with listen(host, port) as listening:
        say(f"Tieout at {address_of(listening, host)}/; end with Ctrl-C.")
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=5))
        # uvicorn ends in good order and then sends itself the signal again; told to end, it has done well
        signal.signal(signal.SIGTERM, _ended)
        server.run(sockets=[listening])


def _ended(_number: int, _frame: FrameType | None) -> NoReturn:
    raise SystemExit(0)

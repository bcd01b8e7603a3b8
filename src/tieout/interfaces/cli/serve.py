"""`tieout serve`: the desk in a browser, and the HTTP API."""

from __future__ import annotations

import signal
from enum import StrEnum
from importlib.util import find_spec
from types import FrameType
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from tieout.errors import UsageError
from tieout.interfaces.cli.ledgers import LedgerOption
from tieout.interfaces.cli.screen import say
from tieout.interfaces.cli.tool import WITH_HELP
from tieout.interfaces.listening import LOOPBACK, address_of, listen
from tieout.interfaces.settings import DEFAULT_PATH, Settings

if TYPE_CHECKING:
    from tieout.interfaces.office import Office

if TYPE_CHECKING:
    from tieout.interfaces.web.signon import SignOn

__all__ = ["serve"]


class LogFormat(StrEnum):
    """What log lines look like."""

    CONSOLE = "console"
    JSON = "json"


class LogLevel(StrEnum):
    """How grave what is logged is at least."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


def serve(
    dataset: Annotated[
        str | None, typer.Option("--dataset", "-d", help="A data set by name, or the folder of a snapshot.")
    ] = None,
    model: Annotated[str | None, typer.Option("--model", "-m", help="Who drafts the answers.")] = None,
    ledger: LedgerOption = None,
    host: Annotated[
        str, typer.Option("--host", help="The address to listen on; beyond this machine everybody logs in.")
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", help="The port to listen on; 0 for a free one.", min=0, max=65535)
    ] = 8720,
    path: Annotated[
        str, typer.Option("--path", help="The information path: tools, tools:prose or closed.")
    ] = DEFAULT_PATH,
    added: Annotated[list[str] | None, typer.Option("--with", help=WITH_HELP, metavar="TOOLSET")] = None,
    allowed_host: Annotated[
        list[str] | None,
        typer.Option(
            "--allowed-host", help="A name that browsers call the desk by; once for each.", metavar="NAME"
        ),
    ] = None,
    address: Annotated[
        str | None,
        typer.Option("--address", help="Where people reach it, for links that are printed.", metavar="URL"),
    ] = None,
    also: Annotated[
        list[str] | None,
        typer.Option("--also", help="Another data set to look at and compare; may be given again."),
    ] = None,
    workers: Annotated[
        int, typer.Option("--workers", help="Questions that are answered at once.", min=1, max=64)
    ] = 2,
    log_format: Annotated[
        LogFormat, typer.Option("--log-format", help="Log lines for a person, or a JSON object each.")
    ] = LogFormat.CONSOLE,
    log_level: Annotated[
        LogLevel, typer.Option("--log-level", help="The least grave that is logged; info: each request.")
    ] = LogLevel.WARNING,
) -> None:
    """Serve the desk to browsers: ask, see why, review; and the HTTP API to programs.

    On this machine it needs no login until there are users; beyond it prints a link for the first admin.

    For example:

        tieout serve
        tieout serve --model anthropic:claude-sonnet-4-5 --workers 8
        tieout serve --allowed-host desk.example --address https://desk.example
    """
    if find_spec("fastapi") is None or find_spec("uvicorn") is None:
        raise UsageError("The web door needs an extra; install it with: pip install 'tieout[web]'.")
    names = _names(host, allowed_host or [])
    import uvicorn

    from tieout.interfaces.logs import set_up_logs
    from tieout.interfaces.office import Office
    from tieout.interfaces.web.app import make_app

    set_up_logs(log_format.value, log_level.value)
    settings = Settings.from_environment()
    office = Office(
        settings,
        dataset=dataset,
        model=model,
        ledger=ledger,
        path=path,
        added=added or (),
        others=also or (),
    )
    office.ledger()  # one that cannot be used is told of before anybody asks
    sign_on = _sign_on(settings, address)
    alone = names == LOOPBACK and sign_on is None
    app = make_app(office, workers=workers, hosts=names, single_user=alone, sign_on=sign_on)
    with listen(host, port) as listening:
        say(f"Tieout at {address_of(listening, host)}/; end with Ctrl-C.")
        if not alone and not office.accounts().users.any():
            _say_link(office, address or address_of(listening, host))
        server = uvicorn.Server(uvicorn.Config(app, log_config=None, timeout_graceful_shutdown=5))
        # uvicorn ends in good order and then sends itself the signal again; told to end, it has done well
        signal.signal(signal.SIGTERM, _ended)
        server.run(sockets=[listening])


def _ended(_number: int, _frame: FrameType | None) -> NoReturn:
    raise SystemExit(0)


def _sign_on(settings: Settings, address: str | None) -> SignOn | None:
    """Return the login server that the settings name, or None.

    Raises:
        UsageError: Its library is missing, or nothing says where browsers reach the desk.
    """
    if not settings.oidc.issuer:
        return None
    if find_spec("authlib") is None:
        raise UsageError("A login server needs an extra; install it with: pip install 'tieout[oidc]'.")
    reached = (address or settings.public_url).rstrip("/")
    if not reached:
        raise UsageError(
            "A login server sends browsers back: say where they reach the desk, by --address or"
            " TIEOUT_PUBLIC_URL."
        )
    from tieout.interfaces.web.signon import SignOn

    return SignOn(access=settings.oidc, address=reached, now=settings.now)


def _names(host: str, allowed: list[str]) -> tuple[str, ...]:
    """Return the names that the door is called by; those of this machine alone where nobody else is served.

    Raises:
        UsageError: It listens on every address, so it must be told by which name it is called.
    """
    if host in LOOPBACK:
        return (*LOOPBACK, *allowed)
    if host in ("0.0.0.0", "::") and not allowed:  # noqa: S104
        raise UsageError(
            f"--host {host} listens on every address; say what browsers call it: --allowed-host NAME."
        )
    return (*LOOPBACK, host, *allowed)


def _say_link(office: Office, address: str) -> None:
    from tieout.interfaces.cli.user import welcome_link

    secret, until = office.accounts().link(None, by="start")
    say(f"Nobody can log in yet. The first admin is made here, once, until {until:%Y-%m-%d %H:%M} UTC:")
    say(f"  {welcome_link(address, secret)}")

"""`tieout mcp`: the MCP door, for assistants and editors that speak the protocol."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Annotated

import typer

from tieout.errors import UsageError
from tieout.interfaces.cli.screen import say
from tieout.interfaces.listening import LOOPBACK, address_of, listen
from tieout.interfaces.settings import Settings

__all__ = ["mcp"]


def mcp(
    dataset: Annotated[
        str | None, typer.Option("--dataset", "-d", help="A data set by name, or the folder of a snapshot.")
    ] = None,
    model: Annotated[
        str | None, typer.Option("--model", "-m", help="Who drafts the answers of the tool ask.")
    ] = None,
    http: Annotated[
        bool, typer.Option("--http", help="Streamable HTTP at /mcp instead of standard input and output.")
    ] = False,
    host: Annotated[str, typer.Option("--host", help="The address to listen on; this machine only.")] = (
        "127.0.0.1"
    ),
    port: Annotated[int, typer.Option("--port", help="The port to listen on.", min=0, max=65535)] = 8721,
) -> None:
    """Serve the data tools, ask and check_answer to any host that speaks the Model Context Protocol.

    Every argument is checked by code; a draft is checked against the calls that it rests on, made again here.

    For example:

        tieout mcp
        tieout mcp --http --port 8721
    """
    if find_spec("mcp") is None:
        raise UsageError("The MCP door needs an extra; install it with: pip install 'tieout[mcp]'.")
    if http and host not in LOOPBACK:
        raise UsageError(
            f"--host {host[:60]}: this door knows no logins, so it listens on this machine only; "
            "use 127.0.0.1, localhost or ::1."
        )
    from tieout.interfaces.mcp.door import Door
    from tieout.interfaces.mcp.server import serve_http, serve_stdio

    door = Door(Settings.from_environment(), dataset, model)
    if not http:
        serve_stdio(door)
        return
    with listen(host, port) as listening:
        say(f"MCP at {address_of(listening, host)}/mcp; end with Ctrl-C.")
        serve_http(door, listening, host)

"""The MCP door on the wire: the official SDK's server over `Door`, by standard input or streamable HTTP."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from typing import TYPE_CHECKING, Final, NoReturn, TypeVar

import anyio
import anyio.from_thread
import anyio.to_thread
from mcp.server.lowlevel.server import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError
from mcp.types import (
    CallToolRequestParams,
    CallToolResult,
    ListResourcesResult,
    ListToolsResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
)

from tieout.errors import TieoutError
from tieout.interfaces.mcp.codes import code_of_error
from tieout.interfaces.mcp.resources import list_resources, read_resource

if TYPE_CHECKING:
    import socket

    from mcp.server.context import ServerRequestContext

    from tieout.assistant.trace import Step
    from tieout.interfaces.mcp.door import Door

__all__ = ["serve_http", "serve_stdio", "server_of"]

_Result = TypeVar("_Result")
_LOG: Final = logging.getLogger(__name__)

_BUG: Final = "Something went wrong in Tieout; this is a bug of ours. The server goes on."


def server_of(door: Door) -> Server:
    """Return an MCP server of a door; each call runs in a thread of its own."""

    async def list_tools(_: ServerRequestContext, __: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=door.tools())

    async def call_tool(context: ServerRequestContext, asked: CallToolRequestParams) -> CallToolResult:
        steps = _telling(context)
        return await _in_thread(partial(door.call, asked.name, asked.arguments, steps))

    async def resources(_: ServerRequestContext, __: PaginatedRequestParams | None) -> ListResourcesResult:
        return ListResourcesResult(resources=list_resources(door.snapshot))

    async def read(_: ServerRequestContext, asked: ReadResourceRequestParams) -> ReadResourceResult:
        content = await _in_thread(partial(read_resource, str(asked.uri), door.snapshot))
        return ReadResourceResult(contents=[content])

    return Server(
        "tieout",
        version=version("tieout"),
        title="Tieout",
        instructions=door.instructions,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=resources,
        on_read_resource=read,
    )


def serve_stdio(door: Door) -> None:
    """Serve one client over standard input and output until it goes away."""

    async def run() -> None:
        server = server_of(door)
        async with stdio_server() as (incoming, outgoing):
            await server.run(incoming, outgoing, server.create_initialization_options())

    anyio.run(run)


def serve_http(door: Door, listening: socket.socket, host: str) -> None:
    """Serve any number of clients over streamable HTTP, at ``/mcp``, until interrupted.

    Args:
        door: What is served.
        listening: The socket to listen on.
        host: The name that clients call this machine by; requests under another are refused.
    """
    import uvicorn

    app = server_of(door).streamable_http_app(host=host)
    uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listening])


def _telling(context: ServerRequestContext) -> Callable[[Step], None]:
    """Return what tells a client that wants to know of each step of a question."""
    told = 0

    def tell(step: Step) -> None:
        nonlocal told
        told += 1
        message = f"{step.tool}: {step.outcome}"
        anyio.from_thread.run(context.session.report_progress, float(told), None, message)

    return tell


async def _in_thread(work: Callable[[], _Result]) -> _Result:
    try:
        return await anyio.to_thread.run_sync(work)
    except Exception as error:
        _raise(error)


def _raise(error: Exception) -> NoReturn:
    """Raise an error as the protocol's, with one sentence; the traceback of a bug goes to the log."""
    if isinstance(error, TieoutError):
        raise MCPError(code_of_error(error), error.message) from error
    _LOG.exception("a call failed")
    raise MCPError(code_of_error(error), _BUG) from error

"""A socket that listens on this machine, taken before anybody is told where to connect."""

from __future__ import annotations

import socket

from tieout.errors import UsageError

__all__ = ["LOOPBACK", "address_of", "listen"]

LOOPBACK = ("127.0.0.1", "localhost", "::1")
"""Names of this machine itself; what listens there is reached by its own users only."""


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket; port 0 takes a free one.

    Raises:
        UsageError: The address is not this machine's, or another program listens there.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as error:
        raise UsageError(
            f"Cannot listen on {host[:60]}, port {port}: {error.strerror or error}. Choose another --port."
        ) from error


def address_of(listening: socket.socket, host: str) -> str:
    """Return ``http://HOST:PORT`` of a listening socket.

    Examples:
        >>> with listen("127.0.0.1", 0) as one:
        ...     address_of(one, "127.0.0.1").startswith("http://127.0.0.1:")
        True
    """
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{listening.getsockname()[1]}"

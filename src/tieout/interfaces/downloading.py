"""Fetching one file over HTTP to disk (extra ``data``)."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from tieout.errors import SourceError, UsageError

__all__ = ["download"]

_TYPES = {
    "text/csv": ".csv",
    "text/tab-separated-values": ".tsv",
    "application/json": ".json",
    "application/zip": ".zip",
    "application/x-ndjson": ".jsonl",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ".xlsx",
}


def download(address: str, folder: Path) -> Path:
    """Return the file that an address leads to, named as the address names it.

    Args:
        address: The address.
        folder: Where to put it.

    Raises:
        UsageError: A package is missing.
        SourceError: It cannot be fetched whole.
    """
    try:
        import httpx2
    except ImportError:
        raise UsageError("Fetching needs an extra; install it with: pip install 'tieout[data]'.") from None
    try:
        timeout = httpx2.Timeout(60.0, connect=15.0)
        with httpx2.stream("GET", address, follow_redirects=True, timeout=timeout) as response:
            if response.status_code != 200:
                shown = _shown(address)
                raise SourceError(f"{shown} answers with the status {response.status_code}; look at it.")
            path = folder / _name(address, response.headers.get("Content-Type", ""))
            with path.open("wb") as file:
                for part in response.iter_bytes():
                    file.write(part)
    except (httpx2.TransportError, httpx2.InvalidURL, httpx2.TooManyRedirects, httpx2.DecodingError) as error:
        why = str(error) or type(error).__name__
        raise SourceError(
            f"{_shown(address)} cannot be fetched ({why}); look at the network and try again."
        ) from None
    return path


def _shown(address: str) -> str:
    """Return an address for a message, without the name and the password that may stand in it."""
    scheme, mark, rest = address.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}{mark}{host.rpartition('@')[2]}{slash}{path}"


def _name(address: str, content_type: str) -> str:
    name = PurePosixPath(address.partition("?")[0].partition("#")[0]).name or "table"
    kind = content_type.partition(";")[0].strip()
    if "." in name:
        return name
    if "sdmx" in kind:
        return f"{name}{'.json' if 'json' in kind else '.csv' if 'csv' in kind else '.xml'}"
    return f"{name}{_TYPES.get(kind, '')}"

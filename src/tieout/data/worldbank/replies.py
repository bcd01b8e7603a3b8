"""Replies of the Indicators API v2, read strictly: an error inside HTTP 200 is an error, a dropped row too.

The shapes and the ways in which a reply lies are those of the API's help pages and of users' reports: a
``message`` document with status 200, XML or an HTML page where JSON was asked for, a byte order mark, header
numbers as text, a null block for no data, and fewer rows than ``total`` says. Numbers keep their text.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, Final

from tieout.errors import SourceError

__all__ = ["Number", "Page", "is_passing", "read_document", "read_page"]

PASSING: Final = frozenset({408, 425, 429, 500, 502, 503, 504})
"""Statuses that may pass when asked again."""

_PASSING_IDS: Final = frozenset({"105", "199", "503"})
"""Message ids of the API for a service that is down for now."""

_XML_MESSAGE: Final = re.compile(rb'<wb:message[^>]*\bid="(\d+)"[^>]*\bkey="([^"]*)"[^>]*>([^<]*)<')
_SHOWN: Final = 80


class Number(str):
    """A number of a JSON document as it was written, which is not the same as what a float prints."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A whole list: every row that the reply's header promises.

    Attributes:
        rows: The rows, as JSON objects; numbers are :class:`Number`.
        last_updated: The day that the source says it was last updated, or empty; no version.
        source: The number of the collection that the rows are of, or empty where the header has none.
    """

    rows: tuple[dict[str, Any], ...]
    last_updated: str = ""
    source: str = ""


def is_passing(status: int, body: bytes) -> bool:
    """Return True for a reply that may be another one when asked again after a wait.

    Args:
        status: The HTTP status.
        body: The bytes of the reply.
    """
    if status in PASSING:
        return True
    message = _message_of(body)
    return message[0] in _PASSING_IDS if message else status == 200 and _is_web_page(body)


def read_document(status: int, body: bytes, where: str) -> Any:
    """Return the JSON document of a reply; numbers are :class:`Number`.

    Args:
        status: The HTTP status.
        body: The bytes of the reply.
        where: What was asked for, for messages.

    Raises:
        SourceError: The reply is an error of the API, no JSON, or cut short.
    """
    message = _message_of(body)
    if message:
        code, key, text = message
        raise SourceError(f"{where}: the World Bank refuses ({code} {key}: {text}).")
    if status != 200:
        raise SourceError(f"{where}: the server replied with status {status}.")
    if _is_web_page(body):
        raise SourceError(f"{where}: a web page came instead of data; the service may be down, try later.")
    try:
        return json.loads(body.decode("utf-8-sig"), parse_float=Number, parse_int=Number)
    except (UnicodeDecodeError, ValueError):
        raise SourceError(f"{where}: the reply is no JSON; it begins {_begin(body)}.") from None


def read_page(status: int, body: bytes, where: str) -> Page:
    """Return the rows of a list that came on one page.

    Args:
        status: The HTTP status.
        body: The bytes of the reply.
        where: What was asked for, for messages.

    Raises:
        SourceError: The reply is an error, no list, or holds fewer or more rows than it says.
    """
    document = read_document(status, body, where)
    if not isinstance(document, list) or len(document) != 2 or not isinstance(document[0], dict):
        raise SourceError(f"{where}: the reply has not the two parts of a list; it begins {_begin(body)}.")
    header, rows = document
    if rows is None and _count(header, "total", where) == 0:
        return Page(rows=())
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise SourceError(f"{where}: the second part of the reply is no list of rows.")
    total, pages = _count(header, "total", where), _count(header, "pages", where)
    if pages > 1 or total != len(rows):
        raise SourceError(
            f"{where}: {len(rows):,} rows came of {total:,} on {pages} pages; a part would be missing."
        )
    updated = header.get("lastupdated")
    return Page(
        rows=tuple(rows),
        last_updated=updated if isinstance(updated, str) else "",
        source=str(header.get("sourceid") or ""),
    )


def _count(header: dict[str, Any], key: str, where: str) -> int:
    """Return a count of the header, which is a number in some replies and text in others."""
    text = str(header.get(key, ""))
    if not text.isascii() or not text.isdigit():
        raise SourceError(f"{where}: the reply's header says {key} {text!r}, which is no count.")
    return int(text)


def _message_of(body: bytes) -> tuple[str, str, str] | None:
    """Return id, key and text of the API's own message, in XML or JSON, or None."""
    found = _XML_MESSAGE.search(body[:2000]) if b"<wb:error" in body[:500] else None
    if found:
        code, key, text = (part.decode("utf-8", "replace").strip() for part in found.groups())
        return code, key, text.rstrip(".")
    if b'"message"' not in body[:500]:
        return None
    try:
        document = json.loads(body.decode("utf-8-sig"))
        message = document[0]["message"][0]
        return str(message["id"]), str(message["key"]), str(message["value"]).rstrip(".")
    except (UnicodeDecodeError, ValueError, LookupError, TypeError):
        return None


def _is_web_page(body: bytes) -> bool:
    begin = body[:200].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    return begin.startswith((b"<!doctype", b"<html"))


def _begin(body: bytes) -> str:
    if not body.strip():
        return "with nothing: it is empty"
    text = " ".join(body[: 4 * _SHOWN].decode("utf-8", "replace").split())
    return repr(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}...")

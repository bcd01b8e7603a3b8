"""The terminal: consoles for what is asked for (stdout) and for people's messages (stderr).

Colour only on a terminal and never with NO_COLOR; piped output is plain and is not wrapped.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

__all__ = ["UNWRAPPED", "console", "draw", "errors_console", "glyph", "print_json", "say", "speak_utf8"]

UNWRAPPED = 10_000
"""Columns of output that is not read on a terminal: wide enough that nothing is wrapped."""

_WIDEST = 120

_PLAIN_GLYPHS = {"✓": "(ok)", "✗": "x", "–": "-", "—": "-", "…": "...", "→": "->", "·": "|", "▸": ">"}


def speak_utf8() -> None:
    """Let no character of a text stop the output: what the terminal lacks is written as an escape."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def glyph(sign: str) -> str:
    """Return the sign, or plain letters for it where the output cannot carry it."""
    encoding = getattr(sys.stdout, "encoding", None) or "ascii"
    try:
        sign.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return _PLAIN_GLYPHS.get(sign, sign)
    return sign


def console() -> Console:
    """Return the console of stdout, at most 120 columns on a terminal, unwrapped elsewhere."""
    return _console(stderr=False)


def errors_console() -> Console:
    """Return the console of stderr."""
    return _console(stderr=True)


def draw(*drawn: RenderableType) -> None:
    """Draw on stdout, one below the other; lines of a pipe end where their words end."""
    screen = console()
    if screen.is_terminal:
        for each in drawn:
            screen.print(each)
        return
    with screen.capture() as captured:
        for each in drawn:
            screen.print(each)
    lines = captured.get().split("\n")
    sys.stdout.write("\n".join(line.rstrip(" ") for line in lines))


def say(text: str) -> None:
    """Write one line for people on stderr, without loading the drawing library."""
    sys.stderr.write(f"{text}\n")
    sys.stderr.flush()


def print_json(document: Any, *, indent: int | None = 2) -> None:
    """Write one JSON document, and nothing else, on stdout; readable on a terminal, UTF-8 everywhere."""
    import json

    text = json.dumps(document, ensure_ascii=False, indent=indent, allow_nan=False)
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        text = json.dumps(document, ensure_ascii=True, indent=indent, allow_nan=False)
    sys.stdout.write(f"{text}\n")


def _console(*, stderr: bool) -> Console:
    from rich.console import Console

    class _Quiet(Console):
        def on_broken_pipe(self) -> None:
            """Leave a closed pipe to the door, which ends without a word."""
            raise BrokenPipeError

    made = _Quiet(stderr=stderr, highlight=False, emoji=False, markup=False, soft_wrap=False)
    if made.is_terminal:
        made.width = min(made.width, _WIDEST)
    else:
        made.width = UNWRAPPED
    return made

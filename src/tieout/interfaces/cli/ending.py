"""How the program ends: every exception becomes one sentence and an exit status."""

from __future__ import annotations

import os
import platform
import re
import sys
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import typer

import tieout.interfaces.cli.screen as screen
from tieout.errors import TieoutError
from tieout.interfaces.exits import Exit, exit_of_error
from tieout.interfaces.settings import Settings

__all__ = ["run_program"]


def run_program(program: Callable[[], object], arguments: Sequence[str], *, debug: bool = False) -> int:
    """Run the program and return its exit status; no exception leaves.

    Args:
        program: The command line, which returns an exit status or nothing.
        arguments: What the person typed, for the report of a bug.
        debug: Show the traceback of a bug instead of writing it to a file.
    """
    try:
        screen.speak_utf8()
        status = program()
        sys.stdout.flush()
        return status if isinstance(status, int) else Exit.DONE
    except BrokenPipeError as error:
        _silence_stdout()
        return exit_of_error(error)
    except SystemExit as error:
        # typer ends so for a closed pipe (with 1) and after shell completion
        if isinstance(error.__context__, BrokenPipeError):
            _silence_stdout()
            return Exit.CLOSED_PIPE
        return error.code if isinstance(error.code, int) else Exit.DONE
    except KeyboardInterrupt as error:
        return exit_of_error(error)
    except TieoutError as error:
        _flush()
        screen.say(f"tieout: {error.message}")
        return exit_of_error(error)
    except typer.Abort:
        return Exit.INTERRUPTED
    except typer.TyperException as error:
        _show_usage(error)
        return Exit.USAGE
    except Exception as error:
        _flush()
        _report_bug(error, arguments, debug=debug)
        return exit_of_error(error)


def _show_usage(error: typer.TyperException) -> None:
    """Say what was wrong with the command line, and where its help is."""
    message = error.format_message()
    command = getattr(getattr(error, "ctx", None), "command_path", "tieout")
    if message:
        screen.say(f"tieout: {message.rstrip('.')}. Try '{command} --help'.")


def _report_bug(error: Exception, arguments: Sequence[str], *, debug: bool) -> None:
    trace = "".join(traceback.format_exception(error))
    kind = type(error).__name__
    if debug:
        screen.say(f"{trace}tieout: This is a bug in Tieout ({kind}).")
        return
    settings = Settings.from_environment()
    file = settings.home / "reports" / f"{settings.new_id()}.txt"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(_report(trace, arguments), encoding="utf-8", errors="backslashreplace")
    except OSError:
        screen.say(
            f"tieout: This is a bug in Tieout ({kind}). Run `tieout --debug ...` to see its traceback."
        )
    else:
        screen.say(f"tieout: This is a bug in Tieout ({kind}). Please report it with the file {file}")


def _report(trace: str, arguments: Sequence[str]) -> str:
    from importlib.metadata import version

    report = (
        f"tieout {version('tieout')}, Python {platform.python_version()}, {platform.platform()}\n"
        f"in {Path.cwd()}\narguments: {list(arguments)!r}\n\n{trace}"
    )
    return _SECRETS.sub(lambda found: f"{found[1] or found[2]}***", report)


_SECRETS: Final = re.compile(r"(://)[^\s/'\"]+@|((?<=[?&])[^\s=&]*=)[^\s&'\"]+")


def _flush() -> None:
    try:
        sys.stdout.flush()
    except OSError:
        _silence_stdout()


def _silence_stdout() -> None:
    """Point stdout to nowhere, so that the interpreter's last flush does not complain of the pipe."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):  # stdout is no file
        return

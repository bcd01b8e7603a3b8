"""Reading the arguments of a call: strict JSON, refused with what is wrong, never mended.

A repair would run a call that nobody proposed: half a list of countries, the second of two repeated keys, a
year that was text. An empty text is the one form with a rule of its own: it is an object without arguments.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from tieout.errors import QueryCode
from tieout.tools.call import Refusal
from tieout.tools.schema import Parameter
from tieout.tools.wording import quoted

__all__ = ["LONGEST_ARGUMENTS", "check_arguments", "read_arguments"]

LONGEST_ARGUMENTS = 4000
"""The most characters of JSON that one call may hand over."""

_LONGEST_DIGITS = 18
_COMMA_BEFORE_END = re.compile(r",\s*[}\]]")


class _Fault(ValueError):
    """What is wrong with JSON that the language's own reader would let pass."""


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        twice = next(name for name, count in Counter(name for name, _ in pairs).items() if count > 1)
        raise _Fault(f"the key {quoted(twice)} stands twice")
    return found


def _constant(word: str) -> object:
    raise _Fault(f"{word} is no JSON number")


def _whole(digits: str) -> int:
    if len(digits) > _LONGEST_DIGITS:
        raise _Fault(f"a number of {len(digits)} digits is too long")
    return int(digits)


def _decimal(digits: str) -> float:
    value = float(digits)
    if value in (float("inf"), float("-inf")):
        raise _Fault("a number is too large")
    return value


_STRICT = json.JSONDecoder(
    object_pairs_hook=_object, parse_constant=_constant, parse_int=_whole, parse_float=_decimal
)


def read_arguments(tool: str, raw: object) -> dict[str, Any] | Refusal:
    """Return the proposed arguments as a dictionary, unchecked but for being one strict JSON object."""
    if not isinstance(raw, str):
        if isinstance(raw, Mapping):
            return _parsed(tool, raw)
        return _refused(tool, f"must be one JSON object, not {quoted(raw)}")
    if len(raw) > LONGEST_ARGUMENTS:
        return _refused(tool, f"are {len(raw)} characters long; at most {LONGEST_ARGUMENTS} are read")
    if not raw or raw.isspace():
        return {}
    try:
        read = _STRICT.decode(raw)
    except _Fault as fault:
        return _refused(tool, f"are not valid JSON: {fault}")
    except json.JSONDecodeError as error:
        return _refused(tool, f"are not valid JSON: {_reason(raw, error)}")
    except RecursionError:
        return _refused(tool, "are nested too deeply")
    if isinstance(read, dict):
        return read
    what = "a text that holds JSON" if isinstance(read, str) else quoted(read)
    return _refused(tool, f"must be one JSON object, not {what}")


def _parsed(tool: str, read: Mapping[str, Any]) -> dict[str, Any] | Refusal:
    # What a provider parsed must be what JSON could have carried, so that the run can be kept.
    found = dict(read)
    longest = max((len(value) for value in found.values() if isinstance(value, str)), default=0)
    try:
        # A text that is too long by itself need not be written out to be measured.
        length = longest if longest > LONGEST_ARGUMENTS else len(json.dumps(found, allow_nan=False))
    except (TypeError, ValueError, RecursionError):
        return _refused(tool, "hold a value that JSON cannot carry")
    if length > LONGEST_ARGUMENTS:
        return _refused(tool, f"are {length} characters long; at most {LONGEST_ARGUMENTS} are read")
    return found


def _refused(tool: str, what: str) -> Refusal:
    return Refusal(code=QueryCode.INVALID_JSON, message=f"The arguments of {tool} {what}.")


def _reason(raw: str, error: json.JSONDecodeError) -> str:
    before = raw[: error.pos].rstrip()
    if error.msg.startswith("Illegal trailing comma"):  # Python 3.13 points at the comma itself
        return f"trailing comma at character {error.pos + 1}"
    if before.endswith(",") and _COMMA_BEFORE_END.match(raw, len(before) - 1):
        return f"trailing comma at character {len(before)}"
    if error.pos >= len(raw.rstrip()) or error.msg.startswith("Unterminated"):
        return "the text ends before the object is closed"
    if error.msg == "Extra data":
        return f"there is more text after the object, from character {error.pos + 1}"
    return f"{error.msg[0].lower()}{error.msg[1:]} at character {error.pos + 1}"


def check_arguments(
    tool: str, parameters: tuple[Parameter, ...], proposed: Mapping[str, Any]
) -> dict[str, Any] | Refusal:
    """Check exact names, then exact types; return the arguments in the order of the signature."""
    arguments = {
        parameter.name: proposed[parameter.name] for parameter in parameters if parameter.name in proposed
    }
    if not len(arguments) == len(parameters) == len(proposed):
        return _wrong_names(tool, [parameter.name for parameter in parameters], proposed)
    for parameter in parameters:
        if fault := parameter.fault(arguments[parameter.name]):
            message = f"{parameter.name} {fault}."
            return Refusal(code=QueryCode.WRONG_TYPE, message=message)
    return arguments


def _wrong_names(tool: str, names: list[str], proposed: Mapping[str, Any]) -> Refusal:
    missing = [name for name in names if name not in proposed]
    unknown = [name for name in proposed if name not in names]
    code = QueryCode.UNKNOWN_ARGUMENT if unknown else QueryCode.MISSING_ARGUMENT
    faults = []
    if unknown:
        more = f" and {len(unknown) - 3} more" if len(unknown) > 3 else ""
        faults.append(f"{tool} takes no argument {', '.join(map(quoted, unknown[:3]))}{more}")
    if missing:
        faults.append(f"{tool} needs {', '.join(missing)}")
    takes = ", ".join(names) if names else "no arguments"
    return Refusal(code=code, message=f"{'; '.join(faults)}. Its arguments are exactly: {takes}.")

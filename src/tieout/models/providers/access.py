"""How a provider is reached: its key and, where it is not the usual one, its address."""

from __future__ import annotations

from dataclasses import dataclass, field

__all__ = ["SCRUBBED", "Access"]

SCRUBBED = "[key]"
"""What stands in a record where a provider repeated a key."""

_SHORTEST = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """What a request needs beside its content; nothing of it is ever written down.

    Attributes:
        key: The key; empty for a server that wants none.
        url: Another address than the provider's own; empty for that.
        version: The version of the interface, which only some addresses of Azure want.
    """

    key: str = field(default="", repr=False)
    url: str = ""
    version: str = ""

    def scrub(self, text: str) -> str:
        """Return the text without the key, for errors, traces and records."""
        if len(self.key) < _SHORTEST:
            return text
        return text.replace(self.key, SCRUBBED)

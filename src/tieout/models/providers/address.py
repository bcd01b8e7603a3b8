"""Where a model lives: the provider, the model's name there, and for a server its address.

Written ``PROVIDER:MODEL`` for a known provider, or the address of any server that speaks the OpenAI wire
format, with ``#MODEL`` where it serves more than one.
"""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address
from urllib.parse import urlsplit

from tieout.errors import UsageError

__all__ = ["PROVIDERS", "Address", "read_address"]

PROVIDERS = ("openai", "openai-responses", "anthropic", "google", "azure", "ollama")
"""The providers that a name may begin with."""

_OLLAMA = "http://127.0.0.1:11434/v1"
_OWN = ("openai", "openai-responses", "anthropic", "google", "azure")


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """One model at one provider.

    Attributes:
        provider: One of `PROVIDERS`, or ``compatible`` for a server named by its address.
        model: The model's name there.
        url: The address of the server; empty for the provider's own.
        written: The name as it was written, for records.
    """

    provider: str
    model: str
    url: str = ""
    written: str = ""

    @property
    def is_loopback(self) -> bool:
        """True for a server on this machine."""
        host = urlsplit(self.url).hostname or ""
        try:
            return ip_address(host).is_loopback
        except ValueError:
            return host == "localhost"

    @property
    def is_small(self) -> bool:
        """True where a small model is to be expected: at any server that is no provider's own.

        Such models answer from memory unless their first reply must be a call.
        """
        return self.provider not in _OWN


def read_address(name: str) -> Address | None:
    """Return the address that a model's name is, or None when it is none.

    Args:
        name: Such as ``openai:gpt-5``, ``ollama:qwen3:4b`` or ``http://127.0.0.1:8080/v1#qwen``.

    Raises:
        UsageError: It begins like an address and is none: no model is named, or the address has a password.

    Examples:
        >>> read_address("ollama:qwen3:4b").model
        'qwen3:4b'
        >>> read_address("planner") is None
        True
    """
    if name.startswith(("http://", "https://")):
        return _server(name)
    provider, colon, model = name.partition(":")
    if provider not in PROVIDERS or not colon:
        return None
    if not model.strip():
        raise UsageError(f"Name a model behind {provider!r}, such as {provider}:MODEL.")
    return Address(provider=provider, model=model, url=_OLLAMA if provider == "ollama" else "", written=name)


def _server(name: str) -> Address:
    url, _, model = name.partition("#")
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        raise UsageError(f"{url!r} is no address of a server.") from None
    if parts.username or parts.password or parts.query:
        raise UsageError(
            "The address of a model carries no key; set TIEOUT_MODEL_KEY and leave the rest of the address."
        )
    if not parts.hostname:
        raise UsageError(f"{url!r} is no address of a server.")
    return Address(provider="compatible", model=model or "default", url=url.rstrip("/"), written=name)

"""Opening a model by its name, with one clear sentence where something for it is missing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from importlib.util import find_spec
from typing import TYPE_CHECKING

from tieout.errors import UsageError
from tieout.models.providers.access import Access
from tieout.models.providers.address import Address, read_address
from tieout.models.providers.tuning import Tuning

if TYPE_CHECKING:
    from tieout.models.providers.adapter import ProviderModel

__all__ = ["open_model"]

_LIBRARIES = {"anthropic": "anthropic", "google": "google.genai"}
_NEED_A_KEY = ("openai", "openai-responses", "anthropic", "google", "azure")


def open_model(
    name: str, access: Mapping[str, Access], tuning: Tuning, keys: Mapping[str, tuple[str, ...]]
) -> ProviderModel | None:
    """Return the model of that name, or None when the name is not that of a provider's model.

    Args:
        name: See `read_address`.
        access: How each provider is reached.
        tuning: How it is asked; a server that is no provider's own gets the temperature 0 where none is set.
        keys: Which variables hold the key of each provider, to be named where it is missing.

    Raises:
        UsageError: The name is malformed, a key is missing, or the extra is not installed.
    """
    address = read_address(name)
    if address is None:
        return None
    own = access.get(address.provider, Access())
    if address.provider in _NEED_A_KEY and not own.key:
        raise UsageError(f"Set {keys[address.provider][0]} to your key, then ask {address.written} again.")
    if address.provider == "azure" and not own.url:
        raise UsageError("Set AZURE_OPENAI_ENDPOINT to the address of your resource, then ask again.")
    if address.provider == "ollama" and own.url:
        address = replace(address, url=own.url)
    if not _installed(address):
        raise UsageError(
            f"Models such as {address.written} need an extra; install it with: pip install 'tieout[models]'."
        )
    from tieout.models.providers.adapter import ProviderModel

    if address.is_small and tuning.temperature is None:
        tuning = replace(tuning, temperature=0.0)
    return ProviderModel(address, own, tuning)


def _installed(address: Address) -> bool:
    names = ("pydantic_ai", "genai_prices", _LIBRARIES.get(address.provider, "openai"))
    try:
        return all(find_spec(name) for name in names)
    except ModuleNotFoundError:  # the package around a module is missing
        return False

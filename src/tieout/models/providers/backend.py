"""The model class of pydantic-ai that speaks a provider's wire format, told everything explicitly.

Nothing is left to the environment: the libraries would else send the key of one provider to the server of
another.
"""

from __future__ import annotations

from typing import Any

import httpx2
from pydantic_ai.models import Model
from pydantic_ai.profiles.openai import OpenAIModelProfile

from tieout.models.providers.access import Access
from tieout.models.providers.address import Address

__all__ = ["backend"]

_OPENAI_URL = "https://api.openai.com/v1"
_ANTHROPIC_URL = "https://api.anthropic.com"
_GOOGLE_URL = "https://generativelanguage.googleapis.com"
_NO_KEY = "no-key"


def backend(address: Address, access: Access, http: httpx2.AsyncClient) -> Model[Any]:
    """Return the model class for an address, which sends through the client handed in.

    Raises:
        ModuleNotFoundError: The provider's own library is not installed.
    """
    made: Model[Any]
    if address.provider == "anthropic":
        made = _anthropic(address, access, http)
    elif address.provider == "google":
        made = _google(address, access, http)
    elif address.provider in ("openai", "openai-responses", "azure"):
        made = _openai(address, access, http)
    else:
        made = _compatible(address, access, http)
    return made


def _anthropic(address: Address, access: Access, http: httpx2.AsyncClient) -> Model[Any]:
    from anthropic import AsyncAnthropic
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider

    client = AsyncAnthropic(
        api_key=access.key, auth_token=None, base_url=access.url or _ANTHROPIC_URL, http_client=http
    )
    return AnthropicModel(address.model, provider=AnthropicProvider(anthropic_client=client))


def _google(address: Address, access: Access, http: httpx2.AsyncClient) -> Model[Any]:
    from pydantic_ai.models.google import GoogleModel
    from pydantic_ai.providers.google import GoogleProvider

    provider = GoogleProvider(api_key=access.key, base_url=access.url or _GOOGLE_URL, http_client=http)
    return GoogleModel(address.model, provider=provider)


def _openai(address: Address, access: Access, http: httpx2.AsyncClient) -> Model[Any]:
    from pydantic_ai.models.openai import OpenAIResponsesModel
    from pydantic_ai.providers.azure import AzureProvider
    from pydantic_ai.providers.openai import OpenAIProvider

    from tieout.models.providers.chat import ChatModel

    if address.provider == "azure":
        azure = AzureProvider(
            azure_endpoint=access.url,
            api_version=access.version or None,
            api_key=access.key,
            http_client=http,
        )
        return ChatModel(address.model, provider=azure)
    provider = OpenAIProvider(base_url=access.url or _OPENAI_URL, api_key=access.key, http_client=http)
    kind = OpenAIResponsesModel if address.provider == "openai-responses" else ChatModel
    return kind(address.model, provider=provider)


def _compatible(address: Address, access: Access, http: httpx2.AsyncClient) -> Model[Any]:

    from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

    from tieout.models.providers.chat import ChatModel

    # llama.cpp and its like decode under a grammar, so a forced call is kept whatever the model; schemas go
    # out as they are, with their patterns and bounds.
    profile = OpenAIModelProfile(
        supports_forced_tool_choice=True,
        supports_json_schema_output=True,
        json_schema_transformer=None,
        openai_chat_supports_max_completion_tokens=False,
    )
    provider = OpenAICompatibleProvider(
        address.provider,
        base_url=access.url or address.url,
        api_key=access.key or _NO_KEY,
        http_client=http,
        profile=profile,
    )
    return ChatModel(address.model, provider=provider)

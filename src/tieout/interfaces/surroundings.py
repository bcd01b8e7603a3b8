"""What the environment says of models, limits and other programs, from the mapping `Settings` hands in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tieout.assistant.limits import Budget, Limits
from tieout.errors import UsageError
from tieout.models.providers.access import Access
from tieout.models.providers.tuning import Tuning

__all__ = [
    "KEYS",
    "OidcAccess",
    "SlackAccess",
    "read_access",
    "read_address",
    "read_budget",
    "read_limits",
    "read_number",
    "read_oidc",
    "read_secret",
    "read_slack",
    "read_tuning",
]

KEYS: Mapping[str, tuple[str, ...]] = {
    "openai": ("OPENAI_API_KEY",),
    "openai-responses": ("OPENAI_API_KEY",),
    "anthropic": ("ANTHROPIC_API_KEY",),
    "google": ("GOOGLE_API_KEY", "GEMINI_API_KEY"),
    "azure": ("AZURE_OPENAI_API_KEY",),
    "ollama": ("OLLAMA_API_KEY",),
    "compatible": ("TIEOUT_MODEL_KEY",),
}
"""The variables that hold the key of a provider; the first one set counts."""

_URLS = {
    "openai": "OPENAI_BASE_URL",
    "openai-responses": "OPENAI_BASE_URL",
    "anthropic": "ANTHROPIC_BASE_URL",
    "google": "GOOGLE_GEMINI_BASE_URL",
    "azure": "AZURE_OPENAI_ENDPOINT",
    "ollama": "OLLAMA_BASE_URL",
}
_VERSIONS = {"azure": "OPENAI_API_VERSION"}


@dataclass(frozen=True, slots=True, kw_only=True)
class SlackAccess:
    """How Slack is reached.

    Attributes:
        bot_token: What the bot posts with.
        app_token: What Socket Mode is opened with.
        signing_secret: What events over HTTP are signed with.
        url: Where the Web API is.
    """

    bot_token: str = field(default="", repr=False)
    app_token: str = field(default="", repr=False)
    signing_secret: str = field(default="", repr=False)
    url: str = "https://slack.com/api/"


def read_slack(env: Mapping[str, str]) -> SlackAccess:
    """Return how Slack is reached.

    Raises:
        UsageError: A file that is to hold a secret cannot be read; names its variable.
    """
    return SlackAccess(
        bot_token=read_secret(env, "SLACK_BOT_TOKEN"),
        app_token=read_secret(env, "SLACK_APP_TOKEN"),
        signing_secret=read_secret(env, "SLACK_SIGNING_SECRET"),
        url=f"{read_address(env, 'TIEOUT_SLACK_URL') or 'https://slack.com/api'}/",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class OidcAccess:
    """How a login server is reached, and what its claims mean.

    Attributes:
        issuer: What it calls itself, which is where it is; empty for none.
        client_id: What it calls this desk.
        client_secret: What this desk shows it; empty for a client that keeps no secret.
        name: What it is called on the login page.
        scopes: What is asked of it.
        role_claim: The claim that gives a role; empty to give roles here.
        editors: Values of that claim that make an editor.
        admins: Values of that claim that make an admin.
    """

    issuer: str = ""
    client_id: str = ""
    client_secret: str = field(default="", repr=False)
    name: str = ""
    scopes: str = "openid profile email"
    role_claim: str = ""
    editors: frozenset[str] = frozenset()
    admins: frozenset[str] = frozenset()


def read_oidc(env: Mapping[str, str]) -> OidcAccess:
    """Return how the login server is reached; one without an issuer where there is none.

    Raises:
        UsageError: The client id is missing, or the issuer is reached without TLS from another machine.
    """
    # with the slash at its end, where it has one: it is compared letter by letter
    issuer = env.get("TIEOUT_OIDC_ISSUER", "").strip()
    if not issuer:
        return OidcAccess()
    host = urlsplit(issuer).hostname or ""
    if not issuer.startswith("https://") and host not in ("127.0.0.1", "localhost", "::1"):
        raise UsageError(f"TIEOUT_OIDC_ISSUER must begin with https://, not {issuer[:60]!r}.")
    client = env.get("TIEOUT_OIDC_CLIENT_ID", "").strip()
    if not client:
        raise UsageError("TIEOUT_OIDC_CLIENT_ID is not set; it is what the login server calls this desk.")
    return OidcAccess(
        issuer=issuer,
        client_id=client,
        client_secret=read_secret(env, "TIEOUT_OIDC_CLIENT_SECRET"),
        name=env.get("TIEOUT_OIDC_NAME", "").strip() or host,
        scopes=env.get("TIEOUT_OIDC_SCOPES", "").strip() or "openid profile email",
        role_claim=env.get("TIEOUT_OIDC_ROLE_CLAIM", "").strip(),
        editors=_words(env.get("TIEOUT_OIDC_EDITORS", "")),
        admins=_words(env.get("TIEOUT_OIDC_ADMINS", "")),
    )


def _words(text: str) -> frozenset[str]:
    return frozenset(word.strip() for word in text.split(",") if word.strip())


def read_secret(env: Mapping[str, str], name: str) -> str:
    """Return a secret: the variable of that name, or the content of the file that ``NAME_FILE`` names.

    Raises:
        UsageError: The file cannot be read.
    """
    if told := env.get(name, "").strip():
        return told
    file = env.get(f"{name}_FILE", "")
    if not file:
        return ""
    try:
        return Path(file).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is no text"
        raise UsageError(f"{name}_FILE names a file that cannot be read: {why}.") from None


def read_address(env: Mapping[str, str], name: str) -> str:
    """Return an http address without a slash at its end; empty where the variable is not set.

    Raises:
        UsageError: It is no http address; names the variable.
    """
    address = env.get(name, "").strip().rstrip("/")
    if address and not address.startswith(("http://", "https://")):
        raise UsageError(f"{name} must begin with https:// or http://, not {address[:40]!r}.")
    return address


def read_access(env: Mapping[str, str]) -> dict[str, Access]:
    """Return how each provider is reached; a key stands only under its own provider."""
    return {
        provider: Access(
            key=next((env[name].strip() for name in names if env.get(name, "").strip()), ""),
            url=env.get(_URLS.get(provider, ""), "").rstrip("/"),
            version=env.get(_VERSIONS.get(provider, ""), ""),
        )
        for provider, names in KEYS.items()
    }


def read_tuning(env: Mapping[str, str]) -> Tuning:
    """Return how models are asked.

    Raises:
        UsageError: A variable holds no number or no known word; names it.
    """
    said: dict[str, Any] = {}
    if temperature := env.get("TIEOUT_TEMPERATURE"):
        said["temperature"] = float(read_number("TIEOUT_TEMPERATURE", temperature))
    if effort := env.get("TIEOUT_EFFORT"):
        said["effort"] = effort
    if tokens := env.get("TIEOUT_MAX_TOKENS"):
        said["max_tokens"] = _whole("TIEOUT_MAX_TOKENS", tokens)
    if seconds := env.get("TIEOUT_REQUEST_SECONDS"):
        said["seconds"] = float(read_number("TIEOUT_REQUEST_SECONDS", seconds))
    return Tuning(**said)


def read_limits(env: Mapping[str, str]) -> Limits:
    """Return what one question may use.

    Raises:
        UsageError: A variable holds no number above zero; names it.
    """
    limits = Limits()
    if seconds := env.get("TIEOUT_RUN_SECONDS"):
        limits = replace(limits, seconds=float(read_number("TIEOUT_RUN_SECONDS", seconds)))
    if tokens := env.get("TIEOUT_RUN_TOKENS"):
        limits = replace(limits, tokens=_whole("TIEOUT_RUN_TOKENS", tokens))
    if dollars := env.get("TIEOUT_RUN_DOLLARS"):
        limits = replace(limits, cost_usd=read_number("TIEOUT_RUN_DOLLARS", dollars))
    return limits


def read_budget(env: Mapping[str, str]) -> Budget:
    """Return what one person may use in a day.

    Raises:
        UsageError: A variable holds no number that is 0 or above; names it.
    """
    most: dict[str, Decimal] = {}
    for name in ("TIEOUT_DAY_QUESTIONS", "TIEOUT_DAY_TOKENS", "TIEOUT_DAY_DOLLARS"):
        if text := env.get(name):
            most[name] = read_number(name, text) if name.endswith("DOLLARS") else Decimal(_whole(name, text))
            if most[name] < 0:
                raise UsageError(f"{name} must be 0 or more, not {text!r}.")
    questions, tokens = most.get("TIEOUT_DAY_QUESTIONS"), most.get("TIEOUT_DAY_TOKENS")
    return Budget(
        questions=None if questions is None else int(questions),
        tokens=None if tokens is None else int(tokens),
        dollars=most.get("TIEOUT_DAY_DOLLARS"),
    )


def read_number(name: str, text: str) -> Decimal:
    """Return a finite number.

    Raises:
        UsageError: It is none; names the variable or option.
    """
    try:
        number = Decimal(text)
    except InvalidOperation:
        number = Decimal("NaN")
    if not number.is_finite():
        raise UsageError(f"{name} must be a number, not {text!r}.")
    return number


def _whole(name: str, text: str) -> int:
    number = read_number(name, text)
    if number != number.to_integral_value():
        raise UsageError(f"{name} must be a whole number, not {text!r}.")
    return int(number)

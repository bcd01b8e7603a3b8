"""Names of models, settings from the environment, and what is said where something is missing."""

from __future__ import annotations

import subprocess
import sys
from decimal import Decimal

import pytest

from tieout.data.catalogue import Catalogue
from tieout.errors import UsageError
from tieout.facts.names import Names
from tieout.interfaces.settings import Settings
from tieout.models.providers.address import Address, read_address
from tieout.models.providers.tuning import Tuning
from tieout.testing import tiny_snapshot

CATALOGUE = Catalogue(tiny_snapshot(), Names.load())


@pytest.mark.parametrize(
    ("name", "provider", "model", "url"),
    [
        ("openai:gpt-5", "openai", "gpt-5", ""),
        ("openai-responses:gpt-5", "openai-responses", "gpt-5", ""),
        ("anthropic:claude-sonnet-5", "anthropic", "claude-sonnet-5", ""),
        ("google:gemini-3-pro", "google", "gemini-3-pro", ""),
        ("azure:my-deployment", "azure", "my-deployment", ""),
        ("ollama:qwen3:4b", "ollama", "qwen3:4b", "http://127.0.0.1:11434/v1"),
        ("http://127.0.0.1:8080/v1", "compatible", "default", "http://127.0.0.1:8080/v1"),
        ("https://models.example.org/v1/#a/b", "compatible", "a/b", "https://models.example.org/v1"),
    ],
)
def test_a_name_is_an_address(name: str, provider: str, model: str, url: str) -> None:
    """The provider, the model there, and where the server is."""
    assert read_address(name) == Address(provider=provider, model=model, url=url, written=name)


@pytest.mark.parametrize("name", ["planner", "recorded:replies.jsonl", "gpt-5", "OpenAI:gpt-5", ""])
def test_other_names_are_none(name: str) -> None:
    """They belong to models of our own, or to nothing."""
    assert read_address(name) is None


@pytest.mark.parametrize(
    "name",
    ["openai:", "ollama: ", "http://", "http://a:b@host/v1", "https://host/v1?key=x", "http://h:99999/"],
)
def test_a_malformed_address_is_wrong_usage(name: str) -> None:
    """A key in an address would be written into every record."""
    with pytest.raises(UsageError):
        read_address(name)


def test_small_models_are_those_of_no_provider() -> None:
    """Their first reply must be a call."""
    small = {name: read_address(name) for name in ("ollama:a", "http://h/v1", "openai:a", "google:a")}
    assert [each.is_small for each in small.values() if each] == [True, True, False, False]
    local = [
        read_address(name) for name in ("http://127.0.0.1:1/v1", "http://[::1]:1/v1", "http://localhost/")
    ]
    assert all(each and each.is_loopback for each in local)
    assert not Address(provider="compatible", model="a", url="http://10.0.0.1/v1").is_loopback


def test_settings_come_from_the_environment() -> None:
    """Keys stay with their provider, are in no representation, and limits have their units."""
    env = {
        "HOME": "/home/x",
        "OPENAI_API_KEY": "sk-openai",
        "GEMINI_API_KEY": "sk-gemini",
        "OLLAMA_BASE_URL": "http://127.0.0.1:9/v1/",
        "TIEOUT_TEMPERATURE": "0.5",
        "TIEOUT_EFFORT": "low",
        "TIEOUT_MAX_TOKENS": "1000",
        "TIEOUT_REQUEST_SECONDS": "2.5",
        "TIEOUT_RUN_SECONDS": "90",
        "TIEOUT_RUN_TOKENS": "5000",
        "TIEOUT_RUN_DOLLARS": "0.05",
    }
    settings = Settings.from_environment(env, "linux")
    assert settings.access["openai"].key == settings.access["openai-responses"].key == "sk-openai"
    assert settings.access["google"].key == "sk-gemini"
    assert settings.access["anthropic"].key == settings.access["compatible"].key == ""
    assert settings.access["ollama"].url == "http://127.0.0.1:9/v1"
    assert settings.tuning == Tuning(temperature=0.5, effort="low", max_tokens=1000, seconds=2.5)
    limits = settings.limits
    assert (limits.seconds, limits.tokens, limits.cost_usd) == (90, 5000, Decimal("0.05"))
    assert "sk-" not in repr(settings)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("TIEOUT_TEMPERATURE", "hot"),
        ("TIEOUT_TEMPERATURE", "3"),
        ("TIEOUT_EFFORT", "much"),
        ("TIEOUT_MAX_TOKENS", "1.5"),
        ("TIEOUT_MAX_TOKENS", "0"),
        ("TIEOUT_REQUEST_SECONDS", "inf"),
        ("TIEOUT_RUN_SECONDS", "-1"),
        ("TIEOUT_RUN_TOKENS", "many"),
        ("TIEOUT_RUN_DOLLARS", "0"),
    ],
)
def test_a_setting_that_cannot_be_read_is_wrong_usage(name: str, said: str) -> None:
    """An unreadable limit never means no limit."""
    with pytest.raises(UsageError):
        Settings.from_environment({"HOME": "/home/x", name: said}, "linux")


def test_a_missing_key_is_named() -> None:
    """One sentence that says which variable to set."""
    settings = Settings.from_environment({"HOME": "/home/x"}, "linux")
    for name, variable in (
        ("openai:gpt-5", "OPENAI_API_KEY"),
        ("anthropic:claude-sonnet-5", "ANTHROPIC_API_KEY"),
        ("google:gemini-3-pro", "GOOGLE_API_KEY"),
        ("azure:d", "AZURE_OPENAI_API_KEY"),
    ):
        with pytest.raises(UsageError, match=f"Set {variable} to your key"):
            settings.model_named(name, CATALOGUE)
    with_key = Settings.from_environment({"HOME": "/home/x", "AZURE_OPENAI_API_KEY": "k"}, "linux")
    with pytest.raises(UsageError, match="AZURE_OPENAI_ENDPOINT"):
        with_key.model_named("azure:d", CATALOGUE)


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence that says what to install."""
    monkeypatch.setattr("tieout.models.providers.opening.find_spec", lambda _: None)
    settings = Settings.from_environment({"HOME": "/home/x"}, "linux")
    with pytest.raises(UsageError, match=r"pip install 'tieout\[models\]'"):
        settings.model_named("ollama:qwen3:4b", CATALOGUE)


def test_an_unknown_model_lists_what_there_is() -> None:
    """The sentence shows every form that a name may take."""
    with pytest.raises(UsageError, match="Available: planner, recorded:FILE, openai:MODEL"):
        Settings.from_environment({"HOME": "/h"}, "linux").model_named("gpt-5", CATALOGUE)


def test_no_library_of_a_provider_is_loaded_for_the_planner() -> None:
    """They take seconds to import."""
    code = (
        "import sys; from tieout.interfaces.settings import Settings; "
        "desk = Settings.from_environment({'HOME': '/h'}, 'linux').desk(dataset='core8'); "
        "desk.ask('GDP of Japan in 2020?'); "
        "assert not {'pydantic_ai', 'openai', 'httpx2', 'genai_prices'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_small_model_is_forced_and_cool() -> None:
    """Its first reply must be a call, and its temperature is 0 where none is set."""
    pytest.importorskip("pydantic_ai")
    settings = Settings.from_environment({"HOME": "/h", "OPENAI_API_KEY": "k"}, "linux")
    small = settings.desk(model="http://127.0.0.1:8080/v1#m", dataset="core8")
    assert (small.path.force_first_call, small.path.two_phases, small.path.form) == (True, True, "composed")
    assert small.model.settings["temperature"] == 0  # type: ignore[attr-defined]
    free = settings.desk(model="http://127.0.0.1:8080/v1#m", dataset="core8", path="tools:prose+free+single")
    assert (free.path.force_first_call, free.path.two_phases, free.path.form) == (False, False, "prose")
    large = settings.desk(model="openai:gpt-5", dataset="core8")
    assert not large.path.force_first_call
    assert large.model.settings["temperature"] is None  # type: ignore[attr-defined]

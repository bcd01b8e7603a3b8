"""Settings: the sole reader of the environment, the clock and randomness, and the builder of desks.

| variable | meaning | default |
|---|---|---|
| `TIEOUT_HOME` | the folder of the ledger and of bug reports | the platform's folder for a user's data |
| `TIEOUT_LEDGER` | the ledger: a file, or `postgresql://USER@HOST/DATABASE` | a file in `TIEOUT_HOME` |
| `TIEOUT_DATASET` | the data set that is asked | `wdi-starter` |
| `TIEOUT_MODEL` | the model that drafts | `planner` |
| `TIEOUT_TEMPERATURE` | 0 to 2 | the provider's; 0 for other servers |
| `TIEOUT_EFFORT` | `none`, `minimal`, `low`, `medium` or `high`, for models that reason | the provider's |
| `TIEOUT_MAX_TOKENS` | the longest reply of a model, in tokens | 8192 |
| `TIEOUT_REQUEST_SECONDS` | the longest that one request to a model may take | 120 |
| `TIEOUT_RUN_SECONDS` | the longest that one question may take | 60 |
| `TIEOUT_RUN_TOKENS` | the tokens that one question may use | any number |
| `TIEOUT_RUN_DOLLARS` | the US dollars that one question may cost | any sum |
| `TIEOUT_OTEL` | OpenTelemetry spans (extra `otel`): `spans`, or `content` to put in what was said | none |
| `TIEOUT_RATE` | questions of one person in a time, such as `30/minute; 200/hour` | any number |
| `TIEOUT_DAY_QUESTIONS`, `TIEOUT_DAY_TOKENS`, `TIEOUT_DAY_DOLLARS` | what one person may use in a day | any |
| `TIEOUT_PUBLIC_URL` | where browsers reach the desk: for links in chats, and for a login server | no links |
| `SLACK_BOT_TOKEN`, `SLACK_BOT_TOKEN_FILE` | the bot's token for `tieout slack`, or a file that holds it | |
| `SLACK_APP_TOKEN`, `SLACK_APP_TOKEN_FILE` | the app's token for Socket Mode, or its file | |
| `SLACK_SIGNING_SECRET`, `SLACK_SIGNING_SECRET_FILE` | what Slack signs HTTP events with, or its file | |
| `TIEOUT_SLACK_URL` | where Slack's Web API is | Slack's |
| `TIEOUT_OIDC_ISSUER`, `TIEOUT_OIDC_CLIENT_ID` | the login server, and what it calls the desk | none |
| `TIEOUT_OIDC_CLIENT_SECRET`, `TIEOUT_OIDC_CLIENT_SECRET_FILE` | what the desk shows it, or its file | none |
| `TIEOUT_OIDC_NAME` | what it is called on the login page | its host |
| `TIEOUT_OIDC_SCOPES` | what is asked of it | `openid profile email` |
| `TIEOUT_OIDC_ROLE_CLAIM` | the claim of the ID token that gives roles | roles are given here |
| `TIEOUT_OIDC_EDITORS`, `TIEOUT_OIDC_ADMINS` | its values that make one; commas between | none |
| `TIEOUT_WORLDBANK_URL` | the Indicators API that `tieout data pull worldbank` asks | the World Bank's |
| `OPENAI_API_KEY`, `OPENAI_BASE_URL` | key and address for `openai:`, `openai-responses:` | OpenAI |
| `ANTHROPIC_API_KEY`, `ANTHROPIC_BASE_URL` | key and address for `anthropic:` | Anthropic |
| `GOOGLE_API_KEY` (or `GEMINI_API_KEY`) | key for `google:` | |
| `GOOGLE_GEMINI_BASE_URL` | address for `google:` | Google |
| `AZURE_OPENAI_API_KEY`, `AZURE_OPENAI_ENDPOINT` | key and address for `azure:` | |
| `OPENAI_API_VERSION` | version for `azure:`, where its address wants one | |
| `OLLAMA_API_KEY`, `OLLAMA_BASE_URL` | key and address for `ollama:` | no key, this machine |
| `TIEOUT_MODEL_KEY` | the key of a server that is named by its address | no key |

A key is read from here alone, and sent to its own provider alone. It is never printed or written down.

Everything below is handed what it needs from here, so the same question can be asked again under the same
clock and with the same run id.
"""

from __future__ import annotations

import os
import secrets
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from tieout.assistant.limits import Budget, Limits
from tieout.errors import UsageError
from tieout.interfaces.surroundings import (
    KEYS,
    OidcAccess,
    SlackAccess,
    read_access,
    read_address,
    read_budget,
    read_limits,
    read_oidc,
    read_slack,
    read_tuning,
)
from tieout.models.providers.access import Access
from tieout.models.providers.tuning import Tuning

if TYPE_CHECKING:
    from tieout.assistant.approval import Approver
    from tieout.assistant.conversation import Model
    from tieout.data.catalogue import Catalogue
    from tieout.data.snapshot import Snapshot
    from tieout.desk import Desk
    from tieout.facts.fact import Fact
    from tieout.ledger import Ledger

__all__ = ["DEFAULT_DATASET", "DEFAULT_MODEL", "DEFAULT_PATH", "Settings"]

DEFAULT_DATASET = "wdi-starter"
DEFAULT_MODEL = "planner"
DEFAULT_PATH = "tools"
DEFAULT_WORLDBANK_URL = "https://api.worldbank.org/v2"


def _now() -> datetime:
    return datetime.now(UTC)


def _new_id() -> str:
    """Return a run id that sorts by time and does not repeat: ``20260701T120000-9f86d081``."""
    return f"{_now():%Y%m%dT%H%M%S}-{os.urandom(4).hex()}"


def _new_secret() -> str:
    """Return 256 random bits as 43 letters that may stand in an address."""
    return secrets.token_urlsafe(32)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What the outside says: folders, defaults, the person, the clocks.

    Attributes:
        home: The folder of the ledger and of bug reports; made when first needed.
        kept: The ledger, a file or a database's address; empty for a file in `home`. In no representation,
            for it may hold a password.
        dataset: The data set that is asked when none is named.
        model: The model that drafts when none is named.
        user: The person at the keyboard, for reviews; may be empty.
        now: The wall clock, in UTC.
        clock: Seconds that only go forward, for limits and durations.
        new_id: A fresh run id.
        new_secret: A fresh secret for a session, a token or a link.
        wait: Lets seconds pass, before a busy provider is asked again.
        access: How each provider of models is reached; keys are in no representation of it.
        tuning: How models are asked.
        limits: What one question may use.
        telemetry: ``spans``, ``content``, or empty for no spans.
        worldbank_url: Where the World Bank's Indicators API v2 is.
        public_url: Where others reach the pages of the desk, without a slash at its end; may be empty.
        rate: How many questions of one person are accepted in a time; empty for any number.
        budget: What one person may use in a day, unless an admin said otherwise.
        slack: How Slack is reached; its secrets are in no representation of it.
        oidc: How the login server is reached; its secret is in no representation of it.
    """

    home: Path
    kept: str = field(default="", repr=False)
    dataset: str = DEFAULT_DATASET
    model: str = DEFAULT_MODEL
    user: str = ""
    now: Callable[[], datetime] = _now
    clock: Callable[[], float] = time.monotonic
    new_id: Callable[[], str] = _new_id
    new_secret: Callable[[], str] = _new_secret
    wait: Callable[[float], None] = time.sleep
    access: Mapping[str, Access] = field(default_factory=dict)
    tuning: Tuning = field(default_factory=Tuning)
    limits: Limits = field(default_factory=Limits)
    telemetry: str = ""
    worldbank_url: str = DEFAULT_WORLDBANK_URL
    public_url: str = ""
    rate: str = ""
    budget: Budget = field(default_factory=Budget)
    slack: SlackAccess = field(default_factory=SlackAccess)
    oidc: OidcAccess = field(default_factory=OidcAccess)

    @classmethod
    def from_environment(
        cls, environ: Mapping[str, str] | None = None, platform: str = sys.platform
    ) -> Settings:
        """Read the settings from the environment; an empty variable counts as not set.

        Args:
            environ: The environment; the real one by default.
            platform: The platform's name, as ``sys.platform`` gives it.

        Raises:
            UsageError: A variable that should be a number is none; names it.
        """
        env = os.environ if environ is None else environ
        return cls(
            home=_home(env, platform),
            kept=env.get("TIEOUT_LEDGER") or "",
            dataset=env.get("TIEOUT_DATASET") or DEFAULT_DATASET,
            model=env.get("TIEOUT_MODEL") or DEFAULT_MODEL,
            user=env.get("USER") or env.get("LOGNAME") or env.get("USERNAME") or "",
            access=read_access(env),
            tuning=read_tuning(env),
            limits=read_limits(env),
            telemetry=_telemetry(env.get("TIEOUT_OTEL") or ""),
            worldbank_url=env.get("TIEOUT_WORLDBANK_URL") or DEFAULT_WORLDBANK_URL,
            rate=env.get("TIEOUT_RATE") or "",
            budget=read_budget(env),
            public_url=read_address(env, "TIEOUT_PUBLIC_URL"),
            slack=read_slack(env),
            oidc=read_oidc(env),
        )

    @property
    def ledger(self) -> str:
        """Where runs and reviews are kept unless another place is named: a file, or a database's address."""
        return self.kept or str(self.home / "ledger.sqlite3")

    def open_ledger(self, place: str | Path | None = None) -> Ledger:
        """Open the ledger at a file or a database's address; the user's by default.

        Raises:
            LedgerError: It cannot be created, read or written.
            UsageError: The address is of no kind of server that keeps ledgers.
        """
        from tieout.ledger import Ledger

        return Ledger.open(place or self.ledger)

    def load(self, dataset: str | None = None) -> tuple[Snapshot, Catalogue]:
        """Load a snapshot by name or folder, with the names of what it holds.

        Raises:
            DataError: Its bytes or its format cannot be trusted.
            UsageError: There is no data set of that name.
        """
        from tieout.data.catalogue import Catalogue
        from tieout.data.snapshot import load_snapshot
        from tieout.facts.names import Names

        snapshot = load_snapshot(dataset or self.dataset)
        return snapshot, Catalogue(snapshot, Names.load())

    def desk(
        self,
        *,
        model: str | Model | None = None,
        dataset: str | None = None,
        path: str = DEFAULT_PATH,
        ledger: Ledger | None = None,
        added: Sequence[str] = (),
        approver: Approver | None = None,
        watches: Callable[[], Ledger] | None = None,
    ) -> Desk:
        """Build a desk over a data set, with the named model and information path.

        Args:
            model: The model or its name; the setting by default.
            dataset: The data set's name or folder; the setting by default.
            path: The name of the information path.
            ledger: Where runs are kept.
            added: Toolsets beside statistics, by the words of `tieout.interfaces.toolsets`.
            approver: Who is asked about calls with a side effect.
            watches: Gives where watches are kept, for the thread that asks; ``ledger`` by default.

        Raises:
            DataError: The data cannot be trusted.
            UsageError: No such data set, model, path or toolset, or a form that the model does not write.
        """
        return self.desk_over(
            *self.load(dataset),
            model=model,
            path=path,
            ledger=ledger,
            added=added,
            approver=approver,
            watches=watches,
        )

    def desk_over(
        self,
        snapshot: Snapshot,
        catalogue: Catalogue,
        *,
        model: str | Model | None = None,
        path: str = DEFAULT_PATH,
        ledger: Ledger | None = None,
        added: Sequence[str] = (),
        approver: Approver | None = None,
        watches: Callable[[], Ledger] | None = None,
    ) -> Desk:
        """Build a desk over data that are open already; otherwise as `desk`.

        Raises:
            UsageError: As of `desk`.
        """
        from tieout.assistant.paths import get_path
        from tieout.desk import Desk
        from tieout.interfaces.toolsets import toolset_of

        keeping = watches if ledger is None else lambda: ledger
        named = self.model if model is None else model
        drafter = self.model_named(named, catalogue) if isinstance(named, str) else named
        # The planner writes its own sentences; every other model names claims unless prose is asked for.
        writes_prose = drafter.name == "planner"
        if writes_prose and path.endswith(":composed"):
            raise UsageError("The planner writes prose; leave the form out of the path.")
        from tieout.models.planner.followup import FollowUps

        return Desk(
            model=drafter,
            snapshot=snapshot,
            toolset=toolset_of(snapshot, catalogue, added, now=self.now, ledger=keeping),
            names=catalogue.names,
            path=get_path(
                path,
                snapshot,
                form="prose" if writes_prose else "composed",
                force_first_call=_must_be_forced(drafter.name),
                fetch=_fetching(path, catalogue),
            ),
            ledger=ledger,
            approver=approver,
            limits=self.limits,
            wait=self.wait,
            clock=self.clock,
            now=self.now,
            new_id=self.new_id,
            fill=FollowUps(catalogue).whole,
        )

    def model_named(self, name: str, catalogue: Catalogue) -> Model:
        """Return the model of that name: ``planner``, ``recorded:FILE``, or one of a provider.

        Raises:
            UsageError: There is no such model, or its file, its key or the extra for it is missing.
        """
        kind, _, rest = name.partition(":")
        if name == "planner":
            from tieout.models.planner import Planner

            return Planner(catalogue)
        if kind == "recorded" and rest:
            from tieout.models.recorded import RecordedModel

            return RecordedModel(Path(rest))
        from tieout.models.providers.opening import open_model

        if (opened := open_model(name, self.access, self.tuning, KEYS)) is not None:
            return opened
        raise UsageError(
            f"There is no model {name!r}. Available: planner, recorded:FILE, openai:MODEL, anthropic:MODEL, "
            "google:MODEL, azure:MODEL, ollama:MODEL, http://SERVER/v1#MODEL."
        )


def _telemetry(word: str) -> str:
    if word not in ("", "spans", "content"):
        raise UsageError(f"TIEOUT_OTEL must be spans or content, not {word[:40]!r}.")
    return word


def _fetching(path: str, catalogue: Catalogue) -> Callable[[str], tuple[Fact, ...]] | None:
    """Return what finds rows for a question on the path on which the application retrieves; else None."""
    if not path.startswith("retrieved"):
        return None
    from tieout.assistant.retrieving import retrieved_facts

    return partial(retrieved_facts, catalogue=catalogue)


def _must_be_forced(name: str) -> bool | None:
    """Return True for a small model, whose first reply must be a call; None to leave it to the path."""
    from tieout.models.providers.address import read_address

    address = read_address(name)
    return True if address is not None and address.is_small else None


def _home(env: Mapping[str, str], platform: str) -> Path:
    if named := env.get("TIEOUT_HOME"):
        return Path(named).expanduser()
    user = Path(env.get("USERPROFILE" if platform == "win32" else "HOME") or "~").expanduser()
    if platform == "win32":
        return Path(env.get("LOCALAPPDATA") or user / "AppData" / "Local") / "Tieout"
    if platform == "darwin":
        return user / "Library" / "Application Support" / "Tieout"
    shared = Path(env.get("XDG_DATA_HOME") or "")
    # the XDG rules say that a relative path is to be ignored
    return (shared if shared.is_absolute() else user / ".local" / "share") / "tieout"

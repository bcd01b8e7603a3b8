"""The settings are read from the environment that is handed in, for each platform."""

from __future__ import annotations

import re
from datetime import UTC
from pathlib import Path

import pytest

from tieout.assistant.conversation import Request
from tieout.errors import UsageError
from tieout.interfaces.settings import Settings
from tieout.models.recorded import RecordingModel
from tieout.models.scripted import ScriptedModel, answer


@pytest.mark.parametrize(
    ("platform", "environ", "home"),
    [
        ("linux", {"HOME": "/home/ada"}, "/home/ada/.local/share/tieout"),
        ("linux", {"HOME": "/home/ada", "XDG_DATA_HOME": "/data"}, "/data/tieout"),
        ("linux", {"HOME": "/home/ada", "XDG_DATA_HOME": "data"}, "/home/ada/.local/share/tieout"),
        ("linux", {"HOME": "/home/ada", "XDG_DATA_HOME": ""}, "/home/ada/.local/share/tieout"),
        ("darwin", {"HOME": "/Users/ada"}, "/Users/ada/Library/Application Support/Tieout"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/Tieout"),
        ("win32", {"USERPROFILE": "/ada"}, "/ada/AppData/Local/Tieout"),
        ("linux", {"HOME": "/home/ada", "XDG_DATA_HOME": "/data", "TIEOUT_HOME": "/desk"}, "/desk"),
    ],
)
def test_home_is_where_the_platform_keeps_data(platform: str, environ: dict[str, str], home: str) -> None:
    """TIEOUT_HOME first, then the platform's own folder; a relative XDG folder is ignored, as XDG says."""
    assert Settings.from_environment(environ, platform).home == Path(home)


def test_variables_choose_data_set_model_and_person() -> None:
    """An empty variable is one that is not set."""
    bare = Settings.from_environment({"TIEOUT_DATASET": "", "HOME": "/h"}, "linux")
    assert (bare.dataset, bare.model, bare.user) == ("wdi-starter", "planner", "")
    chosen = Settings.from_environment(
        {"TIEOUT_DATASET": "core8", "TIEOUT_MODEL": "recorded:x", "USER": "ada", "HOME": "/h"}, "linux"
    )
    assert (chosen.dataset, chosen.model, chosen.user) == ("core8", "recorded:x", "ada")
    assert chosen.ledger == str(chosen.home / "ledger.sqlite3")


def test_run_ids_do_not_repeat_and_the_wall_clock_is_utc(own_home: Path) -> None:
    """A run id starts with its moment, so ids sort by time."""
    settings = Settings.from_environment()
    ids = {settings.new_id() for _ in range(100)}
    assert len(ids) == 100
    assert all(re.fullmatch(r"\d{8}T\d{6}-[0-9a-f]{8}", run) for run in ids)
    assert settings.now().tzinfo is UTC
    assert settings.home.is_relative_to(own_home)


def test_the_planner_writes_prose_and_other_models_name_claims(tmp_path: Path) -> None:
    """The form belongs to who drafts, unless the path says it; the planner has one form only."""
    settings = Settings(home=tmp_path, dataset="core8")
    assert settings.desk().path.form == "prose"
    recording = tmp_path / "recording.jsonl"
    RecordingModel(ScriptedModel([answer("Nothing.")]), recording).reply(Request(messages=()))
    model = f"recorded:{recording}"
    assert settings.desk(model=model).path.form == "composed"
    assert settings.desk(model=model, path="tools:prose").path.form == "prose"
    with pytest.raises(UsageError, match="leave the form out"):
        settings.desk(path="tools:composed")

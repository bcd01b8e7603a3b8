"""Every error and every outcome has its exit status, and the table has nothing missing."""

from __future__ import annotations

import pytest

import tieout.errors
from tieout.errors import QueryCode, QueryError, TieoutError
from tieout.interfaces.exits import ERROR_EXITS, Exit, exit_of_call, exit_of_error, exit_of_outcome
from tieout.outcome import OutcomeKind

PROMISED = {
    "UsageError": 2,
    "DataError": 6,
    "SnapshotChanged": 6,
    "SnapshotInvalid": 6,
    "SourceError": 6,
    "TableInvalid": 6,
    "QueryError": 2,
    "ModelError": 5,
    "ModelBusy": 5,
    "ModelTimeout": 5,
    "NoRecording": 5,
    "LedgerError": 2,
}


def every_error(root: type[TieoutError] = TieoutError) -> list[type[TieoutError]]:
    below = [error for child in root.__subclasses__() for error in every_error(child)]
    return [*root.__subclasses__(), *below]


def test_every_error_of_the_tree_has_a_status() -> None:
    """No branch of the error tree falls through to 1, which means a bug of ours."""
    assert len(every_error()) >= len(PROMISED)
    for error in every_error():
        assert any(ancestor in ERROR_EXITS for ancestor in error.__mro__), error.__name__


def test_the_statuses_are_those_promised() -> None:
    """The public errors map to what scripts were told."""
    public = {name for name in tieout.errors.__all__ if name not in ("TieoutError", "QueryCode")}
    assert public == set(PROMISED)
    for name, status in PROMISED.items():
        kind = getattr(tieout.errors, name)
        error = QueryError(QueryCode.NO_DATA, "x") if kind is QueryError else kind("x")
        assert exit_of_error(error) == status


def test_every_kind_of_outcome_has_a_status() -> None:
    """Answered 0, declined 3, held 4, failed 5; verdicts likewise."""
    assert {kind: int(exit_of_outcome(kind)) for kind in OutcomeKind} == {
        "answered": 0,
        "declined": 3,
        "held": 4,
        "failed": 5,
        "waiting": 4,
    }
    assert (exit_of_outcome("valid"), exit_of_outcome("rejected")) == (Exit.DONE, Exit.HELD)


@pytest.mark.parametrize("code", list(QueryCode))
def test_a_refused_call_is_wrong_usage(code: QueryCode) -> None:
    """Whatever the reason, the call was not one the data set allows."""
    assert exit_of_call(f"refused: {code}") is Exit.USAGE


def test_what_is_not_ours_is_a_bug_and_what_the_world_does_is_not() -> None:
    """Interrupts and closed pipes have the statuses of the shell."""
    assert exit_of_error(ValueError()) is Exit.BUG
    assert exit_of_error(KeyboardInterrupt()) == 130
    assert exit_of_error(BrokenPipeError()) == 141
    assert exit_of_call("error: bug") is Exit.BUG

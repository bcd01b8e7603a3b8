"""Every error has its JSON-RPC code, and the table has nothing missing."""

from __future__ import annotations

import tieout.errors
from tieout.errors import TieoutError
from tieout.interfaces.mcp.codes import ERROR_CODES, code_of_error


def test_every_error_of_the_tree_has_a_code() -> None:
    """No branch of the error tree falls through to the code of a bug."""
    tree = [error for error in vars(tieout.errors).values() if isinstance(error, type)]
    errors = [error for error in tree if issubclass(error, TieoutError) and error is not TieoutError]
    assert len(errors) >= 10
    for error in errors:
        assert any(ancestor in ERROR_CODES for ancestor in error.__mro__), error.__name__


def test_what_is_no_error_of_ours_is_a_bug() -> None:
    """An error from elsewhere has JSON-RPC's code for an internal error."""
    assert code_of_error(KeyError("x")) == -32603

"""What went wrong at a provider, as one of our errors: what may pass, what will not, and never a key."""

from __future__ import annotations

from datetime import datetime

from pydantic_ai import exceptions as theirs

from tieout.errors import ModelBusy, ModelError, ModelTimeout
from tieout.models.providers.access import Access
from tieout.models.providers.address import Address
from tieout.models.providers.pause import asked_pause
from tieout.models.providers.wire import Sent, fault

__all__ = ["failure", "unreadable"]

_LONGEST = 300
_BEGINNING = 80
_PASSING = (theirs.ModelRateLimitError, theirs.ModelUnavailableError, theirs.ModelServerError)


def failure(
    error: Exception, sent: Sent, address: Address, access: Access, *, seconds: float, now: datetime
) -> ModelError:
    """Return the error of ours that an error of the library is.

    Args:
        error: What the library raised.
        sent: What had come back until then.
        address: Who was asked.
        access: Whose key must not be repeated.
        seconds: How long the request was allowed to take.
        now: The time, for a wait that is given as a date.
    """
    name = address.written
    if isinstance(error, ModelError):
        return error
    if isinstance(error, theirs.ModelRequestTimeout | theirs.ModelTimeoutError):
        return ModelTimeout(f"{name} sent no whole reply within {seconds:.3g} seconds.")
    if isinstance(error, theirs.ModelConnectionError):
        return _unreachable(error, address)
    if sent.came and (not isinstance(error, theirs.ModelAPIError) or fault(sent.body)):
        return unreadable(sent, address, access)
    if isinstance(error, theirs.ModelQuotaExceededError):
        return ModelError(f"{name}: the account's quota is used up. {_said(error, access)}")
    if isinstance(error, _PASSING):
        return ModelBusy(
            f"{name} could not reply now (HTTP {sent.status}).",
            retry_after=asked_pause(sent.headers, now),
            status=sent.status,
        )
    if isinstance(error, theirs.ModelAuthenticationError):
        return ModelError(f"{name} does not accept the key; set a valid one, then ask again.")
    if isinstance(error, theirs.ModelAPIError):
        return ModelError(f"{name} refused the request (HTTP {sent.status}). {_said(error, access)}")
    return ModelError(f"{name} cannot be asked: {type(error).__name__}: {_said(error, access)}")


def unreadable(sent: Sent, address: Address, access: Access) -> ModelError:
    """Return the error for a reply that came whole and is in no form that can be read, with its beginning."""
    wrong = fault(sent.body) or "is not in the form of its interface"
    begins = " ".join(access.scrub(sent.body).split())[:_BEGINNING]
    return ModelError(f"The reply of {address.written} {wrong}. It begins: {begins!r}.")


def _unreachable(error: theirs.ModelConnectionError, address: Address) -> ModelError:
    if error.phase == "connect" and address.is_loopback:
        return ModelError(f"No server answers at {address.url}; start it, then ask again.")
    if error.phase in ("connect", "pool"):
        return ModelBusy(f"{address.written} cannot be reached.")
    return ModelBusy(f"The connection to {address.written} broke before its reply was whole.", may_cost=True)


def _said(error: Exception, access: Access) -> str:
    """Return the library's words on one line, short, and without the key."""
    text = " ".join(access.scrub(str(error)).split())
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "…"

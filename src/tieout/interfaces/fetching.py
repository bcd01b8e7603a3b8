"""Fetching addresses over HTTP: a few at a time, politely, and again where that may help (extra ``data``)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import TYPE_CHECKING, Final

import httpx2
import tenacity

from tieout.data.worldbank.pull import Reply
from tieout.errors import SourceError

if TYPE_CHECKING:
    from types import TracebackType

__all__ = ["Fetcher"]

_ATTEMPTS: Final = 6
_LONGEST_WAIT: Final = 60.0
_SECONDS: Final = httpx2.Timeout(60.0, connect=15.0)
_AGENT: Final = "tieout (open data client)"


class Fetcher:
    """Fetches addresses by name and yields the replies as they come.

    A reply that may pass (429, 5xx, a web page where data should be) and a connection that breaks are tried
    again after a wait that doubles, or as long as the server asks; each other reply is the caller's to judge.

    Args:
        is_passing: Says of status and body whether the reply may be another one later.
        wait: Lets seconds pass.
        at_once: The most requests under way.
        attempts: The most requests for one address.
    """

    def __init__(
        self,
        is_passing: Callable[[int, bytes], bool],
        wait: Callable[[float], None],
        *,
        at_once: int = 4,
        attempts: int = _ATTEMPTS,
    ) -> None:
        self._is_passing = is_passing
        self._at_once = at_once
        self._client = httpx2.Client(timeout=_SECONDS, follow_redirects=True, headers={"User-Agent": _AGENT})
        self._retrying = tenacity.Retrying(
            stop=tenacity.stop_after_attempt(attempts),
            wait=_asked_or(tenacity.wait_exponential(multiplier=1, max=_LONGEST_WAIT)),
            retry=tenacity.retry_if_exception_type(httpx2.TransportError)
            | tenacity.retry_if_result(lambda response: is_passing(response.status_code, response.content)),
            sleep=wait,
            retry_error_callback=_last,
        )

    def __enter__(self) -> Fetcher:
        """Keep the connections open until the end."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the connections."""
        self._client.close()

    def __call__(self, addresses: Mapping[str, str]) -> Iterator[tuple[str, Reply]]:
        """Yield name and reply of each address, in the order in which they come.

        Raises:
            SourceError: The server cannot be reached; what is still to come is not asked for any more.
        """
        pool = ThreadPoolExecutor(self._at_once)
        try:
            names = {pool.submit(self._fetch, address): name for name, address in addresses.items()}
            for future in as_completed(names):
                yield names[future], future.result()
        finally:
            pool.shutdown(wait=True, cancel_futures=True)

    def _fetch(self, address: str) -> Reply:
        try:
            response = self._retrying.copy()(self._client.get, address)
        except (
            httpx2.TransportError,
            httpx2.InvalidURL,
            httpx2.TooManyRedirects,
            httpx2.DecodingError,
        ) as error:
            why = str(error) or type(error).__name__
            host = httpx2.URL(address).host or address
            raise SourceError(
                f"{host} cannot be reached ({why}); look at the network and try again."
            ) from None
        return Reply(response.status_code, response.content)


def _asked_or(otherwise: tenacity.wait.wait_base) -> Callable[[tenacity.RetryCallState], float]:
    """Return a wait that is what ``Retry-After`` says in seconds, and otherwise another."""

    def wait(state: tenacity.RetryCallState) -> float:
        outcome = state.outcome
        if outcome is not None and not outcome.failed:
            asked = outcome.result().headers.get("Retry-After", "")
            if asked.isascii() and asked.isdigit():
                return min(float(asked), _LONGEST_WAIT)
        return otherwise(state)

    return wait


def _last(state: tenacity.RetryCallState) -> httpx2.Response:
    """Return the last reply, or raise the last error, when the attempts are used up."""
    assert state.outcome is not None  # noqa: S101  # tenacity calls this after an attempt
    response: httpx2.Response = state.outcome.result()
    return response

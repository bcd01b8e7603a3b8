"""A client of the HTTP door, for programs on another side of a network (extra ``data`` brings its library).

Every method returns the JSON document that the reference describes; what the desk refuses is raised as the
error of our tree that its problem document stands for, with the desk's own sentence.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from types import TracebackType
from typing import Any, Final, Self

from tieout.errors import DataError, LedgerError, ModelError, TieoutError, UsageError

__all__ = ["Client"]

_API: Final = "/api/v1"
_ERRORS: Final[dict[str, type[TieoutError]]] = {
    "ledger": LedgerError,
    "model": ModelError,
    "data": DataError,
}
"""Problem types that are no wrong usage of the caller's."""

_LONGEST_WAIT: Final = 60.0


class Client:
    """One desk, at an address such as ``http://127.0.0.1:8720``. Also a context manager that closes it.

    Args:
        address: Where the desk listens.
        token: What it shows where the desk has users; made on the page of one's account.
        seconds: How long one request may take, beside what it waits for an outcome.
    """

    def __init__(self, address: str, *, token: str | None = None, seconds: float = 30.0) -> None:
        import httpx2

        self._library = httpx2
        self._seconds = seconds
        shown = {} if token is None else {"Authorization": f"Bearer {token}"}
        self._client = httpx2.Client(base_url=address, timeout=seconds, headers=shown)

    def __enter__(self) -> Self:
        """Return the client itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the connections."""
        self._client.close()

    def ask(
        self,
        question: str,
        *,
        key: str | None = None,
        wait: float = _LONGEST_WAIT,
        after: str | None = None,
    ) -> dict[str, Any]:
        """Ask a question; the document has its ``outcome`` when that came within ``wait`` seconds.

        Args:
            question: The question.
            key: What this request is called by; the same key again asks once.
            wait: Seconds, at most 60.
            after: The number or id of the run that it follows.

        Raises:
            UsageError: The desk refuses the question, or cannot be reached.
        """
        headers = {} if key is None else {"Idempotency-Key": key}
        return self._document(
            "POST",
            "/questions",
            json={"question": question} if after is None else {"question": question, "after": after},
            params={"wait": min(wait, _LONGEST_WAIT)},
            headers=headers,
            timeout=self._seconds + wait,
        )

    def stop(self, run: str) -> dict[str, Any]:
        """Stop a question that has no outcome yet; return where it stands.

        Raises:
            UsageError: There is no such run.
        """
        return self._document("POST", f"/questions/{run}/stop")

    def follow(self, run: str) -> Iterator[dict[str, Any]]:
        """Yield where a question stands at every change, the last time with its outcome."""
        try:
            with self._client.stream("GET", f"{_API}/questions/{run}/events", timeout=None) as stream:
                if stream.status_code != self._library.codes.OK:
                    stream.read()
                    raise _raised(stream)
                for line in stream.iter_lines():
                    if line.startswith("data: "):
                        yield json.loads(line.removeprefix("data: "))
        except self._library.HTTPError as error:
            raise _unreachable(error) from error

    def run(self, name: str) -> dict[str, Any]:
        """Return a run by its number or id, with the decision about it.

        Raises:
            UsageError: There is none.
        """
        return self._document("GET", f"/runs/{name}")

    def held(self) -> list[dict[str, Any]]:
        """Return the held answers that wait for a person, oldest first."""
        found: list[dict[str, Any]] = self._sent("GET", "/reviews")
        return found

    def decide(self, name: str, action: str, **said: Any) -> dict[str, Any]:
        """Approve, amend or decline a held answer.

        Args:
            name: Its number or the id of its run.
            action: ``approve``, ``amend`` or ``decline``.
            said: ``text``, ``why``, ``override``.

        Raises:
            UsageError: It was decided before, or the text does not tie out.
        """
        return self._document("POST", f"/reviews/{name}", json={"action": action, **said})

    def check(
        self, answer: str, evidence: list[dict[str, Any]], question: str | None = None
    ) -> dict[str, Any]:
        """Check a text against rows: verdict, problems, ties."""
        body = {"answer": answer, "evidence": evidence, "question": question}
        return self._document("POST", "/check", json=body)

    def audit(self, text: str, form: str = "text") -> dict[str, Any]:
        """Look up every claim of a finished text: ticked, contradicted or not checked."""
        return self._document("POST", "/audit", json={"text": text, "form": form})

    def _document(self, method: str, path: str, **options: Any) -> dict[str, Any]:
        document: dict[str, Any] = self._sent(method, path, **options)
        return document

    def _sent(self, method: str, path: str, **options: Any) -> Any:
        try:
            response = self._client.request(method, f"{_API}{path}", **options)
        except self._library.HTTPError as error:
            raise _unreachable(error) from error
        if response.is_success:
            return response.json()
        raise _raised(response)


def _raised(response: Any) -> TieoutError:
    """Return the error that a problem document stands for."""
    try:
        document = response.json()
        kind, detail = str(document["type"]).rpartition(":")[2], str(document["detail"])
    except (ValueError, KeyError, TypeError):
        return UsageError(f"The desk answered {response.status_code} in a form that is not its own.")
    return _ERRORS.get(kind, UsageError)(detail)


def _unreachable(error: Exception) -> UsageError:
    return UsageError(f"The desk cannot be reached: {error}. Check the address, and that it is served.")

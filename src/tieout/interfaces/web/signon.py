"""Logins by OpenID Connect: a browser is sent to the newsroom's own login server, and comes back with a code.

The code is exchanged here (with PKCE), and the ID token that comes with it counts only when its signature is
by a key of the issuer and of an algorithm that has a public key, and issuer, audience, nonce and times fit.
What binds a login to a browser is derived from the secret of its visit; nothing of it is kept here.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

import httpx2
from authlib.common.errors import AuthlibBaseError
from authlib.integrations.httpx_client import OAuth2Client
from authlib.oidc.core import CodeIDToken
from authlib.oidc.discovery import get_well_known_url
from joserfc import jwt
from joserfc.errors import InvalidKeyIdError, JoseError
from joserfc.jwk import KeySet, KeySetSerialization
from joserfc.jws import JWSRegistry

from tieout.accounts import Identity, Role
from tieout.errors import UsageError

if TYPE_CHECKING:
    from tieout.interfaces.surroundings import OidcAccess

__all__ = ["CALLBACK", "NotSignedOn", "SignOn"]

_LOG: Final = logging.getLogger(__name__)

CALLBACK: Final = "/login/oidc/callback"
"""Where the login server sends a browser back to."""

_SIGNED_WITH: Final = (
    "RS256",
    "RS384",
    "RS512",
    "PS256",
    "PS384",
    "PS512",
    "ES256",
    "ES384",
    "ES512",
    "EdDSA",
)
"""Algorithms with a public key; never none, and never one whose key the client's secret would be."""

_LEEWAY_SECONDS: Final = 60
_REQUEST_SECONDS: Final = 10.0


class NotSignedOn(UsageError):
    """A login that the login server refused, or that was not what it was begun as.

    Args:
        server: What the login server is called.
        why: What was wrong, for the log; a browser is not told.
    """

    def __init__(self, server: str, why: str) -> None:
        super().__init__(f"The login with {server} did not succeed. Try again, or ask an admin of this desk.")
        self.why = why


@dataclass(slots=True, kw_only=True)
class SignOn:
    """The login server of this desk.

    Attributes:
        access: How it is reached, and what its claims mean.
        address: Where browsers reach this desk, without a slash at its end.
        now: The wall clock, in UTC.
    """

    access: OidcAccess
    address: str
    now: Callable[[], datetime]
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _metadata: dict[str, Any] | None = None
    _keys: KeySet | None = None

    @property
    def name(self) -> str:
        """What the login server is called on the login page."""
        return self.access.name

    def begin(self, visit: str, state: str) -> str:
        """Return where a browser logs in.

        Args:
            visit: The secret of the browser's visit.
            state: A fresh secret of this login.

        Raises:
            NotSignedOn: The login server cannot be reached, or is another one.
        """
        with self._client() as client:
            address, _ = client.create_authorization_url(
                self._known("authorization_endpoint"),
                state=state,
                nonce=_derived(visit, state, "nonce"),
                code_verifier=_derived(visit, state, "verifier"),
            )
        return str(address)

    def finish(self, visit: str, state: str, said: Mapping[str, str]) -> Identity:
        """Return whom the login server vouches for.

        Args:
            visit: The secret of the browser's visit.
            state: What the browser began with.
            said: What the login server sent it back with.

        Raises:
            NotSignedOn: It is another login, was refused, or the token is not what it should be.
        """
        if not visit or not state or not hmac.compare_digest(state.encode(), said.get("state", "").encode()):
            raise self._refused("another state")
        if said.get("iss", self.access.issuer) != self.access.issuer:
            raise self._refused("the answer of another issuer")
        if "code" not in said:
            raise self._refused(f"no code: {said.get('error', '')[:80]}")
        try:
            with self._client() as client:
                token = client.fetch_token(
                    self._known("token_endpoint"),
                    grant_type="authorization_code",
                    code=said["code"],
                    code_verifier=_derived(visit, state, "verifier"),
                )
        except (AuthlibBaseError, httpx2.HTTPError, ValueError) as error:
            raise self._refused(f"no token: {error}") from error
        return self._identity(token, _derived(visit, state, "nonce"))

    def _identity(self, token: Mapping[str, Any], nonce: str) -> Identity:
        try:
            read = self._read(str(token["id_token"]))
            options = {
                "iss": {"essential": True, "value": self.access.issuer},
                "aud": {"essential": True, "value": self.access.client_id},
                "nonce": {"essential": True, "value": nonce},
            }
            known = {"nonce": nonce, "client_id": self.access.client_id}
            if "access_token" in token:
                known["access_token"] = token["access_token"]
            claims = CodeIDToken(read.claims, read.header, options, known)
            claims.validate(now=int(self.now().timestamp()), leeway=_LEEWAY_SECONDS)
            subject = claims["sub"]
        except (JoseError, KeyError, ValueError, TypeError) as error:
            raise self._refused(f"the ID token does not count: {type(error).__name__}: {error}") from error
        if not isinstance(subject, str) or not subject:
            raise self._refused("the ID token names nobody")
        name = next(
            (claims[one] for one in ("preferred_username", "name", "email") if claims.get(one)), subject
        )
        return Identity(issuer=self.access.issuer, subject=subject, name=str(name), role=self._role(claims))

    def _read(self, text: str) -> jwt.Token:
        """Return a token whose signature is by a key of the issuer; keys that are new are fetched once."""
        offered = self._known("id_token_signing_alg_values_supported", ["RS256"])
        registry = JWSRegistry(
            algorithms=[one for one in offered if one in _SIGNED_WITH], strict_check_header=False
        )
        try:
            return jwt.decode(text, self._key_set(), registry=registry)
        except InvalidKeyIdError:
            return jwt.decode(text, self._key_set(again=True), registry=registry)

    def _role(self, claims: Mapping[str, Any]) -> Role | None:
        """Return the widest role that the claim gives; None where no claim is to give one."""
        if not self.access.role_claim:
            return None
        told = claims.get(self.access.role_claim)
        groups = set(map(str, told)) if isinstance(told, list) else {str(told)}
        if groups & self.access.admins:
            return Role.ADMIN
        return Role.EDITOR if groups & self.access.editors else Role.ASKER

    def _key_set(self, *, again: bool = False) -> KeySet:
        with self._lock:
            keys = None if again else self._keys
        if keys is None:
            document = self._fetched(self._known("jwks_uri"))
            keys = KeySet.import_key_set(KeySetSerialization(keys=document["keys"]))
            with self._lock:
                self._keys = keys
        return keys

    def _known(self, name: str, default: Any = None) -> Any:
        """Return what the login server says of itself."""
        with self._lock:
            metadata = self._metadata
        if metadata is None:
            metadata = self._fetched(get_well_known_url(self.access.issuer, external=True))
            if metadata.get("issuer") != self.access.issuer:
                raise self._refused(f"the server calls itself {str(metadata.get('issuer'))[:200]!r}")
            with self._lock:
                self._metadata = metadata
        found = metadata.get(name, default)
        if not found:
            raise self._refused(f"the server does not say its {name}")
        return found

    def _fetched(self, address: str) -> dict[str, Any]:
        try:
            response = httpx2.get(address, timeout=_REQUEST_SECONDS)
            document = response.raise_for_status().json()
        except (httpx2.HTTPError, ValueError) as error:
            raise self._refused(f"{address}: {error}") from error
        if not isinstance(document, dict):
            raise self._refused(f"{address} is no JSON object")
        return document

    def _client(self) -> OAuth2Client:
        return OAuth2Client(
            client_id=self.access.client_id,
            client_secret=self.access.client_secret or None,
            scope=self.access.scopes,
            redirect_uri=f"{self.address}{CALLBACK}",
            code_challenge_method="S256",
            timeout=_REQUEST_SECONDS,
        )

    def _refused(self, why: str) -> NotSignedOn:
        _LOG.warning("a login with %s did not succeed: %s", self.name, why)
        return NotSignedOn(self.name, why)


def _derived(visit: str, state: str, what: str) -> str:
    """Return a secret of one login in one browser; it tells neither of those that it is derived from."""
    said = f"tieout sign-on {what} {state}".encode("utf-8", "surrogatepass")
    return hmac.new(visit.encode("utf-8", "surrogatepass"), said, hashlib.sha256).hexdigest()

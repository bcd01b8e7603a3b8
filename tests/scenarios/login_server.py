"""A login server of our own on loopback: OpenID Connect over HTTP, with real keys, and faults on demand."""

from __future__ import annotations

import base64
import hashlib
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from joserfc import jwt
from joserfc.jwk import RSAKey

CLIENT = "the desk"
SECRET = "a client secret of the tests"

Codes = dict[str, dict[str, str]]


@dataclass
class LoginServer:
    """What the server knows, and what it does wrong.

    Attributes:
        issuer: Where it is, and what it calls itself.
        person: The claims about whoever logs in.
        fault: What the next logins get wrong; empty for nothing.
        asked: What browsers came with, in order.
        exchanged: What programs exchanged codes with, in order.
    """

    issuer: str = ""
    person: dict[str, Any] = field(default_factory=lambda: {"sub": "s-1", "preferred_username": "ada"})
    fault: str = ""
    key: RSAKey = field(default_factory=lambda: new_key("k1"))
    asked: list[dict[str, str]] = field(default_factory=list)
    exchanged: list[dict[str, str]] = field(default_factory=list)
    codes: Codes = field(default_factory=dict)

    def metadata(self) -> dict[str, Any]:
        """Return what it says of itself."""
        return {
            "issuer": "https://other.example" if self.fault == "other server" else self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "jwks_uri": f"{self.issuer}/keys",
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256", "HS256", "none"],
        }

    def authorize(self, asked: dict[str, str]) -> str:
        """Return where the browser goes on to, logged in."""
        self.asked.append(asked)
        if self.fault == "refused":
            said = {"error": "access_denied", "state": asked["state"]}
        else:
            code = f"code-{len(self.asked)}"
            self.codes[code] = asked
            state = "another" if self.fault == "state" else asked["state"]
            said = {"code": code, "state": state, "iss": self.issuer}
            if self.fault == "mixed up":
                said["iss"] = "https://other.example"
        return f"{asked['redirect_uri']}?{urlencode(said)}"

    def token(self, said: dict[str, str], authorization: str) -> tuple[int, dict[str, Any]]:
        """Return the tokens of a code, once, to the client that has its verifier."""
        self.exchanged.append(said)
        asked = self.codes.pop(said.get("code", ""), None)
        wanted = base64.b64encode(f"{quote(CLIENT, safe='')}:{quote(SECRET, safe='')}".encode()).decode()
        plain = base64.b64encode(f"{CLIENT}:{SECRET}".encode()).decode()
        if authorization not in (f"Basic {wanted}", f"Basic {plain}"):
            return 401, {"error": "invalid_client"}
        digest = hashlib.sha256(said.get("code_verifier", "").encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        if (
            asked is None
            or asked["code_challenge"] != challenge
            or asked["redirect_uri"] != said["redirect_uri"]
        ):
            return 400, {"error": "invalid_grant"}
        return 200, {"access_token": "a", "token_type": "Bearer", "id_token": self._id_token(asked)}

    def _id_token(self, asked: dict[str, str]) -> str:
        now = int(time.time())
        claims: dict[str, Any] = {
            **self.person,
            "iss": self.issuer,
            "aud": CLIENT,
            "iat": now,
            "exp": now + 300,
            "nonce": asked["nonce"],
        }
        wrong: dict[str, dict[str, Any]] = {
            "nonce": {"nonce": "another"},
            "audience": {"aud": "another desk"},
            "issuer": {"iss": "https://other.example"},
            "expired": {"iat": now - 900, "exp": now - 600},
            "nobody": {"sub": ""},
            "hash": {"at_hash": "another"},
        }
        claims |= wrong.get(self.fault, {})
        if self.fault.startswith("no "):
            del claims[self.fault.removeprefix("no ")]
        if self.fault == "unsigned":
            return f"{_part({'alg': 'none', 'kid': 'k1'})}.{_part(claims)}."
        if self.fault == "key as secret":
            from joserfc.jwk import OctKey

            public = OctKey.import_key(self.key.as_pem(private=False))
            return jwt.encode({"alg": "HS256", "kid": "k1"}, claims, public, algorithms=["HS256"])
        key = new_key("k1") if self.fault == "key" else self.key
        text = jwt.encode({"alg": "RS256", "kid": str(key.kid)}, claims, key)
        if self.fault == "changed":
            head, _, sign = text.split(".")
            return f"{head}.{_part({**claims, 'sub': 's-admin'})}.{sign}"
        return text


def new_key(name: str) -> RSAKey:
    """Return a fresh key."""
    return RSAKey.generate_key(2048, {"kid": name, "use": "sig"})


def _part(document: dict[str, Any]) -> str:
    return base64.urlsafe_b64encode(json.dumps(document).encode()).rstrip(b"=").decode()


class _Door(BaseHTTPRequestHandler):
    server_of_logins: LoginServer

    def do_GET(self) -> None:
        where = urlsplit(self.path)
        one = self.server_of_logins
        if where.path == "/authorize":
            self.send_response(302)
            self.send_header("Location", one.authorize(dict(parse_qsl(where.query))))
            self.send_header("Content-Length", "0")
            self.end_headers()
        elif where.path == "/keys":
            self._say(200, {"keys": [one.key.as_dict(private=False)]})
        elif where.path == "/.well-known/openid-configuration" and one.fault != "broken":
            self._say(200, one.metadata())
        else:
            self._say(404, {})

    def do_POST(self) -> None:
        said = dict(parse_qsl(self.rfile.read(int(self.headers["Content-Length"])).decode()))
        self._say(*self.server_of_logins.token(said, self.headers.get("Authorization", "")))

    def _say(self, status: int, document: dict[str, Any]) -> None:
        told = json.dumps(document).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(told)))
        self.end_headers()
        self.wfile.write(told)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def login_server() -> Iterator[LoginServer]:
    """Run a login server until the block ends."""
    one = LoginServer()
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Door", (_Door,), {"server_of_logins": one}))
    server.daemon_threads = True
    one.issuer = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield one
    finally:
        server.shutdown()
        server.server_close()
        thread.join()

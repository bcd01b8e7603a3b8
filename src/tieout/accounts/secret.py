"""Secrets that are handed out once: only a digest of one is kept, and a form's token is derived from it."""

from __future__ import annotations

import hashlib
import hmac

__all__ = ["digest_of", "form_token", "is_form_token"]


def digest_of(secret: str) -> str:
    """Return what is kept of a secret: SHA-256 in hex. A secret is random and long, so it needs no salt.

    Examples:
        >>> len(digest_of("x"))
        64
    """
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def form_token(secret: str) -> str:
    """Return the token that the forms of a session carry; it does not tell the session's secret."""
    return hmac.new(secret.encode("utf-8", "surrogatepass"), b"tieout form", hashlib.sha256).hexdigest()


def is_form_token(token: str, secret: str) -> bool:
    """Return True for the token of a session's forms; how long it takes does not tell how near it was."""
    return hmac.compare_digest(token.encode("utf-8", "surrogatepass"), form_token(secret).encode())

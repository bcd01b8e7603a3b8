"""The tables of logins that another server vouches for: whose they are, and which were made (version 9)."""

from __future__ import annotations

from typing import Final

__all__ = ["KEPT", "ONLY", "TABLES"]

TABLES: Final = (
    """
    CREATE TABLE identities (
        number      {NUMBER},
        issuer      TEXT NOT NULL CHECK (issuer <> ''),
        subject     TEXT NOT NULL CHECK (subject <> ''),
        user_number {REF} NOT NULL REFERENCES users (number),
        made_at     TEXT NOT NULL,
        UNIQUE (issuer, subject)
    )
    """,
    """
    CREATE TABLE sign_ons (
        number  {NUMBER},
        digest  TEXT NOT NULL UNIQUE,
        used_at TEXT NOT NULL
    )
    """,
)

KEPT: Final = {
    "identities": "issuer = NEW.issuer AND subject = NEW.subject",
    "sign_ons": "digest = NEW.digest",
}

ONLY: Final = (
    "identities_only_one",
    "identities",
    "NOT EXISTS (SELECT 1 FROM identities WHERE issuer = NEW.issuer AND user_number = NEW.user_number)",
    "the user has an identity of that issuer already",
)

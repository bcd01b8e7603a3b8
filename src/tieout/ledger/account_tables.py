"""The tables of the accounts: users, what happened to them, sessions, tokens, links, attempts to log in.

What they mean is settled in `tieout.accounts`; here is only that their rows stay what they were.
"""

from __future__ import annotations

from typing import Final

__all__ = ["KEPT", "ONLY", "TABLES"]

TABLES: Final = (
    """
    CREATE TABLE users (
        number   {NUMBER},
        name     TEXT NOT NULL CHECK (name <> ''),
        name_key TEXT NOT NULL UNIQUE,
        made_at  TEXT NOT NULL
    )
    """,
    """
    CREATE TABLE user_events (
        number      {NUMBER},
        user_number {REF} NOT NULL REFERENCES users (number),
        at          TEXT NOT NULL,
        who         TEXT NOT NULL,
        kind        TEXT NOT NULL CHECK (kind IN ('role', 'password', 'rehash', 'disabled', 'enabled')),
        value       TEXT NOT NULL,
        CHECK (kind <> 'role' OR value IN ('asker', 'editor', 'admin'))
    )
    """,
    "CREATE INDEX user_events_by_user ON user_events (user_number, number)",
    """
    CREATE TABLE login_attempts (
        number   {NUMBER},
        name_key TEXT NOT NULL,
        address  TEXT NOT NULL,
        at       TEXT NOT NULL
    )
    """,
    "CREATE INDEX login_attempts_by_time ON login_attempts (at)",
    """
    CREATE TABLE sessions (
        number      {NUMBER},
        digest      TEXT NOT NULL UNIQUE,
        user_number {REF} NOT NULL REFERENCES users (number),
        epoch       {REF} NOT NULL,
        begun_at    TEXT NOT NULL,
        expires_at  TEXT NOT NULL,
        address     TEXT NOT NULL,
        attempt     {REF} UNIQUE REFERENCES login_attempts (number)
    )
    """,
    """
    CREATE TABLE session_uses (
        number         {NUMBER},
        session_number {REF} NOT NULL REFERENCES sessions (number),
        seen_at        TEXT NOT NULL
    )
    """,
    "CREATE INDEX session_uses_by_session ON session_uses (session_number, seen_at)",
    """
    CREATE TABLE session_ends (
        number         {NUMBER},
        session_number {REF} NOT NULL UNIQUE REFERENCES sessions (number),
        ended_at       TEXT NOT NULL
    )
    """,
    """
    CREATE TABLE tokens (
        number      {NUMBER},
        digest      TEXT NOT NULL UNIQUE,
        user_number {REF} NOT NULL REFERENCES users (number),
        epoch       {REF} NOT NULL,
        name        TEXT NOT NULL CHECK (name <> ''),
        scopes      TEXT NOT NULL CHECK (scopes <> ''),
        made_at     TEXT NOT NULL,
        expires_at  TEXT NOT NULL
    )
    """,
    """
    CREATE TABLE token_ends (
        number       {NUMBER},
        token_number {REF} NOT NULL UNIQUE REFERENCES tokens (number),
        ended_at     TEXT NOT NULL,
        who          TEXT NOT NULL
    )
    """,
    """
    CREATE TABLE links (
        number      {NUMBER},
        digest      TEXT NOT NULL UNIQUE,
        user_number {REF} REFERENCES users (number),
        made_at     TEXT NOT NULL,
        who         TEXT NOT NULL,
        expires_at  TEXT NOT NULL
    )
    """,
    """
    CREATE TABLE link_uses (
        number      {NUMBER},
        link_number {REF} NOT NULL UNIQUE REFERENCES links (number),
        used_at     TEXT NOT NULL
    )
    """,
)

KEPT: Final = {
    "users": "name_key = NEW.name_key",
    "user_events": "0",
    "login_attempts": "0",
    "sessions": "digest = NEW.digest OR attempt = NEW.attempt",
    "session_uses": "0",
    "session_ends": "session_number = NEW.session_number",
    "tokens": "digest = NEW.digest",
    "token_ends": "token_number = NEW.token_number",
    "links": "digest = NEW.digest",
    "link_uses": "link_number = NEW.link_number",
}

ONLY: Final = (
    "link_uses_only_in_time",
    "link_uses",
    "EXISTS (SELECT 1 FROM links WHERE number = NEW.link_number AND expires_at > NEW.used_at)",
    "the link has expired",
)

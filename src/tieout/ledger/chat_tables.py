"""The tables of chats: what was asked there, who is telling what became of it, and what was told."""

from __future__ import annotations

from typing import Final

__all__ = ["KEPT", "ONLY", "TABLES"]

TABLES: Final = (
    """
    CREATE TABLE chats (
        number  {NUMBER},
        event   TEXT NOT NULL UNIQUE,
        asker   TEXT NOT NULL,
        channel TEXT NOT NULL,
        thread  TEXT NOT NULL,
        message TEXT NOT NULL,
        text    TEXT NOT NULL,
        seen_at TEXT NOT NULL
    )
    """,
    """
    CREATE TABLE chat_turns (
        number {NUMBER},
        chat   {REF} NOT NULL REFERENCES chats (number),
        stage  TEXT NOT NULL CHECK (stage IN ('outcome', 'decision')),
        turn   {REF} NOT NULL,
        until  TEXT NOT NULL,
        UNIQUE (chat, stage, turn)
    )
    """,
    """
    CREATE TABLE chat_told (
        number  {NUMBER},
        chat    {REF} NOT NULL REFERENCES chats (number),
        stage   TEXT NOT NULL CHECK (stage IN ('outcome', 'decision')),
        message TEXT NOT NULL,
        told_at TEXT NOT NULL,
        UNIQUE (chat, stage)
    )
    """,
)

KEPT: Final = {
    "chats": "event = NEW.event",
    "chat_turns": "chat = NEW.chat AND stage = NEW.stage AND turn = NEW.turn",
    "chat_told": "chat = NEW.chat AND stage = NEW.stage",
}

ONLY: Final = (
    "chat_turns_only_untold",
    "chat_turns",
    "NOT EXISTS (SELECT 1 FROM chat_told WHERE chat = NEW.chat AND stage = NEW.stage)",
    "it was told",
)

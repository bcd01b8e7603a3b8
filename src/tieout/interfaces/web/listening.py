"""Listening: what a ledger's server tells of runs, whichever process and door wrote about them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final

import psycopg

from tieout.ledger.news_tables import NEWS

__all__ = ["listen_for_news"]

_LOG: Final = logging.getLogger(__name__)

_AGAIN_SECONDS: Final = 1.0


async def listen_for_news(address: str, on_news: Callable[[str], None], on_gap: Callable[[], None]) -> None:
    """Tell of news of runs, for as long as the task is not cancelled.

    Args:
        address: The server, as PostgreSQL's own library reads it.
        on_news: Called with the id of a run.
        on_gap: Called when news may have been missed, as after a lost connection.
    """
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(address, autocommit=True) as connection:
                await connection.execute(f"LISTEN {NEWS}")
                on_gap()
                async for told in connection.notifies():
                    on_news(told.payload)
        except psycopg.Error:
            _LOG.exception("the ledger's server cannot be listened to")
        await asyncio.sleep(_AGAIN_SECONDS)

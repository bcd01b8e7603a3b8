"""What a reply cost, from the price table of genai-prices; a price that is not in it is not known."""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal
from functools import cache
from importlib.metadata import version

from genai_prices import Usage, calc_price
from genai_prices.data_snapshot import get_snapshot

__all__ = ["cost", "price_table"]


def cost(
    model: str,
    provider: str,
    *,
    input_tokens: int,
    cached_tokens: int,
    written_tokens: int,
    output_tokens: int,
    now: datetime | None = None,
) -> Decimal | None:
    """Return the US dollars that a reply cost, or None when its price is not known.

    Args:
        model: The model's name, as the provider's reply gives it.
        provider: The provider's id in the table, such as ``openai``.
        input_tokens: All tokens of the request, those read from and written to a cache included once.
        cached_tokens: How many of them were read from a cache.
        written_tokens: How many of them were written to a cache.
        output_tokens: Tokens of the reply.
        now: When it was asked, for prices that changed; the present by default.

    Examples:
        >>> cost("gpt-4.1", "openai", input_tokens=5000, cached_tokens=4000, written_tokens=0,
        ...      output_tokens=200)
        Decimal('0.0056')
    """
    # A provider that counts more cached tokens than tokens is inconsistent; none may be charged below zero.
    whole = max(input_tokens, cached_tokens + written_tokens)
    usage = Usage(
        input_tokens=whole,
        cache_read_tokens=cached_tokens,
        cache_write_tokens=written_tokens,
        output_tokens=output_tokens,
    )
    try:
        priced = calc_price(
            usage, model, provider_id=provider, genai_request_timestamp=now or datetime.now(UTC)
        )
    except (LookupError, ValueError):
        return None
    return priced.total_price


@cache
def price_table(today: date) -> str:
    """Return which table prices come from: its version, and the date of its newest price in force.

    Prices that never changed have no date in it, and announced ones a date to come.
    """
    newest = date.min
    for provider in get_snapshot().providers:
        for model in provider.models:
            prices = model.prices if isinstance(model.prices, list) else []
            for price in prices:
                start = getattr(price.constraint, "start_date", None)
                if isinstance(start, date) and start <= today:
                    newest = max(newest, start)
    return f"genai-prices {version('genai-prices')}, newest price of {newest.isoformat()}"

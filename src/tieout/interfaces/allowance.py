"""What a person may ask: so many questions in a time, and so much a day; held before any work begins.

Both are counted from the questions and runs of the ledger, so every process counts the same, and counting
costs no row. What is being answered counts as a question at once, and with its tokens and dollars when it has
ended. A day is one of UTC.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from math import ceil
from typing import TYPE_CHECKING, Final

from tieout.assistant.limits import Budget
from tieout.errors import UsageError

if TYPE_CHECKING:
    from limits import RateLimitItem

    from tieout.ledger import Ledger

__all__ = ["Allowance", "Left", "TooMuch", "read_rates"]

_LOOK: Final = timedelta(seconds=5)
"""How old what is known of admins' budgets may be."""


class TooMuch(UsageError):
    """A question that is not accepted, for its person has asked too much.

    Args:
        said: What was used up.
        seconds: After how long it may be asked again.
    """

    def __init__(self, said: str, seconds: int) -> None:
        super().__init__(f"{said} Ask again in {_words(timedelta(seconds=seconds))}.")
        self.seconds = seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class Left:
    """What a person may still use today; None for any number."""

    questions: int | None
    tokens: int | None
    dollars: Decimal | None

    def words(self) -> str:
        """Return what has a bound, in words.

        Examples:
            >>> Left(questions=3, tokens=None, dollars=Decimal("0.5")).words()
            '3 questions, 0.50 dollars'
        """
        told = []
        if self.questions is not None:
            told.append(f"{self.questions:,} questions")
        if self.tokens is not None:
            told.append(f"{self.tokens:,} tokens")
        if self.dollars is not None:
            told.append(f"{self.dollars:,.2f} dollars")
        return ", ".join(told)


@dataclass(slots=True, kw_only=True)
class Allowance:
    """What is allowed to whom.

    Attributes:
        rates: How many questions in a time, for each person; empty for any number.
        default: What each person may use in a day, unless an admin said otherwise.
    """

    rates: tuple[RateLimitItem, ...] = ()
    default: Budget = field(default_factory=Budget)
    _others: dict[str, Budget] = field(default_factory=dict)
    _looked: datetime | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def check(self, ledger: Ledger, person: str, key: str | None, now: datetime) -> None:
        """Refuse a question of a person who has used up what is allowed; one that was accepted before is not.

        Args:
            ledger: The ledger.
            person: Who asks.
            key: What the person calls the request by.
            now: The time.

        Raises:
            TooMuch: It is not accepted now; says when it may be.
        """
        budget = self._of(ledger, person, now)
        if not self.rates and budget == Budget():
            return
        if key is not None and ledger.questions.is_key(person, key):
            return
        self._check_rates(ledger, person, now)
        left = self._left(ledger, person, budget, now)
        used_up = [word for word in ("questions", "tokens", "dollars") if _is_none_left(getattr(left, word))]
        if used_up:
            most = getattr(budget, used_up[0])
            raise TooMuch(
                f"Your {used_up[0]} for today are used up ({most:,} a day).",
                ceil((_day(now) + timedelta(days=1) - now).total_seconds()),
            )

    def left(self, ledger: Ledger, person: str, now: datetime) -> Left | None:
        """Return what a person may still use today; None where a day has no bound."""
        budget = self._of(ledger, person, now)
        return None if budget == Budget() else self._left(ledger, person, budget, now)

    def _check_rates(self, ledger: Ledger, person: str, now: datetime) -> None:
        for rate in self.rates:
            window = timedelta(seconds=rate.get_expiry())
            count, first = ledger.budgets.asked(person, now - window)
            if count >= rate.amount:
                wait = (first or now) + window - now
                questions = "1 question" if rate.amount == 1 else f"{rate.amount:,} questions"
                raise TooMuch(
                    f"You may ask {questions} in {_words(window)}.", max(1, ceil(wait.total_seconds()))
                )

    def _of(self, ledger: Ledger, person: str, now: datetime) -> Budget:
        with self._lock:
            if self._looked is None or not timedelta(0) <= now - self._looked < _LOOK:
                self._others, self._looked = ledger.budgets.listed(), now
            return self._others.get(person, self.default)

    @staticmethod
    def _left(ledger: Ledger, person: str, budget: Budget, now: datetime) -> Left:
        spent = ledger.budgets.spent(person, _day(now))
        return Left(
            questions=None if budget.questions is None else max(0, budget.questions - spent.questions),
            tokens=None if budget.tokens is None else max(0, budget.tokens - spent.tokens),
            dollars=None if budget.dollars is None else max(Decimal(0), budget.dollars - spent.dollars),
        )


def read_rates(text: str) -> tuple[RateLimitItem, ...]:
    """Return rates such as ``30/minute; 200/hour``.

    Raises:
        UsageError: It is no rate, or the library for rates is missing.
    """
    if not text.strip():
        return ()
    try:
        from limits import parse_many

        return tuple(parse_many(text))
    except ImportError:
        raise UsageError("TIEOUT_RATE needs an extra; install it with: pip install 'tieout[web]'.") from None
    except ValueError:
        raise UsageError(f"TIEOUT_RATE must be such as 30/minute, not {text[:40]!r}.") from None


def _is_none_left(left: int | Decimal | None) -> bool:
    return left is not None and left <= 0


def _words(time: timedelta) -> str:
    """Return a length of time in words, rounded up.

    Examples:
        >>> _words(timedelta(seconds=1)), _words(timedelta(seconds=90)), _words(timedelta(hours=5, seconds=1))
        ('1 second', '90 seconds', '6 hours')
    """
    seconds = ceil(time.total_seconds())
    unit, count = next(
        (unit, ceil(seconds / size))
        for unit, size in (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1))
        if seconds >= 2 * size or size == 1
    )
    return f"{count} {unit}{'' if count == 1 else 's'}"


def _day(now: datetime) -> datetime:
    return now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)

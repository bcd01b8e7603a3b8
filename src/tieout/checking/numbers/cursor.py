"""Where the scanner stands in the tokens, and the number it is putting together."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tieout.checking.mention import Bound, Mention, NumberKind
from tieout.checking.tokens import Token, TokenKind

_JOINED = frozenset({"", " ", "-"})
_ZERO = Fraction(0)
_PADDING = 8


class Cursor:
    """Tokens with a look to both sides; out of range there is a token without a key.

    The four looks are asked some hundred times for a sentence, so each is a list made once. Padding at its
    end serves both ends, since Python counts negative places from there.

    Attributes:
        tokens: All tokens of the text.
        text: The folded text.
        size: How many tokens there are.
        used: First token that no earlier number has taken; looking back stops here.
        markers: Positions in the text where a list marker starts.
        key: Place → key of the token, "" out of range.
        kind: Place → kind of the token, None out of range.
        gap: Place → what stands between a token and the one before it, stars of emphasis left out; a line end
            out of range.
        joined: Place → whether a token touches the one before it or follows after one space or a hyphen.
    """

    __slots__ = ("gap", "joined", "key", "kind", "markers", "size", "text", "tokens", "used")

    def __init__(self, tokens: Sequence[Token], text: str, markers: frozenset[int]) -> None:
        self.tokens = tokens
        self.text = text
        self.size = len(tokens)
        self.used = 0
        self.markers = markers
        keys = [token.key for token in tokens]
        kinds: list[TokenKind | None] = [token.kind for token in tokens]
        gaps = _gaps(tokens, text)
        self.key: Callable[[int], str] = (keys + [""] * _PADDING).__getitem__
        self.kind: Callable[[int], TokenKind | None] = (kinds + [None] * _PADDING).__getitem__
        self.gap: Callable[[int], str] = gaps.__getitem__
        self.joined: Callable[[int], bool] = [gap in _JOINED for gap in gaps].__getitem__

    def written(self, index: int) -> str:
        """Return a token as it is written."""
        token = self.tokens[index]
        return self.text[token.start : token.end]

    def follows(self, index: int, *keys: str) -> bool:
        """Return whether these keys stand at the index and after, each joined to the one before."""
        return all(
            self.key(place) == key and self.joined(place) for place, key in enumerate(keys, start=index)
        )


def _gaps(tokens: Sequence[Token], text: str) -> list[str]:
    end, gaps = -1, []
    for token in tokens:
        gaps.append(text[end : token.start] if end >= 0 else "\n")
        end = token.end
    if "*" in text:
        gaps = [gap.replace("*", "") for gap in gaps]
    return gaps + ["\n"] * _PADDING


@dataclass(slots=True, kw_only=True)
class Draft:
    """A number while it is being read. Attributes as in Mention; `first` and `after` count tokens.

    Attributes:
        bare: A plain number without sign, unit, scale or currency, that may take them from a neighbour.
        whole: No decimals, no fraction.
        grouped: Thousands are set apart.
    """

    first: int
    after: int
    kind: NumberKind = NumberKind.PLAIN
    value: Fraction | None = None
    step: Fraction = _ZERO
    sign: str = ""
    currency: str | None = None
    scale: int = 1
    words: bool = False
    zeros: int = 0
    per: int | None = None
    years: tuple[int, ...] = ()
    period: str = ""
    undated: str = ""
    weekday: int | None = None
    parts: tuple[int, int] | None = None
    bound: Bound = Bound.NONE
    inherited: bool = False
    reason: str = ""
    whole: bool = True
    grouped: bool = False

    @property
    def bare(self) -> bool:
        """Whether nothing is said but the number."""
        return (
            self.kind is NumberKind.PLAIN
            and self.scale == 1
            and self.currency is None
            and self.per is None
            and self.value is not None
        )

    def multiply(self, factor: Fraction | int) -> None:
        """Apply a scale to value and step; what is rounded so shows no zeros of its own."""
        self.value = None if self.value is None else self.value * factor
        self.step *= factor
        self.zeros = 0

    def refuse(self, reason: str) -> "Draft":
        """Make it unreadable and return it."""
        self.kind = NumberKind.UNREADABLE
        self.value = None
        self.step = _ZERO
        self.reason = reason
        self.scale = 1
        self.zeros = 0
        self.currency = self.per = self.parts = None
        self.years = ()
        self.period = self.undated = ""
        self.inherited = False
        return self

    def name(self) -> "Draft":
        """Make it an identifier and return it; the years stay."""
        self.kind = NumberKind.IDENTIFIER
        self.value = None
        self.step = _ZERO
        self.zeros = 0
        self.period = ""
        return self

    def mention(self, tokens: Sequence[Token], text: str) -> Mention:
        """Return the finished mention; the text is the answer as written."""
        start, end = tokens[self.first].start, tokens[self.after - 1].end
        return Mention(
            start=start,
            end=end,
            text=text[start:end],
            kind=self.kind,
            value=self.value,
            step=self.step,
            sign=self.sign,
            currency=self.currency,
            scale=self.scale,
            words=self.words,
            zeros=self.zeros,
            per=self.per,
            years=self.years,
            period=self.period,
            undated=self.undated,
            weekday=self.weekday,
            parts=self.parts,
            bound=self.bound,
            inherited=self.inherited,
            reason=self.reason,
        )

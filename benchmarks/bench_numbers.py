"""What reading the numbers of an answer costs, and that no text makes it cost more than its length.

    python benchmarks/bench_numbers.py

The first table is the median for an answer of two sentences. The second gives, for texts made of one
awkward piece over and over, the time for 25,000 and for 100,000 characters: four times the text should take
some four times as long. Memory and other work on the machine blur the ratio; a pattern that goes back over
what it has read would show as sixteen.
"""

import gc
import statistics
import time
from collections.abc import Callable

from tieout.checking.numbers import scan, scan_tokens
from tieout.checking.sentences import split_sentences
from tieout.checking.text import find_unsafe, fold
from tieout.checking.tokens import tokenize

ANSWER = (
    "Remittances to Ghana nearly tripled, going from $3.4 billion in 2014 to $9.5 billion in 2024, a rise"
    " of $6.2 billion. Kenya's ports handled just over 2 million TEU in 2024, the latest year."
)
PIECES = (
    "The share was 41.3% in 2020. ",
    "1",
    "1,",
    "1 ",
    "1 000 ",
    "5-",
    "$5 to ",
    "one and ",
    "one million ",
    "million ",
    "1 in ",
    "two thirds ",
    "point one ",
    "2020-",
    "1/",
    "G7-1",
    "No. 1 ",
    "May 5 ",
    ". ",
    '."',
    "**",
    "\n- ",
    "é",
    "½",
)
SHORT, LONG = 25_000, 100_000


def seconds(work: Callable[[str], object], text: str, rounds: int) -> float:
    """Return the median time of one call."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work(text)
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def read(text: str) -> None:
    """Do all that the check does to a text before it understands it."""
    scan(text)
    split_sentences(fold(text))
    find_unsafe(text)


def main() -> None:
    """Print both tables."""
    tokens = tokenize(ANSWER)
    steps: dict[str, Callable[[str], object]] = {
        "tokens": tokenize,
        "numbers": lambda text: scan_tokens(tokens, text),
        "sentences": split_sentences,
        "unsafe signs": find_unsafe,
    }
    print(f"an answer of two sentences, {len(ANSWER)} characters, {len(scan(ANSWER))} numbers")
    for name, work in steps.items():
        print(f"  {name:14} {seconds(work, ANSWER, 2000) * 1e6:8.1f} µs")
    print(f"\n{'piece':34} {SHORT:>9,} {LONG:>9,}  ratio")
    gc.disable()
    for piece in PIECES:
        short = seconds(read, piece * (SHORT // len(piece)), 5)
        long = seconds(read, piece * (LONG // len(piece)), 3)
        gc.collect()
        print(f"{piece!r:34} {short * 1e3:6.1f} ms {long * 1e3:6.1f} ms {long / short:6.1f}")


if __name__ == "__main__":
    main()

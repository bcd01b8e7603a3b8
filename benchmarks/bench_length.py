"""How the time of a whole check grows with the length of the text.

    python benchmarks/bench_length.py
    python benchmarks/bench_length.py --bar     status 1 where four times the text takes eight times the time

For texts made of one awkward piece over and over: the processor time for 16,000 and for 64,000 characters.
Four times the text should take some four times as long; sixteen would be a pattern that goes back over what
it read.
"""

import sys
import time

from tieout.checking.check import check
from tieout.facts.fact import Evidence

PIECES = ("% ", ": ", "of ", ", ", "1. x\n", "[e1", "$1", "In 2024, ", "more than ", "Canada had 1. ")
SHORT, LONG = 16_000, 64_000
MOST_TIMES = 8.0
"""Four would be exact; twice that leaves room for a busy machine, and none for a square."""


def seconds(piece: str, length: int) -> float:
    """Return the processor time of one check of ``length`` characters of the piece."""
    text = (piece * length)[:length]
    begin = time.process_time()
    check(text, Evidence())
    return time.process_time() - begin


def main() -> int:
    """Print a line a piece; return the exit status."""
    check("Canada had 1 person in 2024.", Evidence())
    print(f"{'piece':14}{SHORT:>10,}{LONG:>10,}   times")
    over = 0
    for piece in PIECES:
        short, long = seconds(piece, SHORT), seconds(piece, LONG)
        over += long / short > MOST_TIMES
        print(f"{piece!r:14}{short:>9.3f}s{long:>9.3f}s {long / short:>7.1f}")
    return 1 if over and "--bar" in sys.argv[1:] else 0


if __name__ == "__main__":
    sys.exit(main())

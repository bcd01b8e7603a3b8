"""How the time of a whole check grows with the length of the text.

    python benchmarks/bench_length.py

For texts made of one awkward piece over and over: the processor time for 16,000 and for 64,000 characters.
Four times the text should take some four times as long; sixteen would be a pattern that goes back over what
it read.
"""

import time

from tieout.checking.check import check
from tieout.facts.fact import Evidence

PIECES = ("% ", ": ", "of ", ", ", "1. x\n", "[e1", "$1", "In 2024, ", "more than ", "Canada had 1. ")
SHORT, LONG = 16_000, 64_000


def seconds(piece: str, length: int) -> float:
    """Return the processor time of one check of ``length`` characters of the piece."""
    text = (piece * length)[:length]
    begin = time.process_time()
    check(text, Evidence())
    return time.process_time() - begin


def main() -> None:
    """Print a line a piece."""
    check("Canada had 1 person in 2024.", Evidence())
    print(f"{'piece':14}{SHORT:>10,}{LONG:>10,}   times")
    for piece in PIECES:
        short, long = seconds(piece, SHORT), seconds(piece, LONG)
        print(f"{piece!r:14}{short:>9.3f}s{long:>9.3f}s {long / short:>7.1f}")


if __name__ == "__main__":
    main()

"""Fuzz the check: any text gets a verdict, the same one everywhere, and no number of a valid one is untied.

Usage: python scripts/fuzz_atheris.py [--seconds 600] [--seed 1] [--random]

Bytes choose a text: arbitrary Unicode, words of the lexicon with names and numbers of the rows, or a golden
answer with words taken out, put in and replaced. With atheris (``pip install atheris``; not among the
requirements, it has no wheel for every Python) the bytes follow what they reach in the check; with
``--random`` they are drawn. What does not hold stops the run and is printed with its text, question and rows.

Held: no exception; problems and ties lie inside the text and quote it; the verdict is the same when it is
asked for again, with the rows in reverse, and, for a sample, in another process with another hash seed,
locale and time zone; a valid answer with ties is not valid without rows; each decimal or grouped number of a
valid answer, but a threshold, the "per 1,000" of a unit or a number of a name, lies in a tie.
"""

import argparse
import hashlib
import json
import locale
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

Sample = tuple[int, str, str | None]
"""The number of the rows, the answer, the question."""

NUMBER = re.compile(r"(?<![\w.,])\d+(?:\.\d+|(?:,\d{3})+(?:\.\d+)?)(?![\w,.]*\d)")
PER = re.compile(r"\b(?:per|every|each|in|out of)\W+$", re.IGNORECASE)
BOUND = re.compile(
    r"\b(?:above|over|below|under|than|least|most|exceed\w*|beyond|reach\w*|between|and|pass\w*)\W+\S{0,4}$"
)
EVERY = 2_000
"""Runs between two comparisons with another process."""
KEPT = 150
"""Samples that such a comparison is made of."""


class Take:
    """Choices made by bytes: the first bytes make the first choices; where they end, all choices are zero."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, 0

    def number(self, below: int) -> int:
        """Return a number from 0 to one less than the given one."""
        size = 1 if below <= 256 else 2
        piece = self._data[self._at : self._at + size]
        self._at += size
        return int.from_bytes(piece, "big") % below

    def text(self) -> str:
        """Return what is left as text: two or three bytes a character, surrogates and the unassigned too."""
        found = []
        while self._at < len(self._data):
            wide = self.number(4)
            code = (
                self.number(128) if wide < 2 else self.number(65536) + 65536 * (wide == 3) * self.number(17)
            )
            found.append(chr(min(code, sys.maxunicode)))
        return "".join(found)

    @property
    def empty(self) -> bool:
        """True where all bytes have been used."""
        return self._at >= len(self._data)


class Ground:
    """What the texts are made of, and the rows they are held to."""

    def __init__(self) -> None:
        from tests.golden.answers import cases

        from tieout.checking.check import check
        from tieout.checking.lexicon import lexicon
        from tieout.facts.rows import evidence_from_rows

        self.check: Callable[..., Any] = check
        self.golden = [case.values for case in cases()]
        kept: dict[str, int] = {}
        self.rows: list[list[dict[str, Any]]] = []
        self.room: list[int] = []
        for rows, *_ in self.golden:
            key = json.dumps(rows)
            if key not in kept:
                kept[key] = len(self.rows)
                self.rows.append(rows)
            self.room.append(kept[key])
        self.evidence = [evidence_from_rows(rows) for rows in self.rows]
        self.turned = [evidence_from_rows(rows[::-1]) for rows in self.rows]
        self.nothing = evidence_from_rows([])
        self.phrases = sorted(lexicon(whole=True))
        self.marks = [",", ".", ";", ":", "(", ")", "%", "$", "–", "'s", "\n- ", "[e1]", "?", "and", "of"]
        self.questions = sorted({question for _, question, *_ in self.golden if question})

    def sample(self, data: bytes) -> Sample:
        """Return the text that the bytes choose."""
        take = Take(data)
        kind, place = take.number(4), take.number(len(self.golden))
        rows, question, answer, _ = self.golden[place]
        if take.number(4) == 0:
            question = ([None, *self.questions])[take.number(len(self.questions) + 1)]
        if kind == 0:
            return self.room[place], take.text(), question
        words = answer.split(" ") if kind > 1 else []
        for _ in range(40):
            if take.empty and words:
                break
            self._edit(words, take, rows)
        return self.room[place], " ".join(words), question

    def _edit(self, words: list[str], take: Take, rows: Sequence[dict[str, Any]]) -> None:
        """Take a word out, put one in, or put one in the place of another."""
        sort, at = take.number(3), take.number(len(words) + 1)
        if sort == 0 and words:
            del words[at : at + 1]
            return
        words[at : at + (sort == 1)] = [self._piece(take, rows)]

    def _piece(self, take: Take, rows: Sequence[dict[str, Any]]) -> str:
        row = rows[take.number(len(rows))]
        match take.number(8):
            case 0:
                return str(row["area_name"])
            case 1:
                return str(row["indicator_name"]).partition("(")[0].strip().lower()
            case 2:
                return str(row["period"])
            case 3:
                return str(row["value"])
            case 4:
                return str(take.number(3000)) + ("", "%", ".5", " million")[take.number(4)]
            case 5:
                return self.marks[take.number(len(self.marks))]
        return self.phrases[take.number(len(self.phrases))]

    def verdict(self, sample: Sample) -> Any:
        """Return the verdict on a sample."""
        room, answer, question = sample
        return self.check(answer, self.evidence[room], question=question)

    def hold(self, sample: Sample) -> Any:
        """Return the verdict on a sample, held to all that must be so of any.

        Raises:
            AssertionError: Something is not so.
        """
        room, answer, question = sample
        verdict = self.verdict(sample)
        for one in (*verdict.problems, *verdict.ties):
            assert 0 <= one.start <= one.end <= len(answer), one
            assert answer[one.start : one.end] == one.text, one
        assert verdict.valid == (not verdict.problems), verdict
        assert self.verdict(sample) == verdict, "another verdict the second time"
        turned = self.check(answer, self.turned[room], question=question)
        assert turned.valid == verdict.valid, ("another verdict on rows in reverse", verdict, turned)
        if verdict.valid and verdict.ties:
            assert not self.check(answer, self.nothing, question=question).valid, "valid without rows"
        if verdict.valid:
            loose = untied(answer, verdict.ties, self.rows[room])
            assert not loose, ("untied", loose, verdict)
        return verdict


def untied(answer: str, ties: Sequence[Any], rows: Sequence[dict[str, Any]]) -> list[str]:
    """Return the decimal and grouped numbers of an answer that are in no tie.

    Thresholds, rates and numbers of an indicator's own name ("$3.00 a day") are left out.
    """
    found = []
    named = " ".join(f"{row['indicator_name']} {row['unit']}" for row in rows)
    for number in NUMBER.finditer(answer):
        before = answer[: number.start()]
        told = any(one.start <= number.start() and number.end() <= one.end for one in ties)
        if not told and number[0] not in named and not PER.search(before) and not BOUND.search(before):
            found.append(number[0])
    return found


def digest(ground: Ground, samples: Sequence[Sample]) -> str:
    """Return one hash over the verdicts on samples."""
    told = "\n".join(repr(ground.verdict(sample)) for sample in samples)
    return hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()


def elsewhere(samples: Sequence[Sample], turn: int) -> str:
    """Return the same hash from a process with another hash seed, locale and time zone."""
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        json.dump(samples, file)
        file.flush()
        there = {
            **os.environ,
            "PYTHONHASHSEED": str(1 + turn * 7919 % 4_000_000_000),
            "LC_ALL": ("tr_TR.UTF-8", "C", "de_DE.UTF-8")[turn % 3],
            "TZ": ("Pacific/Apia", "America/Caracas")[turn % 2],
        }
        line = [sys.executable, str(Path(__file__).resolve()), "--replay", file.name]
        return subprocess.run(line, env=there, capture_output=True, text=True, check=True).stdout.strip()


class Run:
    """One run of the fuzzer: counts, and what is kept for the comparison with another process."""

    def __init__(self, ground: Ground, seconds: float) -> None:
        self._ground, self._ends = ground, time.monotonic() + seconds
        self._kept: list[Sample] = []
        self.runs = self.valid = self.compared = 0

    def one(self, data: bytes) -> None:
        """Try one input; end the process when the time is over, or at the first fault."""
        sample = self._ground.sample(data)
        try:
            verdict = self._ground.hold(sample)
        except BaseException:
            room, answer, question = sample
            print(f"answer: {answer!r}\nquestion: {question!r}\nrows: {json.dumps(self._ground.rows[room])}")
            raise
        self.runs += 1
        self.valid += verdict.valid
        if len(self._kept) < KEPT and (verdict.valid or self.runs % (EVERY // KEPT) == 0):
            self._kept.append(sample)
        if self.runs % EVERY == 0:
            self._compare()
        if time.monotonic() > self._ends:
            self._compare()
            print(
                f"{self.runs} texts, {self.valid} of them valid, {self.compared} read in another process too"
            )
            sys.stdout.flush()
            os._exit(0)

    def _compare(self) -> None:
        turn = self.runs // EVERY
        here, there = digest(self._ground, self._kept), elsewhere(self._kept, turn)
        if here != there:
            print(f"Another process gives other verdicts (turn {turn}): {json.dumps(self._kept)}")
            sys.stdout.flush()
            os._exit(1)
        self.compared += len(self._kept)
        print(f"{self.runs} texts, {self.valid} valid", file=sys.stderr, flush=True)
        self._kept.clear()


def drawn(run: Run, seed: int) -> None:
    """Feed drawn bytes, until the run ends the process."""
    chance = random.Random(seed)
    while True:
        run.one(chance.randbytes(chance.choice((4, 8, 12, 24, 80))))


def main() -> int:
    """Read the arguments and fuzz; what follows ``--`` goes to libFuzzer."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--random", action="store_true", help="draw the bytes; needs no atheris")
    parser.add_argument("--replay", type=Path, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.replay is not None:
        try:
            locale.setlocale(locale.LC_ALL, "")
        except locale.Error:
            locale.setlocale(locale.LC_ALL, "C")
        print(digest(Ground(), [tuple(one) for one in json.loads(asked.replay.read_text(encoding="utf-8"))]))
        return 0
    if asked.random:
        drawn(Run(Ground(), asked.seconds), asked.seed)
    try:
        import atheris
    except ImportError:
        print("atheris is not installed: pip install atheris, or draw the bytes with --random.")
        return 1
    with atheris.instrument_imports(include=["tieout.checking"]):
        run = Run(Ground(), asked.seconds)
    with tempfile.TemporaryDirectory() as corpus:
        options = [sys.argv[0], f"-seed={asked.seed}", "-max_len=120", "-timeout=60", "-verbosity=0", corpus]
        atheris.Setup(options, run.one)
        atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())

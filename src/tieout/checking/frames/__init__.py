"""Frames: one family of claims a file. A frame says "not my shape" (None), reads the clause, or rejects it.

``FRAMES`` is the order in which they are asked; the words that a frame may consume keep them apart. Each says
what it needs, so that a clause is put only to those that it may be for.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from tieout.checking.clause import Clause, Reading, Scene
from tieout.checking.frames.against import read_against
from tieout.checking.frames.ahead import read_any_other, read_next, read_place_beside
from tieout.checking.frames.balance import read_balance
from tieout.checking.frames.beside import read_beside_told
from tieout.checking.frames.change import read_change
from tieout.checking.frames.compare import read_compare
from tieout.checking.frames.count import read_count
from tieout.checking.frames.course import read_course
from tieout.checking.frames.definition import read_definition
from tieout.checking.frames.ditto import read_ditto
from tieout.checking.frames.elided import read_elided
from tieout.checking.frames.factor import read_factor, read_larger
from tieout.checking.frames.foreach import read_asked_ratio
from tieout.checking.frames.gap import read_gap
from tieout.checking.frames.growth import read_dearer
from tieout.checking.frames.holding import read_holding
from tieout.checking.frames.lately import read_lately
from tieout.checking.frames.mean import read_beside_mean, read_mean_change
from tieout.checking.frames.only import read_only
from tieout.checking.frames.others import read_others
from tieout.checking.frames.pair import read_again, read_multiple
from tieout.checking.frames.part import read_part
from tieout.checking.frames.path import read_path
from tieout.checking.frames.places import read_places
from tieout.checking.frames.product import read_product
from tieout.checking.frames.proportion import read_proportion
from tieout.checking.frames.rank import read_rank
from tieout.checking.frames.refusal import read_refusal
from tieout.checking.frames.remark import read_remark
from tieout.checking.frames.run import read_run
from tieout.checking.frames.share import read_share
from tieout.checking.frames.signed import read_signed
from tieout.checking.frames.spread import read_between, read_spread
from tieout.checking.frames.statistic import read_lent, read_statistic
from tieout.checking.frames.step import read_step
from tieout.checking.frames.stepwise import read_stepwise
from tieout.checking.frames.tied import read_tied
from tieout.checking.frames.value import read_values
from tieout.checking.frames.yearcount import read_year_count
from tieout.checking.frames.yearly import read_yearly

__all__ = ["FRAMES", "Frame", "frames_for"]


@dataclass(frozen=True, slots=True)
class Frame:
    """One family of claims.

    Attributes:
        read: Reads a clause: its reading, or None where it is none of this family.
        needs: Sets of kinds. A clause that has no chunk of one of them is none of this family, and the frame
            is not asked.
        untimed: It speaks of years one by one, and of no "every year", "for the first time", "for years".
    """

    read: Callable[[Clause, Scene], Reading | None]
    needs: tuple[frozenset[str], ...]
    untimed: bool


def _frame(read: Callable[[Clause, Scene], Reading | None], *needs: str, untimed: bool = False) -> Frame:
    return Frame(read, tuple(frozenset(kinds.split()) for kinds in needs), untimed)


FRAMES: Final = (
    _frame(read_remark, "source basis unit counted label ind"),
    _frame(read_definition, "neutral"),
    _frame(read_refusal),
    _frame(read_gap, "gap cannot ambiguous setphrase"),
    _frame(read_asked_ratio, "num"),
    _frame(read_lent, "num"),
    _frame(read_elided, "num", "area", untimed=True),
    _frame(read_proportion, "num", untimed=True),
    _frame(read_part, "num", untimed=True),
    _frame(read_share, "num", untimed=True),
    _frame(read_holding),
    _frame(read_signed, "surplus deficit direction", untimed=True),
    _frame(read_product, "num", untimed=True),
    _frame(read_others, "setsize rest"),
    _frame(read_year_count, "count", untimed=True),
    _frame(
        read_count,
        "count countsize quantifier both only",
        "setsize setnoun area countsize",
        "num",
        untimed=True,
    ),
    _frame(read_yearly, "direction", "statistic", "num"),
    _frame(read_step, "superlative"),
    _frame(read_stepwise),
    _frame(read_lately, "timeword"),
    _frame(read_run, "timeword"),
    _frame(read_course),
    _frame(read_only, "only quantifier count", "comparison", untimed=True),
    _frame(read_again, "year timeword", untimed=True),
    _frame(read_spread, "num"),
    _frame(read_any_other, "comparison"),
    _frame(read_place_beside, "comparison", "ordinal ranking superlative"),
    _frame(read_next, "area", "follow"),
    _frame(read_places, "area", untimed=True),
    _frame(read_between, "area"),
    _frame(read_tied, "shared", untimed=True),
    _frame(read_rank, "superlative ranking peak ordinal"),
    _frame(read_mean_change, "direction", "num"),
    _frame(read_beside_mean, "statistic comparison"),
    _frame(read_beside_told, "comparison", "area"),
    _frame(read_statistic, "statistic ind piece", "num"),
    _frame(read_factor, "factor", "area", "num", untimed=True),
    _frame(read_larger, "comparison", untimed=True),
    _frame(read_path, "direction"),
    _frame(read_change, "direction multiple hold"),
    _frame(read_dearer, "comparison", "num", "grows"),
    _frame(read_against, "comparison multiple num", untimed=True),
    _frame(read_multiple, "num multiple", untimed=True),
    _frame(read_ditto, "num", "area", untimed=True),
    _frame(read_balance, "balance", "num", untimed=True),
    _frame(read_compare, "comparison gapword num", untimed=True),
    _frame(read_values, "num signword", untimed=True),
)


@lru_cache(maxsize=4096)
def frames_for(kinds: frozenset[str]) -> tuple[Frame, ...]:
    """Return the frames that may read a clause of these kinds of chunks, in the order they are asked.

    Examples:
        >>> [frame.read.__name__ for frame in frames_for(frozenset({"area", "year", "hold"}))][-1]
        'read_change'
    """
    return tuple(frame for frame in FRAMES if not any(kinds.isdisjoint(needed) for needed in frame.needs))

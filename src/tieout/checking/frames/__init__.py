"""Frames: one family of claims a file. A frame says "not my shape" (None), reads the clause, or rejects it.

``FRAMES`` is the order in which they are asked; the words that a frame may consume keep them apart.
"""

from collections.abc import Callable
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
from tieout.checking.frames.factor import read_factor, read_larger
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
from tieout.checking.frames.yearly import read_yearly

__all__ = ["FRAMES", "UNTIMED"]

FRAMES: Final[tuple[Callable[[Clause, Scene], Reading | None], ...]] = (
    read_remark,
    read_definition,
    read_refusal,
    read_gap,
    read_lent,
    read_holding,
    read_signed,
    read_product,
    read_others,
    read_count,
    read_yearly,
    read_step,
    read_stepwise,
    read_lately,
    read_run,
    read_course,
    read_only,
    read_again,
    read_spread,
    read_any_other,
    read_place_beside,
    read_next,
    read_places,
    read_between,
    read_tied,
    read_rank,
    read_part,
    read_share,
    read_mean_change,
    read_beside_mean,
    read_beside_told,
    read_statistic,
    read_factor,
    read_larger,
    read_path,
    read_change,
    read_dearer,
    read_against,
    read_multiple,
    read_ditto,
    read_balance,
    read_compare,
    read_values,
)

UNTIMED: Final = frozenset(
    {
        read_signed,
        read_product,
        read_count,
        read_only,
        read_again,
        read_places,
        read_tied,
        read_part,
        read_share,
        read_factor,
        read_larger,
        read_against,
        read_multiple,
        read_ditto,
        read_balance,
        read_compare,
        read_values,
    }
)
"""Frames that speak of years one by one, and no "every year", "for the first time", "for years"."""

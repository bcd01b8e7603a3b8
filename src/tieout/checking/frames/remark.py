"""Remarks: a source line, and what the figures are given in, without a figure."""

from typing import Final

from tieout.checking.clause import Clause, Reading, Scene

__all__ = ["read_remark"]

_ALLOWED: Final = frozenset(
    "source punct neutral basis unit counted preposition ident label generic ind".split()
)


def read_remark(clause: Clause, scene: Scene) -> Reading | None:
    """Read "Source: World Bank, World Development Indicators, current US$"."""
    if not clause.chunks or clause.chunks[0].key not in _OPENERS or not clause.only(_ALLOWED):
        return None
    if not clause.has("source", "basis", "unit", "counted", "label", "ind"):
        return None
    mask = scene.table.all_mask
    for chunk in clause.of("basis", "unit", "counted", "label", "ind"):
        mask &= chunk.mask("unit", "counted", "label", "ind") or _of_basis(
            str(chunk.readings.get("basis")), scene
        )
    return Reading() if mask else None


_OPENERS: Final = frozenset({"source", "sources", "data source", "unit", "units"})


def _of_basis(said: str, scene: Scene) -> int:
    mask = 0
    for number, measure in enumerate(scene.table.measures):
        basis = measure.unit.basis.lower()
        if said in basis and ("ppp" in basis) == (said == "ppp"):
            mask |= 1 << number
    return mask

"""Subjects: what a sentence calls its area and its indicator."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tieout.facts.area import Area
from tieout.facts.indicator import Indicator
from tieout.facts.names import Names

__all__ = ["Subjects", "listed", "opened"]

_PLURAL_ENDINGS = (
    "States",
    "Islands",
    "Emirates",
    "Netherlands",
    "Philippines",
    "Bahamas",
    "Maldives",
    "countries",
)
# How a person says what a share of the population did; other percentages are said by their noun.
_DEEDS = {"EG.ELC.ACCS.ZS": "had access to electricity", "IT.NET.USER.ZS": "used the internet"}
# The display names of the first two say prices; in a sentence the amount ("US$") or an opening phrase says
# them. Those of the others would be read as more than a name (a comma, an owner, a group that is missing).
_NOUNS = {
    "NY.GDP.MKTP.CD": "GDP",
    "NY.GDP.PCAP.CD": "GDP per person",
    "BX.GRT.EXTA.CD.WD": "grants excluding technical cooperation",
    "FI.RES.TOTL.CD": "total reserves including gold",
    "GC.REV.XGRT.GD.ZS": "government revenue excluding grants",
    "SE.PRM.PRSL.FE.ZS": "persistence to the last grade among girls",
    "SE.PRM.PRSL.MA.ZS": "persistence to the last grade among boys",
    "SG.DMK.SRCR.FN.ZS": "reproductive decision making of women",
    "SH.STA.ANVC.ZS": "pregnant women receiving prenatal care",
    "SI.SPR.PC40": "mean consumption or income per person of the poorest 40 percent",
    "SI.SPR.PCAP": "mean consumption or income per person",
    "SL.GDP.PCAP.EM.KD": "real GDP per job",
}
_HEAD = re.compile(r"\s(?:of|per|as|in|to|for|by|with|from|into|on|at)\s|[,(]")
_COUNTABLE = frozenset("density index number population rate ratio share".split())
_SINGULAR_S = ("ss", "us", "is", "gas", "access")


@dataclass(frozen=True, slots=True, kw_only=True)
class Subjects:
    """The names that house style uses.

    Attributes:
        names: What areas and indicators are called; those it does not know go by the name in their facts.
    """

    names: Names

    def area(self, area: Area) -> str:
        """Return the area as the subject of a clause: ``Canada``, ``the United States``, ``the world``."""
        known = self.names.areas.get(area.code)
        return known.in_sentence if known else area.name

    def owner(self, area: Area) -> str:
        """Return the area as an owner: ``Canada's``, ``the United States'``, ``Laos's``."""
        name = self.area(area)
        return f"{name}'" if name.endswith(_PLURAL_ENDINGS) else f"{name}'s"

    def noun(self, indicator: Indicator) -> str:
        """Return the indicator as a noun without article; a price basis other than current US$ is said."""
        known = self.names.indicators.get(indicator.code)
        name = _NOUNS.get(indicator.code) or _plain(known.name if known else indicator.name)
        unit = indicator.unit
        if not known and unit.currency and unit.basis != "current" and unit.text not in name:
            return f"{name} ({unit.text})"
        return name

    def definite(self, indicator: Indicator) -> str:
        """Return the noun as it opens a clause on its own: ``the population``, ``GDP``, ``internet use``."""
        noun = self.noun(indicator)
        head = _HEAD.split(noun, maxsplit=1)[0].split()[-1]
        return f"the {noun}" if head in _COUNTABLE else noun

    def deed(self, indicator: Indicator) -> str:
        """Return what the share of the population did (``used the internet``), or an empty text."""
        return _DEEDS.get(indicator.code, "")

    def be(self, indicator: Indicator) -> str:
        """Return ``was`` or ``were`` for the noun."""
        head = _HEAD.split(self.noun(indicator), maxsplit=1)[0]
        return "were" if head.endswith("s") and not head.endswith(_SINGULAR_S) else "was"

    def prices(self, indicator: Indicator) -> str:
        """Return the price basis as a phrase that opens a sentence, with a comma; empty without prices."""
        unit = indicator.unit
        return f"in {unit.text.replace('US$', 'US dollars').split(' per ')[0]}, " if unit.currency else ""


def listed(parts: Sequence[str]) -> str:
    """Return the parts as a list in words: ``a``, ``a and b``, ``a, b and c``."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def opened(sentence: str) -> str:
    """Return the sentence with its first letter as a capital."""
    return sentence[:1].upper() + sentence[1:]


def _plain(name: str) -> str:
    """Return the publisher's name without its unit in brackets, as it stands inside a sentence."""
    bare = re.sub(r"\s*\([^()]*\)\s*$", "", name)
    head, _, rest = bare.partition(", ")
    words = head if rest in {"total", ""} else bare
    second = words[1:2]
    return words if second.isupper() or not second else words[0].lower() + words[1:]

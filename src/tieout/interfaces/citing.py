"""Citations of an answer: as a sentence, as BibTeX, and as CSL-JSON for programs that keep references.

Both forms are a dozen fields, so that no library stands between them and the card of the data set.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from tieout.data.card import DatasetCard
    from tieout.ledger import Run

__all__ = ["Citation", "citation_of"]

_SPECIAL: Final = str.maketrans({one: f"\\{one}" for one in "&%$#_"} | {"{": "", "}": "", "\\": ""})


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """What a reference to an answer says.

    Attributes:
        run: The id of the run.
        question: The question, in full.
        publisher: Who publishes the values; empty where the card is not at hand.
        title: The publication, or the name of the data set.
        dataset: The data set with its version.
        series: The codes of the series that were read.
        licence: The licence; empty where the card is not at hand.
        licence_url: Where the licence stands.
        asked: The day of the answer.
        address: The permanent address of the answer.
        accessed: The day on which it was looked at.
    """

    run: str
    question: str
    publisher: str
    title: str
    dataset: str
    series: tuple[str, ...]
    licence: str
    licence_url: str
    asked: date
    address: str
    accessed: date

    @property
    def plain(self) -> str:
        """One line for a note."""
        of = f", series {', '.join(self.series)}" if self.series else ""
        licence = f", {self.licence}" if self.licence else ""
        by = f"{self.publisher}, " if self.publisher else ""
        return (
            f"{by}{self.title} ({self.dataset}){of}{licence}. “{self.question}”, checked answer of "
            f"{_day(self.asked)}, {self.address} (accessed {_day(self.accessed)})."
        )

    @property
    def bibtex(self) -> str:
        """The entry of a BibTeX file; braces and backslashes of its texts are left out."""
        fields = {
            "author": f"{{{_tex(self.publisher)}}}" if self.publisher else "",
            "title": _tex(f"{self.title} ({self.dataset})"),
            "note": _tex(
                f"Checked answer to: {self.question}" + (f" {self.licence}." if self.licence else "")
            ),
            "year": str(self.asked.year),
            "url": self.address,
            "urldate": self.accessed.isoformat(),
        }
        lines = ",\n".join(f"  {name} = {{{said}}}" for name, said in fields.items() if said)
        return f"@misc{{tieout-{self.run},\n{lines}\n}}\n"

    def csl(self) -> dict[str, Any]:
        """Return the CSL-JSON item."""
        item: dict[str, Any] = {
            "id": f"tieout-{self.run}",
            "type": "dataset",
            "title": f"{self.title} ({self.dataset})",
            "note": f"Checked answer to: {self.question}",
            "issued": {"date-parts": [[self.asked.year, self.asked.month, self.asked.day]]},
            "accessed": {"date-parts": [[self.accessed.year, self.accessed.month, self.accessed.day]]},
            "URL": self.address,
            "version": self.dataset,
        }
        if self.publisher:
            item |= {"author": [{"literal": self.publisher}], "publisher": self.publisher}
        return item | ({"license": self.licence_url or self.licence} if self.licence else {})


def citation_of(run: Run, card: DatasetCard, *, address: str, accessed: date) -> Citation:
    """Return the citation of a run.

    Args:
        run: The run.
        card: The card of the data set that is served; used where the run is of that data set.
        address: The permanent address of the run.
        accessed: Today.
    """
    document = run.document
    dataset: Mapping[str, str] = document["dataset"]
    mine = dataset["name"] == card.name
    return Citation(
        run=run.run,
        question=run.question,
        publisher=card.publisher if mine else "",
        title=card.source_name if mine else dataset["name"],
        dataset=f"{dataset['name']} {dataset['version']}",
        series=tuple(dict.fromkeys(row["indicator"] for row in document["evidence"] if row["indicator"])),
        licence=card.licence if mine else "",
        licence_url=card.licence_url if mine else "",
        asked=run.asked_at.date(),
        address=address,
        accessed=accessed,
    )


def _day(day: date) -> str:
    return f"{day.day} {day:%B %Y}"


def _tex(text: str) -> str:
    return text.translate(_SPECIAL)

"""What is told in a thread: the answer with ticks, its source and caveats, or in one sentence why not.

Words of the data, of a model or of a person stand in rich text and plain text, which Slack shows as they are:
nothing in them can mention somebody, call a channel or become a link. The text beside the blocks, which
notifications show, is escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from tieout.desk import without_markers
from tieout.interfaces.slack.reading import escaped
from tieout.interfaces.stops import told_stop
from tieout.interfaces.web.marking import Piece, tied_pieces
from tieout.outcome import follows_of, tie_document
from tieout.review import check_again

if TYPE_CHECKING:
    from tieout.facts.names import Names
    from tieout.ledger import Run

__all__ = ["Message", "decided_message", "decision_message", "outcome_message", "plain_message"]

LONGEST_TEXT: Final = 3_000
"""Code points of a text; Slack cuts a message or refuses a block that is longer."""

MOST_NOTES: Final = 8
"""Caveats that are shown; Slack takes ten elements in a line of notes."""

_TICK: Final = "✓"


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """A message as Slack takes it.

    Attributes:
        text: What notifications and readers of the screen show, escaped.
        blocks: What is shown in the thread.
    """

    text: str
    blocks: tuple[dict[str, Any], ...]


def plain_message(sentence: str) -> Message:
    """Return a message of one sentence."""
    return _message([Piece(text=sentence)])


def outcome_message(run: Run, page: str) -> Message:
    """Return what is told of a run; of a held one its number, never its draft.

    Args:
        run: The run.
        page: Its permanent page; empty where there is none that others reach.
    """
    document = run.document
    if run.outcome in ("answered", "declined"):
        notes = [*_read_as(run), *document["caveats"], document["source"]]
        return _message(tied_pieces(document["answer"], document["ties"]), notes, page)
    if run.outcome == "held":
        said = f"Held for a person, as no. {run.number}: not every claim of the draft ties out."
        return _message([Piece(text=f"{said} What is decided will be told in this thread.")], page=page)
    why = told_stop(document["stop"]) if document["stop"] else "the model's answer could not be used"
    return _message([Piece(text=f"No answer, run no. {run.number}: {why}.")], page=page)


def decision_message(run: Run, names: Names, page: str) -> Message:
    """Return what is told when a person has decided about a held run: the text, who answers for it, and why.

    Args:
        run: The run, with its decision.
        names: What areas and indicators are called, to tick what ties out.
        page: Its permanent page; empty where there is none that others reach.
    """
    review = run.review
    if review is None:
        raise ValueError(f"no. {run.number} is not decided")
    why = f": {review.why}" if review.why else ""
    if not review.text:
        return _message([Piece(text=f"No. {run.number} was declined by {review.who}{why}.")], page=page)
    _, verdict = check_again(run, review.text, names)
    text, ties = without_markers(review.text, verdict.ties)
    pieces = tied_pieces(text, map(tie_document, ties)) if verdict.valid else [Piece(text=text)]
    released = (
        f"No. {run.number}, {'amended' if review.action == 'amend' else 'approved'} by {review.who}{why}"
    )
    notes = [
        released
        if verdict.valid
        else f"{released}. Not every number of it was ticked: {review.who} answers for it",
        *run.document["caveats"],
        run.document["source"],
    ]
    return _message(pieces, notes, page)


def decided_message(run: Run, page: str) -> Message:
    """Return what the message that said "held" says once a decision was told below it."""
    done = {"approve": "approved", "amend": "amended", "decline": "declined"}
    action = done[str(run.review.action)] if run.review else "decided"
    return _message(
        [Piece(text=f"Was held for a person, as no. {run.number}; {action}, see below.")], page=page
    )


def _read_as(run: Run) -> tuple[str, ...]:
    """Return what a follow-up was read as, so that whoever asked sees when that is another question."""
    follows = follows_of(run.document)
    return (f"Read as: {run.question}",) if follows is not None and follows.asked != run.question else ()


def _message(pieces: Sequence[Piece], notes: Iterable[str] = (), page: str = "") -> Message:
    shown = _cut(pieces)
    told = [note for note in notes if note]
    # the source line is the last of them and always stands
    kept = [*told[:-1][:MOST_NOTES], *told[-1:]]
    blocks: list[dict[str, Any]] = [_rich([_element(piece) for piece in shown])]
    if kept:
        blocks.append({"type": "context", "elements": [_plain(note) for note in kept]})
    if page:
        blocks.append(_rich([{"type": "link", "url": page, "text": "Rows, steps and the whole record"}]))
    words = "".join(f"{piece.text} {_TICK}" if piece.refs else piece.text for piece in pieces)
    return Message(text=escaped("\n".join([words, *kept]), LONGEST_TEXT), blocks=tuple(blocks))


def _cut(pieces: Iterable[Piece]) -> list[Piece]:
    """Return the pieces up to where the text would be too long."""
    shown: list[Piece] = []
    room = LONGEST_TEXT
    for piece in pieces:
        if len(piece.text) > room:
            return [*shown, Piece(text=f"{piece.text[:room]}…")]
        shown.append(piece)
        room -= len(piece.text)
    return shown


def _rich(elements: list[dict[str, Any]]) -> dict[str, Any]:
    return {"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": elements}]}


def _element(piece: Piece) -> dict[str, Any]:
    if piece.refs:
        return {"type": "text", "text": f"{piece.text} {_TICK}", "style": {"bold": True}}
    return {"type": "text", "text": piece.text}


def _plain(text: str) -> Mapping[str, Any]:
    kept = text if len(text) < LONGEST_TEXT else f"{text[: LONGEST_TEXT - 1]}…"
    return {"type": "plain_text", "text": kept, "emoji": False}

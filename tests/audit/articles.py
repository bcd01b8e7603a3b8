"""Articles with true and false claims, written down once and made into files of every kind.

A line of a source is ``T`` (true), ``F`` (false) or ``N`` (no claim about the data) with a sentence behind
it; ``=`` begins a paragraph, ``#`` a heading, ``-`` an item of a list, ``|`` a row of a table with its cells
parted by semicolons, ``>`` a quotation, ``c`` a caption.
"""

from __future__ import annotations

import html
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import docx

FOLDER = Path(__file__).parent / "articles"
NAMES = tuple(sorted(path.stem for path in FOLDER.glob("*.txt")))
ENDINGS = ("txt", "md", "html", "docx")


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A block of an article: its kind, and its sentences with what each is."""

    kind: str
    sentences: tuple[tuple[str, str], ...]

    @property
    def text(self) -> str:
        """Its sentences, one behind the other."""
        return " ".join(text for _, text in self.sentences)


def read_article(name: str) -> list[Block]:
    """Return the blocks of an article."""
    blocks: list[Block] = []
    said: list[tuple[str, str]] = []

    def close() -> None:
        if said:
            blocks.append(Block(kind="p", sentences=tuple(said)))
            said.clear()

    for line in (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        kind, _, rest = line.partition(" ")
        if kind in ("T", "F", "N"):
            said.append((kind, rest))
            continue
        close()
        if kind == "=":
            continue
        truth, _, text = rest.partition(" ")
        told = (truth, text) if truth in ("T", "F") else ("N", rest)
        blocks.append(Block(kind=kind, sentences=(told,)))
    close()
    return blocks


def write_article(name: str, ending: str, folder: Path) -> Path:
    """Write an article as a file of a kind, and return its path."""
    path, blocks = folder / f"{name}.{ending}", read_article(name)
    if ending == "docx":
        _docx(blocks, path)
    else:
        written = {"txt": _plain, "md": _markdown, "html": _html}[ending](blocks)
        path.write_text("\n".join(written), encoding="utf-8")
    return path


def _cells(block: Block) -> list[str]:
    return [cell.strip() for cell in block.text.split(" ; ")]


def _plain(blocks: list[Block]) -> Iterator[str]:
    for block in blocks:
        yield "\n".join(_cells(block)) if block.kind != "|" else "\n\n".join(_cells(block))
        yield ""


def _markdown(blocks: list[Block]) -> Iterator[str]:
    in_table = False
    for block in blocks:
        if block.kind == "|":
            if not in_table:
                yield ""
            yield "| " + " | ".join(_cells(block)) + " |"
            if not in_table:
                yield "|---" * len(_cells(block)) + "|"
            in_table = True
            continue
        if in_table:
            yield ""
        in_table = False
        yield (
            {"#": "# ", "-": "- ", ">": "> ", "c": "*", "p": ""}[block.kind]
            + block.text
            + ("*" if block.kind == "c" else "")
        )
        if block.kind != "-":
            yield ""


def _html(blocks: list[Block]) -> Iterator[str]:
    yield "<!doctype html><html><head><title>x</title></head><body><nav>Menu 2024</nav><article>"
    before = ""
    for block in blocks:
        text = html.escape(block.text)
        if before == "|" != block.kind:
            yield "</table>"
        match block.kind:
            case "#":
                yield f"<h1>{text}</h1>"
            case "-":
                yield f"<ul><li>{text}</li></ul>"
            case "|":
                cells = "".join(f"<td>{html.escape(cell)}</td>" for cell in _cells(block))
                yield f"{'' if before == '|' else '<table>'}<tr>{cells}</tr>"
            case ">":
                yield f"<blockquote>{text}</blockquote>"
            case "c":
                yield f"<figure><img alt=''><figcaption>{text}</figcaption></figure>"
            case _:
                yield f"<div><span>{text}</span></div>"
        before = block.kind
    yield "</article></body></html>"


def _docx(blocks: list[Block], path: Path) -> None:
    document = docx.Document()
    table = None
    for block in blocks:
        if block.kind == "|":
            cells = _cells(block)
            table = table or document.add_table(0, len(cells))
            row = table.add_row()
            for at, cell in enumerate(cells):
                row.cells[at].text = cell
            continue
        table = None
        styles = {"#": "Title", "-": "List Bullet", ">": "Quote", "c": "Caption", "p": "Normal"}
        document.add_paragraph(block.text, styles[block.kind])
    document.save(str(path))

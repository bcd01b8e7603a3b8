"""Documents: text, Markdown, HTML and DOCX files as passages, one a paragraph, list or heading."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from tieout.audit.passage import Passage
from tieout.errors import UsageError

if TYPE_CHECKING:
    from lxml.etree import _Element
    from markdown_it.token import Token

__all__ = ["passages_in", "passages_of", "read_document"]

LONGEST: Final = 20_000_000
"""Bytes of a document; a longer one is no article."""

MOST_UNPACKED: Final = 100_000_000
"""Bytes of all parts of a DOCX document together; one of more is no article either."""

_INLINE: Final = frozenset(
    "a abbr b bdi bdo big br cite code data dfn em font i ins kbd label mark q samp small span strong sub "
    "sup time tt u var wbr".split()
)
"""Elements that go on with the text around them; every other one begins a passage, whatever it is called."""

_SILENT: Final = ("script", "style", "noscript", "template", "nav", "head", "del", "s")


def read_document(path: Path) -> list[Passage]:
    """Return the passages of a file, by its ending: ``.md``, ``.html``, ``.docx``, and plain text otherwise.

    Raises:
        UsageError: The file cannot be read, is too long, is not of its ending's format, or the extra for it
            is not installed.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise UsageError(f"Cannot read '{path}' ({error.strerror}); name a file with the text.") from None
    if len(content) > LONGEST:
        raise UsageError(f"'{path}' is longer than {LONGEST:,} bytes; audit a part of it.")
    return passages_in(content, path)


def passages_in(content: bytes, path: Path) -> list[Passage]:
    """Return the passages of a file that was read, by its ending.

    Args:
        content: Its bytes.
        path: What it is called.

    Raises:
        UsageError: It holds no text, is not of its ending's format, unpacks to too much, or the extra for it
            is not installed.
    """
    if passages := _numbered(_blocks(content, path.suffix.lower(), path)):
        return passages
    raise UsageError(f"'{path}' holds no text; name a file with the text.")


def _blocks(content: bytes, ending: str, path: Path) -> Iterator[_Block]:
    if ending == ".docx":
        return _docx(content, path)
    text = _decoded(content, path)
    if ending in (".html", ".htm", ".xhtml"):
        return _html(text, path)
    return _markdown(text) if ending in (".md", ".markdown") else _plain(text)


def passages_of(text: str, form: str) -> list[Passage]:
    """Return the passages of a text that is at hand.

    Args:
        text: The text.
        form: ``text``, ``markdown`` or ``html``.

    Raises:
        UsageError: It is not of its form, or the extra for it is not installed.
    """
    if form == "html":
        return _numbered(_html(text, Path("text")))
    return _numbered(_markdown(text) if form == "markdown" else _plain(text))


class _Block(NamedTuple):
    """A passage without its number."""

    text: str
    line: int | None = None
    row: str = ""
    column: str = ""


def _numbered(blocks: Iterator[_Block]) -> list[Passage]:
    told = [block._replace(text=block.text.strip()) for block in blocks if block.text.strip()]
    return [Passage(number=number, **block._asdict()) for number, block in enumerate(told, 1)]


def _decoded(content: bytes, path: Path) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UsageError(f"'{path}' is not UTF-8 text; save it as UTF-8, .html or .docx.") from None


def _plain(text: str) -> Iterator[_Block]:
    """Yield the paragraphs of a plain text, which blank lines part."""
    block: list[str] = []
    first = 1
    for number, line in enumerate([*text.splitlines(), ""], 1):
        if line.strip():
            first = first if block else number
            block.append(line)
        elif block:
            yield _Block("\n".join(block), first)
            block = []


def _markdown(text: str) -> Iterator[_Block]:
    """Yield the blocks of a Markdown text without its marks; code is no text."""
    from markdown_it import MarkdownIt

    line = 1
    head: list[str] = []
    row: list[str] | None = None
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        line = token.map[0] + 1 if token.map else line
        if token.type == "table_open":
            head = []
        elif token.type == "tr_open":
            row = []
        elif token.type == "tr_close":
            head, row = head or row or [], None
        elif token.type == "inline":
            words = _inline(token)
            if row:
                yield _Block(words, line, row[0], head[len(row)] if len(row) < len(head) else "")
            else:
                yield _Block(words, line)
            if row is not None:
                row.append(words)


def _inline(token: Token) -> str:
    words = []
    for child in token.children or ():
        if child.type in ("text", "code_inline"):
            words.append(child.content)
        elif child.type in ("softbreak", "hardbreak"):
            words.append(" ")
    return "".join(words)


def _html(text: str, path: Path) -> Iterator[_Block]:
    """Yield the blocks of a page that hold text themselves, without scripts and navigation."""
    _need("lxml", ".html")
    from lxml import etree, html

    try:
        page = html.document_fromstring(text)
    except (etree.ParserError, ValueError):
        raise UsageError(f"'{path}' is no HTML that holds text.") from None
    etree.strip_elements(page, *_SILENT, with_tail=False)
    for line_break in page.iter("br"):
        line_break.tail = f"\n{line_break.tail or ''}"
    words: list[str] = []
    cells: list[_Element] = []
    for event, element in etree.iterwalk(page, events=("start", "end", "comment", "pi")):
        if isinstance(element.tag, str) and element.tag not in _INLINE:
            heads = _heads(cells[-1], _HTML) if cells else ("", "")
            yield _Block(" ".join("".join(words).split()), None, *heads)
            words.clear()
            if element.tag in _HTML.cells and event == "start":
                cells.append(element)
            elif element.tag in _HTML.cells:
                cells.pop()
        if event == "start" and element.text:
            words.append(element.text)
        if event != "start" and element.tail:
            words.append(element.tail)
    yield _Block(" ".join("".join(words).split()))


def _docx(content: bytes, path: Path) -> Iterator[_Block]:
    """Yield every paragraph of a document in its order: in tables, text boxes and notes, and inserted ones.

    What was deleted under tracked changes is no text; what was inserted is.
    """
    _need("docx", ".docx")
    import docx
    from docx.opc.exceptions import PackageNotFoundError
    from lxml import etree

    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            if sum(part.file_size for part in packed.infolist()) > MOST_UNPACKED:
                raise UsageError(
                    f"'{path}' unpacks to more than {MOST_UNPACKED:,} bytes; audit a part of it."
                )
        document = docx.Document(io.BytesIO(content))
        parts = [document.element.body]
        for relation in document.part.rels.values():
            if relation.reltype.endswith(_NOTES):
                parts.append(etree.fromstring(relation.target_part.blob))
    except (PackageNotFoundError, zipfile.BadZipFile, KeyError, ValueError, etree.XMLSyntaxError):
        raise UsageError(f"'{path}' is no DOCX document.") from None
    for part in parts:
        for paragraph in part.iter(f"{_WORD}p"):
            if next(paragraph.iterancestors(_FALLBACK), None) is None:
                cell = next(paragraph.iterancestors(f"{_WORD}tc"), None)
                heads = ("", "") if cell is None else _heads(cell, _DOCX)
                yield _Block(_paragraph(paragraph), None, *heads)


def _paragraph(paragraph: _Element) -> str:
    """Return the text of a paragraph, without that of paragraphs inside it (text boxes)."""
    words = []
    for element in paragraph.iter(f"{_WORD}t", f"{_WORD}tab", f"{_WORD}br", f"{_WORD}cr"):
        if next(element.iterancestors(f"{_WORD}p")) is paragraph:
            words.append(element.text or "" if element.tag == f"{_WORD}t" else " ")
    return "".join(words)


_WORD: Final = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"


class _Tables(NamedTuple):
    """What tables, rows and cells are called in a format, and what says that cells were merged."""

    table: str
    row: str
    cells: tuple[str, ...]
    merged: str


_HTML: Final = _Tables("table", "tr", ("td", "th"), ".//*[@colspan or @rowspan]")
_DOCX: Final = _Tables(
    f"{_WORD}tbl",
    f"{_WORD}tr",
    (f"{_WORD}tc",),
    ".//*[local-name()='gridSpan' or local-name()='vMerge']",
)


def _heads(cell: _Element, form: _Tables) -> tuple[str, str]:
    """Return what row and column of a cell begin with; nothing for the first, and where cells are merged."""
    row = next(cell.iterancestors(form.row), None)
    table = next(cell.iterancestors(form.table), None)
    if row is None or table is None or table.xpath(form.merged):
        return "", ""
    first = list(next(table.iter(form.row)).iterchildren(*form.cells))
    cells = list(row.iterchildren(*form.cells))
    at = cells.index(cell)
    if at == 0 or cells == first or len(cells) != len(first):
        return "", ""
    return _words(cells[0]), _words(first[at])


def _words(element: _Element) -> str:
    return " ".join(str(element.xpath("string()")).split())


_FALLBACK: Final = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_NOTES: Final = ("/footnotes", "/endnotes")


def _need(module: str, ending: str) -> None:
    if find_spec(module) is None:
        raise UsageError(f"Reading {ending} needs an extra; install it with: pip install 'tieout[audit]'.")

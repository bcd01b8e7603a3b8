"""Documents: text, Markdown, HTML and DOCX files as passages, one a paragraph, list or heading."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tieout.audit.passage import Passage
from tieout.errors import UsageError

if TYPE_CHECKING:
    from markdown_it.token import Token

__all__ = ["read_document"]

LONGEST: Final = 20_000_000
"""Bytes of a document; a longer one is no article."""

_BLOCKS: Final = tuple("p li h1 h2 h3 h4 h5 h6 td th blockquote figcaption dd dt caption".split())
_SILENT: Final = ("script", "style", "noscript", "template", "nav", "head")


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
    ending = path.suffix.lower()
    if ending == ".docx":
        return _numbered(_docx(path))
    text = _decoded(content, path)
    if ending in (".html", ".htm", ".xhtml"):
        return _numbered(_html(text, path))
    if ending in (".md", ".markdown"):
        return _numbered(_markdown(text))
    return _numbered(_plain(text))


def _numbered(blocks: Iterator[tuple[str, int | None]]) -> list[Passage]:
    told = [(text.strip(), line) for text, line in blocks if text.strip()]
    return [Passage(number=number, text=text, line=line) for number, (text, line) in enumerate(told, 1)]


def _decoded(content: bytes, path: Path) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UsageError(f"'{path}' is not UTF-8 text; save it as UTF-8, .html or .docx.") from None


def _plain(text: str) -> Iterator[tuple[str, int]]:
    """Yield the paragraphs of a plain text, which blank lines part."""
    block: list[str] = []
    first = 1
    for number, line in enumerate([*text.splitlines(), ""], 1):
        if line.strip():
            first = first if block else number
            block.append(line)
        elif block:
            yield "\n".join(block), first
            block = []


def _markdown(text: str) -> Iterator[tuple[str, int]]:
    """Yield the blocks of a Markdown text without its marks; code is no text."""
    from markdown_it import MarkdownIt

    line = 1
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        line = token.map[0] + 1 if token.map else line
        if token.type == "inline":
            yield _inline(token), line


def _inline(token: Token) -> str:
    words = []
    for child in token.children or ():
        if child.type in ("text", "code_inline"):
            words.append(child.content)
        elif child.type in ("softbreak", "hardbreak"):
            words.append(" ")
    return "".join(words)


def _html(text: str, path: Path) -> Iterator[tuple[str, int | None]]:
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
    blocks = set(page.iter(*_BLOCKS))
    for element in page.iter():
        if element in blocks and not any(inner in blocks for inner in element.iterdescendants()):
            yield " ".join("".join(map(str, element.itertext())).split()), None


def _docx(path: Path) -> Iterator[tuple[str, None]]:
    """Yield the paragraphs of a document, those in tables too, in the order of the document."""
    _need("docx", ".docx")
    import docx
    from docx.opc.exceptions import PackageNotFoundError
    from docx.table import Table

    try:
        document = docx.Document(str(path))
    except (PackageNotFoundError, KeyError, ValueError):
        raise UsageError(f"'{path}' is no DOCX document.") from None
    for block in document.iter_inner_content():
        if isinstance(block, Table):
            for row in block.rows:
                yield from ((cell.text, None) for cell in row.cells)
        else:
            yield block.text, None


def _need(module: str, ending: str) -> None:
    if find_spec(module) is None:
        raise UsageError(f"Reading {ending} needs an extra; install it with: pip install 'tieout[audit]'.")

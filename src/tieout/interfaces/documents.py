"""Documents: text, Markdown, HTML and DOCX files as passages, one a paragraph, list or heading."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tieout.audit.passage import Passage
from tieout.errors import UsageError

if TYPE_CHECKING:
    from lxml.etree import _Element
    from markdown_it.token import Token

__all__ = ["passages_of", "read_document"]

LONGEST: Final = 20_000_000
"""Bytes of a document; a longer one is no article."""

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
    ending = path.suffix.lower()
    if ending == ".docx":
        return _numbered(_docx(path))
    text = _decoded(content, path)
    if ending in (".html", ".htm", ".xhtml"):
        return _numbered(_html(text, path))
    if ending in (".md", ".markdown"):
        return _numbered(_markdown(text))
    return _numbered(_plain(text))


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
    words: list[str] = []
    for event, element in etree.iterwalk(page, events=("start", "end", "comment", "pi")):
        is_text = isinstance(element.tag, str)
        if is_text and element.tag not in _INLINE:
            yield " ".join("".join(words).split()), None
            words.clear()
        if event == "start" and element.text:
            words.append(element.text)
        if event != "start" and element.tail:
            words.append(element.tail)
    yield " ".join("".join(words).split()), None


def _docx(path: Path) -> Iterator[tuple[str, None]]:
    """Yield every paragraph of a document in its order: in tables, text boxes and notes, and inserted ones.

    What was deleted under tracked changes is no text; what was inserted is.
    """
    _need("docx", ".docx")
    import docx
    from docx.opc.exceptions import PackageNotFoundError
    from lxml import etree

    try:
        document = docx.Document(str(path))
        parts = [document.element.body]
        for relation in document.part.rels.values():
            if relation.reltype.endswith(_NOTES):
                parts.append(etree.fromstring(relation.target_part.blob))
    except (PackageNotFoundError, KeyError, ValueError, etree.XMLSyntaxError):
        raise UsageError(f"'{path}' is no DOCX document.") from None
    for part in parts:
        for paragraph in part.iter(f"{_WORD}p"):
            if next(paragraph.iterancestors(_FALLBACK), None) is None:
                yield _paragraph(paragraph), None


def _paragraph(paragraph: _Element) -> str:
    """Return the text of a paragraph, without that of paragraphs inside it (text boxes)."""
    words = []
    for element in paragraph.iter(f"{_WORD}t", f"{_WORD}tab", f"{_WORD}br", f"{_WORD}cr"):
        if next(element.iterancestors(f"{_WORD}p")) is paragraph:
            words.append(element.text or "" if element.tag == f"{_WORD}t" else " ")
    return "".join(words)


_WORD: Final = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_FALLBACK: Final = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_NOTES: Final = ("/footnotes", "/endnotes")


def _need(module: str, ending: str) -> None:
    if find_spec(module) is None:
        raise UsageError(f"Reading {ending} needs an extra; install it with: pip install 'tieout[audit]'.")

"""Pages written to a file: one HTML document each, with everything it needs inside."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from tieout.errors import UsageError

__all__ = ["can_write_pages", "page_text", "write_page"]


def can_write_pages() -> bool:
    """Tell whether the template library is installed."""
    return find_spec("jinja2") is not None


def page_text(name: str, values: Mapping[str, Any], *, extra: str = "data") -> str:
    """Fill a template of this folder; every value is escaped.

    Args:
        name: The template, without ``.html.j2``.
        values: What it is filled with.
        extra: The extra to name where the template library is missing.

    Raises:
        UsageError: The extra is not installed.
    """
    if not can_write_pages():
        raise UsageError(f"Pages need an extra; install it with: pip install 'tieout[{extra}]'.")
    import jinja2

    surroundings = jinja2.Environment(
        loader=jinja2.PackageLoader("tieout.interfaces", "pages"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return surroundings.get_template(f"{name}.html.j2").render(values)


def write_page(name: str, values: Mapping[str, Any], path: Path) -> None:
    """Fill a template of this folder and write the page; every value is escaped.

    Args:
        name: The template, without ``.html.j2``.
        values: What it is filled with.
        path: The file to write; an old one is replaced.

    Raises:
        UsageError: The extra is not installed, or the file cannot be written.
    """
    text = page_text(name, values)
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(
            f"Cannot write '{path}' ({error.strerror}); name a file in a directory you own."
        ) from None

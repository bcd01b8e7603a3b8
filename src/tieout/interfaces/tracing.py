"""Spans where the settings ask for them: one place for every door that lets runs happen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tieout.errors import UsageError

if TYPE_CHECKING:
    from tieout.desk import Desk
    from tieout.interfaces.settings import Settings
    from tieout.interfaces.telemetry import TracedDesk

__all__ = ["watched"]


def watched(desk: Desk, settings: Settings) -> Desk | TracedDesk:
    """Return the desk, whose runs leave spans where ``TIEOUT_OTEL`` asks for them.

    Raises:
        UsageError: Spans are asked for and the extra ``otel`` is not installed.
    """
    if not settings.telemetry:
        return desk
    try:
        from tieout.interfaces.telemetry import traced, use_exporter
    except ImportError as error:
        raise UsageError("TIEOUT_OTEL needs the extra otel; install tieout[otel].") from error
    use_exporter()
    return traced(desk, is_content_kept=settings.telemetry == "content")

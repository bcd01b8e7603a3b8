"""The report of an evaluation as files: HTML in one file, Markdown, JSON and CSV."""

from tieout.interfaces.reports.files import write_report

__all__ = ["write_report"]

"""Text → Mention: every number of an answer, read exactly or refused, by `scan` or `scan_tokens`."""

from tieout.checking.numbers.scanner import scan, scan_tokens

__all__ = ["scan", "scan_tokens"]

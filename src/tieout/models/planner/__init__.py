"""The built-in model: reads questions by rule, proposes calls, and drafts answers in house style."""

from tieout.models.planner.planner import Planner as Planner

__all__ = ["Planner"]

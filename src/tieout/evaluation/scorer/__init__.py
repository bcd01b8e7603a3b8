"""The scorer: what a draft says, read without the check, and held to what a right answer states.

`read_draft` tells a right answer from a wrong one and a refusal with the right reason from any other. It
shares the scanner of numbers and the rules of rounding with the check, and nothing else: no claim, no tie, no
verdict, so that an answer which the check wrongly let through is found here.
"""

from tieout.evaluation.scorer.drafts import Reading, Standing, read_draft
from tieout.evaluation.scorer.expected import Expected, expected_of

__all__ = ["Expected", "Reading", "Standing", "expected_of", "read_draft"]

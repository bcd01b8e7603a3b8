"""The words of gists: regular expressions over the words of a sentence's head, a sort each."""

import re
from typing import Final

__all__ = ["FORECAST", "GISTS", "SILENT", "WORDS", "YEARLY"]

_ADDS: Final = r"(?:(?:and|but|though|although|albeit|if|indeed|well|in short|overall|in a word|so),? )?"
_LARGE: Final = (
    r"(?:quite |very )?(?:considerably|substantially|significantly|sharply|markedly|greatly|noticeably|"
    r"appreciably|steeply|strongly|visibly|clearly)(?: so)?|"
    r"(?:quite |rather |really )?(?:a lot|a great deal|a good deal|a fair bit|"
    r"a fair amount)|quite a (?:bit|lot)|"
    r"(?:by )?(?:quite )?a (?:very )?long way|(?:very |quite )?far|by a lot|very much(?: so)?|"
    r"by a (?:wide|large|big|clear|considerable|substantial) (?:margin|amount)"
)
_SMALL: Final = (
    r"(?:but |though )?(?:only )?(?:barely|just barely|scarcely|only just|just about|just|"
    r"(?:very )?slightly|(?:very )?marginally|fractionally|minimally|(?:very )?modestly|"
    r"a (?:tiny |little )?(?:bit|little|touch|shade|tad|fraction))|"
    r"not (?:by )?(?:very |all that |that |so )?much|not (?:by )?a (?:lot|great deal)|very little|"
    r"not greatly|not (?:very )?far|by (?:very )?little|by a (?:small|tiny|slim|"
    r"narrow|fine) (?:margin|amount)"
)
_NEARLY: Final = (
    r"(?:essentially|basically|broadly|largely|practically|virtually|almost|nearly|more or less|fairly|"
    r"pretty much|very|quite|roughly|relatively|remarkably|all but|by and large) "
)
_FLAT: Final = (
    r"(?:almost |practically |virtually )?(?:hardly|barely|scarcely|not) at all|hardly|"
    r"(?:it (?:is|was|has|has been|has stayed|has remained|stayed|remained|stays|remains) )?"
    rf"{_NEARLY}(?:flat|stable|steady|unchanged|constant|level|static|the same)|"
    r"(?:very |hardly any|almost no|next to no|practically no|virtually no|little|"
    r"no real) ?(?:change|movement)|"
    r"very little(?: change)?|not much (?:change|movement)"
)
_TWO: Final = r"(?:they|the two|both|the two (?:countries|rates|figures|numbers|values|economies))"
_APART: Final = (
    rf"(?:{_TWO} (?:are|were) )?(?:worlds apart|(?:very|quite|markedly) different|far apart|very far apart|"
    r"poles apart|not (?:at all )?(?:close|similar))|"
    rf"{_TWO} differ (?:a lot|widely|greatly|considerably|markedly|sharply|substantially)|"
    r"there (?:is|was) a (?:very )?(?:big|large|wide|considerable|clear|marked|substantial|sharp|stark) "
    r"(?:difference|gap|contrast)(?: between (?:them|the two))?|"
    r"(?:a|the) (?:difference|gap|contrast|divide)(?: between (?:them|the two))? (?:is|was) "
    r"(?:very |quite )?(?:big|large|wide|considerable|clear|marked|substantial|sharp|stark)|"
    r"a (?:stark|sharp|clear|marked|big|large|wide) (?:contrast|difference|gap)"
)
_ALIKE: Final = (
    rf"(?:{_TWO} (?:are|were|look|looked) )?(?:very |quite |fairly |pretty |really |much )?"
    r"(?:close|similar|alike|close together|close to each other|neck and neck|on a par|almost identical|"
    r"nearly identical|almost the same|nearly the same|much the same|about the same|roughly the same|"
    r"roughly equal|about equal|almost equal|nearly equal)|"
    r"(?:it is|it's) (?:very |quite |fairly )?close|not (?:very |so )?(?:different|far apart)|"
    r"(?:there is |there's )?(?:not much|little|very little|hardly any|almost no)(?: difference)?"
    r"(?: to choose)?(?: between (?:them|the two)| in it)|"
    rf"(?:not much|very little|little) separates (?:them|the two)|"
    r"(?:the )?(?:difference|gap)(?: between (?:them|the two))? (?:is|"
    r"was) (?:very |quite )?(?:small|narrow|slim|tiny)|"
    r"(?:a )?(?:small|narrow|slim|tiny) (?:difference|gap)"
)
_CLEARLY: Final = r"(?:clearly |broadly |generally |mostly |overall |still )?"
_TREND: Final = (
    r"(?:the )?(?:overall |general |long-term |long-run |broad |underlying |basic )?"
    r"(?:trend|direction|picture|pattern|trajectory|tendency|movement|direction of travel)"
    rf"(?: over (?:time|the years|the period|these years))? (?:is|was|has been|"
    rf"points|has pointed) {_CLEARLY}"
    r"(?:one of |clear:? |plain:? )?(?:a )?(?:clear |general |long |slow )?"
)
_UP: Final = (
    r"(?:up|upward|upwards|rising|increasing|growth|increase|rise|a rise|an increase|growing|climbing)"
)
_DOWN: Final = (
    r"(?:down|downward|downwards|falling|decreasing|decline|decrease|a decline|a fall|fall|declining)"
)
_EVEN: Final = r"(?:steadily|gradually|consistently|continuously|step by step|year by year|bit by bit)"
_STEADY: Final = (
    r"(?:a |an )?(?:steady|gradual|slow but steady|slow and steady|continuous|consistent|unbroken) "
)
_VERY: Final = r"(?:very|extremely|exceptionally|remarkably|really|quite|fairly|rather|pretty|unusually)"
_PACE: Final = r"(?:pace|rate|speed|clip)"
_FAST: Final = (
    rf"(?:{_VERY} )?(?:fast|quickly|rapidly|briskly)|"
    rf"(?:at )?a (?:{_VERY} )?(?:fast|quick|rapid|brisk) {_PACE}|"
    rf"(?:{_VERY} )?(?:fast|rapid|brisk|quick) growth"
)
_SLOW: Final = (
    rf"(?:only |but )?(?:{_VERY} )?(?:slow|slowly|sluggishly)|"
    rf"(?:at )?a (?:{_VERY} )?(?:slow|sluggish) {_PACE}|"
    rf"(?:{_VERY} )?(?:slow|sluggish) growth"
)
_ZERO: Final = (
    r"(?:it (?:is|was|has been|has stayed|stayed|remains|remained) )?(?:very )?"
    r"(?:close to|close to nothing|near|near to|around|about|almost|practically|virtually|just about|"
    r"little more than|barely above|just above|hovering around|next to) (?:zero|nil|nothing)"
)
_SORTS: Final = {
    "large": _LARGE,
    "small": _SMALL,
    "flat": _FLAT,
    "apart": _APART,
    "alike": _ALIKE,
    "fast": _FAST,
    "slow": _SLOW,
    "zero": _ZERO,
    "up": rf"{_TREND}{_UP}",
    "down": rf"{_TREND}{_DOWN}",
    "steady up": rf"{_EVEN} {_UP}|{_UP},? {_EVEN}|{_STEADY}{_UP}|{_TREND}(?:one of )?{_STEADY}{_UP}",
    "steady down": (
        rf"{_EVEN} {_DOWN}|{_DOWN},? {_EVEN}|{_STEADY}{_DOWN}|"
        rf"{_TREND}(?:one of )?{_STEADY}{_DOWN}"
    ),
}
_OF_YEAR: Final = (
    r"(?:(?:both|all|each|both of|all of|each of) )?(?:(?:the|these|those|them|"
    r"of these|of those) )?(?:two |three |four |five )?"
    r"(?:(?:figures?|values?|numbers?|data|rates?|shares?|amounts?|readings?|percentages?|statistics) )?"
    r"(?:shown |given |above |here |quoted )?(?:are|is|refer to|refers to|"
    r"relate to|relates to|were|come from|date from) "
    r"(?:all |both |values |figures )?(?:(?:for|from|of|as of) )?(?:the )?(?:(?:calendar )?year )?Y"
    r"(?: (?:figures|values|data|numbers|ones))?|"
    r"the (?:reference )?year is Y|(?:all |both )?(?:figures|values|data|"
    r"numbers) (?:for|from|are for) (?:the year )?Y|"
    r"year: Y"
)
_HEADING: Final = (
    r"(?:(?:here|below|these|this|following|what follows) (?:is|are) |here's )?(?:the |a |an )?"
    r"(?:full |complete |short |quick |brief |detailed |individual |exact |relevant |annual |yearly |key )*"
    r"(?:figures|numbers|values|data|data points|breakdown|details|list|overview|"
    r"summary|answer|results|comparison|series|"
    r"readings|rows|facts|points)(?: are| is)?(?: (?:in (?:full|detail|short|"
    r"brief|turn|order)|below|here|as follows|"
    r"(?:year|country) by (?:year|country)|by (?:country|year|area)|side by side|"
    r"for (?:comparison|reference|context)))?|"
    r"(?:year by year|country by country|by (?:year|country|area)|in (?:detail|"
    r"full|numbers|figures|short|brief)|"
    r"at a glance|side by side|for (?:comparison|reference|context|the record|completeness|perspective))"
)
GISTS: Final = {sort: re.compile(rf"{_ADDS}(?:{words})") for sort, words in _SORTS.items()}
YEARLY: Final = re.compile(_OF_YEAR)
_NOT_YET: Final = (
    r"(?:it|this|that|both|these|the (?:figure|value|number)|these (?:figures|values|numbers)) (?:is|are) "
    r"(?:only )?(?:a |an )?(?:projections?|forecasts?|projected (?:figure|value)s?|"
    r"forecast (?:figure|value)s?)"
    r"(?:,? (?:and )?(?:not|rather than) (?:a |an )?(?:observed|actual|measured|recorded|observations?)"
    r"(?: (?:figure|value|number|observation)s?)?)?"
)
FORECAST: Final = re.compile(_NOT_YET)
SILENT: Final = re.compile(_HEADING)
_FOUND: Final = re.findall(r"[a-z]+", " ".join((*_SORTS.values(), _ADDS, _OF_YEAR, _HEADING, _NOT_YET)))
WORDS: Final = frozenset(form for word in _FOUND for form in (word, f"{word}s", word.removesuffix("s")))
"""Every word that a gist may hold, in singular and plural."""

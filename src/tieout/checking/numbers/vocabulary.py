"""The words and signs that make a number, as data. Keys are token keys: lower case, no accents."""

import unicodedata
from fractions import Fraction
from typing import Final

_ONES = "zero one two three four five six seven eight nine"
_TEENS = "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_ORDINAL_ONES = "first second third fourth fifth sixth seventh eighth ninth"
_ORDINAL_TEENS = (
    "tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth"
)
_ORDINAL_TENS = "twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth"

SMALL: Final[dict[str, int]] = {
    **{word: number for number, word in enumerate(f"{_ONES} {_TEENS}".split())},
    "nought": 0,
}
"""zero to nineteen."""
TENS: Final[dict[str, int]] = {word: 10 * number for number, word in enumerate(_TENS.split(), 2)} | {
    "fourty": 40
}
SMALL_ORDINALS: Final[dict[str, int]] = {
    word: number for number, word in enumerate(f"{_ORDINAL_ONES} {_ORDINAL_TEENS}".split(), 1)
}
TENS_ORDINALS: Final[dict[str, int]] = {
    word: 10 * number for number, word in enumerate(_ORDINAL_TENS.split(), 2)
}
LARGE_ORDINALS: Final[dict[str, int]] = {
    "hundredth": 100,
    "thousandth": 1000,
    "millionth": 10**6,
    "billionth": 10**9,
}

_POWERS: Final = {
    3: "thousand",
    5: "lakh lac lakhs",
    6: "million millions mn mln",
    7: "crore crores",
    9: "billion billions bn bln",
    12: "trillion trillions tn trn",
    15: "quadrillion",
}
SCALES: Final[dict[str, int]] = {
    word: 10**power for power, words in _POWERS.items() for word in words.split()
}
"""Scale words and the abbreviations that may stand apart from their number."""
SCALE_WORDS: Final = frozenset(SCALES) - {"mn", "mln", "bn", "bln", "tn", "trn"}
LARGEST_SCALE: Final = 10**18
"""Scale words that multiply to more are refused: "million million million million"."""
_GLUED: Final = {
    "thousand": "k K",
    "million": "m M Mn",
    "crore": "cr Cr",
    "billion": "b B Bn BN",
    "trillion": "Tn TN",
}
GLUED_SCALES: Final[dict[str, int]] = {
    form: SCALES[word] for word, forms in _GLUED.items() for form in forms.split()
}
"""Read as a scale only where they touch the digits ("41.3m"); case as written, since T is not t."""
MONEY_SCALES: Final[dict[str, int]] = {
    **dict.fromkeys(("T", "t"), SCALES["trillion"]),
    **dict.fromkeys(("MM", "mm"), SCALES["million"]),
}
"""Read as a scale only beside a currency: "2.59T" alone may be tonnes."""
VAGUE: Final = frozenset(
    "tens scores dozens hundreds thousands millions billions trillions lakhs crores".split()
)
"""Followed by "of", a quantity that says no number."""

DENOMINATORS: Final[dict[str, int]] = {
    "half": 2,
    "quarter": 4,
    **{word: number for word, number in SMALL_ORDINALS.items() if number > 2},
    **TENS_ORDINALS,
    **LARGE_ORDINALS,
}
DENOMINATORS_PLURAL: Final[dict[str, int]] = {"halves": 2} | {
    f"{word}s": number for word, number in DENOMINATORS.items() if word != "half"
}
VULGAR: Final[dict[str, Fraction]] = {
    sign: Fraction(unicodedata.normalize("NFKC", sign).replace("\u2044", "/"))
    for sign in "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅐⅛⅜⅝⅞⅑⅒"
}

MULTIPLES: Final[dict[str, Fraction]] = {
    "twice": Fraction(2),
    "thrice": Fraction(3),
    "treble": Fraction(3),
    "trebled": Fraction(3),
    "trebles": Fraction(3),
    "trebling": Fraction(3),
    "halve": Fraction(1, 2),
    "halved": Fraction(1, 2),
    "halves": Fraction(1, 2),
    "halving": Fraction(1, 2),
    **{
        form: Fraction(number)
        for number, stem in enumerate("doubl tripl quadrupl quintupl sextupl septupl octupl".split(), 2)
        for form in (f"{stem}e", f"{stem}ed", f"{stem}es", f"{stem}ing")
    },
    **{f"{word}fold": Fraction(number) for word, number in (SMALL | TENS).items() if number > 1},
    "hundredfold": Fraction(100),
    "thousandfold": Fraction(1000),
}
NOT_MULTIPLE_BEFORE: Final = frozenset(
    "digit digits figure figures counted counting count dip glazed".split()
)
""""double-digit growth" is not a doubling."""

ORDINAL_ENDINGS: Final = frozenset({"st", "nd", "rd", "th"})
PHYSICAL: Final = frozenset(
    "kg g mg μg km m² m³ km² cm mm kwh mwh gwh twh kw mw gw tw t mt kt ha l ml hz khz mhz gb tb mb".split()
)
"""Units that may touch the digits; they stay outside the mention."""
PREFIXES: Final = frozenset(
    "under over top mid pre post early late sub non about nearly almost last next first plus minus age ages"
    " aged the of to from and in inter q approximately around".split()
)
"""Words whose hyphen before digits makes no name: "under-5", "mid-2020"; "COVID-19" and "G-7" are names."""
LABELS: Final = frozenset(
    "page pages p pp table tables figure fig chapter section article annex appendix footnote version"
    " sdg goal isic rev vol box equation resolution".split()
)
"""A bare number after one of these is the number of a thing, no quantity."""

RANK_NOUNS: Final = frozenset({"number", "no", "nr", "#", "№"})
"""A bare whole number after one of these is a place in an order: "No. 3", "number 3", "#3"."""
RANK_WORDS: Final = frozenset(
    "ranked ranks rank ranking came comes come placed place places position finished finishes".split()
)
"""After these "3 out of 6" is a place among six, no half."""

MONTHS: Final[dict[str, int]] = {
    name: number
    for number, month in enumerate(
        "january february march april may june july august september october november december".split(), 1
    )
    for name in {month, month[:3]}
} | {"sept": 9}
WEEKDAYS: Final[dict[str, int]] = {
    name: number
    for number, day in enumerate("monday tuesday wednesday thursday friday saturday sunday".split())
    for name in {day, day[:3]}
}
DECADES: Final = {
    name: 1900 + 10 * number
    for number, name in enumerate(
        "twenties thirties forties fifties sixties seventies eighties nineties".split(), 2
    )
}
TIME_NOUNS: Final = frozenset(
    "second seconds minute minutes hour hours day days week weeks month months quarter quarters year years"
    " decade decades century centuries".split()
)
SHARERS: Final = frozenset(
    "person persons people adult adults woman women man men child children girl girls boy boys"
    " resident residents inhabitant inhabitants citizen citizens household households worker workers student"
    " students pupil pupils job jobs seat seats dollar dollars birth births death deaths migrant migrants"
    " user users voter voters".split()
)
"""What may stand inside "one person in five"."""

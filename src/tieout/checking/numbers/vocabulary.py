"""The words and signs that make a number, as data. Keys are token keys: lower case, no accents."""

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

SCALES: Final[dict[str, int]] = {
    "thousand": 10**3,
    "lakh": 10**5,
    "lac": 10**5,
    "lakhs": 10**5,
    "million": 10**6,
    "millions": 10**6,
    "mn": 10**6,
    "mln": 10**6,
    "crore": 10**7,
    "crores": 10**7,
    "billion": 10**9,
    "billions": 10**9,
    "bn": 10**9,
    "bln": 10**9,
    "trillion": 10**12,
    "trillions": 10**12,
    "tn": 10**12,
    "trn": 10**12,
    "quadrillion": 10**15,
}
"""Scale words and the abbreviations that may stand apart from their number."""
SCALE_WORDS: Final = frozenset(SCALES) - {"mn", "mln", "bn", "bln", "tn", "trn"}
LARGEST_SCALE: Final = 10**18
"""Scale words that multiply to more are refused: "million million million million"."""
GLUED_SCALES: Final[dict[str, int]] = {
    "k": 10**3,
    "K": 10**3,
    "m": 10**6,
    "M": 10**6,
    "b": 10**9,
    "B": 10**9,
    "Bn": 10**9,
    "BN": 10**9,
    "Mn": 10**6,
    "Tn": 10**12,
    "TN": 10**12,
    "cr": 10**7,
    "Cr": 10**7,
}
"""Read as a scale only where they touch the digits ("41.3m"); case as written, since T is not t."""
MONEY_SCALES: Final[dict[str, int]] = {"T": 10**12, "t": 10**12, "MM": 10**6, "mm": 10**6}
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
    "½": Fraction(1, 2),
    "⅓": Fraction(1, 3),
    "⅔": Fraction(2, 3),
    "¼": Fraction(1, 4),
    "¾": Fraction(3, 4),
    "⅕": Fraction(1, 5),
    "⅖": Fraction(2, 5),
    "⅗": Fraction(3, 5),
    "⅘": Fraction(4, 5),
    "⅙": Fraction(1, 6),
    "⅚": Fraction(5, 6),
    "⅐": Fraction(1, 7),
    "⅛": Fraction(1, 8),
    "⅜": Fraction(3, 8),
    "⅝": Fraction(5, 8),
    "⅞": Fraction(7, 8),
    "⅑": Fraction(1, 9),
    "⅒": Fraction(1, 10),
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
    "twenties": 1920,
    "thirties": 1930,
    "forties": 1940,
    "fifties": 1950,
    "sixties": 1960,
    "seventies": 1970,
    "eighties": 1980,
    "nineties": 1990,
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

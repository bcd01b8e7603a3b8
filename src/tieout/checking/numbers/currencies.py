"""How currencies are written, as data: sign, code or word → ISO code, "INT", or open ("USD?")."""

from typing import Final

SIGNS: Final[dict[str, str]] = {
    "$": "USD?",
    "US$": "USD",
    "U.S.$": "USD",
    "U.S. $": "USD",
    "C$": "CAD",
    "CA$": "CAD",
    "CAD$": "CAD",
    "A$": "AUD",
    "AU$": "AUD",
    "NZ$": "NZD",
    "HK$": "HKD",
    "S$": "SGD",
    "SG$": "SGD",
    "R$": "BRL",
    "MX$": "MXN",
    "Mex$": "MXN",
    "NT$": "TWD",
    "J$": "JMD",
    "TT$": "TTD",
    "Z$": "ZWL",
    "Int$": "INT",
    "Intl$": "INT",
    "Int'l$": "INT",
    "I$": "INT",
    "€": "EUR",
    "£": "GBP",
    "¥": "JPY?",
    "CN¥": "CNY",
    "RMB¥": "CNY",
    "JP¥": "JPY",
    "GH₵": "GHS",
    "₹": "INR",
    "₦": "NGN",
    "₩": "KRW",
    "₽": "RUB",
    "₺": "TRY",
    "₴": "UAH",
    "₫": "VND",
    "₱": "PHP",
    "฿": "THB",
    "₵": "GHS",
    "₪": "ILS",
    "₡": "CRC",
    "₲": "PYG",
    "₸": "KZT",
    "₼": "AZN",
    "₾": "GEL",
}
"""Signs before (some also after) the digits."""

_BY_KEY = {sign.lower(): currency for sign, currency in SIGNS.items()}
_ISO = (
    "USD EUR GBP JPY CNY INR NGN CHF CAD AUD NZD ZAR BRL MXN KES GHS EGP KRW RUB TRY UAH VND PHP THB SEK NOK"
    " DKK PLN CZK HUF ILS SAR AED SGD HKD TWD IDR MYR PKR BDT LKR ARS CLP COP PEN UYU ETB TZS UGX XOF"
    " XAF MAD TND DZD"
)
CODES: Final[dict[str, str]] = {
    **{code.lower(): code for code in _ISO.split()},
    "rmb": "CNY",
    "rs": "INR?",
    "ksh": "KES",
    "tsh": "TZS",
    "ush": "UGX",
}
"""Codes before or after the digits; read only where they are written in capitals or as here in the press
(Rs, KSh)."""

_DOLLARS = {
    "us": "USD",
    "u.s.": "USD",
    "american": "USD",
    "canadian": "CAD",
    "australian": "AUD",
    "zealand": "NZD",
    "kong": "HKD",
    "singapore": "SGD",
    "jamaican": "JMD",
    "zimbabwean": "ZWL",
    "taiwan": "TWD",
    "international": "INT",
    "geary-khamis": "INT",
}
ADJECTIVES: Final[dict[tuple[str, str], str]] = {
    **{(adjective, noun): code for adjective, code in _DOLLARS.items() for noun in ("dollar", "dollars")},
    **{
        (adjective, noun): code
        for adjective, code in {
            "british": "GBP",
            "egyptian": "EGP",
            "lebanese": "LBP",
            "syrian": "SYP",
        }.items()
        for noun in ("pound", "pounds")
    },
    **{
        (adjective, noun): code
        for adjective, code in {
            "indian": "INR",
            "pakistani": "PKR",
            "nepalese": "NPR",
            "lankan": "LKR",
        }.items()
        for noun in ("rupee", "rupees")
    },
    **{
        (adjective, noun): code
        for adjective, code in {
            "mexican": "MXN",
            "argentine": "ARS",
            "chilean": "CLP",
            "colombian": "COP",
            "philippine": "PHP",
            "uruguayan": "UYU",
        }.items()
        for noun in ("peso", "pesos")
    },
    **{
        (adjective, noun): code
        for adjective, code in {"swiss": "CHF", "cfa": "XOF?"}.items()
        for noun in ("franc", "francs")
    },
    **{
        (adjective, noun): code
        for adjective, code in {"kenyan": "KES", "ugandan": "UGX", "tanzanian": "TZS"}.items()
        for noun in ("shilling", "shillings")
    },
    ("brazilian", "real"): "BRL",
    ("brazilian", "reais"): "BRL",
    ("chinese", "yuan"): "CNY",
    ("japanese", "yen"): "JPY",
    ("nigerian", "naira"): "NGN",
    ("pounds", "sterling"): "GBP",
}
"""Two words after the digits."""
NOUNS: Final[dict[str, str]] = {
    "dollar": "USD?",
    "dollars": "USD?",
    "euro": "EUR",
    "euros": "EUR",
    "pound": "GBP?",
    "pounds": "GBP?",
    "yen": "JPY",
    "yuan": "CNY",
    "renminbi": "CNY",
    "rupee": "INR?",
    "rupees": "INR?",
    "naira": "NGN",
    "rand": "ZAR",
    "peso": "MXN?",
    "pesos": "MXN?",
    "franc": "CHF?",
    "francs": "CHF?",
    "reais": "BRL",
    "won": "KRW",
    "rouble": "RUB",
    "roubles": "RUB",
    "ruble": "RUB",
    "rubles": "RUB",
    "lira": "TRY?",
    "rupiah": "IDR",
    "baht": "THB",
    "ringgit": "MYR",
    "dong": "VND",
    "taka": "BDT",
    "zloty": "PLN",
    "zlotys": "PLN",
    "krona": "SEK?",
    "kronor": "SEK?",
    "krone": "NOK?",
    "kroner": "NOK?",
    "shilling": "KES?",
    "shillings": "KES?",
    "cedi": "GHS",
    "cedis": "GHS",
    "birr": "ETB",
    "hryvnia": "UAH",
    "forint": "HUF",
    "shekel": "ILS",
    "shekels": "ILS",
}
MINOR: Final[dict[str, str]] = {
    "cent": "USD?",
    "cents": "USD?",
    "¢": "USD?",
    "pence": "GBP",
    "penny": "GBP",
    "paise": "INR",
    "kobo": "NGN",
}
"""Hundredths of a currency."""


def of_sign(written: str) -> str:
    """Return the currency of a sign or a code before digits; one that is not in the table stays open.

    Examples:
        >>> of_sign("US$"), of_sign("int$"), of_sign("USD"), of_sign("XY$")
        ('USD', 'INT', 'USD', 'XY$?')
    """
    key = written.lower()
    return _BY_KEY.get(key) or CODES.get(key) or f"{written}?"


def agree(first: str, second: str) -> str | None:
    """Return the currency that two ways of writing it say together, or None if they contradict.

    Examples:
        >>> agree("USD?", "CAD"), agree("USD", "USD?"), agree("USD", "EUR")
        ('CAD', 'USD', None)
    """
    if first == second or (second.endswith("?") and _family(first) == _family(second)):
        return first
    if first.endswith("?") and _family(first) == _family(second):
        return second
    return None


def _family(currency: str) -> str:
    code = currency.rstrip("?")
    return next((name for name, members in _FAMILIES.items() if code in members), code)


_FAMILIES = {
    "dollar": frozenset("USD CAD AUD NZD HKD SGD JMD ZWL TWD INT TTD".split()),
    "pound": frozenset("GBP EGP LBP SYP".split()),
    "rupee": frozenset("INR PKR NPR LKR".split()),
    "peso": frozenset("MXN ARS CLP COP PHP UYU".split()),
    "yen": frozenset("JPY CNY".split()),
}

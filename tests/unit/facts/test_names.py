"""What areas, indicators and units are called: the files are sound, and every common name is known."""

import re
import time
from pathlib import Path

import pytest

from tieout.facts import names as module
from tieout.facts.names import Names, fold
from tieout.facts.patterns import expand, verb_forms

VOCABULARY = Path(module.__file__).with_name("vocabulary")
FILES = sorted(path.name for path in VOCABULARY.glob("*.tsv"))
NAMES = Names.load()


def lines(file: str) -> list[str]:
    return (VOCABULARY / file).read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("file", FILES)
def test_files_are_sorted_and_hold_each_line_once(file: str) -> None:
    """A header, then lines in code-point order: a diff shows exactly what changed."""
    body = lines(file)[1:]
    assert body == sorted(set(body))


@pytest.mark.parametrize("file", FILES)
def test_every_line_has_every_column(file: str) -> None:
    """No line is short, long, or padded with blanks."""
    width = lines(file)[0].count("\t")
    for line in lines(file):
        assert line.count("\t") == width, line
        assert all(cell == cell.strip() for cell in line.split("\t")), line


def test_every_area_phrase_is_folded_and_is_of_one_area_or_declared_ambiguous() -> None:
    """A reader may trust a phrase: it means one area, or stands in ambiguous.tsv."""
    seen: dict[str, str] = {}
    for area in NAMES.areas.values():
        assert area.kind in {"economy", "aggregate", "other"}
        assert area.the in {"", "the", "the?"}
        assert len(set(area.phrases)) == len(area.phrases), area.code
        for phrase in (*area.phrases, *area.adjectives):
            assert fold(phrase) == phrase
            assert not phrase.startswith("the ")
            assert seen.setdefault(phrase, area.code) == area.code, phrase
            assert phrase not in NAMES.ambiguous
    for phrase, codes in NAMES.ambiguous.items():
        assert fold(phrase) == phrase
        assert len(codes) > 1
        assert set(codes) <= set(NAMES.areas)


def test_there_are_217_economies_and_each_has_people() -> None:
    """Every World Bank economy is known, with an adjective or people's name."""
    economies = [area for area in NAMES.areas.values() if area.kind == "economy"]
    assert len(economies) == 217
    assert all(area.adjectives for area in economies)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Germany", "DEU"), ("U.S.", "USA"), ("US", "USA"), ("USA", "USA"), ("America", "USA"),
        ("Britain", "GBR"), ("UK", "GBR"), ("U.K.", "GBR"), ("Ivory Coast", "CIV"),
        ("Côte d’Ivoire", "CIV"), ("Czech Republic", "CZE"), ("Swaziland", "SWZ"), ("Burma", "MMR"),
        ("Holland", "NLD"), ("D.R. Congo", "COD"), ("DRC", "COD"), ("Congo-Kinshasa", "COD"),
        ("Dem. Rep. Congo", "COD"), ("Congo, Dem. Rep.", "COD"), ("Congo, Rep.", "COG"),
        ("Korea, Rep.", "KOR"), ("South Korea", "KOR"), ("Korea, Dem. People's Rep.", "PRK"),
        ("Türkiye", "TUR"), ("Turkey", "TUR"), ("Czechia", "CZE"), ("Guinea", "GIN"), ("Georgia", "GEO"),
        ("Niger", "NER"), ("Viet Nam", "VNM"), ("Vietnam", "VNM"), ("Hong Kong SAR, China", "HKG"),
        ("Lao PDR", "LAO"), ("St. Lucia", "LCA"), ("Trinidad & Tobago", "TTO"), ("Cape Verde", "CPV"),
        ("Egypt, Arab Rep.", "EGY"), ("World", "WLD"), ("planet", "WLD"), ("Sub-Saharan Africa", "SSF"),
        ("EU", "EUU"), ("eurozone", "EMU"), ("Latin America and the Caribbean", "LCN"),
        ("Latin America & Caribbean", "LCN"), ("OECD", "OED"), ("high-income countries", "HIC"),
        ("Arab world", "ARB"), ("Taiwan", "TWN"), ("Palestine", "PSE"),
    ],
)  # fmt: skip
def test_common_names_of_areas(text: str, code: str) -> None:
    """Official, short, former, journalistic and the World Bank's own comma forms resolve."""
    assert NAMES.area_codes(fold(text)) == (code,)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("German", "DEU"), ("Germans", "DEU"), ("British", "GBR"), ("Britons", "GBR"), ("Ghanaian", "GHA"),
        ("Burkinabè", "BFA"), ("Ivorian", "CIV"), ("Salvadoran", "SLV"), ("Dutch", "NLD"),
        ("Nigerien", "NER"), ("Nigerians", "NGA"), ("American", "USA"), ("sub-Saharan African", "SSF"),
        ("worldwide", "WLD"), ("global", "WLD"), ("South Korean", "KOR"), ("Guinean", "GIN"),
    ],
)  # fmt: skip
def test_adjectives_and_people(text: str, code: str) -> None:
    """Demonyms name their area and are kept apart from its names."""
    assert NAMES.adjective_codes(fold(text)) == (code,)
    assert NAMES.area_codes(fold(text)) == ()


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("Congo", ("COD", "COG")),
        ("Korea", ("KOR", "PRK")),
        ("Virgin Islands", ("VGB", "VIR")),
        ("St. Martin", ("MAF", "SXM")),
    ],
)
def test_names_of_several_areas_are_ambiguous(text: str, codes: tuple[str, ...]) -> None:
    """A phrase that fits several areas gives them all."""
    assert NAMES.area_codes(fold(text)) == codes == NAMES.ambiguous[fold(text)]


def test_shared_demonyms_are_ambiguous() -> None:
    """Congolese, Korean and Dominican people live in two countries each."""
    assert NAMES.adjective_codes("congolese") == ("COD", "COG")
    assert NAMES.adjective_codes("koreans") == ("KOR", "PRK")
    assert NAMES.adjective_codes("dominican") == ("DMA", "DOM")


def test_display_names_and_articles() -> None:
    """A writer can put the article where English wants it."""
    assert NAMES.areas["USA"].in_sentence == "the United States"
    assert NAMES.areas["KEN"].in_sentence == "Kenya"
    assert NAMES.areas["CIV"].names[0] == "Côte d'Ivoire"
    assert NAMES.areas["GMB"].in_sentence == "the Gambia"


def test_capitals() -> None:
    """Written small, "us" and "car" are words; "US" and "CAR" are countries."""
    assert {"us", "car", "eu", "drc", "uk"} <= NAMES.capitals
    assert NAMES.capitals <= {phrase for area in NAMES.areas.values() for phrase in area.phrases}


def test_unknown_phrases_give_nothing() -> None:
    """No guess is made."""
    assert (
        NAMES.area_codes("atlantis")
        == NAMES.adjective_codes("atlantean")
        == NAMES.indicator_codes("happiness")
        == ()
    )


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Curaçao", "curacao"), ("“Lao People’s D.R.”", "lao people s dr"), ("U.S.A.", "usa"),
        ("15+", "15 plus"), ("41,262,329", "41262329"), ("PM2.5", "pm2.5"), ("US$", "us $"), ("km²", "km2"),
        ("  a\u00a0b  ", "a b"), ("", ""), ("e.g. x", "eg x"), ("R&D", "r and d"), ("ﬁnance", "finance"),
        ("İstanbul", "istanbul"), ("%", "%"),
    ],
)  # fmt: skip
def test_fold(text: str, folded: str) -> None:
    """One form for all spellings; folding twice changes nothing."""
    assert fold(text) == folded
    assert fold(folded) == folded


def test_patterns() -> None:
    """Optional words, alternatives, word sets, verb forms and the code's own lists."""
    assert expand("plain words") == ("plain words",)
    assert expand("[a] (b/c d)") == ("b", "c d", "a b", "a c d")
    assert expand("share of {of}", {"of": ("x", "y")}) == ("share of x", "share of y")
    assert expand("{of?} z", {"of": ("x",)}) == ("z", "x z")
    assert expand("{~be} online") == tuple(f"{form} online" for form in verb_forms("be"))
    assert verb_forms("publish") == ("publish", "publishes", "published", "publishing")


def test_every_indicator_is_well_formed() -> None:
    """Each code has one display name, folded phrases without repeats, and features of the closed sets."""
    for code, indicator in NAMES.indicators.items():
        assert indicator.code == code
        assert indicator.names[0] == indicator.name
        assert indicator.measure in {
            "count", "currency", "share", "rate", "ratio", "growth", "index", "level", "flag",
        }  # fmt: skip
        assert indicator.basis in {"none", "current", "constant", "ppp-current", "ppp-constant", "lcu"}
        assert indicator.sex in {"none", "both", "female", "male"}
        assert indicator.place in {"none", "urban", "rural"}
        assert len(indicator.phrases) >= 4, code
        nouns = indicator.grows + indicator.of + indicator.counted + indicator.positive + indicator.negative
        for phrase in indicator.phrases + nouns:
            assert fold(phrase) == phrase, (code, phrase)
        for phrase in indicator.predicates:
            assert phrase.replace("#", "").strip(), (code, phrase)
            assert fold(phrase) == " ".join(phrase.replace("#", " ").split()), (code, phrase)
        for comparative, superlative in (*indicator.higher, *indicator.lower):
            assert comparative, code
            assert superlative, code
        assert len(indicator.phrases) + len(indicator.predicates) <= 1000, code


def test_pattern_lines_name_a_known_code_field_and_word_set() -> None:
    """A slip in the notation fails here, not in a reader."""
    fields = {
        "name",
        "phrase",
        "does",
        "has",
        "grows",
        "higher",
        "lower",
        "positive",
        "negative",
        "of",
        "counted",
    }
    sets = {line.split("\t")[0] for line in lines("wordsets.tsv")[1:]} | {"of", "counted"}
    for line in lines("indicators.tsv")[1:]:
        code, field, text = line.split("\t")
        assert code in NAMES.indicators, line
        assert field in fields, line
        rest = re.sub(r"\[[^][(){}]*\]|\([^][(){}]*\)|\{[^][(){}]*\}", "", text)
        assert not set(rest) & set("[](){}"), line
        for group in re.findall(r"\{([^~}][^}]*)\}", text):
            assert group.removesuffix("?") in sets, line


def test_series_that_share_an_everyday_name_all_list_it() -> None:
    """The reader eliminates by unit and qualifiers, so a shared name gives every code."""
    assert "NY.GDP.MKTP.CD" in NAMES.indicator_codes("gdp")
    assert "SP.POP.TOTL" in NAMES.indicator_codes("population")
    assert "NY.GDP.PCAP.CD" in NAMES.indicator_codes("gdp per head")
    assert "IT.NET.USER.ZS" in NAMES.indicator_codes("internet users")


def test_predicates() -> None:
    """Verb forms stand beside the nouns."""
    assert "used the internet" in NAMES.indicators["IT.NET.USER.ZS"].does
    assert "were online" in NAMES.indicators["IT.NET.USER.ZS"].does
    assert "had access to electricity" in NAMES.indicators["EG.ELC.ACCS.ZS"].does
    assert "was home to #" in NAMES.indicators["SP.POP.TOTL"].has


UNIT_KINDS = set(
    "percent points currency people count time area mass volume energy length ratio per index basis".split()
)


def test_units_are_folded_and_of_a_known_kind() -> None:
    """Every phrase of a unit is folded and stands once under its piece, which is one of them."""
    for name in NAMES.units.values():
        assert name.kind in UNIT_KINDS
        assert len(set(name.phrases)) == len(name.phrases), name.unit
        assert name.unit in name.phrases
        assert all(fold(phrase) == phrase for phrase in name.phrases), name.unit


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("inhabitants", "people"), ("US dollars", "us $"), ("dollars", "us $"), ("$", "us $"),
        ("years", "years"), ("births per woman", "births per woman"),
        ("per 1,000 live births", "per 1000 live births"), ("tonnes of CO2", "metric tons of co2"),
        ("kilograms", "kilograms"), ("kWh", "kwh"), ("km²", "sq km"), ("square kilometers", "sq km"),
        ("TEU", "teu"), ("per 100,000 people", "per 100000 people"),
        ("international dollars", "international $"), ("per cent", "%"),
        ("percentage points", "percentage points"), ("per capita", "per person"),
        ("µg/m³", "micrograms per cubic metre"), ("in real terms", "constant prices"),
    ],
)  # fmt: skip
def test_everyday_units(text: str, unit: str) -> None:
    """British, American, plural and abbreviated forms lead to the canonical piece."""
    assert unit in NAMES.units_called(fold(text))


def test_currencies_belong_to_known_economies() -> None:
    """Every economy's money has a name; "dollars" of several countries are told apart by their areas."""
    assert NAMES.currencies["NGN"].areas == ("NGA",)
    assert "naira" in NAMES.currencies["NGN"].phrases
    paid = {area for currency in NAMES.currencies.values() for area in currency.areas}
    assert paid <= set(NAMES.areas)
    assert {area.code for area in NAMES.areas.values() if area.kind == "economy"} <= paid
    for currency in NAMES.currencies.values():
        assert all(fold(phrase) == phrase for phrase in currency.phrases), currency.currency


def test_signs_that_a_noun_carries() -> None:
    """A deficit is written without a minus sign; the vocabulary says that it is below zero."""
    account = NAMES.indicators["BN.CAB.XOKA.CD"]
    assert "current account deficit" in account.negative
    assert "current account surplus" in account.positive
    assert not set(account.negative) & set(account.phrases)


def test_loading_is_cheap() -> None:
    """Reading all files takes milliseconds: `tieout ask` pays it at every start (the bound is slack)."""
    module._load.cache_clear()
    start = time.perf_counter()
    Names.load()
    assert time.perf_counter() - start < 0.1

"""Plain words lead to one area or indicator, or to a sentence that helps; never to a guess."""

import pytest
from tests.unit.data.conftest import Writer

from tieout.data.catalogue import Catalogue
from tieout.data.snapshot import Snapshot, load_snapshot
from tieout.errors import QueryCode, QueryError
from tieout.facts.names import Names


@pytest.fixture(scope="module")
def catalogue(starter: Snapshot) -> Catalogue:
    """The catalogue of the starter set."""
    return Catalogue(starter)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("CAN", "CAN"),
        ("CA", "CAN"),
        (" Canada ", "CAN"),
        ("canada", "CAN"),
        ("Türkiye", "TUR"),
        ("Turkey", "TUR"),
        ("turkiye", "TUR"),
        ("Czechia", "CZE"),
        ("Czech Republic", "CZE"),
        ("Côte d'Ivoire", "CIV"),
        ("Côte d’Ivoire", "CIV"),
        ("Ivory Coast", "CIV"),
        ("UK", "GBR"),
        ("Britain", "GBR"),
        ("the United Kingdom", "GBR"),
        ("US", "USA"),
        ("U.S.", "USA"),
        ("America", "USA"),
        ("The United States of America", "USA"),
        ("DR Congo", "COD"),
        ("Democratic Republic of the Congo", "COD"),
        ("Congo, Dem. Rep.", "COD"),
        ("Republic of the Congo", "COG"),
        ("Congo, Rep.", "COG"),
        ("Congo-Brazzaville", "COG"),
        ("Georgia", "GEO"),
        ("Guinea", "GIN"),
        ("Niger", "NER"),
        ("NA", "NAM"),
        ("Swaziland", "SWZ"),
        ("Burma", "MMR"),
        ("South Korea", "KOR"),
        ("Korea, Rep.", "KOR"),
        ("World", "WLD"),
        ("the world", "WLD"),
        ("XKX", "XKX"),
        ("Sub-Saharan Africa", "SSF"),
    ],
)
def test_an_area_by_code_name_short_name_or_former_name(catalogue: Catalogue, text: str, code: str) -> None:
    """Whatever people call it, it is one code."""
    assert catalogue.get_area(text).code == code


@pytest.mark.parametrize(
    ("text", "candidates"),
    [
        ("Congo", ("DR Congo (COD)", "Republic of the Congo (COG)")),
        ("Korea", ("South Korea (KOR)", "North Korea (PRK)")),
        ("Saint Martin", ("St. Martin (French part) (MAF)", "Sint Maarten (SXM)")),
    ],
)
@pytest.mark.parametrize("dataset", ["wdi-starter", "core8"])
def test_an_ambiguous_name_is_refused_with_the_candidates(
    text: str, candidates: tuple[str, ...], dataset: str
) -> None:
    """Also where neither is in the data set: the name alone still means two."""
    catalogue = Catalogue(load_snapshot(dataset))
    with pytest.raises(QueryError) as error:
        catalogue.get_area(text)
    assert error.value.code is QueryCode.AMBIGUOUS
    assert all(candidate in error.value.message for candidate in candidates)
    assert len(catalogue.area_candidates(text)) == 2
    assert catalogue.known_area(text) is None


@pytest.mark.parametrize("text", ["can", "us", "in", "no", "car", "it", "is", "at", "uk"])
def test_words_in_small_letters_are_no_codes(catalogue: Catalogue, text: str) -> None:
    """A word such as can is a word; whoever means a code writes it in capitals."""
    with pytest.raises(QueryError) as error:
        catalogue.get_area(text)
    assert error.value.code is QueryCode.NOT_FOUND
    assert catalogue.area_candidates(text) == ()


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("Frnace", "Did you mean France (FRA)?"),
        ("brazl", "Did you mean Brazil (BRA)?"),
        ("can", "Did you mean Canada (CAN)?"),
        ("Atlantis", "No area is called 'Atlantis'."),
    ],
)
def test_an_unknown_name_is_answered_with_names_spelt_alike(
    catalogue: Catalogue, text: str, hint: str
) -> None:
    """A short list, never the names of 227 areas."""
    with pytest.raises(QueryError) as error:
        catalogue.get_area(text)
    assert error.value.code is QueryCode.NOT_FOUND
    assert hint in error.value.message
    assert len(error.value.message) < 200


@pytest.mark.parametrize("text", ["", "  ", "the", "?!", "\0", "x" * 1_000_000, "🙂", "\u202e"])
def test_nonsense_is_refused_in_a_short_sentence(catalogue: Catalogue, text: str) -> None:
    """Neither a megabyte nor an emoji breaks the catalogue or fills its message."""
    for get in (catalogue.get_area, catalogue.get_indicator):
        with pytest.raises(QueryError) as error:
            get(text)
        assert len(error.value.message) < 400
    assert catalogue.find_areas(text) == ()
    assert catalogue.find_indicators(text) == ()


def test_a_place_that_is_no_economy_is_known(catalogue: Catalogue) -> None:
    """South America is a place, only not one of the publisher's areas here."""
    with pytest.raises(QueryError) as error:
        catalogue.get_area("South America")
    assert error.value.code is QueryCode.NOT_ALLOWED
    assert error.value.message == "South America is not in this data set (wdi-starter)."
    known = catalogue.known_area("South America")
    assert known is not None
    assert known.kind == "other"


def test_a_misspelt_area_outside_the_data_set_is_recognised(core8: Snapshot) -> None:
    """The person learns both: what was meant, and that it is not there."""
    with pytest.raises(QueryError, match=r"If you mean France \(FRA\): that is not in this data set"):
        Catalogue(core8).get_area("Frnace")


def test_every_code_and_display_name_resolves(catalogue: Catalogue, starter: Snapshot) -> None:
    """All 227 areas, by code, two-letter code and name."""
    for code, area in starter.areas.items():
        assert catalogue.get_area(code) == area
        assert catalogue.get_area(area.name) == area
        if iso2 := starter.describe_area(code).iso2:
            assert catalogue.get_area(iso2) == area


def test_a_two_letter_code_of_two_areas_names_neither(tiny: Writer) -> None:
    """A clash in somebody's own data is not resolved by order."""
    areas = "code,name,is_aggregate,iso2\nAAA,Aland,0,ZQ\nBBB,Beland,0,ZQ\nALL,Everywhere,1,\n"
    with pytest.raises(QueryError):
        Catalogue(load_snapshot(tiny(areas_csv=areas))).get_area("ZQ")


def test_names_of_ones_own_data_are_known(tiny: Writer) -> None:
    """The vocabulary does not have to know an area that the data set names."""
    catalogue = Catalogue(load_snapshot(tiny()), Names.load())
    assert catalogue.get_area("beland").code == "BBB"
    assert catalogue.get_indicator("internet").code == "NET"
    assert [match.area.code for match in catalogue.find_areas("everywhere")] == ["ALL"]


def test_an_own_name_goes_before_the_vocabulary(tiny: Writer) -> None:
    """In a data set of US states, Georgia is the state."""
    areas = "code,name,is_aggregate\nUS-GA,Georgia,0\nAAA,Aland,0\nBBB,Beland,0\nALL,Everywhere,1\n"
    assert Catalogue(load_snapshot(tiny(areas_csv=areas))).get_area("Georgia").code == "US-GA"


@pytest.mark.parametrize(
    ("words", "codes"),
    [
        ("congo", ["COD", "COG"]),
        ("canadian", ["CAN"]),
        ("uk", ["GBR"]),
        ("brazl", ["BRA"]),
        ("guinea", ["GIN", "GNB", "GNQ", "PNG"]),
        ("can", ["CAN"]),
    ],
)
def test_searching_for_areas(catalogue: Catalogue, words: str, codes: list[str]) -> None:
    """Exact names first, then parts, then spelling; each with its reason and a falling score."""
    matches = catalogue.find_areas(words)
    assert [match.area.code for match in matches][: len(codes)] == codes
    assert all(match.reason and 0 < match.score <= 1 and match.available for match in matches)
    assert [match.score for match in matches] == sorted((match.score for match in matches), reverse=True)


def test_a_search_is_short(catalogue: Catalogue) -> None:
    """Never thousands of names."""
    assert len(catalogue.find_areas("islands")) == 10
    assert len(catalogue.find_areas("islands", limit=3)) == 3
    assert len(catalogue.find_indicators("population", limit=2)) == 2


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("SP.POP.TOTL", "SP.POP.TOTL"),
        ("sp.pop.totl", "SP.POP.TOTL"),
        ("Population, total", "SP.POP.TOTL"),
        ("people", "SP.POP.TOTL"),
        ("population", "SP.POP.TOTL"),
        ("GDP", "NY.GDP.MKTP.CD"),
        ("GDP per head", "NY.GDP.PCAP.CD"),
        ("gdp per capita", "NY.GDP.PCAP.CD"),
        ("internet users", "IT.NET.USER.ZS"),
        ("life expectancy", "SP.DYN.LE00.IN"),
        ("access to electricity", "EG.ELC.ACCS.ZS"),
    ],
)
def test_an_indicator_by_code_name_or_everyday_name(catalogue: Catalogue, text: str, code: str) -> None:
    """Whatever people call it, it is one code."""
    assert catalogue.get_indicator(text).code == code


def test_indicators_that_share_a_name_are_refused_with_the_candidates(tiny: Writer) -> None:
    """Where the data set holds two of a name, somebody has to say which."""
    indicators = "code,name,unit\nPOP,Output,people\nNET,Output,%\n"
    catalogue = Catalogue(load_snapshot(tiny(indicators_csv=indicators)))
    with pytest.raises(QueryError, match=r"Output \(POP\); Output \(NET\)") as error:
        catalogue.get_indicator("output")
    assert error.value.code is QueryCode.AMBIGUOUS


def test_a_known_indicator_outside_the_data_set(tiny: Writer) -> None:
    """Told apart from one that nobody knows, and what there is is named."""
    catalogue = Catalogue(load_snapshot(tiny()))
    with pytest.raises(QueryError, match=r"not in this data set .*Available: POP, NET") as error:
        catalogue.get_indicator("life expectancy")
    assert error.value.code is QueryCode.NOT_ALLOWED
    with pytest.raises(QueryError) as error:
        catalogue.get_indicator("number of unicorns")
    assert error.value.code is QueryCode.NOT_FOUND


def test_an_unknown_indicator_is_answered_with_what_is_alike(catalogue: Catalogue) -> None:
    """A slip of spelling, or a word of the description."""
    with pytest.raises(QueryError, match=r"Did you mean Life expectancy .*\(SP\.DYN\.LE00\.IN\)"):
        catalogue.get_indicator("life expectency")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("how many people", "SP.POP.TOTL"),
        ("gdp", "NY.GDP.MKTP.CD"),
        ("internet", "IT.NET.USER.ZS"),
        ("electricity", "EG.ELC.ACCS.ZS"),
        ("mortality", "SP.DYN.LE00.IN"),
        ("life expectency", "SP.DYN.LE00.IN"),
    ],
)
def test_searching_for_indicators(catalogue: Catalogue, words: str, code: str) -> None:
    """The best match comes first, each with its reason and a falling score."""
    matches = catalogue.find_indicators(words)
    assert matches[0].indicator.code == code
    assert all(match.reason and 0 < match.score <= 1 for match in matches)


def test_a_search_for_what_is_not_there_is_empty(catalogue: Catalogue) -> None:
    """Find may be empty."""
    assert catalogue.find_indicators("zzz") == ()
    assert catalogue.find_areas("qqqqqq") == ()

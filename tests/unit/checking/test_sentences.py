"""Sentences, list items and headings."""

import pytest

from tieout.checking.sentences import SentenceKind, list_markers, split_sentences

SAID, ITEM, HEAD = SentenceKind.SENTENCE, SentenceKind.ITEM, SentenceKind.HEADING


def parts(text: str) -> list[str]:
    """Return the texts of the sentences."""
    return [text[part.start : part.end] for part in split_sentences(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \n ", []),
        ("One. Two.", ["One.", "Two."]),
        ("It rose 3.5% in 2020. It fell to 2.", ["It rose 3.5% in 2020.", "It fell to 2."]),
        ("No. It fell.", ["No.", "It fell."]),
        ("Yes. No. Both.", ["Yes.", "No.", "Both."]),
        ("It is no. 3 in the world.", ["It is no. 3 in the world."]),
        ("It ranks No. 3. Next.", ["It ranks No. 3.", "Next."]),
        ("It fell in St. Lucia. It rose.", ["It fell in St. Lucia.", "It rose."]),
        ("U.S. GDP rose. The U.S. It fell.", ["U.S. GDP rose.", "The U.S.", "It fell."]),
        ("In the U.S. Gross product rose.", ["In the U.S. Gross product rose."]),
        ("In Q3. Then 5.", ["In Q3.", "Then 5."]),
        ("See p. 43 here.", ["See p. 43 here."]),
        ("**$4.0 trillion** in 2025. Less in 2024.", ["**$4.0 trillion** in 2025.", "Less in 2024."]),
        ("It was **5.** Then 6.", ["It was **5.**", "Then 6."]),
        ("(It rose.) It fell.", ["(It rose.)", "It fell."]),
        ("Why? Because! Yes", ["Why?", "Because!", "Yes"]),
        ("It rose... and fell. 5 came.", ["It rose... and fell.", "5 came."]),
        ("Hm... It fell.", ["Hm...", "It fell."]),
        ("J. Smith said so.", ["J. Smith said so."]),
        ("Line one\nline two", ["Line one", "line two"]),
        ("That is 5 e.g. Kenya.", ["That is 5 e.g. Kenya."]),
        ("At 5 p.m. Then six.", ["At 5 p.m. Then six."]),
        ("At 5 p.m. It rained.", ["At 5 p.m.", "It rained."]),
        ("Half was I. He knew.", ["Half was I.", "He knew."]),
    ],
)
def test_a_stop_ends_a_sentence_only_where_one_starts(text: str, expected: list[str]) -> None:
    """Decimals, abbreviations and ranks keep their sentence whole; a capital, digit or sign starts one."""
    assert parts(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("GDP, 2023:\n- Chile: 5\n- Peru: 6", [(HEAD, "GDP, 2023:"), (ITEM, "Chile: 5"), (ITEM, "Peru: 6")]),
        ("Top. GDP:\n* Chile. Big.", [(SAID, "Top."), (HEAD, "GDP:"), (ITEM, "Chile."), (SAID, "Big.")]),
        ("**GDP:**\n• Chile", [(HEAD, "**GDP:**"), (ITEM, "Chile")]),
        ("# GDP\nIt rose.", [(HEAD, "GDP"), (SAID, "It rose.")]),
        ("1. Chile\n2. Peru", [(ITEM, "Chile"), (ITEM, "Peru")]),
        ("(a) Chile\n(b) Peru", [(ITEM, "Chile"), (ITEM, "Peru")]),
        ("> It rose.", [(SAID, "It rose.")]),
        ("7. In 2020 it rose.", [(SAID, "7."), (SAID, "In 2020 it rose.")]),
        ("It was so:\nfive.", [(SAID, "It was so:"), (SAID, "five.")]),
        ("-5 in 2020", [(SAID, "-5 in 2020")]),
    ],
)
def test_lists_have_headings_and_items(text: str, expected: list[tuple[SentenceKind, str]]) -> None:
    """Markers belong to no sentence; a colon before items makes a heading; a lone number is no marker."""
    found = [(part.kind, text[part.start : part.end]) for part in split_sentences(text)]
    assert found == expected


def test_list_markers_need_an_order() -> None:
    """Numbers are markers only where a line and the next numbered one count on."""
    assert list_markers("1. a\n2. b\n\n3) c") == {0, 5, 11}
    assert list_markers("5. a\n9. b") == frozenset()
    assert list_markers("1. a") == frozenset()

"""Write docs/explanation/what-is-understood.md from the sentences that the tests hold to the check.

python scripts/build_understood.py           write the page
python scripts/build_understood.py --check   write nothing; exit 1 when the page is not current
"""

import sys
from pathlib import Path

from tieout.assistant.understood import SentenceShape, sentence_facts, sentence_shapes

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "explanation" / "what-is-understood.md"
HEAD = """<!-- Written by scripts/build_understood.py from assistant/understood.toml; do not edit. -->

# What is understood

The check reads sentences of the shapes below, in any order of their parts and with the words of its lexicon.
What has none of these shapes is held as `not_understood`. Every sentence of this page is tested over
[the facts at its end](#the-facts): what is *read* is accepted, what is *held* is held with that
[code](../reference/problem-codes.md). A model that writes prose is told the plainest of them;
how to write for the check: [write so that it is understood](../how-to/write-so-that-it-is-understood.md).
"""
FACTS = """
## The facts

One line a series: code and name of the place (a star before an aggregate), code and name of the measure,
unit, values. A dash is a gap that the publisher left, an f behind a value marks a forecast.
"""
TABLES = {
    False: "From the packaged data set:",
    True: "Of measures that it has not, or made up:",
}


def built() -> str:
    """Return the text of the page."""
    shapes = "".join(section(shape) for shape in sentence_shapes())
    return HEAD + shapes + FACTS + "".join(facts(made_up) for made_up in TABLES)


def section(shape: SentenceShape) -> str:
    """Return what the page says of a shape."""
    question = f" To the question “{shape.question}”:" if shape.question else ""
    lines = [f"\n## {shape.title}\n", f"{shape.says}{question}\n", "| | sentence | |", "|---|---|---|"]
    lines += [f"| read | {cell(text)} | |" for text in shape.examples]
    for near in shape.near:
        asked = f" ({near.question})" if near.question else ""
        lines.append(f"| held | {cell(near.text)} | `{near.code}`: {near.why}{asked} |")
    return "\n".join(lines) + "\n"


def facts(made_up: bool) -> str:
    """Return the facts of one kind as a block."""
    lines = [line for group in sentence_facts().values() if group.made_up is made_up for line in group.lines]
    return f"\n{TABLES[made_up]}\n\n```text\n" + "\n".join(lines) + "\n```\n"


def cell(text: str) -> str:
    """Return a sentence fit for a cell of a Markdown table."""
    return text.replace("|", "\\|").replace("\n- ", "<br>- ").replace("\n", "<br>")


def main(arguments: list[str]) -> int:
    """Write or check the page; return the exit status."""
    text = built()
    current = PAGE.exists() and PAGE.read_text(encoding="utf-8") == text
    if "--check" in arguments:
        print("current" if current else "not current, run `just docs`")
        return 0 if current else 1
    PAGE.write_text(text, encoding="utf-8")
    print("current" if current else f"wrote {PAGE.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

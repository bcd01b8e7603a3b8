"""Write the pages under docs/reference from the code, or check that they are current.

    python scripts/build_reference.py           write the pages
    python scripts/build_reference.py --check   write nothing; exit 1 when a page is not what the code says

`json.md` is written by hand: it holds promises, which the tests hold the code to.
"""

import ast
import importlib
import inspect
import json
import os
import re
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PAGES = ROOT / "docs" / "reference"
INTRODUCTIONS = {
    "command-line.md": """# Command line

`python -m tieout` is the same program. What it ends with: [exit statuses](exit-statuses.md).
""",
    "tools.md": """# Tools

What a model may call. All are read-only but `watch_value`, each call of which waits for a person's yes.
A call is checked before anything is read: name, JSON, exact arguments, types, what the data set allows,
ranges, order of years.
""",
    "problem-codes.md": """# Problem codes

Each problem of a rejected answer has one of these codes, its place in the answer (`start`, `end`, in code
points), the text there, one sentence for a data editor, and the true value where the evidence holds one.

""",
    "claims.md": """# Claims

What a composed draft may say: the shapes, as a model is told of them. How they become sentences:
[composed answers](../explanation/composed-answers.md).

""",
    "settings.md": """# Settings

All settings are environment variables, read in one place. An empty one counts as not set.

""",
    "exit-statuses.md": "# Exit statuses\n\n",
    "errors.md": "# Errors\n\n",
    "python.md": """# Python names

What `import tieout` offers. Everything else may change without notice.

""",
}
BESIDE = """
## Toolsets beside statistics

`--with WORD` adds one to `ask`, `tool` and `tools`; the statistics stay as they are. Nothing that these
tools show is evidence, but for a sum whose operands are all facts or unit constants (powers of ten), and
for the value that is watched.

"""
REFUSALS = """
## Why a call is refused

The outcome line of a call is `ok`, `refused: CODE`, or `error: bug` for a fault of ours.

"""
NOTE = "<!-- Written by scripts/build_reference.py from the code; do not edit. -->\n\n"


def cell(text: object) -> str:
    """Return text fit for a cell of a Markdown table."""
    return re.sub(r"\s+", " ", str(text)).replace("|", "\\|").strip()


def table(head: tuple[str, ...], rows: list[tuple[object, ...]]) -> str:
    """Return a Markdown table."""
    lines = ["| " + " | ".join(map(cell, row)) + " |" for row in [head, *rows]]
    lines.insert(1, "|" + "---|" * len(head))
    return "\n".join(lines) + "\n"


def first_sentence(text: str | None) -> str:
    """Return the summary line of a docstring."""
    return cell((text or "").strip().partition("\n\n")[0])


def docstring_table(module: str, column: str) -> str:
    """Return the table whose first column is so called in a module's docstring."""
    lines = (inspect.getdoc(importlib.import_module(module)) or "").splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith(f"| {column} |"))
    end = next((i for i in range(start, len(lines)) if not lines[i].startswith("|")), len(lines))
    return "\n".join(lines[start:end]) + "\n"


def code_rows(section: str, codes: Iterable[str]) -> list[tuple[object, ...]]:
    """Return each code with its meaning from `meanings.toml`; a code without one has an empty cell."""
    meanings = tomllib.loads((ROOT / "scripts" / "meanings.toml").read_text(encoding="utf-8"))[section]
    return [(f"`{code}`", meanings.get(code, "")) for code in codes]


def walk(command: Any, name: str) -> Iterator[tuple[str, Any]]:
    """Yield every command under a command, by its full name, groups included."""
    yield name, command
    for child in sorted(getattr(command, "commands", {})):
        yield from walk(command.commands[child], f"{name} {child}")


def plain(text: str) -> str:
    """Return a help text without the marks of the terminal, its examples as code."""
    text = re.sub(r"\[/?(?:dim|bold)\]|\x08", "", inspect.cleandoc(text)).strip()
    return re.sub(r"^tieout .*$|^echo .*$", r"    \g<0>", text, flags=re.MULTILINE)


def parameter_row(parameter: Any) -> tuple[object, ...]:
    """Return how a parameter is written, what it means and what it is when left out."""
    if parameter.param_type_name == "argument":
        shown = parameter.metavar or parameter.name.upper()
    else:
        kind = type(parameter.type).__name__
        word = "NUMBER" if kind.startswith(("Int", "Float")) else "FILE" if "Path" in kind else "TEXT"
        metavar = "" if parameter.is_flag else f" {parameter.metavar or word}"
        shown = ", ".join([*parameter.opts, *parameter.secondary_opts]) + metavar
    default = parameter.default
    left_out = (
        "required" if parameter.required else "" if not default or callable(default) else f"`{default}`"
    )
    return f"`{shown}`", getattr(parameter, "help", "") or "", left_out


def command_line() -> str:
    """Describe every command, argument and option."""
    from typer.main import get_command

    from tieout.interfaces.cli.app import app

    parts = []
    for name, command in walk(get_command(app), "tieout"):
        parts.append(f"\n## {name}\n\n{plain(command.help or '')}\n")
        rows = [parameter_row(parameter) for parameter in command.params if parameter.name != "help"]
        if rows:
            parts.append("\n" + table(("written", "meaning", "when left out"), rows))
        if children := sorted(getattr(command, "commands", {})):
            parts.append("\nCommands: " + ", ".join(f"`{name} {child}`" for child in children) + ".\n")
    return "".join(parts)


def tools() -> str:
    """Describe every tool as a model is told of it, and why a call may be refused."""
    from tieout.data.catalogue import Catalogue
    from tieout.data.snapshot import load_snapshot
    from tieout.errors import QueryCode
    from tieout.facts.names import Names
    from tieout.tools.contract import Toolset
    from tieout.tools.statistics import statistics_tools

    snapshot = load_snapshot("core8")
    catalogue = Catalogue(snapshot, Names.load())
    statistics = Toolset(statistics_tools(snapshot, catalogue))
    parts = tool_sections(statistics)
    parts.append(BESIDE)
    parts.append(docstring_table("tieout.interfaces.toolsets", "word"))
    parts += tool_sections(added_tools(snapshot, catalogue))
    parts.append(REFUSALS)
    parts.append(table(("code", "meaning"), code_rows("refusals", QueryCode)))
    return "".join(parts)


def added_tools(snapshot: Any, catalogue: Any) -> Any:
    """Return the tools that a desk may add, over nothing: only what a model is told of them counts here."""
    from datetime import UTC, datetime

    from tieout.tools.calculator import calculator_tools
    from tieout.tools.clock import clock_tools
    from tieout.tools.contract import Toolset
    from tieout.tools.glossary import glossary_tools
    from tieout.tools.notes import Notes, note_tools
    from tieout.tools.watching import watch_tools

    return Toolset(
        (
            *calculator_tools(),
            *clock_tools(lambda: datetime.fromtimestamp(0, UTC)),
            *watch_tools(snapshot, catalogue, lambda _: 1),
            *glossary_tools({}),
            *note_tools(Notes(())),
        )
    )


def tool_sections(toolset: Any) -> list[str]:
    """Describe each tool with its arguments."""
    parts = []
    for definition in toolset.definitions():
        function = definition.get("function", definition)
        schema = function["parameters"]
        parts.append(f"\n## {function['name']}\n\n{function['description']}\n\n")
        for name, value in schema["properties"].items():
            remark = f" ({value['description']})" if "description" in value else ""
            parts.append(f"- `{name}`: {kind(value)}{remark}\n")
    return parts


def kind(schema: dict[str, Any]) -> str:
    """Return the type of an argument in words."""
    if "enum" in schema:
        return " or ".join(f"`{value}`" for value in schema["enum"])
    if schema.get("type") == "array":
        return f"list of {kind(schema['items'])}"
    return {"string": "text", "integer": "whole number", "number": "number"}.get(
        schema.get("type", ""), "any"
    )


def problem_codes() -> str:
    """List the codes of the check and of the form of a draft."""
    from tieout.checking.verdict import ProblemCode

    return table(("code", "meaning"), code_rows("problems", ProblemCode))


def claims() -> str:
    """List the shapes of claims, and why a claim is refused."""
    from tieout.assistant.shape import MOST_CLAIMS, MOST_REFS, SHAPES
    from tieout.writing.refusal import PROBLEM_CODES, RefusalCode

    rows = [(f"`{shape.example}`", shape.means) for shape in SHAPES.values()]
    refused = [
        (code, meaning, f"`{PROBLEM_CODES[RefusalCode(code.strip('`'))]}`")
        for code, meaning in ((str(code), meaning) for code, meaning in code_rows("claims", RefusalCode))
    ]
    bounds = f"At most {MOST_CLAIMS} claims in a draft and {MOST_REFS} refs in a claim."
    gaps = "The last five say what cannot be answered; only they may stand\nunder `cannot_answer`."
    held = "One refused claim holds the whole draft. A person sees the problem code and a sentence"
    return (
        table(("written", "says"), rows)
        + f"\n{bounds} {gaps}\n\n## Why a claim is refused\n\n{held}\nthat names the ref.\n\n"
        + table(("why", "meaning", "problem code"), refused)
    )


def exit_statuses() -> str:
    """List what the command line exits with, and from which error."""
    exits = importlib.import_module("tieout.interfaces.exits")
    rows: list[tuple[object, ...]] = [
        (f"`{error.__name__}`", int(status), first_sentence(error.__doc__))
        for error, status in exits.ERROR_EXITS.items()
    ]
    return (
        docstring_table("tieout.interfaces.exits", "status")
        + "\n## Errors\n\nAn error is one sentence on standard error that says what to do next.\n\n"
        + table(("error", "status", "meaning"), rows)
    )


def settings() -> str:
    """List the environment variables."""
    return docstring_table("tieout.interfaces.settings", "variable")


def errors() -> str:
    """Draw the error tree."""
    return f"{inspect.getdoc(importlib.import_module('tieout.errors'))}\n"


def python_names() -> str:
    """List the public names with their signatures and summaries."""
    import tieout

    parts = []
    rows: list[tuple[object, ...]] = []
    for name in tieout.__all__:
        value = getattr(tieout, name)
        if isinstance(value, str):
            rows.append((f"`{name}`", "The version of the package."))
        else:
            rows.append((f"`{name}`", first_sentence(inspect.getdoc(value))))
    parts.append(table(("name", "what it is"), rows))
    for name in ("check", "load_snapshot"):
        value = getattr(tieout, name)
        parts.append(f"\n## {name}\n\n```text\n{signature(value)}\n```\n\n{fenced_sections(value)}\n")
    return "".join(parts)


def signature(function: Callable[..., object]) -> str:
    """Return a signature as it is written in the source, an argument a line."""
    definition = ast.parse(inspect.getsource(function)).body[0]
    assert isinstance(definition, ast.FunctionDef)
    arguments = ast.unparse(definition.args).replace("=", " = ").split(", ")
    result = ast.unparse(definition.returns) if definition.returns else "None"
    return f"{definition.name}(\n    " + ",\n    ".join(arguments) + f",\n) -> {result}"


def fenced_sections(value: object) -> str:
    """Return a docstring with its indented sections shown as they are written."""
    summary, _, rest = (inspect.getdoc(value) or "").partition("\n\n")
    return f"{summary}\n\n```text\n{rest.strip()}\n```" if rest else summary


PAGE_WRITERS: dict[str, Callable[[], str]] = {
    "claims.md": claims,
    "command-line.md": command_line,
    "errors.md": errors,
    "exit-statuses.md": exit_statuses,
    "problem-codes.md": problem_codes,
    "python.md": python_names,
    "settings.md": settings,
    "tools.md": tools,
}


def schema(model: str) -> str:
    """Return the JSON Schema of a model of the evaluation, named by its module and class."""
    module, _, name = model.rpartition(".")
    document = getattr(importlib.import_module(module), name).model_json_schema()
    for part in (document, *document.get("$defs", {}).values()):
        told = inspect.cleandoc(part["description"])
        part["description"] = first_sentence(told)
        means = re.findall(r"^ {4}(\w+): (.+(?:\n {8}.+)*)", told, flags=re.MULTILINE)
        for attribute, meaning in means:
            part["properties"][attribute]["description"] = cell(meaning)
        for value in part["properties"].values():
            value.pop("title", None)
    whole = {"$schema": "https://json-schema.org/draft/2020-12/schema", **document}
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


SCHEMAS = {
    "schemas/attempt.json": "tieout.evaluation.attempt.Attempt",
    "schemas/manifest.json": "tieout.evaluation.manifest.Manifest",
    "schemas/question.json": "tieout.evaluation.question.Question",
    "schemas/report.json": "tieout.evaluation.reported.Report",
    "schemas/comparison.json": "tieout.evaluation.reported.Comparison",
}


def built() -> dict[str, str]:
    """Return the text of every page, by file name."""
    os.environ.setdefault("COLUMNS", "100")
    pages = {
        name: NOTE + INTRODUCTIONS[name] + write().rstrip() + "\n" for name, write in PAGE_WRITERS.items()
    }
    return pages | {name: schema(model) for name, model in SCHEMAS.items()}


def main(arguments: list[str]) -> int:
    """Write or check the pages; return the exit status."""
    stale = []
    for name, text in built().items():
        path = PAGES / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(name)
            if "--check" not in arguments:
                path.write_text(text, encoding="utf-8")
    if "--check" in arguments and stale:
        print("not current, run `just docs`: " + json.dumps(stale))
        return 1
    print("current" if not stale else f"wrote {', '.join(stale)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""What Tieout costs on this machine: start-up, the loop, the tools, the check.

    python benchmarks/bench.py            a table
    python benchmarks/bench.py --json     the same figures as JSON

Processor time of whole processes is user plus system time as the kernel counts it for the child, with
bytecode compiled beforehand. Times inside the process are medians of shuffled rounds. Other work on the
machine moves all of them: compare only figures of one run.
"""

import json
import os
import random
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import bench_loop

from tieout.assistant.conversation import ToolCall
from tieout.checking.check import check
from tieout.data.catalogue import Catalogue
from tieout.data.snapshot import load_snapshot
from tieout.desk import Desk
from tieout.facts.names import Names
from tieout.interfaces.settings import Settings
from tieout.outcome import Outcome
from tieout.tools.calculator import calculator_tools
from tieout.tools.contract import Toolset
from tieout.tools.finding import Numbering
from tieout.tools.statistics import statistics_tools

QUESTION = "What was the population of Canada in 2024?"
QUESTIONS = {
    "one value": QUESTION,
    "change": "How did life expectancy in Japan change from 2000 to 2020?",
    "ratio": "How many times larger was the GDP of the United States than that of Canada in 2024?",
    "ranking": "Which country had the largest population in 2024?",
    "no data": "What was the population of France in 1950?",
}
COMMANDS = {
    "python -c pass": ["-c", "pass"],
    "import tieout": ["-c", "import tieout"],
    "tieout --version": ["-m", "tieout", "--version"],
    "tieout --help": ["-m", "tieout", "--help"],
    "tieout data list": ["-m", "tieout", "data", "list"],
    "tieout ask": ["-m", "tieout", "ask", QUESTION],
    "tieout ask --json": ["-m", "tieout", "ask", "--json", QUESTION],
}
CALLS: Mapping[str, Mapping[str, object]] = {
    "find_indicators": {"query": "internet users"},
    "find_areas": {"query": "Britain"},
    "get_values": {
        "country_codes": ["CAN"],
        "indicator_code": "SP.POP.TOTL",
        "from_year": 2000,
        "to_year": 2024,
    },
    "rank_countries": {"indicator_code": "SP.POP.TOTL", "year": 2024, "order": "highest", "limit": 8},
    "get_change": {
        "country_code": "NGA",
        "indicator_code": "NY.GDP.MKTP.CD",
        "from_year": 2023,
        "to_year": 2024,
    },
    "compare": {"country_codes": ["USA", "CAN"], "indicator_code": "NY.GDP.MKTP.CD", "year": 2024},
    "aggregate": {
        "operation": "mean",
        "country_codes": ["BRA", "CAN", "GBR", "IND", "JPN", "MEX", "NGA", "USA"],
        "indicator_code": "SP.DYN.LE00.IN",
        "from_year": 2020,
        "to_year": 2020,
    },
    "describe_indicator": {"indicator_code": "SP.POP.TOTL"},
}


def processor_seconds(arguments: list[str], home: str) -> float:
    """Run Python with arguments; return the user and system time the kernel counted for it."""
    environment = os.environ | {"TIEOUT_HOME": home, "NO_COLOR": "1"}
    child = subprocess.Popen(
        [sys.executable, *arguments],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    assert child.stderr is not None
    said = child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        raise SystemExit(f"{arguments} ended with {child.returncode}: {said.decode()}")
    return usage.ru_utime + usage.ru_stime


def measure_start_up(rounds: int = 7) -> dict[str, float]:
    """Return the median processor time of each command, in milliseconds."""
    import compileall

    import tieout

    compileall.compile_dir(Path(tieout.__file__).parent, quiet=2)
    compileall.compile_dir(sysconfig.get_paths()["purelib"], quiet=2)
    taken: dict[str, list[float]] = {name: [] for name in COMMANDS}
    with tempfile.TemporaryDirectory() as home:
        for _ in range(rounds):
            for name in random.sample(list(COMMANDS), len(COMMANDS)):
                taken[name].append(processor_seconds(COMMANDS[name], home))
    return {name: 1000 * statistics.median(times) for name, times in taken.items()}


def medians(
    work: Mapping[str, Callable[[], object]], rounds: int = 5, repeats: int = 200
) -> dict[str, float]:
    """Return the median microseconds of each piece of work, over rounds in random order."""
    taken: dict[str, list[float]] = {name: [] for name in work}
    for function in work.values():
        function()
    for _ in range(rounds):
        for name in random.sample(list(work), len(work)):
            function, best = work[name], []
            for _ in range(repeats):
                started = time.perf_counter()
                function()
                best.append(time.perf_counter() - started)
            taken[name].append(statistics.median(best))
    return {name: 1e6 * statistics.median(times) for name, times in taken.items()}


def measure_tools() -> dict[str, float]:
    """Return microseconds of each tool on core8: the call checked, run and rendered."""
    snapshot = load_snapshot("core8")
    toolset = Toolset(statistics_tools(snapshot, Catalogue(snapshot, Names.load())))

    def call(name: str) -> Callable[[], object]:
        proposed = ToolCall(id="1", name=name, arguments=json.dumps(CALLS[name]))

        def run() -> object:
            result = toolset.run(toolset.validate(proposed), Numbering())
            assert result.outcome == "ok", result.content
            return result

        return run

    return medians({name: call(name) for name in CALLS}, repeats=50)


ATTACKS = {
    "9**9**9**9": "9**9**9**9",
    "brackets, 100,000 deep": "(" * 100_000 + "1" + ")" * 100_000,
    "attributes of a number": "(1).__class__.__bases__[0].__subclasses__()",
    "digits of another script": "\u0661\u0662+1",
    "1<<10000000": "1<<10000000",
    "10 MB of text": "1+" * 5_000_000 + "1",
    "powers of powers": "((9**99)**99)**99",
}


def measure_attacks() -> dict[str, float]:
    """Return microseconds until each attack on the calculator is refused; the slowest of 20 tries."""
    toolset = Toolset(calculator_tools())
    taken: dict[str, float] = {}
    for name, expression in ATTACKS.items():
        call = ToolCall(id="1", name="calculate", arguments={"expression": expression})
        for _ in range(20):
            started = time.perf_counter()
            result = toolset.call(call)
            taken[name] = max(taken.get(name, 0), 1e6 * (time.perf_counter() - started))
            assert result.outcome.startswith("refused: ")
    return taken


def measure_desk_and_check() -> tuple[dict[str, float], dict[str, float]]:
    """Return microseconds of a whole question in a warm process, and of the check of its answer alone."""
    desk: Desk = Settings.from_environment({}).desk(dataset="core8")
    names = Names.load()

    def recheck(question: str, outcome: Outcome) -> Callable[[], object]:
        text, status = (
            outcome.answer or outcome.draft,
            "cannot_answer" if outcome.kind == "declined" else "answered",
        )

        def run() -> object:
            return check(text, outcome.evidence, question=question, names=names, status=status)

        return run

    asks, checks = {}, {}
    for name, question in QUESTIONS.items():
        outcome = desk.ask(question)
        print(f"{name}: {outcome.kind}: {outcome.answer or outcome.draft}", file=sys.stderr)
        asks[name] = lambda question=question: desk.ask(question)
        checks[name] = recheck(question, outcome)
    return medians(asks, repeats=20), medians(checks, repeats=20)


def main() -> None:
    """Measure everything and print it."""
    asks, checks = measure_desk_and_check()
    loops, left_out = bench_loop.measure()
    figures = {
        "start-up, ms of processor time": measure_start_up(),
        "loop, us a question": {name: found["us"] for name, found in loops.items()},
        "loop, as a multiple of the one by hand": {
            name: found["times by hand"] for name, found in loops.items()
        },
        "tools on core8, us a call": measure_tools(),
        "attacks on the calculator, us until refused (the bar is 50,000)": measure_attacks(),
        "a whole question in a warm process, us": asks,
        "the check of its answer, us": checks,
    }
    if "--json" in sys.argv:
        print(json.dumps(figures | {"left out, not installed": left_out}, indent=2))
        return
    if left_out:
        print(f"Left out of the loops, not installed: {', '.join(left_out)}; pip install '.[peers]'")
    print(f"Python {sys.version.split()[0]} on {os.cpu_count()} processors")
    for title, rows in figures.items():
        print(f"\n{title}")
        for name, value in rows.items():
            print(f"  {name:<36} {value:>12,.1f}")


if __name__ == "__main__":
    main()

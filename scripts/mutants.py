"""Try whether the tests notice: change the check in small ways, one at a time, and count what is found out.

`just mutants` takes a seeded sample of all places where a comparison, a condition, a number or a step of
`src/tieout/checking` can be changed, and runs the golden answers, and where they all pass the unit tests,
over each change in a process of its own. The answers that go through the changed function come first, so that
most changes are found out in a moment; one that is left has stood against all of them. It prints the share
that was found out, and every change that was not. Outside of CI: it takes minutes.
"""

import argparse
import ast
import gc
import importlib.abc
import importlib.machinery
import importlib.util
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

from coverage import Coverage

ROOT = Path(__file__).resolve().parents[1]
CHECKING = ROOT / "src" / "tieout" / "checking"
TESTS = ["tests/unit/checking", "tests/golden/test_understood.py"]
SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.Break: ast.Continue,
    ast.Continue: ast.Break,
}
LONGEST = 150
"""Seconds of computing after which a change counts as found out: it does not end."""

SURVIVED, KILLED = 0, 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """One small change: the number of a place in the walk over a file."""

    path: Path
    place: int
    line: int
    says: str


def changes(tree: ast.Module) -> Iterator[tuple[ast.AST, str]]:
    """Yield the nodes that can be changed, in a fixed order, with what the change is called."""
    quiet = {id(part) for node in ast.walk(tree) for kept in unread(node) for part in ast.walk(kept)}
    for node in ast.walk(tree):
        if id(node) in quiet:
            continue
        if isinstance(node, ast.Compare):
            yield node, f"{type(node.ops[0]).__name__} turned"
        elif isinstance(node, ast.BoolOp | ast.BinOp) and type(node.op) in SWAPS:
            yield node, f"{type(node.op).__name__} for {SWAPS[type(node.op)].__name__}"
        elif isinstance(node, ast.Break | ast.Continue):
            yield node, "break for continue"
        elif isinstance(node, ast.If | ast.IfExp | ast.While):
            yield node, "condition turned"
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield node, "not dropped"
        elif isinstance(node, ast.Constant) and isinstance(node.value, bool | int):
            yield node, f"{node.value!r} changed"
        elif isinstance(node, ast.Return) and node.value is not None and not is_none(node.value):
            yield node, "None returned"
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            yield node, "call dropped"
        elif isinstance(node, ast.AugAssign):
            yield node, "step dropped"


def unread(node: ast.AST) -> list[ast.AST]:
    """Return the parts of a node that say nothing at run time: annotations, and the texts of problems."""
    if isinstance(node, ast.FunctionDef):
        every = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        found = [one.annotation for one in every] + [node.returns]
        return [part for part in (*found, *node.decorator_list) if part is not None]
    if isinstance(node, ast.AnnAssign):
        return [node.annotation]
    return [node] if isinstance(node, ast.JoinedStr) else []


def is_none(node: ast.AST) -> bool:
    """Return True for the constant None, and for False, which nothing here tells from it."""
    return isinstance(node, ast.Constant) and (node.value is None or node.value is False)


class Change(ast.NodeTransformer):
    """Change one node, and nothing else."""

    def __init__(self, target: ast.AST) -> None:
        self._target = target

    def visit(self, node: ast.AST) -> ast.AST:
        """Return the node, or what stands in its place."""
        self.generic_visit(node)
        return changed(node) if node is self._target else node


def changed(node: ast.AST) -> ast.AST:
    """Return what stands in the place of a node."""
    match node:
        case ast.Compare(ops=[first, *rest]):
            node.ops = [SWAPS[type(first)](), *rest]  # type: ignore[list-item]
        case ast.BoolOp(op=op) | ast.BinOp(op=op):
            node.op = SWAPS[type(op)]()  # type: ignore[assignment]
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            node.test = ast.UnaryOp(op=ast.Not(), operand=test)
        case ast.UnaryOp(operand=operand):
            return operand
        case ast.Constant(value=bool() as truth):
            node.value = not truth
        case ast.Constant(value=int() as number):
            node.value = number + 1
        case ast.Return():
            node.value = ast.Constant(value=None)
        case ast.Break():
            return ast.Continue()
        case ast.Continue():
            return ast.Break()
        case _:
            return ast.Pass()
    return node


def mutants() -> list[Mutant]:
    """Return every change of every file, in a fixed order."""
    found = []
    for path in sorted(CHECKING.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for place, (node, says) in enumerate(changes(tree)):
            found.append(Mutant(path=path, place=place, line=getattr(node, "lineno", 0), says=says))
    return found


def code_of(mutant: Mutant) -> CodeType:
    """Compile the file of a mutant with its change."""
    tree = ast.parse(mutant.path.read_text(encoding="utf-8"))
    target = [node for node, _ in changes(tree)][mutant.place]
    return compile(ast.fix_missing_locations(Change(target).visit(tree)), str(mutant.path), "exec")


class Loader(importlib.abc.Loader):
    """Run given code as a module."""

    def __init__(self, code: CodeType) -> None:
        self._code = code

    def exec_module(self, module: ModuleType) -> None:
        """Run the code in the module."""
        exec(self._code, module.__dict__)


class Finder(importlib.abc.MetaPathFinder):
    """Find the changed module before the file it was made from."""

    def __init__(self, mutant: Mutant) -> None:
        parts = mutant.path.relative_to(ROOT / "src").with_suffix("").parts
        self._name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        self._package = [str(mutant.path.parent)] if parts[-1] == "__init__" else None
        self._path, self._loader = str(mutant.path), Loader(code_of(mutant))

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Return the spec of the changed module, None for any other."""
        if fullname != self._name:
            return None
        return importlib.util.spec_from_file_location(
            fullname, self._path, loader=self._loader, submodule_search_locations=self._package
        )


Case = tuple[object, str | None, str, str]


def reached(cases: Sequence[Case]) -> dict[str, dict[int, set[int]]]:
    """Run the golden answers as it is; return file → line → which of the answers went through it."""
    from tieout.checking.check import check

    coverage = Coverage(data_file=None, source=[str(CHECKING)], config_file=False)
    coverage.start()
    for number, (evidence, question, answer, _) in enumerate(cases):
        coverage.switch_context(str(number))
        check(answer, evidence, question=question)  # type: ignore[arg-type]
    coverage.stop()
    data = coverage.get_data()
    return {
        file: {
            line: {int(number) for number in numbers if number}
            for line, numbers in data.contexts_by_lineno(file).items()
        }
        for file in data.measured_files()
    }


def nearest_first(
    mutant: Mutant | None, cases: Sequence[Case], lines: dict[str, dict[int, set[int]]]
) -> list[Case]:
    """Return all the answers: first those through the changed line, then those through its function."""
    if mutant is None:
        return list(cases)
    tree = ast.parse(mutant.path.read_text(encoding="utf-8"))
    rooms = [
        range(node.lineno, (node.end_lineno or node.lineno) + 1)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
    ]
    room = min((one for one in rooms if mutant.line in one), key=len, default=range(0))
    by_line = lines.get(str(mutant.path), {})
    at = by_line.get(mutant.line, set())
    near = set().union(*(by_line.get(line, set()) for line in room))
    order = sorted(range(len(cases)), key=lambda number: (number not in at, number not in near, number))
    return [cases[number] for number in order]


def golden_pass(cases: Sequence[Case]) -> bool:
    """Return True when every golden answer gets what is expected of it."""
    from tieout.checking.check import check

    for evidence, question, answer, expected in cases:
        verdict = check(answer, evidence, question=question)  # type: ignore[arg-type]
        got = "accept" if verdict.valid else verdict.problems[0].code
        if got != expected and (expected != "reject" or verdict.valid):
            return False
    return True


def put_in_place(mutant: Mutant) -> bool:
    """Give the functions of a file their changed code; return False where the change is in none of them.

    What a function has kept from before the change (a cache) stays: a change that only shows there may be
    counted as left, never the other way round.
    """
    found = {(code.co_qualname, code.co_firstlineno): code for code in codes_in(code_of(mutant))}
    changed_any = False
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and one.__code__.co_filename == str(mutant.path):
            new = found.get((one.__code__.co_qualname, one.__code__.co_firstlineno))
            if new is not None and new != one.__code__:
                one.__code__, changed_any = new, True
    return changed_any


def codes_in(code: CodeType) -> Iterator[CodeType]:
    """Yield a code object and all that lie in it."""
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from codes_in(inner)


def survives(mutant: Mutant | None, cases: Sequence[Case]) -> bool:
    """Run the tests over a change, or none, in a process of its own; return True when they do not notice."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == SURVIVED
    status = KILLED
    try:
        signal.setitimer(signal.ITIMER_PROF, LONGEST)  # a busy machine finds nothing out
        sink = os.open(os.devnull, os.O_WRONLY)
        os.dup2(sink, 1)
        os.dup2(sink, 2)
        if mutant is None or put_in_place(mutant):
            status = SURVIVED if tests_pass(cases) else KILLED
        else:  # in what is made at import: all of the check once more
            line = [sys.executable, __file__, "--only", mutant.path, str(mutant.place)]
            status = subprocess.run(line, check=False).returncode
    finally:
        os._exit(status)


def tests_pass(cases: Sequence[Case]) -> bool:
    """Return True when the golden answers and the unit tests pass."""
    if not golden_pass(cases):
        return False
    import pytest

    return pytest.main(["-q", "-x", "-p", "no:cacheprovider", "--no-header", *TESTS]) == 0


def golden_cases() -> list[Case]:
    """Return evidence, question, answer and what is expected, of each golden answer."""
    from tests.golden.answers import cases

    from tieout.facts.names import Names
    from tieout.facts.rows import evidence_from_rows

    Names.load()
    made: dict[int, object] = {}
    found = []
    for case in cases():
        rows, question, answer, expected = case.values
        key = hash(str(rows))
        found.append((made.setdefault(key, evidence_from_rows(rows)), question, answer, expected))
    return found


def main() -> int:
    """Take the sample, run it, print the share."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--sample", type=int, default=300, help="how many changes")
    parser.add_argument("--seconds", type=float, default=720, help="stop after so many")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs=2, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    os.chdir(ROOT)
    sys.path.insert(0, str(ROOT))
    every = mutants()
    if asked.only:
        one = next(one for one in every if [str(one.path), str(one.place)] == asked.only)
        sys.meta_path.insert(0, Finder(one))
        return SURVIVED if tests_pass(golden_cases()) else KILLED
    sample = random.Random(asked.seed).sample(every, min(asked.sample, len(every)))
    cases, started = golden_cases(), time.monotonic()
    if not survives(None, cases):
        print("The tests fail as it is; nothing can be learned from them.")
        return 1
    lines = reached(cases)
    left: list[Mutant] = []
    done = 0
    for mutant in sample:
        if time.monotonic() - started > asked.seconds:
            break
        done += 1
        if survives(mutant, nearest_first(mutant, cases, lines)):
            left.append(mutant)
            print(f"{mutant.path.relative_to(ROOT)}:{mutant.line}: {mutant.says}", flush=True)
    rooms = Counter(mutant.path.name for mutant in left)
    print(f"left in: {', '.join(f'{name} {count}' for name, count in rooms.most_common())}")
    spent = time.monotonic() - started
    print(f"found out: {done - len(left)} of {done} changes ({(done - len(left)) / max(done, 1):.1%}), of "
          f"{len(every)} there are, in {spent:.0f} s")  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())

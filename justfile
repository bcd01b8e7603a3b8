# What CI runs, by name. Every recipe is one step of .ci/run, so a green `just check` is a green CI.
# `just` is a convenience: each line also works when pasted into a shell with .venv active.

export PATH := justfile_directory() / ".venv/bin:" + env("PATH")
compile := "uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --python-version 3.11 --custom-compile-command 'just requirements'"

# list the recipes
default:
    @just --list

# everything CI checks in this checkout, quickest first
check: format lint types imports test

# make .venv with the pinned, hashed requirements and this checkout in it
install:
    test -x .venv/bin/python || python3 -m venv .venv
    python -m pip install --quiet --require-hashes -r requirements/dev.txt
    python -m pip install --quiet --no-deps --no-build-isolation -e .

# is the code laid out as the formatter would
format:
    ruff format --check

# lay the code out and repair what the linter can repair safely
tidy:
    ruff format
    ruff check --fix

# style, likely mistakes, docstrings
lint:
    ruff check

# strict static types
types:
    mypy --strict src

# the layers: imports go down only
imports:
    lint-imports

# unit, golden, property, scenario, architecture and documentation tests, and the doctests of src
test *ARGS:
    python -m pytest -q {{ ARGS }}

# write docs/reference and the page of what is understood, then run the documentation tests
docs:
    python scripts/build_reference.py
    python scripts/build_understood.py
    python -m pytest -q tests/test_docs.py

# build the wheel, install it bare in a fresh environment outside the checkout, and start it
wheel:
    python scripts/try_wheel.py

# start-up, loop, tool and check times on this machine (other loops beside ours: pip install '.[peers]')
bench *ARGS:
    python benchmarks/bench.py {{ ARGS }}

# how the time of a check grows with the length of the text
bench-length *ARGS:
    python benchmarks/bench_length.py {{ ARGS }}

# import of 2.1 million values, and how fast the snapshot answers (the table lies beside the checkout)
bench-import *ARGS:
    python benchmarks/bench_import.py {{ ARGS }}

# 9.6 million values on every back end, in pandas and in wbgapi360 (pip install wbgapi360; twenty minutes)
bench-store *ARGS:
    python benchmarks/bench_store.py {{ ARGS }}

# the desk under load: two server processes on one PostgreSQL over HTTP, beside the bare insert (a minute)
bench-web *ARGS:
    python benchmarks/bench_web.py {{ ARGS }}

# the check beside its peers on the case suites (peers: pip install '.[peers]')
bench-check *ARGS:
    python benchmarks/bench_check.py {{ ARGS }}

# ask a real model the question set, grade it and keep its replies for replay (docs/how-to/use-a-model.md)
real-model MODEL *ARGS:
    python scripts/record_model.py --model '{{ MODEL }}' {{ ARGS }}

# branch coverage of the check by its own tests, with what is missed; `just coverage 100` fails below that
coverage LEAST="0":
    python -m coverage run -m pytest -q tests/golden tests/unit/checking tests/property
    python -m coverage report --include='src/tieout/checking/*' --skip-covered --show-missing --fail-under={{ LEAST }}

# any text gets a verdict, the same everywhere: bytes that follow what they reach (needs atheris), or --random
fuzz *ARGS:
    python scripts/fuzz_atheris.py {{ ARGS }}

# change the check in small ways and count what the tests notice (300 changes, up to 12 minutes)
mutants *ARGS:
    python scripts/mutants.py {{ ARGS }}

# pin and hash the requirements anew (needs uv, and nothing else here does)
requirements *ARGS:
    {{ compile }} {{ ARGS }} pyproject.toml -o requirements/base.txt
    {{ compile }} {{ ARGS }} pyproject.toml --extra dev -o requirements/dev.txt
    {{ compile }} {{ ARGS }} requirements/build.in -o requirements/build.txt

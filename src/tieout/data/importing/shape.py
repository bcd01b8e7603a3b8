"""The views that turn a table of any layout into rows of series, area, period and value, and judge each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tieout.data.importing.layout import ROLES, Layout
from tieout.data.importing.sheet import sql_text
from tieout.errors import SnapshotInvalid

__all__ = ["base_view", "checked_view", "long_view", "periods_of", "told_table"]

_TRIM: Final = "' ' || chr(9) || chr(10) || chr(13) || chr(160)"
_STRICT: Final = r"-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]{1,3})?"
_LOOSE: Final = r"[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]{1,3})?"


def base_view(columns: Sequence[str], layout: Layout, name: str) -> str:
    """Return the view ``base``: one row a row of the table, its cells trimmed and named by their meaning.

    Args:
        columns: The columns of the table.
        layout: What they mean.
        name: The table, for messages.

    Raises:
        SnapshotInvalid: The layout names a column that is not there, or is silent about one that is.
    """
    _require_columns(columns, layout, name)
    parts = [f"{_role(role, columns, layout)} AS {role}" for role in ROLES]
    parts += [f"{_cell(columns, each)} AS d{number}" for number, each in enumerate(layout.dimensions)]
    parts += [f"{_cell(columns, each)} AS x{number}" for number, each in enumerate(_across(columns, layout))]
    wanted = [f"indicator IN ({_texts(layout.only)})"] if layout.only else []
    wanted += [f"indicator NOT IN ({_texts(layout.without)})"] if layout.without else []
    rows = f"SELECT n, {', '.join(parts)}, {_code(layout)} AS code FROM source"
    return f"CREATE VIEW base AS {rows} WHERE {' AND '.join(wanted) or 'true'}"


def told_table(layout: Layout) -> str:
    """Return the table ``told``: series and columns in which any area has a value.

    Where periods stand across, a period without any value of a series is none of its gaps.
    """
    missing = _texts(layout.missing) or "NULL"
    return f"CREATE TABLE told AS SELECT DISTINCT code, spot FROM long WHERE value NOT IN ({missing})"


def _texts(texts: Sequence[str]) -> str:
    return ", ".join(map(sql_text, texts))


def long_view(columns: Sequence[str], layout: Layout) -> str:
    """Return the view ``long``: one row a value, also where periods or indicators stand across."""
    across = _across(columns, layout)
    if not across:
        return "CREATE VIEW long AS SELECT n, code, area, period, value, status, '' AS spot FROM base"
    names = ", ".join(map(sql_text, across))
    cells = ", ".join(f"x{number}" for number in range(len(across)))
    period = "spot" if layout.periods_across else "period"
    code = _with_dimensions("spot", layout) if layout.indicators_across else "code"
    return (
        f"CREATE VIEW long AS SELECT n, {code} AS code, area, {period} AS period, value, status, spot FROM "
        f"(SELECT * EXCLUDE (value), unnest([{names}]) AS spot, unnest([{cells}]) AS value FROM base)"
    )


def checked_view(layout: Layout, years: tuple[int, int] | None) -> str:
    """Return the view ``checked``: each value as it will be stored, and what is wrong with it or NULL.

    The tables ``periods`` and ``flags`` must be there.

    Args:
        layout: Signs of numbers, and what stands for no value.
        years: First and last year of the card, or None.
    """
    missing = _texts(layout.missing) or "NULL"
    number, plain, grouped = _number(layout)
    outside = (
        f"WHEN NOT substr(p.text, 1, 4)::INTEGER BETWEEN {years[0]} AND {years[1]} THEN 'year' "
        if years
        else ""
    )
    fault = (
        "CASE WHEN l.area = '' THEN 'area' WHEN l.code = '' THEN 'indicator' WHEN l.code LIKE '[%' "
        "THEN 'indicator' WHEN p.text IS NULL THEN 'period' "
        f"{outside}WHEN l.gap THEN CASE WHEN f.text IS NULL AND NOT l.lost THEN 'status' END "
        f"WHEN NOT {grouped} THEN 'value' WHEN f.text IS NULL THEN 'status' END"
    )
    kept = "SEMI JOIN told t ON t.code = l.code AND t.spot = l.spot " if layout.periods_across else ""
    kept += "WHERE NOT gap" if layout.drop_gaps else ""
    return (
        "CREATE VIEW checked AS SELECT l.n, l.spot, l.code, l.area, p.text AS period, "
        "l.period AS period_text, "
        f"l.value AS value_text, l.status AS status_text, CASE WHEN NOT l.gap THEN {number} END AS value, "
        f"CASE WHEN l.gap THEN '' ELSE f.text END AS status, {fault} AS fault FROM "
        f"(SELECT *, value IN ({missing}) AS gap, lower(status) IN ('m', 'l', 'o', 'c') AS lost, "
        f"{plain} AS number FROM long) l "
        "LEFT JOIN periods p ON p.raw = l.period LEFT JOIN flags f ON f.raw = l.status " + kept
    )


def periods_of(columns: Sequence[str], layout: Layout) -> list[str] | None:
    """Return the periods that stand across, or None where they stand in rows."""
    return _across(columns, layout) if layout.periods_across else None


def _require_columns(columns: Sequence[str], layout: Layout, name: str) -> None:
    for column in layout.columns:
        if column not in columns:
            raise SnapshotInvalid(f"{name} has no column {column!r}; it has {_listed(columns)}.")
    if not layout.periods_across:
        for column in columns:
            if column and column not in layout.columns:
                raise SnapshotInvalid(
                    f"{name}: column {column!r} has no meaning in the card; make it one of the "
                    "dimensions when it tells series apart, or ignore it."
                )


def _listed(columns: Sequence[str]) -> str:
    shown = ", ".join(column for column in columns[:20] if column)
    return shown if len(columns) <= 20 else f"{shown} and {len(columns) - 20} more"


def _across(columns: Sequence[str], layout: Layout) -> list[str]:
    if layout.periods_across:
        return [column for column in columns if column and column not in layout.columns]
    return list(layout.indicators_across)


def _cell(columns: Sequence[str], column: str) -> str:
    return f"trim(coalesce(c{list(columns).index(column)}, ''), {_TRIM})"


def _role(role: str, columns: Sequence[str], layout: Layout) -> str:
    column: str = getattr(layout, role)
    return _cell(columns, column) if column else sql_text(layout.constant.get(role, ""))


def _code(layout: Layout) -> str:
    return _with_dimensions("indicator", layout)


def _with_dimensions(code: str, layout: Layout) -> str:
    """Return SQL for the code of a series: that of the indicator, and every dimension with its value."""
    if not layout.dimensions:
        return code
    parts = ", ".join(
        f"CASE WHEN d{number} <> '' THEN {sql_text(f'{name}=')} || d{number} END"
        for number, name in enumerate(layout.dimensions)
    )
    inner = f"concat_ws(',', {parts})"
    return f"CASE WHEN {inner} = '' THEN {code} ELSE {code} || '[' || {inner} || ']' END"


def _number(layout: Layout) -> tuple[str, str, str]:
    """Return SQL for the number to store, for the text in plain signs, and for whether it is a number."""
    plain = "replace(value, '−', '-')"
    right = ""
    if layout.thousands:
        group, point = _escaped(layout.thousands), _escaped(layout.decimal)
        pattern = f"[-+−]?[0-9]{{1,3}}({group}[0-9]{{3}})*({point}[0-9]+)?"
        ungrouped = f"(NOT contains(l.value, {sql_text(layout.thousands)}) OR "
        right = f" AND {ungrouped}regexp_full_match(l.value, {sql_text(pattern)}))"
        plain = f"replace({plain}, {sql_text(layout.thousands)}, '')"
    if layout.decimal != ".":
        right += " AND NOT contains(l.value, '.')" if layout.thousands != "." else ""
        plain = f"replace({plain}, {sql_text(layout.decimal)}, '.')"
    tidy = "regexp_replace(regexp_replace(ltrim(l.number, '+'), '^(-?)\\.', '\\10.'), '\\.($|[eE])', '\\1')"
    number = f"CASE WHEN regexp_full_match(l.number, '{_STRICT}') THEN l.number ELSE {tidy} END"
    return number, plain, f"(regexp_full_match(l.number, '{_LOOSE}'){right})"


def _escaped(sign: str) -> str:
    return f"[{sign}]" if sign not in "\\^]" else f"\\{sign}"

"""A data set in PostgreSQL: the same tables in a schema of their own, read in read-only transactions.

Texts are kept as published; for people with SQL, the view ``figure`` has each value as ``numeric`` too, with
the names of its area and indicator. SQLAlchemy and psycopg are loaded only here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from tieout.data.stores.form import (
    FORMAT,
    Contents,
    area_rows,
    indicator_rows,
    root_digest,
    with_digest,
)
from tieout.errors import SnapshotInvalid, SourceError, UsageError

if TYPE_CHECKING:
    from sqlalchemy import Connection, Engine

__all__ = ["PostgresSource", "write_postgres"]

_SCHEMA: Final = "tieout"
_SCHEMA_NAME: Final = re.compile(r"[a-z_][a-z0-9_]{0,50}")


class PostgresSource:
    """The tables of a data set in one schema of a database.

    Args:
        url: ``postgresql://USER@HOST/NAME``, with ``schema=...`` in its query for another schema than
            ``tieout``; whatever libpq takes may stand there too.

    Raises:
        UsageError: The URL is none, or a package is missing.
    """

    __slots__ = ("_engine", "_schema", "where")

    def __init__(self, url: str) -> None:
        self._engine, self._schema, self.where = _engine_of(url)

    def lists(self) -> tuple[dict[str, str], list[Sequence[Any]], list[Sequence[Any]]]:
        """Return ``meta``, areas and indicators as they were at one moment.

        Raises:
            SourceError: The server is away or refuses.
            SnapshotInvalid: The schema holds no data set.
        """
        with self._reading() as connection:
            meta = {row[0]: row[1] for row in self._rows(connection, "SELECT key, value FROM {}.meta")}
            return meta, self._rows(connection, _AREAS), self._rows(connection, _INDICATORS)

    def observations(self, indicator: str) -> list[tuple[str, str, str | None, str, str]]:
        """Return area, period, value, status and origin of all rows of an indicator.

        Raises:
            SourceError: The server is away or refuses.
            SnapshotInvalid: The schema holds no data set.
        """
        with self._reading() as connection:
            return [tuple(row) for row in self._rows(connection, _OBSERVATIONS, {"indicator": indicator})]

    def newest(self) -> Mapping[str, str]:
        """Return the newest period with a value of each indicator: a short walk in the index for each.

        Raises:
            SourceError: The server is away or refuses.
            SnapshotInvalid: The schema holds no data set.
        """
        with self._reading() as connection:
            return {row[0]: row[1] for row in self._rows(connection, _NEWEST) if row[1] is not None}

    def close(self) -> None:
        """Close the connections."""
        self._engine.dispose()

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with (
            _told(self._engine, self.where),
            self._engine.connect().execution_options(
                isolation_level="REPEATABLE READ", postgresql_readonly=True
            ) as connection,
        ):
            yield connection

    def _rows(
        self, connection: Connection, query: str, values: Mapping[str, str] | None = None
    ) -> list[Sequence[Any]]:
        from sqlalchemy import text

        return list(connection.execute(text(query.format(self._schema)), values))


_AREAS: Final = (
    "SELECT code, name, is_aggregate, iso2, region, income_group, kind FROM {}.area ORDER BY position"
)
_INDICATORS: Final = (
    "SELECT code, name, unit, topic, source, definition, caveat, frequency, sha256 FROM {}.indicator "
    "ORDER BY position"
)
_OBSERVATIONS: Final = (
    "SELECT area, period, value, status, origin FROM {}.observation WHERE indicator = :indicator"
)
_NEWEST: Final = (
    "SELECT code, (SELECT period FROM {0}.observation WHERE indicator = code AND value IS NOT NULL "
    "ORDER BY period DESC LIMIT 1) FROM {0}.indicator"
)


def write_postgres(url: str, contents: Contents) -> str:
    """Write a data set to its schema, in place of the one that is there, in one transaction.

    Who may read the old one may read the new one. Readers of the old one go on until it is gone.

    Returns:
        The digest that names it.

    Raises:
        UsageError: The URL is none, a package is missing, or the schema holds other tables of these names.
        SourceError: The server is away or refuses; nothing was changed.
    """
    engine, schema, where = _engine_of(url)
    try:
        with _told(engine, where), engine.begin() as connection:
            run = connection.exec_driver_sql
            run(f"SELECT pg_advisory_xact_lock(hashtext('tieout:{schema}'))")
            readers = _readers(connection, schema, where)
            run(f"CREATE SCHEMA IF NOT EXISTS {schema}")
            for table in ("observation", "indicator", "area", "meta"):
                run(f"DROP TABLE IF EXISTS {schema}.{table}_new")
            run(_TABLES.format(schema))
            digest = _fill(connection, schema, contents)
            run(_TAKE_THE_PLACE.format(schema))
            for reader in readers:
                run(f"GRANT USAGE ON SCHEMA {schema} TO {reader}")
                run(f"GRANT SELECT ON ALL TABLES IN SCHEMA {schema} TO {reader}")
            return digest
    finally:
        engine.dispose()


def _fill(connection: Connection, schema: str, contents: Contents) -> str:
    """Fill the new tables and return the digest of the data set."""
    driver: Any = connection.connection.driver_connection
    areas = area_rows(contents.areas)
    named = []
    with driver.cursor() as cursor:
        columns = "indicator, area, period, value, status, origin"
        with cursor.copy(f"COPY {schema}.observation_new ({columns}) FROM STDIN") as copy:
            for row in indicator_rows(contents.indicators):
                cells = list(contents.cells(row[0]))
                for cell in cells:
                    copy.write_row(cell)
                named.append(with_digest(row, cells))
        meta = {**contents.meta, "format": FORMAT}
        meta["sha256"] = root_digest(meta, areas, named)
        for table, rows in (
            ("area_new", [(at, *row[:2], int(row[2]), *row[3:]) for at, row in enumerate(areas)]),
            ("indicator_new", [(at, *row) for at, row in enumerate(named)]),
            ("meta_new", list(meta.items())),
        ):
            with cursor.copy(f"COPY {schema}.{table} FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
    return meta["sha256"]


_TABLES: Final = """
CREATE TABLE {0}.meta_new (key text COLLATE "C" NOT NULL, value text NOT NULL);
CREATE TABLE {0}.area_new (
    position integer NOT NULL, code text COLLATE "C" NOT NULL, name text NOT NULL,
    is_aggregate integer NOT NULL, iso2 text NOT NULL, region text NOT NULL, income_group text NOT NULL,
    kind text NOT NULL
);
CREATE TABLE {0}.indicator_new (
    position integer NOT NULL, code text COLLATE "C" NOT NULL, name text NOT NULL, unit text NOT NULL,
    topic text NOT NULL, source text NOT NULL, definition text NOT NULL, caveat text NOT NULL,
    frequency text NOT NULL, sha256 text NOT NULL
);
CREATE TABLE {0}.observation_new (
    indicator text COLLATE "C" NOT NULL, area text COLLATE "C" NOT NULL, period text COLLATE "C" NOT NULL,
    value text, status text NOT NULL, origin text NOT NULL
)
"""
# Old rows go, and new ones come under their names, in one moment; the indexes are built on loaded tables.
_TAKE_THE_PLACE: Final = """
DROP VIEW IF EXISTS {0}.figure;
DROP TABLE IF EXISTS {0}.observation, {0}.indicator, {0}.area, {0}.meta;
ALTER TABLE {0}.meta_new RENAME TO meta;
ALTER TABLE {0}.area_new RENAME TO area;
ALTER TABLE {0}.indicator_new RENAME TO indicator;
ALTER TABLE {0}.observation_new RENAME TO observation;
ALTER TABLE {0}.meta ADD PRIMARY KEY (key);
ALTER TABLE {0}.area ADD PRIMARY KEY (code);
ALTER TABLE {0}.indicator ADD PRIMARY KEY (code);
ALTER TABLE {0}.observation ADD PRIMARY KEY (indicator, area, period);
CREATE INDEX ON {0}.observation (indicator, period);
CREATE VIEW {0}.figure AS
    SELECT o.indicator, i.name AS indicator_name, i.unit, o.area, a.name AS area_name,
           a.is_aggregate = 1 AS is_aggregate, o.period, o.value, o.value::numeric AS number, o.status
    FROM {0}.observation o
    JOIN {0}.area a ON a.code = o.area
    JOIN {0}.indicator i ON i.code = o.indicator;
ANALYZE {0}.observation
"""
_READERS: Final = (
    "SELECT DISTINCT CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END "
    "FROM pg_class, aclexplode(relacl) WHERE pg_class.oid = to_regclass('{}.observation') "
    "AND privilege_type = 'SELECT' AND grantee <> relowner"
)


def _readers(connection: Connection, schema: str, where: str) -> list[str]:
    """Return the roles that may read the old data set; refuse to touch tables that are none."""
    there = connection.exec_driver_sql(
        "SELECT tablename FROM pg_tables WHERE tablename IN ('meta', 'area', 'indicator', 'observation') "
        f"AND schemaname = '{schema}'"
    ).scalars()
    if names := set(there):
        form = None
        if "meta" in names:
            found = connection.exec_driver_sql(f"SELECT m::text FROM {schema}.meta m").scalars()
            form = next((row for row in found if row == f"(format,{FORMAT})"), None)
        if form is None:
            raise UsageError(
                f"Schema {schema} of {where} has a table '{min(names)}' that is not of a data set; name "
                "another schema: ?schema=NAME."
            )
    return list(connection.exec_driver_sql(_READERS.format(schema)).scalars())


def _engine_of(url: str) -> tuple[Engine, str, str]:
    """Return engine, schema, and the name for messages."""
    try:
        from sqlalchemy import create_engine, make_url
        from sqlalchemy.exc import SQLAlchemyError
    except ImportError:
        raise _no_driver() from None
    try:
        address = make_url(url)
    except (SQLAlchemyError, ValueError):
        raise UsageError(
            "The URL of the database cannot be read; write postgresql://USER@HOST/NAME, with % and two "
            "digits for signs such as @ and / in a password."
        ) from None
    schema = address.query.get("schema", _SCHEMA)
    if not isinstance(schema, str) or not _SCHEMA_NAME.fullmatch(schema):
        raise UsageError("The schema in the URL must be one word of small letters, digits and underscores.")
    address = address.difference_update_query(["schema"]).set(drivername="postgresql+psycopg")
    port = f":{address.port}" if address.port else ""
    where = f"postgresql://{address.host or ''}{port}/{address.database or ''}"
    if schema != _SCHEMA:
        where += f"?schema={schema}"
    try:
        return create_engine(address, pool_size=1, pool_pre_ping=True), schema, where
    except ImportError:
        raise _no_driver() from None
    except (SQLAlchemyError, ValueError, TypeError) as error:
        raise UsageError(f"The database {where} cannot be opened ({_first_line(error)}).") from None


def _no_driver() -> UsageError:
    return UsageError("PostgreSQL needs an extra; install it with: pip install 'tieout[postgres]'.")


@contextmanager
def _told(engine: Engine, where: str) -> Iterator[None]:
    """Turn errors of the database into ours: one sentence, and no password in it."""
    import psycopg
    from sqlalchemy import exc

    try:
        yield
    except (exc.ProgrammingError, exc.NotSupportedError) as error:
        kind = type(error.orig).__name__
        if kind in ("UndefinedTable", "UndefinedColumn", "InvalidSchemaName"):
            raise SnapshotInvalid(
                f"{where} holds no data set ({_first_line(error.orig)}); write one with tieout data copy."
            ) from None
        raise SourceError(_refusal(engine, where, error)) from None
    except (exc.SQLAlchemyError, psycopg.Error) as error:  # COPY is asked of psycopg itself
        raise SourceError(_refusal(engine, where, error)) from None


def _refusal(engine: Engine, where: str, error: Exception) -> str:
    message = _first_line(getattr(error, "orig", None) or error)
    if password := engine.url.password:
        message = message.replace(str(password), "***")
    return f"The database {where} does not answer ({message}); is it running, and may you read it?"


def _first_line(error: object) -> str:
    return str(error).strip().partition("\n")[0].rstrip(".")

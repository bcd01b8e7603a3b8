"""The desk under load: two server processes on one PostgreSQL, asked over HTTP on loopback, planner model.

    python benchmarks/bench_web.py [--clients 16] [--seconds 6] [--workers 2]

It starts its own PostgreSQL (one that waits for the disk) and its own servers in temporary folders, and takes
less than a minute. What is compared, all in one run on one database:

* **bare insert**: threads that do nothing but insert the row of a question into a table like the ledger's,
  one committed row at a time each, over as many connections as the two servers have for durable commits
  (one each); and, to see what the disk can do, over one connection and over as many as there are clients.
* **questions**: clients that each send a question by `POST /api/v1/questions?wait=30` over a connection that
  stays open, and the next when the answer has come. Each costs two durable rows, question and run.
* **half load**: the same question at fixed moments, half as often; seconds count from the moment at which it
  was due, so that a server that is late cannot hide it.
* **streams**: 500 browsers that watch a held answer, and what they add to a server's memory.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import psycopg

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.postgres import running  # noqa: E402

from tieout.interfaces.settings import Settings  # noqa: E402
from tieout.ledger import Ledger  # noqa: E402
from tieout.models.scripted import ScriptedModel, answer, calls  # noqa: E402

QUESTION = "What was the population of Canada in 2024?"
STREAMS = 500
SERVERS = 2
BAR_SHARE, BAR_P99, BAR_MB = 0.60, 250.0, 60.0

_INSERT = (
    "INSERT INTO bare_questions (run, asked_at, asker, key, question)"
    " VALUES (%s, '2026-11-30T12:00:00.000+00:00', '', NULL, %s) RETURNING number"
)


@dataclass(frozen=True)
class Server:
    """One server process."""

    port: int
    process: subprocess.Popen[bytes]

    def cpu_seconds(self) -> float:
        """Return the processor time it has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def megabytes(self) -> float:
        """Return the memory it holds."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        (line,) = [one for one in status.splitlines() if one.startswith("VmRSS")]
        return int(line.split()[1]) / 1024


@contextmanager
def server(url: str, home: str, workers: int) -> Iterator[Server]:
    """Serve until the block ends."""
    words = ["serve", "--dataset", "core8", "--port", "0", "--workers", str(workers)]
    env = {**os.environ, "TIEOUT_HOME": home, "TIEOUT_LEDGER": url}
    process = subprocess.Popen([sys.executable, "-m", "tieout", *words], env=env, stderr=subprocess.PIPE)
    try:
        assert process.stderr is not None
        for line in iter(process.stderr.readline, b""):
            if (said := line.decode()).startswith("Tieout at "):
                break
        port = int(said.partition("/;")[0].rpartition(":")[2])
        threading.Thread(target=process.stderr.read, daemon=True).start()
        yield Server(port, process)
    finally:
        process.terminate()
        process.wait(30)


def bare_inserts(url: str, connections: int, seconds: float) -> float:
    """Return how many rows a second some connections insert and commit, one row at a time each."""
    opened = [psycopg.connect(url, autocommit=True) for _ in range(connections)]
    counts = [0] * connections
    until = time.perf_counter() + seconds

    def insert(number: int) -> None:
        while time.perf_counter() < until:
            opened[number].execute(_INSERT, (f"bare-{connections}-{number}-{counts[number]}", QUESTION))
            counts[number] += 1

    threads = [threading.Thread(target=insert, args=(number,)) for number in range(connections)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for connection in opened:
        connection.close()
    return sum(counts) / seconds


class Client:
    """A connection that stays open; the least that speaks HTTP, so that the servers get the processor."""

    _BODY = b'{"question": "' + QUESTION.encode() + b'"}'
    _ASK = (
        b"POST /api/v1/questions?wait=30 HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        b"Content-Length: " + str(len(_BODY)).encode() + b"\r\n\r\n" + _BODY
    )

    def __init__(self, port: int) -> None:
        self._port = port

    async def open(self) -> Client:
        """Connect."""
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        return self

    async def ask(self) -> None:
        """Ask, and read the answer."""
        self._writer.write(self._ASK)
        head = await self._reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        body = await self._reader.readexactly(length)
        if not head.startswith(b"HTTP/1.1 200") or b"41,262,329" not in body:
            raise RuntimeError(f"not an answer: {head!r} {body[:200]!r}")

    async def watch(self, run: str) -> None:
        """Begin to watch a run, and leave the stream open."""
        self._writer.write(f"GET /runs/{run}/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        await self._reader.readuntil(b"event-stream")

    def close(self) -> None:
        """Close."""
        self._writer.close()


async def closed_loop(ports: Sequence[int], clients: int, seconds: float) -> list[float]:
    """Return the milliseconds of each question of clients that ask, one question at a time each."""
    took: list[float] = []
    until = time.perf_counter() + seconds

    async def go_on(client: Client) -> None:
        while (begun := time.perf_counter()) < until:
            await client.ask()
            took.append((time.perf_counter() - begun) * 1e3)

    opened = [await Client(ports[number % len(ports)]).open() for number in range(clients)]
    await asyncio.gather(*map(go_on, opened))
    for client in opened:
        client.close()
    return took


async def fixed_rate(ports: Sequence[int], rate: float, seconds: float) -> list[float]:
    """Return the milliseconds from when each question was due to its answer."""
    took: list[float] = []
    free = [await Client(ports[number % len(ports)]).open() for number in range(32)]
    begun = time.perf_counter()

    async def one(due: float) -> None:
        client = free.pop() if free else await Client(ports[len(took) % len(ports)]).open()
        await client.ask()
        took.append((time.perf_counter() - due) * 1e3)
        free.append(client)

    tasks = []
    for number in range(int(rate * seconds)):
        due = begun + number / rate
        if (wait := due - time.perf_counter()) > 0:
            await asyncio.sleep(wait)
        tasks.append(asyncio.create_task(one(due)))
    await asyncio.gather(*tasks)
    for client in free:
        client.close()
    return took


def held_run(url: str, home: str) -> str:
    """Leave a held answer in the ledger, which pages watch until somebody decides."""
    arguments = {
        "country_codes": ["CAN"],
        "indicator_code": "SP.POP.TOTL",
        "from_year": 2024,
        "to_year": 2024,
    }
    wrong = answer("The population of Canada was 42,262,329 in 2024.")
    with Ledger.open(url) as ledger:
        desk = Settings(home=Path(home)).desk(dataset="core8", ledger=ledger)
        outcome = replace(desk, model=ScriptedModel([calls(("get_values", arguments)), wrong, wrong])).ask(
            QUESTION
        )
    if outcome.kind != "held":
        raise RuntimeError(f"the draft was to be held, not {outcome.kind}")
    return outcome.run


async def streams(one: Server, run: str) -> float:
    """Return the megabytes that a server holds more while many watch a run."""
    first = await Client(one.port).open()
    await first.watch(run)
    before = one.megabytes()
    watching = []
    for _ in range(STREAMS):
        watching.append(await Client(one.port).open())
        await watching[-1].watch(run)
    await asyncio.sleep(2)
    more = one.megabytes() - before
    for client in (first, *watching):
        client.close()
    return more


def percentile(took: Sequence[float], share: float) -> float:
    """Return what this share of the values does not exceed."""
    return sorted(took)[min(len(took) - 1, int(len(took) * share))]


def told(name: str, took: Sequence[float], rate: float) -> None:
    """Print one line of a load."""
    p50, p99 = statistics.median(took), percentile(took, 0.99)
    print(
        f"{name}: {rate:.0f} a second; ms: median {p50:.1f}, p99 {p99:.1f}, most {max(took):.1f}", flush=True
    )


def verdict(is_met: bool) -> str:
    """Return how a bar stands."""
    return "met" if is_met else "NOT met"


def measure(url: str, servers: Sequence[Server], home: str, words: argparse.Namespace) -> None:
    """Run the four loads and print what they show."""
    ports = [one.port for one in servers]
    asyncio.run(closed_loop(ports, words.clients, 1.5))  # warm
    with psycopg.connect(url) as connection:
        connection.execute("CREATE TABLE bare_questions (LIKE questions INCLUDING ALL)")
    bare = {count: bare_inserts(url, count, 2.0) for count in sorted({1, SERVERS, words.clients})}
    print("bare insert: " + ", ".join(f"{rate:.0f} a second over {count}" for count, rate in bare.items()))
    before = [one.cpu_seconds() for one in servers]
    begun = time.perf_counter()
    took = asyncio.run(closed_loop(ports, words.clients, words.seconds))
    lasted = time.perf_counter() - begun
    rate = len(took) / lasted
    told(f"questions, {words.clients} clients", took, rate)
    used = [(one.cpu_seconds() - earlier) for one, earlier in zip(servers, before, strict=True)]
    print(
        f"  processor: {sum(used) / len(took) * 1e3:.2f} ms a question in the servers, which used "
        + " and ".join(f"{seconds / lasted:.0%}" for seconds in used)
        + " of a core"
    )
    share = rate / bare[SERVERS]
    print(
        f"  share of the bare insert over {SERVERS} connections: {share:.0%} "
        f"(bar {BAR_SHARE:.0%}: {verdict(share >= BAR_SHARE)}); "
        f"over {words.clients}: {rate / bare[words.clients]:.0%}"
    )
    half = asyncio.run(fixed_rate(ports, rate / 2, words.seconds))
    told("half load", half, rate / 2)
    p99 = percentile(half, 0.99)
    print(f"  p99 {p99:.0f} ms (bar {BAR_P99:.0f}: {verdict(p99 <= BAR_P99)})")
    more = asyncio.run(streams(servers[0], held_run(url, home)))
    print(
        f"streams: {STREAMS} idle ones hold {more:.1f} MB more (bar {BAR_MB:.0f}: {verdict(more <= BAR_MB)})"
    )
    with psycopg.connect(url) as connection:
        sql = (
            "SELECT (SELECT count(*) FROM questions WHERE run NOT IN (SELECT run FROM runs)),"
            " (SELECT count(*) - count(DISTINCT run) FROM runs)"
        )
        lost, twice = connection.execute(sql).fetchone() or (-1, -1)
    print(f"kept: {lost} accepted questions without a run, {twice} answered twice")


def main() -> None:
    """Start everything, measure, stop everything."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--clients", type=int, default=16)
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--workers", type=int, default=2, help="of each server")
    words = parser.parse_args()
    with ExitStack() as stack:
        url = stack.enter_context(running(is_durable=True))
        if url is None:
            sys.exit("PostgreSQL is not installed here.")
        with psycopg.connect(url, autocommit=True) as connection:
            version = connection.execute("SHOW server_version").fetchone()
            fsync = connection.execute("SHOW fsync").fetchone()
        home = stack.enter_context(tempfile.TemporaryDirectory())
        load = os.getloadavg()[0]
        print(
            f"PostgreSQL {version and version[0]}, fsync {fsync and fsync[0]}; {SERVERS} servers of "
            f"{words.workers} workers; {os.cpu_count()} cores, load {load:.1f}"
        )
        servers = [stack.enter_context(server(url, home, words.workers)) for _ in range(SERVERS)]
        measure(url, servers, home, words)


if __name__ == "__main__":
    main()

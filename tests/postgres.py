"""A PostgreSQL server for as long as the tests need one: in a temporary folder, on a socket, as no root.

    python tests/postgres.py find            says where its programs are
    python tests/postgres.py start FOLDER    makes and starts it, and prints its URL
    python tests/postgres.py stop FOLDER     stops it and removes the folder

Only the standard library, so that it runs before anything is installed. `TIEOUT_TEST_POSTGRES` names a server
that is there already; a database of it whose schemas tests may make and drop.
"""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

GIVEN = os.environ.get("TIEOUT_TEST_POSTGRES", "")
_PLACES = ("/usr/lib/postgresql", "/usr/local", "/opt/homebrew/opt", "/usr/pgsql")
_USERS = ("postgres", "nobody")


def folder_of_programs() -> Path | None:
    """Return where initdb and pg_ctl are, or None where PostgreSQL is not installed."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    found_here = [path for place in _PLACES for path in Path(place).glob("**/bin/initdb")]
    return max(found_here).parent if found_here else None


def start(programs: Path, folder: Path, *, is_durable: bool = False) -> str:
    """Start a server in a folder that is not there yet, and return its URL.

    Args:
        programs: Where the server's programs are.
        folder: Its folder.
        is_durable: True for one that waits for the disk at each commit, as any server in use does.
    """
    folder.mkdir(mode=0o755)
    _given_away(folder)
    data = folder / "data"
    _run(folder, programs / "initdb", "-D", data, "-U", "tieout", "-A", "trust", "-E", "UTF8", "--no-sync")
    settings = f"-k {folder} -c listen_addresses="
    if not is_durable:
        settings += " -c fsync=off -c full_page_writes=off"
    log = folder / "log"
    _run(folder, programs / "pg_ctl", "-D", data, "-l", log, "-w", "-t", "60", "-o", settings, "start")
    return f"postgresql://tieout@/postgres?host={folder}"


def stop(programs: Path, folder: Path) -> None:
    """Stop the server of a folder and remove the folder."""
    try:
        _run(folder, programs / "pg_ctl", "-D", folder / "data", "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def running(*, is_durable: bool = False) -> Iterator[str | None]:
    """Give the URL of a server, the given one or one that lives so long; None where none can be had."""
    programs = folder_of_programs()
    if GIVEN or programs is None:
        yield GIVEN or None
        return
    # A socket's path has at most some hundred letters, and the server's user must be able to go there.
    with tempfile.TemporaryDirectory(prefix="tieout-pg-") as above:
        Path(above).chmod(0o711)
        folder = Path(above) / "server"
        try:
            yield start(programs, folder, is_durable=is_durable)
        finally:
            stop(programs, folder)


def _other_user() -> pwd.struct_passwd | None:
    """Return whom the server runs as when we are root, whom it refuses to serve."""
    if os.geteuid() != 0:
        return None
    known = {user.pw_name: user for user in pwd.getpwall()}
    return next(known[name] for name in _USERS if name in known)


def _given_away(folder: Path) -> None:
    if user := _other_user():
        os.chown(folder, user.pw_uid, user.pw_gid)


def _run(folder: Path, *command: str | Path) -> None:
    user = _other_user()
    done = subprocess.run(
        [str(part) for part in command],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        user=user and user.pw_uid,
        group=user and user.pw_gid,
        extra_groups=[] if user else None,
        check=False,
    )
    if done.returncode != 0:
        log = folder / "log"
        told = log.read_text(errors="replace") if log.is_file() else ""
        raise RuntimeError(f"{command[0]} ended with {done.returncode}\n{done.stderr}{told}")


def main() -> int:
    """Find, start or stop a server as told on the command line."""
    programs = folder_of_programs()
    if programs is None:
        print("PostgreSQL is not installed here; tests that need it will be skipped.")
        return 2
    match sys.argv[1:]:
        case ["find"]:
            print(programs)
        case ["start", folder]:
            print(start(programs, Path(folder)))
        case ["stop", folder]:
            stop(programs, Path(folder))
        case _:
            print(__doc__)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())

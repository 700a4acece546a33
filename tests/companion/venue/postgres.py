"""A real PostgreSQL for tests: made, started, killed, stopped."""

import os
import pwd
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Self

from tests.support.places import free_port

USER = "postgres"  # who runs it where the tests run as root, which it refuses
LOCAL = "listen_addresses=127.0.0.1"


def programs() -> Path:
    """Return the folder of initdb and postgres; a missing PostgreSQL is a failure."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    on_path = shutil.which("initdb")
    assert found or on_path, "the tests need PostgreSQL: sudo apt install postgresql"
    return found[-1].parent if found else Path(str(on_path)).resolve().parent


class Postgres:
    """A server with an empty database on a port of its own."""

    def __init__(self) -> None:
        self._bin = programs()
        self._user = USER if os.geteuid() == 0 else None
        self.port = free_port()

    @property
    def url(self) -> str:
        return f"postgresql://venue@127.0.0.1:{self.port}/postgres"

    def __enter__(self) -> Self:
        # Not in pytest's folder, which only its own user may enter.
        self._folder = tempfile.TemporaryDirectory(prefix="dragonbag-postgres-")
        place = Path(self._folder.name)
        if self._user:
            known = pwd.getpwnam(self._user)
            os.chown(place, known.pw_uid, known.pw_gid)
        self._data = place / "data"
        self._run("initdb", "--no-sync", "--auth=trust", "--username=venue", "-D", str(self._data))
        self.start()
        return self

    def __exit__(self, *failure: object) -> None:
        self.stop("immediate")
        self._folder.cleanup()

    def start(self) -> None:
        """Start, and wait until it takes connections."""
        options = f"-p {self.port} -c {LOCAL} -c unix_socket_directories='' -c max_connections=30"
        self._run(
            "pg_ctl",
            "-w",
            "-D",
            str(self._data),
            "-l",
            f"{self._data}/log",
            *("-o", options),
            "start",
        )

    def stop(self, how: str = "fast") -> None:
        """Stop it; "immediate" is as a power cut."""
        self._run("pg_ctl", "-w", "-D", str(self._data), "-m", how, "stop")

    def _run(self, program: str, *words: str) -> None:
        subprocess.run(
            [self._bin / program, *words],
            check=True,
            user=self._user,
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

"""A real table restores a backup that its host sends, and starts again by itself."""

import http.client
import re
import subprocess
import sys
from pathlib import Path
from queue import Queue
from threading import Event, Thread
from urllib.parse import urlsplit

import pytest

from companion.app.pi.backup import back_up, check
from companion.table.table import Table
from tests.support.places import ROOT

WAIT_S = 60.0
ASK_EVERY_S = 0.3
pytestmark = pytest.mark.slow


class Serving:
    """A table in a process of its own, and what it prints."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-m", "companion.app.cli", "serve", "--panel", "none"]
        where = ["--host", "127.0.0.1", "--port", "0", "--data-dir", str(folder)]
        self.process = subprocess.Popen(
            [*command, *where, "--settings", "/dev/null"],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._printed: Queue[str] = Queue()
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        for line in self.process.stdout or ():
            self._printed.put(line)

    def end(self) -> None:
        """End the process and wait for it."""
        with self.process:
            self.process.terminate()
            self._reader.join(WAIT_S)

    def waits_for(self, pattern: str) -> str:
        """Read on until a line has this pattern, and return what stands in its brackets."""
        while True:
            if found := re.search(pattern, self._printed.get(timeout=WAIT_S)):
                return found.group(1)


def test_a_table_restores_a_backup_and_starts_again_by_itself(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    with Table.open(folder / "journal.sqlite"):
        back_up(folder / "journal.sqlite", None, tmp_path / "empty.zip")
    with Table.open(folder / "journal.sqlite") as table:
        table.open_game("cli", "clank")
    serving = Serving(folder)
    try:
        link = urlsplit(serving.waits_for(r"(http://\S+/join/\w+\S*)"))
        host = urlsplit(serving.waits_for(r"Host: +(http://\S+)"))
        assert host.netloc == link.netloc
        serving.waits_for(r"(Ctrl\+C)")
        line = http.client.HTTPConnection(host.netloc, timeout=WAIT_S)
        cookie = asked(line, "GET", host.path, {}).headers["Set-Cookie"].partition(";")[0]
        sent = (tmp_path / "empty.zip").read_bytes()
        form = b'--x\r\nContent-Disposition: form-data; name="backup"; filename="e.zip"\r\n\r\n'
        kind = {"Cookie": cookie, "Content-Type": "multipart/form-data; boundary=x"}
        answer = asked(line, "POST", "/upkeep/check", kind, form + sent + b"\r\n--x--\r\n")
        while answer.status == 303 and answer.headers["Location"].startswith("/waiting/"):
            where = answer.headers["Location"]
            answer = asked(line, "GET", where, {"Cookie": cookie})
            while answer.status == 200:
                Event().wait(ASK_EVERY_S)  # as the page does: there is no event for a phone
                answer = asked(line, "GET", where, {"Cookie": cookie})
        assert (answer.status, answer.headers["Location"]) == (303, "/upkeep")
        assert asked(line, "POST", "/upkeep/restore", {"Cookie": cookie}).status == 200
        serving.waits_for("(restored a backup)")
        serving.waits_for(r"(Ctrl\+C)")
        assert check(folder / "journal.sqlite") == 0
        assert [check(kept) for kept in folder.glob("journal-*.sqlite")] == [1]
        line.close()
    finally:
        serving.end()


def asked(
    line: http.client.HTTPConnection,
    method: str,
    path: str,
    headers: dict[str, str],
    body: bytes | None = None,
) -> http.client.HTTPResponse:
    line.request(method, path, body, headers)
    answer = line.getresponse()
    answer.read()
    return answer

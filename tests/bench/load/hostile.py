"""Clients that want nothing good, in a process of their own.

`python -m tests.bench.load.hostile PORT SECONDS COOKIE KIND=COUNT ...` runs until it is ended, says
"ready" when all have begun, and afterwards how many connections they opened.
"""

import asyncio
import itertools
import socket
import sys
from collections.abc import Callable, Coroutine

HELD = 30  # connections that one hostile client tries to keep
PAUSE_S = 0.05
opened, answered = itertools.count(), itertools.count()

Client = Callable[["Target"], Coroutine[None, None, None]]
Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Target:
    """A table, as one hostile client sees it from its own address."""

    def __init__(self, port: int, source: str, cookie: str) -> None:
        """Come from `source`; `cookie` is that of a phone that has joined."""
        self.port, self.source, self.cookie = port, source, cookie

    async def call(self, said: bytes = b"", taken: int = 1 << 16) -> Line:
        """Open a connection that takes in so many bytes unread, and say something."""
        ear = socket.socket()
        ear.setblocking(False)
        ear.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, taken)
        ear.bind((self.source, 0))
        try:
            await asyncio.get_running_loop().sock_connect(ear, ("127.0.0.1", self.port))
        except BaseException:
            ear.close()
            raise
        line = await asyncio.open_connection(sock=ear, limit=taken)
        next(opened)
        line[1].write(said)
        return line

    def get(self, path: str) -> bytes:
        """Return a request of the phone that has joined."""
        return f"GET {path} HTTP/1.1\r\nHost: t\r\nCookie: {self.cookie}\r\n\r\n".encode()


async def hold(target: Target, said: bytes, taken: int = 1 << 16) -> None:
    """Keep as many connections as possible that have said this, and open new ones."""
    held: list[Line] = []
    while True:
        if len(held) >= HELD:
            held.pop(0)[1].close()
        held.append(await target.call(said, taken))
        await asyncio.sleep(PAUSE_S)


async def idle(target: Target) -> None:
    """Say nothing."""
    await hold(target, b"")


async def half(target: Target) -> None:
    """Announce a body that never comes."""
    await hold(target, b"POST /undo HTTP/1.1\r\nHost: t\r\nContent-Length: 999\r\n\r\nstep=")


async def slow(target: Target) -> None:
    """Say the header of a request byte by byte."""
    lines = [(await target.call(b"GET / HTTP/1.1\r\nX: "))[1] for _ in range(HELD)]
    while True:
        for number, line in enumerate(lines):
            if line.is_closing():
                lines[number] = (await target.call(b"GET / HTTP/1.1\r\nX: "))[1]
            else:
                line.write(b"a")
        await asyncio.sleep(PAUSE_S)


async def deaf(target: Target) -> None:
    """Ask for a page and never read it."""
    await hold(target, target.get("/api/v1/openapi.json"), 4096)


async def streams(target: Target) -> None:
    """Take as many streams as possible with one phone."""
    await hold(target, target.get("/live?page=log&seat=watch&lang=ja"))


async def strangers_pages(target: Target) -> None:
    """Ask for pages as fast as they come, without having joined."""
    await ask(target, b"GET / HTTP/1.1\r\nHost: t\r\n\r\n")


async def guests_pages(target: Target) -> None:
    """Ask for pages as fast as they come, with the cookie of a phone that has joined."""
    await ask(target, target.get("/log"))


async def ask(target: Target, request: bytes) -> None:
    """Send a request again and again on six connections."""
    await asyncio.gather(*(_ask(target, request) for _ in range(6)))


async def _ask(target: Target, request: bytes) -> None:
    while True:
        reader, writer = await target.call()
        while not reader.at_eof():
            writer.write(request)
            head = await reader.readuntil(b"\r\n\r\n")
            length = int(head.lower().partition(b"content-length: ")[2].split(b"\r")[0])
            await reader.readexactly(length)
            next(answered)


async def doors(target: Target) -> None:
    """Open a connection and close it."""
    while True:
        (await target.call())[1].close()
        await asyncio.sleep(PAUSE_S / 10)


KINDS: dict[str, Client] = {
    "idle": idle,
    "half": half,
    "slow": slow,
    "deaf": deaf,
    "streams": streams,
    "strangers": strangers_pages,
    "guests": guests_pages,
    "doors": doors,
}


async def again(client: Client, target: Target) -> None:
    """Begin anew whenever the table hangs up."""
    while True:
        try:
            await client(target)
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError):
            await asyncio.sleep(PAUSE_S)


async def attack(port: int, cookies: list[str], kinds: list[str]) -> None:
    """Run so many clients of each kind, every other one at an address of its own (Linux)."""
    clients = [
        KINDS[name]
        for kind in kinds
        for name in [kind.partition("=")[0]]
        for _ in range(int(kind.partition("=")[2]))
    ]
    targets = [
        Target(
            port,
            f"127.0.2.{n}" if n % 2 and sys.platform == "linux" else "127.0.0.1",
            cookies[n % len(cookies)],
        )
        for n in range(1, len(clients) + 1)
    ]
    tasks = [asyncio.ensure_future(again(*each)) for each in zip(clients, targets, strict=True)]
    print("ready", flush=True)
    loop = asyncio.get_running_loop()
    ended = asyncio.Event()
    loop.add_reader(sys.stdin, ended.set)
    await ended.wait()
    for task in tasks:
        task.cancel()
    print(next(opened), next(answered), flush=True)


if __name__ == "__main__":
    asyncio.run(attack(int(sys.argv[1]), sys.argv[2].split(","), sys.argv[3:]))

"""A real web server for tests: takes posts, and answers what it was told to answer."""

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from companion.engine.codec import parse

WAIT_S = 30.0


@dataclass(frozen=True)
class Post:
    """What was posted."""

    path: str
    headers: dict[str, str]
    payload: bytes

    @property
    def body(self) -> Any:
        return parse(self.payload)


class Receiver:
    """A server on loopback; `answers` are given one after the other, then always 204."""

    def __init__(self) -> None:
        self.posts: list[Post] = []
        self.answers: deque[tuple[int, dict[str, str]]] = deque()
        self._news = threading.Condition()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                payload = self.rfile.read(int(self.headers["Content-Length"]))
                status, headers = receiver.take(Post(self.path, dict(self.headers), payload))
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/hook?club=1"

    def __enter__(self) -> Self:
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))
        self._thread.start()
        return self

    def __exit__(self, *failure: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    def take(self, post: Post) -> tuple[int, dict[str, str]]:
        """Keep a post and return how to answer it."""
        with self._news:
            self.posts.append(post)
            self._news.notify_all()
            return self.answers.popleft() if self.answers else (204, {})

    def wait(self, is_there: Callable[[list[Post]], bool]) -> list[Post]:
        """Wait until the posts fulfil this, and return them."""
        with self._news:
            assert self._news.wait_for(lambda: is_there(self.posts), WAIT_S), self.posts
            return list(self.posts)

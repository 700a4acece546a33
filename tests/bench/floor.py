"""The floors: the least that any server in Python must do, as a process of its own.

`python -m tests.bench.floor hello PORT` is a bare Flask hello on waitress; `... sockets PORT FILE`
answers every POST by one write and fdatasync of 300 bytes and one send() to every open stream.
"""

import os
import select
import socket
import sys

EVENT = b"id: 1\ndata: " + b"x" * 1200 + b"\n\n"
RECORD = b"y" * 300
ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"


def hello(port: int) -> None:
    """Serve a bare Flask hello."""
    from flask import Flask
    from waitress import serve

    app = Flask(__name__)
    app.add_url_rule("/healthz", view_func=lambda: "{}")
    serve(app, host="127.0.0.1", port=port)


def sockets(port: int, path: str) -> None:
    """Serve streams with nothing but sockets and one fdatasync for each POST."""
    file = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600)
    listener = socket.create_server(("127.0.0.1", port), backlog=512)
    loop = select.epoll()
    loop.register(listener, select.EPOLLIN)
    lines: dict[int, socket.socket] = {}
    streams: list[socket.socket] = []
    while True:
        for number, _ in loop.poll():
            if number == listener.fileno():
                line, _ = listener.accept()
                line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                lines[line.fileno()] = line
                loop.register(line, select.EPOLLIN)
            else:
                _serve(lines, number, loop, streams, file)


def _serve(
    lines: dict[int, socket.socket],
    number: int,
    loop: select.epoll,
    streams: list[socket.socket],
    file: int,
) -> None:
    line = lines[number]
    request = line.recv(1 << 16)
    if request.startswith(b"GET /live"):
        line.sendall(HEAD + EVENT)
        streams.append(line)
    elif request.startswith(b"POST"):
        os.write(file, RECORD)
        os.fdatasync(file)
        for stream in streams:
            stream.send(EVENT)
        line.sendall(ANSWER)
    elif request:
        line.sendall(ANSWER)
    else:
        loop.unregister(line)
        del lines[number]
        if line in streams:
            streams.remove(line)
        line.close()


if __name__ == "__main__":
    if sys.argv[1] == "hello":
        hello(int(sys.argv[2]))
    else:
        sockets(int(sys.argv[2]), sys.argv[3])

"""What the table may order about its networks: one line of JSON over a socket, one line back."""

import socket
from enum import StrEnum
from pathlib import Path, PurePosixPath

from companion.app.pi.caretaker.orders import deliver, line_of
from companion.engine.codec import convert, parse
from companion.engine.value import Value

SOCKET = PurePosixPath("/run/dragonbag-network.sock")
ANSWER_S = 120.0  # NetworkManager gives up after 90 s
ORDER_S = 10.0  # for the order itself


class Verb(StrEnum):
    """The three orders."""

    OPEN = "open"  # open the own Wi-Fi with this name and password
    CLOSE = "close"  # close it; NetworkManager then joins a Wi-Fi that it knows
    JOIN = "join"  # close it, and join the house's Wi-Fi with this name and password


class Order(Value, frozen=True):
    """What is to be done; `language` is that of the answer."""

    verb: Verb
    name: str = ""
    password: str = ""
    language: str = ""


def send(address: Path, order: Order) -> None:
    """Give an order and wait until it is carried out; StepFailed says why not."""
    deliver(address, order, ANSWER_S)


def receive(line: socket.socket) -> Order:
    """Take an order; BadMessage or OSError if it is none."""
    line.settimeout(ORDER_S)
    return convert(parse((line_of(line) or "").encode()), Order)

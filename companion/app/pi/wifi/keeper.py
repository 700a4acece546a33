"""Watches the networks of an installed table, and opens or closes its own Wi-Fi."""

import logging
import queue
import socket
import subprocess
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from companion.app.addresses import WEB
from companion.app.pi.overlay import is_forgotten
from companion.app.pi.wifi import secret as kept
from companion.app.pi.wifi.decide import Move, Past, follow, moved, next_move
from companion.app.pi.wifi.duties import HAS_CABLE, HOUSE_PROFILE, NO_CARD
from companion.app.pi.wifi.orders import Order, Verb
from companion.app.pi.wifi.secret import Secret
from companion.app.pi.wifi.sight import ADDRESS, Seen, look
from companion.engine.errors import CommandError
from companion.engine.sentence import Sentence

EVERY_S = 15.0
STOP_S = 2.0
NOTICE = "network"
FAILED = Sentence("The table’s own Wi-Fi did not open: {why}")
NOT_JOINED = Sentence("The Wi-Fi {name} could not be joined: {why}")
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Joining:
    """The host wants the table in this Wi-Fi of the house."""

    network: Secret


@dataclass(frozen=True, slots=True)
class Doors:
    """What the keeper reaches outside: all of it is replaced in tests.

    look: what networks there are. order: gives an order, or raises StepFailed. notice: tells the
    players something, or None to take it back. since_start_s: the clock.
    """

    order: Callable[[Order], None]
    notice: Callable[[Sentence | None], None]
    changed: Callable[[], None] = lambda: None  # the addresses of the table may be others
    look: Callable[[], Seen] = look
    since_start_s: Callable[[], float] = lambda: time.clock_gettime(time.CLOCK_BOOTTIME)


class NetworkKeeper:
    """Looks at the networks every EVERY_S, and at once when somebody wishes something.

    with NetworkKeeper(folder, Doors(order, notice)) as keeper:
        keeper.open()
    """

    def __init__(
        self,
        folder: Path,
        doors: Doors,
        port: int = WEB,
        every_s: float = EVERY_S,
        root: Path = Path("/"),
    ) -> None:
        """Keep name and password in this folder; the table listens on this port.

        root: where the system's files are.
        """
        self._folder, self._doors, self._every_s = folder, doors, every_s
        self._root, self._port = root, port
        self._at = ADDRESS if port == WEB else f"{ADDRESS}:{port}"
        self._past, self._seen = Past(), Seen()
        self._is_refused = False
        self.trouble: Sentence | None = None
        self._wishes: queue.Queue[Move | Joining | None] = queue.Queue()
        self._thread = threading.Thread(target=self._watch, name="network", daemon=True)
        kept.kept_secret(folder)  # the card can be printed before anybody needs it

    def __enter__(self) -> Self:
        """Begin to watch."""
        self._thread.start()
        return self

    def __exit__(self, *failure: object) -> None:
        """Stop; the networks stay as they are."""
        self._wishes.put(None)
        self._thread.join(STOP_S)  # a look may take longer, and an order is the caretaker's

    @property
    def seen(self) -> Seen:
        """Return the networks at the newest look."""
        return self._seen

    @property
    def secret(self) -> Secret:
        """Return name and password of the own Wi-Fi."""
        return kept.kept_secret(self._folder)

    @property
    def forgets(self) -> bool:
        """Is a Wi-Fi that is joined now forgotten at the next start, as on a read-only system?"""
        return is_forgotten(self._root, Path(HOUSE_PROFILE))

    @property
    def house_address(self) -> str:
        """Return where phones in the house's network find the table, by its name."""
        at = "" if self._port == WEB else f":{self._port}"
        return f"http://{socket.gethostname().removesuffix('.local')}.local{at}/"

    @property
    def address(self) -> str:
        """Return where phones in the own Wi-Fi find the table."""
        return f"http://{self._at}/"

    @property
    def captive(self) -> str:
        """Return the address to which phones in the own Wi-Fi are led, "" while it is closed."""
        return self.address if self._seen.is_own else ""

    def open(self) -> None:
        """Open the own Wi-Fi soon, unless a cable works."""
        self._wishes.put(Move.OPEN)

    def close(self) -> None:
        """Close the own Wi-Fi soon."""
        self._wishes.put(Move.CLOSE)

    def card(self, language: str) -> str:
        """Return the card to print, as an SVG."""
        from companion.app.pi.wifi.card import card_of  # drawings, which few evenings need

        return card_of(self.secret, self.address, language)

    def join(self, name: str, password: str) -> None:
        """Join a Wi-Fi of the house soon; CommandError if there can be none like that."""
        self._wishes.put(Joining(Secret(name, password)))

    def rename(self, name: str, password: str) -> None:
        """Keep another name and password, for the next time; CommandError or OSError if not."""
        kept.keep(self._folder, Secret(name, password))

    def _watch(self) -> None:
        while True:
            self.step(None)
            try:
                wish = self._wishes.get(timeout=self._every_s)
            except queue.Empty:
                continue
            if wish is None:
                return
            self.step(wish)

    def step(self, wish: Move | Joining | None) -> None:
        """Look once, and do what is to be done."""
        if not self._look():
            return
        if isinstance(wish, Joining):
            self._join(wish.network)
            return
        now_s = self._doors.since_start_s()
        self._past = follow(self._past, self._seen, now_s)
        move = next_move(self._past, self._seen, now_s, wish)
        if move is None:
            self._say_why_not(wish)
            return
        self._past = moved(self._past, move, now_s, is_wished=wish is not None)
        self._order(_order_of(move, self.secret), FAILED)

    def _look(self) -> bool:
        try:
            seen = self._doors.look()
        except (OSError, subprocess.SubprocessError) as error:
            log.debug("no look at the networks: %s", error)
            return False
        has_changed, self._seen = seen != self._seen, seen
        if has_changed:
            log.info("networks: %s", _said(seen))
            self._doors.changed()
        return True

    def _say_why_not(self, wish: Move | None) -> None:
        """Tell whoever wished for the own Wi-Fi why it stays closed."""
        if wish is Move.OPEN and not self._seen.is_own:
            self._is_refused = True
            self._doors.notice(HAS_CABLE if self._seen.cable else NO_CARD)
        elif self._is_refused and wish is None:  # it has been read for a while
            self._is_refused = False
            self._doors.notice(None)

    def _join(self, network: Secret) -> None:
        self._past = moved(self._past, Move.CLOSE, self._doors.since_start_s(), is_wished=True)
        order = Order(Verb.JOIN, network.name, network.password)
        self._order(order, NOT_JOINED)

    def _order(self, order: Order, failed: Sentence) -> None:
        log.info("network: %s", order.verb)
        try:
            self._doors.order(order)
        except CommandError as error:
            log.warning("network: %s failed: %s", order.verb, error)
            self.trouble = failed.about(name=order.name, why=error.told)
        else:
            self.trouble = None
        self._doors.notice(self.trouble)
        self._look()


def _order_of(move: Move, secret: Secret) -> Order:
    if move is Move.CLOSE:
        return Order(Verb.CLOSE)
    return Order(Verb.OPEN, secret.name, secret.password)


def _said(seen: Seen) -> str:
    """Return the networks for the log."""
    if seen.is_own:
        return "our own Wi-Fi is open"
    return "a cable" if seen.cable else f"Wi-Fi {seen.wifi}" if seen.wifi else "none"

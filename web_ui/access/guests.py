"""Who may come in: phones that joined with the table's key, and what the host lets them do.

The keys and phones are kept in one small file beside the journal, readable by its owner alone; a
game's export never holds them.
"""

import hmac
import json
import os
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from pathlib import Path

from itsdangerous import BadSignature, URLSafeSerializer

from companion.engine.errors import Rejected
from web_ui.access.presence import Presence

KEY_BYTES = 9  # twelve characters in a link: 2^72 guesses
MOST_PHONES = 100
HOST_DOOR_S = 60.0  # after Undo and Attack were held, so long the next phone becomes the host


class Policy(StrEnum):
    """Whose numbers a phone may change."""

    HELP = "help"  # anyone helps anyone; the log names who
    OWN = "own"  # only the own seat's


@dataclass(frozen=True, slots=True)
class Phone:
    """One phone, known by its cookie; without a seat it watches."""

    id: str
    seat: str = ""
    is_host: bool = False
    name: str = ""  # of whoever sat down with it last


@dataclass(slots=True)
class _Kept:
    """What the file holds."""

    secret: str = field(default_factory=lambda: secrets.token_hex(32))
    key: str = field(default_factory=lambda: secrets.token_urlsafe(KEY_BYTES))
    host_key: str = field(default_factory=lambda: secrets.token_urlsafe(KEY_BYTES))
    policy: Policy = Policy.HELP
    phones: dict[str, Phone] = field(default_factory=dict)


class Guests:
    """The phones of one table; safe to use from several threads."""

    def __init__(
        self,
        file: Path,
        clock: Callable[[], float] = time.monotonic,
        on_removed: Callable[[], None] = lambda: None,
    ) -> None:
        """Know whom the file knows; a file that cannot be read begins anew.

        on_removed: called when a phone lost its seat or was forgotten, to ask the streams again.
        """
        self._file, self.clock = file, clock
        self._lock = threading.Lock()
        self._host_until = -1.0
        self._on_removed = on_removed
        self.presence = Presence(clock)
        self._kept = _read(file)
        self._write()

    @property
    def policy(self) -> Policy:
        """Return whose numbers a phone may change."""
        return self._kept.policy

    @property
    def phones(self) -> tuple[Phone, ...]:
        """Return all phones, the newest last."""
        return tuple(self._kept.phones.values())

    @property
    def has_host(self) -> bool:
        """Return whether somebody is the host already."""
        return any(phone.is_host for phone in self.phones)

    @property
    def is_door_open(self) -> bool:
        """Return whether the panel lets the next phone in as the host."""
        return self.clock() < self._host_until

    def link(self, address: str, *, is_host: bool = False) -> str:
        """Return the link that lets a phone in."""
        key = self._kept.host_key if is_host else self._kept.key
        return f"{address.rstrip('/')}/join/{key}"

    def join(self, key: str, known: Phone | None = None) -> Phone | None:
        """Return the phone that came with this key, None if it is not the table's."""
        with self._lock:
            is_host = same(key, self._kept.host_key)
            if not is_host and not same(key, self._kept.key):
                return None
            phone = known or Phone(secrets.token_hex(8))
            phone = replace(phone, is_host=phone.is_host or is_host or self._takes_host_door())
            self._keep(phone)
            return phone

    def program(self, key: str) -> Phone | None:
        """Return who speaks with a key instead of a cookie, None for a wrong one."""
        if same(key, self._kept.host_key):
            return Phone("program", is_host=True)
        return Phone("program") if same(key, self._kept.key) else None

    def cookie(self, phone: Phone) -> str:
        """Return the signed text that this phone keeps."""
        return str(self._signer().dumps(phone.id))

    def of(self, cookie: str | None) -> Phone | None:
        """Return whose cookie this is; None if it is forged, or the phone was removed."""
        try:
            return self._kept.phones.get(str(self._signer().loads(cookie or "")))
        except BadSignature:
            return None

    def take(
        self, phone: Phone, seat: str, name: str = "", *, alone: bool = False, over: bool = False
    ) -> Phone:
        """Let a phone take a seat, where `name` plays; "" only watches.

        `over` takes it from the phone that has it, which watches then. While seats have secrets
        (`alone`) nobody takes one over, and no phone changes its own.
        """
        if phone.seat == seat:
            return phone
        with self._lock:
            before = self.at(seat)
            if before and (alone or not over):
                raise Rejected("seat_is_taken" if alone else "seat_was_taken")
            if alone and phone.seat:
                raise Rejected("seat_is_kept")
            if before:
                self._kept.phones[before.id] = replace(before, seat="")
            seated = replace(phone, seat=seat, name=name or phone.name)
            self._keep(seated)
        if before:
            self._on_removed()
        return seated

    def at(self, seat: str) -> Phone | None:
        """Return the phone that has this seat; of several in an old file, the first that joined."""
        return next((each for each in self.phones if seat and each.seat == seat), None)

    def owns(self, phone: Phone, seat: str) -> bool:
        """Is this the one phone that sees the seat's secrets?"""
        first = self.at(seat)
        return first is not None and phone.id == first.id

    def free(self, seat: str) -> None:
        """Send whoever has this seat back to watching."""
        with self._lock:
            for phone in self.phones:
                if phone.seat == seat:
                    self._kept.phones[phone.id] = replace(phone, seat="")
            self._write()
        self._on_removed()

    def remove(self, phone_id: str) -> None:
        """Forget a phone: it has to join again."""
        with self._lock:
            self._kept.phones.pop(phone_id, None)
            self._write()
        self._on_removed()

    def rotate(self) -> None:
        """Make a new key: who has joined stays, the old link lets nobody in."""
        with self._lock:
            self._kept.key = secrets.token_urlsafe(KEY_BYTES)
            self._write()

    def next_group(self) -> None:
        """Forget everybody but the hosts, free their seats, and make a new key."""
        with self._lock:
            hosts = [Phone(each.id, is_host=True) for each in self.phones if each.is_host]
            self._kept.phones = {each.id: each for each in hosts}
            self._kept.key = secrets.token_urlsafe(KEY_BYTES)
            self._write()
        self._on_removed()

    def choose(self, policy: Policy) -> None:
        """Set whose numbers a phone may change."""
        with self._lock:
            self._kept.policy = policy
            self._write()

    def open_host_door(self) -> None:
        """For a minute, the next phone that joins or asks becomes the host."""
        with self._lock:
            self._host_until = self.clock() + HOST_DOOR_S

    def ask_for_host(self, phone: Phone) -> Phone:
        """Make this phone the host if the door is open."""
        with self._lock:
            if phone.is_host or not self._takes_host_door():
                return phone
            host = replace(phone, is_host=True)
            self._keep(host)
            return host

    def _takes_host_door(self) -> bool:
        is_open = self.is_door_open
        self._host_until = -1.0 if is_open else self._host_until
        return is_open

    def _signer(self) -> URLSafeSerializer:
        return URLSafeSerializer(self._kept.secret, salt="phone")

    def _keep(self, phone: Phone) -> None:
        phones = self._kept.phones
        phones[phone.id] = phone
        for oldest in [each.id for each in self.phones if not each.is_host]:
            if len(phones) > MOST_PHONES:
                del phones[oldest]
        self._write()

    def _write(self) -> None:
        kept = asdict(self._kept)
        kept["phones"] = list(kept["phones"].values())
        new = self._file.with_suffix(".new")
        self._file.parent.mkdir(parents=True, exist_ok=True)
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            json.dump(kept, file)
            file.flush()
            os.fsync(file.fileno())
        new.replace(self._file)


def _read(file: Path) -> _Kept:
    try:
        given = json.loads(file.read_text())
        phones = {each["id"]: Phone(**each) for each in given.pop("phones")}
        return _Kept(**{**given, "policy": Policy(given["policy"])}, phones=phones)
    except (OSError, ValueError, TypeError, KeyError):
        return _Kept()


def same(one: str, other: str) -> bool:
    """Compare two keys without telling by the time it takes how much of them agrees."""
    return hmac.compare_digest(one.encode(), other.encode())

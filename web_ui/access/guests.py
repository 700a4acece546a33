"""Who may come in: phones that joined with the table's key, and what the host lets them do."""

import logging
import secrets
import threading
import time
from collections.abc import Callable, Collection
from functools import lru_cache
from pathlib import Path

from itsdangerous import BadSignature, URLSafeSerializer

from companion.engine.codec import plain
from companion.engine.errors import Rejected
from companion.engine.sentence import Sentence
from companion.engine.value import replace
from companion.table.line import Kind
from companion.table.snapshot import Snapshot
from web_ui.access import kept
from web_ui.access.buckets import Buckets
from web_ui.access.guest_list import KEY_BYTES, Phone, Policy, loss_in, read
from web_ui.access.hands import Hands
from web_ui.access.host_door import HostDoor
from web_ui.access.presence import Presence

MOST_PHONES = 200
# A phone that makes room for a new one has been quiet for so long: one that never came back after
# its link, one without a seat, one with a seat.
NEVER_CAME_S, WATCHER_S, SEATED_S = 60.0, 2 * 3600.0, 12 * 3600.0
GONE_S = 60.0  # a phone that was silent for so long is gone
JOINS, JOIN_EVERY_S = 80.0, 30.0  # of one address: eighty at once, then one every 30 s
PROGRAM = "program"  # the id of who speaks with a key

UNSAVED = Sentence("The disk does not save who joins. It counts now, but not after a restart.")

log = logging.getLogger(__name__)


class Guests:
    """The phones of one table; safe to use from several threads."""

    def __init__(
        self,
        file: Path,
        clock: Callable[[], float] = time.monotonic,
        on_removed: Callable[[], None] = lambda: None,
    ) -> None:
        """Read the phones of the file. A damaged file is put aside, and `told` says so.

        on_removed: called when a phone lost its seat or was forgotten, so that its stream ends.
        """
        self._file, self.clock = file, clock
        self._lock = threading.Lock()
        self._began_s = clock()
        self._newcomers: set[str] = set()  # phones that have not shown their cookie yet
        self._joins = Buckets(JOINS, 1 / JOIN_EVERY_S, clock)
        self.on_removed = on_removed
        self.door = HostDoor(clock)
        self.presence = Presence(clock)
        self._lost, self._is_saved = loss_in(file), True
        self._on_told: Callable[[Sentence | None], None] = lambda told: None
        self.hands = Hands(file.with_name(f"{file.stem}-hands.json"))
        self._kept = read(file)
        self._lost_seats: dict[str, str] = {}  # by phone, until it sits down again
        self._write()

    def tell_by(self, on_told: Callable[[Sentence | None], None]) -> None:
        """Call this, now and at every change, with what is wrong with the list of phones."""
        self._on_told = on_told
        on_told(self.told)

    @property
    def told(self) -> Sentence | None:
        """Return what is wrong with the list of phones, None if nothing is."""
        return self._lost if self._is_saved else UNSAVED

    @property
    def policy(self) -> Policy:
        """Return whose numbers a phone may change."""
        return self._kept.policy

    @property
    def phones(self) -> tuple[Phone, ...]:
        """Return all phones, the newest last."""
        return tuple(self._kept.phones.values())

    def link(self, address: str, *, is_host: bool = False) -> str:
        """Return the link that lets a phone in."""
        key = self._kept.host_key if is_host else self._kept.key
        return f"{address.rstrip('/')}/join/{key}"

    def join(self, key: str, known: Phone | None = None, address: str = "") -> Phone | None:
        """Return the phone that came with this key, None if it is not the table's.

        Rejected if too many new ones came from this address, or if all phones are still in use.
        """
        with self._lock:
            is_host = kept.is_same(key, self._kept.host_key)
            if not is_host and not kept.is_same(key, self._kept.key):
                return None
            return self._let_in(known, address, is_host=is_host)

    def join_by_door(self, code: str, who: str, known: Phone | None, address: str = "") -> Phone:
        """Return the host that typed the code of the door; Rejected if that was wrong."""
        self.door.enter(code, who)
        with self._lock:
            return self._let_in(known, address, is_host=True)

    def _let_in(self, known: Phone | None, address: str, *, is_host: bool) -> Phone:
        if known is not None and (known.is_host or not is_host):
            return known  # nothing is new, so nothing is written
        if known is None:
            if not self._joins.allows(address):
                raise Rejected("too_many_join")
            self._make_room()
        phone = replace(known or self._new_phone(), is_host=is_host)
        self._keep(phone)
        return phone

    def _new_phone(self) -> Phone:
        phone = Phone(secrets.token_hex(8))
        self._newcomers.add(phone.id)
        self.presence.heard(phone.id)
        return phone

    def _make_room(self) -> None:
        """Forget the phone that has been quiet longest; Rejected if all of them are in use."""
        if len(self.phones) < MOST_PHONES:
            return
        quiet = [each for each in self.phones if self._is_long_gone(each)]
        if not quiet:
            raise Rejected("table_is_full")
        longest = max(quiet, key=self._quiet_s)
        del self._kept.phones[longest.id]
        self._newcomers.discard(longest.id)

    def _is_long_gone(self, phone: Phone) -> bool:
        if phone.is_host:
            return False
        if phone.seat:
            return self._quiet_s(phone) > SEATED_S
        return self._quiet_s(phone) > (NEVER_CAME_S if phone.id in self._newcomers else WATCHER_S)

    def _quiet_s(self, phone: Phone) -> float:
        """Return how long a phone has been silent; at most since Dragonbag started."""
        asleep_s = self.presence.asleep_s(phone.id)
        return self.clock() - self._began_s if asleep_s is None else asleep_s

    def heard(self, phone: Phone) -> None:
        """Note that a phone shows its cookie: it really joined, and did not only open the link."""
        self.presence.heard(phone.id)
        self._newcomers.discard(phone.id)

    def program(self, key: str) -> Phone | None:
        """Return who speaks with a key instead of a cookie, None for a wrong one."""
        if kept.is_same(key, self._kept.host_key):
            return Phone(PROGRAM, is_host=True)
        return Phone(PROGRAM) if kept.is_same(key, self._kept.key) else None

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
        self,
        phone: Phone,
        seat: str,
        name: str = "",
        *,
        alone: bool = False,
        over: bool = False,
        game_id: str = "",
    ) -> Phone:
        """Let a phone take a seat, where `name` plays; "" only watches.

        `over` takes it from the phone that has it, which watches then. While seats of the game have
        secrets (`alone`) nobody takes one over, and no phone changes its own.
        """
        if phone.seat == seat:
            return phone
        with self._lock:
            before = self.at(seat)
            self._may_take(phone, seat, before, over, game_id if alone else "")
            if alone and (before or phone.seat):
                raise Rejected("seat_is_taken" if before else "seat_is_kept")
            if not alone:
                self.hands.release(game_id, seat)
                self.hands.release(game_id, phone.seat)
            seated = self._seat(phone, seat, name)
        if before or phone.seat:
            self.on_removed()  # an old seat's stream must not go on
        return seated

    def _may_take(
        self, phone: Phone, seat: str, before: Phone | None, over: bool, secret_game: str
    ) -> None:
        """Refuse a seat that somebody sits on, or whose secrets another phone knows."""
        if before and not over and not secret_game:
            raise Rejected("seat_was_taken")
        if secret_game and seat:
            if self.hands.holder(secret_game, seat) not in ("", phone.id):
                raise Rejected("seat_is_taken")
            if self.hands.seat_of(secret_game, phone.id) not in ("", seat):
                raise Rejected("seat_is_kept")

    def _seat(self, phone: Phone, seat: str, name: str) -> Phone:
        if before := self.at(seat):
            self._kept.phones[before.id] = replace(before, seat="")
            self._lost_seats[before.id] = seat
        self._lost_seats.pop(phone.id, None)
        seated = replace(phone, seat=seat, name=name or phone.name)
        self._keep(seated)
        return seated

    def lost_seat(self, phone: Phone) -> str:
        """Return the seat that another phone has taken over from this one, "" if none."""
        return self._lost_seats.get(phone.id, "")

    def sees(self, phone_id: str, seat: str, game_id: str) -> bool:
        """May this phone see the seat's secrets in this game? It sits there and was the first."""
        first = self.at(seat)
        is_there = first is not None and first.id == phone_id
        return is_there and self.hands.sees(game_id, seat, phone_id)

    def asked(
        self, game_id: str, seat: str, asker: str, seats: Collection[str]
    ) -> tuple[Phone, ...]:
        """Return the phones whose consent a seat with secrets needs to go to another phone.

        The phone that knows them; where that is gone, all others on `seats`, those of this game.
        """
        holder = self._kept.phones.get(self.hands.holder(game_id, seat)) or self.at(seat)
        if holder is not None and holder.id == asker:
            return ()
        if holder is not None and not self.is_gone(holder.id):
            return (holder,)
        others = (each for each in self.phones if each.seat in seats and each.seat != seat)
        return tuple(each for each in others if each.id != asker)

    def is_gone(self, phone_id: str) -> bool:
        """Was the phone sent away, or not heard of for a minute?"""
        asleep_s = self.presence.asleep_s(phone_id)
        return phone_id not in self._kept.phones or asleep_s is None or asleep_s >= GONE_S

    def hand_over(self, game_id: str, seat: str, seats: Collection[str], name: str = "") -> bool:
        """Give a seat to the phone that asks for it if all who are asked agree; was it given?"""
        asked = self.hands.request(game_id, seat)
        phone = self._kept.phones.get(asked.phone_id) if asked else None
        if asked is None or phone is None:
            return False
        if not all(each.id in asked.agreed for each in self.asked(game_id, seat, phone.id, seats)):
            return False
        with self._lock:
            self.hands.give(game_id, seat, phone.id)
            self._seat(phone, seat, name)
        self.on_removed()
        return True

    def at(self, seat: str) -> Phone | None:
        """Return the phone that has this seat; of several in an old file, the first that joined."""
        return next((each for each in self.phones if seat and each.seat == seat), None)

    def owns(self, phone: Phone, seat: str) -> bool:
        """Does this phone sit on the seat? Whether it may see its secrets, `sees` says."""
        first = self.at(seat)
        return first is not None and phone.id == first.id

    def follow(self, snapshot: Snapshot) -> None:
        """Let the phones of players whose colour was put right keep their players."""
        new: dict[str, str] = {}
        for event in snapshot.events:
            new |= snapshot.game.recolours(event)
        if snapshot.kind is Kind.UNDO:
            new = {after: before for before, after in new.items() if after}
        if not new:
            return
        with self._lock:
            for phone in self.phones:
                self._kept.phones[phone.id] = replace(phone, seat=new.get(phone.seat, phone.seat))
            self._write()
        self.on_removed()

    def free(self, seat: str) -> None:
        """Send whoever has this seat back to watching."""
        with self._lock:
            for phone in self.phones:
                if phone.seat == seat:
                    self._kept.phones[phone.id] = replace(phone, seat="")
            self._write()
        self.on_removed()

    def remove(self, phone_id: str) -> None:
        """Forget a phone: it has to join again."""
        with self._lock:
            self._kept.phones.pop(phone_id, None)
            self._write()
        self.on_removed()

    def rotate(self) -> None:
        """Make new keys: who has joined stays, the old links let nobody in."""
        with self._lock:
            self._renew_keys()
            self._write()

    def _renew_keys(self) -> None:
        self._kept.key = secrets.token_urlsafe(KEY_BYTES)
        self._kept.host_key = secrets.token_urlsafe(KEY_BYTES)

    def next_group(self) -> None:
        """Forget everybody but the hosts, free their seats, and make new keys."""
        with self._lock:
            hosts = [Phone(each.id, is_host=True) for each in self.phones if each.is_host]
            self._kept.phones = {each.id: each for each in hosts}
            self._renew_keys()
            self._write()
        self.on_removed()

    def choose(self, policy: Policy) -> None:
        """Set whose numbers a phone may change."""
        with self._lock:
            self._kept.policy = policy
            self._write()

    def _signer(self) -> URLSafeSerializer:
        return _signer_of(self._kept.secret)

    def _keep(self, phone: Phone) -> None:
        self._kept.phones[phone.id] = phone
        self._write()

    def _write(self) -> None:
        """Save the list. If the disk refuses, the list holds until the program ends."""
        fields = plain(self._kept)
        fields["phones"] = list(fields["phones"].values())
        try:
            kept.write(self._file, fields)
        except OSError as error:
            log.warning("the list of phones cannot be saved: %s", error)
            self._is_saved = False
        else:
            self._is_saved = True
        self._on_told(self.told)


@lru_cache(maxsize=1)  # it is asked for with each request
def _signer_of(secret: str) -> URLSafeSerializer:
    return URLSafeSerializer(secret, salt="phone")

"""Numbers from the phones for each single draw, so that nobody can know one beforehand.

A phone makes a chain of hashes from a secret and seals its end. For each draw Dragonbag asks the
phones for their next links: only then, when the bag lies fixed in the journal, are they opened, and
mixed into the key. Whoever knows the seed still does not know the links. The method for other
programs: FAIR_DRAWS.md.
"""

import hashlib
import re
from collections import Counter
from dataclasses import dataclass, field

LINKS = 64  # of a chain; a phone seals a new one when they are used up
HASH = re.compile(r"[0-9a-f]{64}")
DrawKey = tuple[int, str]  # the number of a draw, and the bag's content as fair_draw writes it
END: DrawKey = (0, "")  # no draw: the end of a game asks for links, for its five pictures alone


def before(link: str, steps: int = 1) -> str:
    """Return the link so many steps before this one: the SHA-256 of its 32 bytes, repeated."""
    value = bytes.fromhex(link)
    for _ in range(steps):
        value = hashlib.sha256(value).digest()
    return value.hex()


@dataclass(frozen=True, slots=True)
class Asked:
    """One phone's link for a draw: whose it is, the end that was sealed, and which link, from 1."""

    seat: str
    seal: str
    link: int

    def fits(self, link: str) -> bool:
        """Tell whether this is the link that was sealed."""
        return HASH.fullmatch(link) is not None and before(link, self.link) == self.seal


@dataclass(slots=True)
class Ask:
    """The links that one draw was asked for with, and those that were opened until it was drawn."""

    asked: tuple[Asked, ...]
    opened: dict[str, str] = field(default_factory=dict)  # seal -> link
    line: int = 0  # the number of the line that asked
    is_drawn: bool = False  # by Dragonbag, or it is the end and was closed: no more links count
    is_by_hand: bool = False  # somebody told which cubes came out of the real bag
    left_out: tuple[Asked, ...] = ()  # by the end, which asks only those that listen

    @property
    def links(self) -> tuple[str, ...]:
        """Return the opened links in the order in which they were asked for."""
        return tuple(self.opened[each.seal] for each in self.asked if each.seal in self.opened)

    @property
    def missing(self) -> tuple[Asked, ...]:
        """Return what nobody has opened."""
        return tuple(each for each in self.asked if each.seal not in self.opened)

    @property
    def may_close(self) -> bool:
        """Can a game's end do without the links that are missing? It needs one for its pictures."""
        return not self.is_drawn and bool(self.opened) and bool(self.missing)

    def has_pictures(self, draw: DrawKey) -> bool:
        """Do its links stand fast? Without any, whoever makes the chain could choose pictures."""
        return bool(self.opened) and (self.is_drawn or (draw == END and not self.missing))


@dataclass(slots=True)
class Links:
    """All chains that phones have sealed in a game, and all that draws asked of them."""

    seals: dict[str, str] = field(default_factory=dict)  # seat -> its newest seal, oldest first
    asks: dict[DrawKey, Ask] = field(default_factory=dict)  # in the order in which they were asked
    past: list[tuple[DrawKey, Ask]] = field(default_factory=list)  # asks before the newest seed
    times: Counter[str] = field(default_factory=Counter)  # seat -> how often it has sealed
    _used: Counter[str] = field(default_factory=Counter)  # seal -> links that were asked for

    def seal_refusal(self, seal: str) -> str:
        """Return why this seal does not count, as a code; "" if it does."""
        return "" if HASH.fullmatch(seal) and seal not in self.seals.values() else "no_seal"

    def seal(self, seat: str, seal: str) -> None:
        """Take the end of a new chain; it counts from the next ask on. ValueError with the code."""
        if code := self.seal_refusal(seal):
            raise ValueError(code)
        self.seals.pop(seat, None)
        self.seals[seat] = seal
        self.times[seat] += 1

    def begin_epoch(self) -> None:
        """Forget seals and asks: a new seed was committed to, so the phones seal anew."""
        self.past += self.asks.items()
        self.asks, self.seals = {}, {}

    @property
    def all_asks(self) -> list[tuple[DrawKey, Ask]]:
        """Return all that was ever asked, oldest first."""
        return [*self.past, *self.asks.items()]

    def left(self, seat: str) -> int:
        """Return how many links of a seat's chain were not asked for yet."""
        return LINKS - self._used[self.seals[seat]] if seat in self.seals else 0

    def due(self, draw: DrawKey) -> tuple[Asked, ...]:
        """Return what a draw has to ask for; () if it has asked, or no phone has a link left.

        The same draw from the same bag has asked before: so undo and a new try change nothing.
        """
        if draw in self.asks:
            return ()
        return tuple(
            Asked(seat, seal, self._used[seal] + 1)
            for seat, seal in self.seals.items()
            if self._used[seal] < LINKS
        )

    def ask(self, draw: DrawKey, asked: tuple[Asked, ...], line: int = 0) -> None:
        """Take in what a draw asks for; ValueError unless it is all that is due().

        The end of a game asks only the phones that listen, but each for its next link.
        """
        due = self.due(draw)
        wished = tuple(each for each in due if each in asked) if draw == END else due
        if not asked or asked != wished:
            raise ValueError("a draw asks every sealed phone for its next link")
        left_out = tuple(each for each in due if each not in asked)
        self.asks[draw] = Ask(asked, line=line, left_out=left_out)
        self._used.update(each.seal for each in asked)

    def link_refusal(self, draw: DrawKey | None, seal: str, link: str) -> str:
        """Return why this link does not count for the draw that waits, as a code; "" if it does."""
        ask = self.asks.get(draw) if draw is not None else None
        if ask is None or ask.is_drawn:
            return "not_the_time_to_open"
        is_missing = any(each.seal == seal and each.fits(link) for each in ask.missing)
        return "" if is_missing else "fits_no_seal"

    def open(self, draw: DrawKey | None, seal: str, link: str) -> None:
        """Take a link for the draw that waits; ValueError with the code of link_refusal()."""
        if code := self.link_refusal(draw, seal, link):
            raise ValueError(code)
        assert draw is not None, "link_refusal() said so"
        self.asks[draw].opened[seal] = link

    def drawn(self, draw: DrawKey) -> None:
        """Take no more links for a draw: Dragonbag has drawn."""
        if draw in self.asks:
            self.asks[draw].is_drawn = True

    def close_end(self) -> None:
        """Take no more links for the end of the game; ValueError unless it may be closed."""
        ask = self.asks.get(END)
        if ask is None or not ask.may_close:
            raise ValueError("the end waits for no links, or none has come yet")
        ask.is_drawn = True

    def drawn_by_hand(self, draw: DrawKey) -> None:
        """Note that a draw was not left to Dragonbag, although it had asked."""
        if draw in self.asks:
            self.asks[draw].is_by_hand = True

    def of(self, draw: DrawKey | None) -> tuple[str, ...]:
        """Return the links that go into a draw."""
        ask = self.asks.get(draw) if draw is not None else None
        return ask.links if ask else ()

"""What a game's pages need beyond its state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import partial, wraps
from typing import TYPE_CHECKING, Any, TypeVar

from werkzeug.datastructures import MultiDict

from companion.engine.codec import JsonObject
from companion.engine.errors import Rejected
from companion.engine.game import AnyState
from companion.engine.sentence import Sentence
from companion.engine.value import Value, field
from companion.table.snapshot import Snapshot
from web_ui.render.results import Odds, Play, SeatLuck, Standing

if TYPE_CHECKING:
    from web_ui.render.site import Page, Site

Seen = TypeVar("Seen")
Told = TypeVar("Told")

OVER = Sentence("The game is over")
NOTHING_TOLD = Sentence("")
Reader = Callable[["MultiDict[str, str]"], dict[str, object]]


def no_plays(state: AnyState, seat: str, cards: tuple[int, ...]) -> tuple[Play, ...] | None:
    """Refuse to name plays in a game that has no adviser."""
    raise Rejected("advice_is_off")


def once(look: Callable[[Seen], Told]) -> Callable[[Seen], Told]:
    """Return `look`, which is not asked again about the very object that it saw last.

    One snapshot is shown to many roles, one after the other.
    """
    last: tuple[Seen, Told] | None = None

    @wraps(look)
    def looked(seen: Seen) -> Told:
        nonlocal last
        known = last  # another thread may be putting in its own
        if known is None or known[0] is not seen:
            last = known = seen, look(seen)
        return known[1]

    return looked


class Later:
    """A fact that is worked out when a template first asks for it."""

    __slots__ = ("_make", "_told")

    def __init__(self, make: Callable[..., object], *values: object) -> None:
        """Ask `make` about these values, once."""
        self._make = partial(make, *values)
        self._told: list[object] = []

    @property
    def told(self) -> object:
        """Return the fact."""
        if not self._told:  # two threads at once work out the same
            self._told.append(self._make())
        return self._told[0]


class View(Value, frozen=True):
    """One game on the phones.

    facts: what its templates see besides the snapshot, for a seat or "watch"; a value, or Later.
    title: what is printed on the box.
    bar: what the lamps in a row are called.
    pages: which of the pages it has that not every game has.
    live_pages: those of them that change while somebody looks at them.
    seats: the seats that can be taken, clockwise.
    every_seat: all seats that a game can have.
    depends: what a live part of a page depends on, for a seat; it is drawn again when that value
        changes. A part that is not named is drawn for every snapshot.
    alike: what a live part shows of a seat: seats for which that is equal see the same part, so
        that it is drawn for the first of them.
    readers: forms that are more than the fields of their command.
    labels: what the pages call the fields that people type into, by the field's path ("card.name")
        or its last part, where it is no word of the box (Game.words).
    set_up: the command's name that sets a game up.
    letters: the letter of each cube, for those who do not see its colour.
    own_pages: pages that only this game has, each made for a site.
    result: how a game that is over ended, in a sentence.
    fewest_players: for how many the board can be laid out.
    again: from the fields of the command that set a game up, and its state, those for a rematch.
    standing, what_next, odds, plays, luck: what programs are told; of a state, but luck of all
        events, and plays of a state, a seat and its cards.
    """

    title: str
    bar: str
    pages: frozenset[str]
    live_pages: frozenset[str]
    facts: Callable[[Snapshot, str], dict[str, object]]
    seats: Callable[[Snapshot], tuple[StrEnum, ...]]
    every_seat: tuple[str, ...]
    depends: Mapping[str, Callable[[Snapshot, str], object]]
    readers: Mapping[str, Reader]
    set_up: str
    labels: Mapping[str, str] = field(default_factory=dict)
    alike: Mapping[str, Callable[[Snapshot, str], object]] = field(default_factory=dict)
    letters: Mapping[str, str] = field(default_factory=dict)
    own_pages: tuple[Callable[[Site], Page], ...] = ()
    result: Callable[[AnyState], Sentence] = lambda state: OVER
    again: Callable[[JsonObject, AnyState], JsonObject] = lambda given, state: given
    standing: Callable[[AnyState], Standing] = lambda state: Standing()
    what_next: Callable[[AnyState], Sentence] = lambda state: NOTHING_TOLD
    odds: Callable[[AnyState], Odds] = lambda state: Odds()
    plays: Callable[[AnyState, str, tuple[int, ...]], tuple[Play, ...] | None] = no_plays
    luck: Callable[[tuple[Any, ...]], tuple[SeatLuck, ...]] = lambda events: ()
    fewest_players: int = 2

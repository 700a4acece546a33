"""What a game's pages need beyond its state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from werkzeug.datastructures import MultiDict

from companion.engine.codec import JsonObject
from companion.engine.game import AnyState
from companion.engine.sentence import Sentence
from companion.table.snapshot import Snapshot

if TYPE_CHECKING:
    from web_ui.render.site import Page, Site

OVER = Sentence("The game is over")
Reader = Callable[["MultiDict[str, str]"], dict[str, object]]


@dataclass(frozen=True, slots=True)
class View:
    """One game on the phones.

    facts: what its templates see besides the snapshot, for a seat or "watch".
    title: what is printed on the box.
    bar: what the lamps in a row are called.
    pages: which of the pages it has that not every game has.
    live_pages: those of them that change while somebody looks at them.
    seats: the seats that can be taken, clockwise.
    every_seat: all seats that a game can have.
    depends: what a live part of a page depends on, for a seat; it is drawn again when that value
        changes. A part that is not named is drawn for every snapshot.
    readers: forms that are more than the fields of their command.
    set_up: the command's name that sets a game up.
    letters: the letter of each cube, for those who do not see its colour.
    own_pages: pages that only this game has, each made for a site.
    result: how a game that is over ended, in a sentence.
    again: from the fields of the command that set a game up, and its state, those for a rematch.
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
    letters: Mapping[str, str] = field(default_factory=dict)
    own_pages: tuple[Callable[[Site], Page], ...] = ()
    result: Callable[[AnyState], Sentence] = lambda state: OVER
    again: Callable[[JsonObject, AnyState], JsonObject] = lambda given, state: given

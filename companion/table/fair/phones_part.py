"""The phones' part in the fair draws of one game, as the lines of its journal tell it.

Pure values, no file. Part (part.py) is what everybody is shown of it.
"""

from collections.abc import Callable, Mapping

from companion.draws.links import DrawKey, Links
from companion.draws.sealed_numbers import SealedNumbers
from companion.engine.codec import JsonObject
from companion.engine.game import AnyGame
from companion.engine.value import Value, field
from companion.table.fair import part_fields
from companion.table.fair.awaited import THE_END, Awaited, awaited
from companion.table.line import Kind, Line

OF_DRAWS = frozenset({Kind.SEAL, Kind.ASK, Kind.LINK, Kind.CLOSE, Kind.NUMBER})
DRAWN_BY, BY_DRAGONBAG = "drawn_by", "dragonbag"  # who has drawn, in any game's draw command


def is_fair_draw(command: object) -> bool:
    """Does this command, or its JSON object, say that Dragonbag itself has drawn?"""
    if isinstance(command, Mapping):
        return command.get(DRAWN_BY) == BY_DRAGONBAG
    return getattr(command, DRAWN_BY, None) == BY_DRAGONBAG


class PhonesPart(Value):
    """What the phones have sealed and opened; owned by one History.

    It knows no state of its game: `state` is always the one that counts now.
    """

    game: AnyGame
    sealed: SealedNumbers = field(default_factory=SealedNumbers)  # of a game begun with 0.1
    links: Links = field(default_factory=Links)

    def take(self, line: Line, state: object) -> None:
        """Take in a line of a kind in OF_DRAWS; ValueError or KeyError if it cannot be this one."""
        fields = line.fields
        if line.kind is Kind.ASK:
            draw = fields["draw"], fields["bag"]
            self.links.ask(draw, part_fields.asked(fields), line.number)
        elif line.kind is Kind.LINK:
            self.links.open(self._waiting(state), fields["sha256"], fields["link"])
        elif line.kind is Kind.CLOSE:
            self.links.close_end()
        elif line.kind is Kind.NUMBER:
            self.sealed.open(fields["number"])
        elif part_fields.is_chain(fields):
            self.links.seal(fields["seat"], fields["sha256"])
        else:
            self.sealed.seal(fields["sha256"])

    def step(self, line: Line, before: object, after: object) -> None:
        """Follow the game over the line of a command, between the states before and after it."""
        # The fields of the JSON and not the command's class: an old journal may hold commands that
        # this version no longer has, and only its events have to be understood.
        is_fair = line.command is not None and is_fair_draw(line.fields)
        if is_fair and (drawn := self._waiting(before)):
            self.links.drawn(drawn)
        self.sealed.advance(attack_waits=self.game.awaits_hand(after), is_fair_draw=is_fair)

    def begin_epoch(self) -> None:
        """Begin again: a new seed was committed to, so the phones seal anew."""
        self.links.begin_epoch()
        self.sealed = SealedNumbers()

    def refusal(self, kind: Kind, fields: JsonObject, state: object) -> str:
        """Return why a seal, a link or the end of links does not count now, "" if it does."""
        if kind is Kind.CLOSE:
            ask = self.links.asks.get(THE_END.key) if self.awaited(state) is THE_END else None
            return "" if ask and ask.may_close else "not_the_time_to_open"
        if kind is Kind.SEAL:
            is_seat = fields["seat"] in self.game.seats
            return self.links.seal_refusal(fields["sha256"]) if is_seat else "no_seal"
        return self.links.link_refusal(self._waiting(state), fields["sha256"], fields["link"])

    def awaited(self, state: object) -> Awaited | None:
        """Return the draw that the game waits for."""
        return awaited(self.game, state)

    def _waiting(self, state: object) -> DrawKey | None:
        waiting = self.awaited(state)
        return None if waiting is None else waiting.key

    def ask(self, state: object, listening: Callable[[], set[str]]) -> JsonObject | None:
        """Return the fields of the line that asks for links now; None if there are none to ask for.

        The end asks only those who listen.
        """
        waiting = self.awaited(state)
        if waiting is None or not (asked := self.links.due(waiting.key)):
            return None
        if waiting is THE_END:
            seats = listening()
            asked = tuple(each for each in asked if each.seat in seats)
        return part_fields.ask(waiting, asked) if asked else None

    def unopened(self, state: object) -> set[str]:
        """Return the seats whose links the waiting draw still lacks."""
        waiting = self._waiting(state)
        ask = self.links.asks.get(waiting) if waiting else None
        return {each.seat for each in ask.missing} if ask and not ask.is_drawn else set()

    def numbers(self, state: object) -> tuple[str, ...]:
        """Return all that goes into the draw that waits, besides the seed."""
        return (*self.sealed.opened, *self.links.of(self._waiting(state)))

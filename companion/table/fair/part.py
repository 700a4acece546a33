"""What the phones' part in the draws is, as everybody is shown it."""

from companion.draws.links import END, Asked
from companion.engine.value import Value
from companion.table.history import History


class SealShown(Value, frozen=True):
    """The chain that a seat's phone has sealed, how many links are left, how often it sealed."""

    seat: str
    seal: str
    left: int
    times: int


class AskShown(Value, frozen=True):
    """One draw that asked for links: in which line, of which draw, and which were opened.

    `number` counts the draws of the game from 0. `links` are the opened ones in their order.
    """

    line: int
    number: int
    opened: tuple[Asked, ...]
    missing: tuple[Asked, ...]
    links: tuple[str, ...]
    has_pictures: bool  # the links that make its five pictures stand fast
    is_end: bool  # it is no draw: the end of the game asked, for its pictures
    waits: bool  # for links: it is the draw that comes now

    @property
    def asked(self) -> tuple[Asked, ...]:
        """Return all that was asked for."""
        return (*self.opened, *self.missing)


class Part(Value, frozen=True):
    """All seals and all draws that asked for links, oldest first."""

    seals: tuple[SealShown, ...] = ()
    asks: tuple[AskShown, ...] = ()
    commitment: str = ""  # of the seed that counts

    @classmethod
    def of(cls, history: History) -> "Part":
        """Return the phones' part in the draws of a game until now."""
        links = history.phones.links
        waiting = history.phones.awaited(history.state) if links.asks else None
        waiting_ask = links.asks.get(waiting.key) if waiting else None
        seals = (
            SealShown(seat, seal, links.left(seat), links.times[seat])
            for seat, seal in links.seals.items()
        )
        asks = (
            AskShown(
                line=ask.line,
                number=draw[0],
                opened=tuple(each for each in ask.asked if each.seal in ask.opened),
                missing=ask.missing,
                links=ask.links,
                has_pictures=ask.has_pictures(draw),
                is_end=draw == END,
                waits=ask is waiting_ask and not ask.is_drawn,
            )
            for draw, ask in links.all_asks
        )
        return cls(tuple(seals), tuple(asks), history.commitment)

    @property
    def waiting(self) -> AskShown | None:
        """Return the draw that waits for links."""
        return next((ask for ask in reversed(self.asks) if ask.waits), None)

    @property
    def again(self) -> tuple[AskShown, ...]:
        """Return the draws that took the place of another one, from another bag."""
        draws = [ask for ask in self.asks if not ask.is_end]
        numbers = [ask.number for ask in draws]
        return tuple(ask for place, ask in enumerate(draws) if ask.number in numbers[:place])

    @property
    def pictured(self) -> AskShown | None:
        """Return the newest ask whose pictures can be compared."""
        return next((ask for ask in reversed(self.asks) if ask.has_pictures), None)

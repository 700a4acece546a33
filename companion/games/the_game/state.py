"""The state of The Game: four piles, counts, flags; in practice also the cards in hand."""

from companion.engine.value import Value, replace
from companion.games.the_game import events as ev
from companion.games.the_game.box import (
    BLUE_CARDS,
    CARDS,
    HAND_SIZE,
    HIGHEST,
    JUMP,
    LOWEST,
    MOST_LEFT_TO_WIN,
    Pile,
    Who,
)
from companion.games.the_game.values import Ending, Flag, Level, Result, Rulings

PLAYERS = tuple(Who)


class TheGame(Value, frozen=True):
    """The whole table; no names mean that no game has been set up.

    `piles` holds the cards of each pile in the order in which they were laid. `hands` and
    `draw_pile` are counts. In practice `held` are the cards of each player and `deck` those of the
    draw pile, the next one first; both are () as long as nobody has shuffled, or where they are
    veiled.
    """

    names: tuple[str, ...] = ()  # clockwise
    level: Level = Level.NORMAL
    on_fire: bool = False
    practice: bool = False
    rulings: Rulings = Rulings()
    hand_size: int = 0
    piles: tuple[tuple[int, ...], ...] = ((), (), (), ())
    turn: Who | None = None
    needed: int = 0  # cards that this turn must lay
    laid: int = 0  # cards of this turn
    hands: tuple[int, ...] = ()
    draw_pile: int = CARDS
    duty: tuple[int, ...] = ()  # blue cards to cover by the end of this turn
    flags: tuple[Flag, ...] = ()
    left_after_turns: tuple[int, ...] = ()
    held: tuple[tuple[int, ...], ...] = ()
    deck: tuple[int, ...] = ()
    is_shuffled: bool = False
    mended: tuple[int, ...] = (0, 0, 0, 0)  # cards of each pile that a correction has set
    ending: Ending | None = None
    fewest: int = CARDS  # that the draw pile of a practice game ever had, also in undone steps

    @property
    def players(self) -> tuple[Who, ...]:
        """Return the players, clockwise."""
        return PLAYERS[: len(self.names)]

    @property
    def played(self) -> frozenset[int]:
        """Return the cards that lie on a pile."""
        return frozenset(card for pile in self.piles for card in pile)

    @property
    def left(self) -> int:
        """Count the cards that lie on no pile."""
        return CARDS - sum(map(len, self.piles))

    @property
    def was_drawn_from(self) -> bool:
        """Has somebody seen cards that lie on the draw pile again, since a step was undone?"""
        return self.practice and self.draw_pile > self.fewest

    @property
    def result(self) -> Result | None:
        """Return how the game ended (JA 58); a blue card left uncovered loses (JA 121)."""
        if self.ending is None:
            return None
        if self.ending is Ending.BURNED or self.left > MOST_LEFT_TO_WIN:
            return Result.LOST
        return Result.WON if self.left else Result.PERFECT

    @property
    def missing(self) -> int:
        """Count the cards that this turn must still lay."""
        return max(0, self.needed - self.laid)

    @property
    def unmet(self) -> tuple[int, ...]:
        """Return the blue cards that must be covered in this turn and are not (JA 121)."""
        if self.duty and self.rulings.no_blue_on_top:
            return self.blue_tops
        return tuple(card for card in self.duty if not self.is_covered(card))

    @property
    def blue_tops(self) -> tuple[int, ...]:
        """Return the blue cards that lie on top of a pile."""
        tops = tuple(pile[-1] for pile in self.piles if pile)
        return tuple(card for card in tops if self.is_blue(card))

    def top(self, pile: Pile) -> int:
        """Return the number on top of a pile."""
        cards = self.cards(pile)
        return cards[-1] if cards else pile.start

    def cards(self, pile: Pile) -> tuple[int, ...]:
        """Return the cards of a pile, the first laid first."""
        return self.piles[tuple(Pile).index(pile)]

    def hand(self, player: Who) -> int:
        """Return how many cards a player holds."""
        return self.hands[self.players.index(player)]

    def count_of(self, place: Who | None) -> int:
        """Return how many cards a player holds, None: the draw pile has."""
        return self.draw_pile if place is None else self.hand(place)

    def holds(self, player: Who) -> tuple[int, ...]:
        """Return the cards that a player holds in practice, () where nobody may know."""
        return self.held[self.players.index(player)] if self.held else ()

    def is_blue(self, card: int) -> bool:
        """Is a card one of the six blue ones, which are in the game only On Fire (JA 117)?"""
        return self.on_fire and card in BLUE_CARDS

    def is_covered(self, card: int) -> bool:
        """Does a card that is not blue lie somewhere over this one (JA 121)?"""
        pile = next(cards for cards in self.piles if card in cards)
        return any(not self.is_blue(other) for other in pile[pile.index(card) + 1 :])


def may_lie(pile: Pile, top: int, card: int) -> bool:
    """May a card be laid on this number: the pile's way, or exactly 10 back (JA 71-72, 83-89)?"""
    return (card > top or card == top - JUMP) if pile.is_up else (card < top or card == top + JUMP)


def is_over(state: TheGame) -> bool:
    """Has the game ended?"""
    return state.ending is not None


def veil(state: TheGame, seat: str) -> TheGame:
    """Return what the player of a seat may know: of the cards only the own hand (JA 40, 99)."""
    if not state.held:
        return state
    held = tuple(
        cards if who.value == seat else () for who, cards in zip(PLAYERS, state.held, strict=False)
    )
    return replace(state, held=held, deck=())


def recall(left: TheGame, back: TheGame) -> TheGame:
    """Return the state that undo or redo leads back to: what was drawn in practice stays seen."""
    fewest = min(left.fewest, left.draw_pile if left.is_shuffled else CARDS, back.fewest)
    return replace(back, fewest=fewest) if back.practice else back


def public(event: ev.Event) -> ev.Event:
    """Return an event as everybody may know it."""
    return ev.CardsShuffled() if isinstance(event, ev.CardsShuffled) else event


def check(state: TheGame) -> tuple[str, ...]:
    """Return everything impossible about this state; () if it is sound."""
    if not state.names:
        return ()
    return tuple(words for is_wrong, words in _faults(state) if is_wrong)


def _faults(state: TheGame) -> tuple[tuple[object, str], ...]:
    laid = [card for pile in state.piles for card in pile]
    known = [*laid, *state.deck, *(card for cards in state.held for card in cards)]
    together = len(laid) + sum(state.hands) + state.draw_pile
    return (
        (together != CARDS, f"{together} cards, not {CARDS}"),
        (len(set(known)) != len(known), "a card is in two places"),
        (state.held and len(known) != CARDS, f"{len(known)} cards are known, not {CARDS}"),
        (set(known) - set(range(LOWEST, HIGHEST + 1)), "a card that is not in the box"),
        (min((*state.hands, state.draw_pile)) < 0, "a count is negative"),
        (max(state.hands) > HAND_SIZE[len(state.names)], "a hand is too large"),
        (state.turn is not None and state.turn not in state.players, "nobody has this turn"),
        (_misplaced(state), "a card lies where it may not"),
        (not state.left and state.ending is None, "all cards lie and the game goes on"),
    )


def _misplaced(state: TheGame) -> bool:
    """Does a card lie where the rules forbid it? What a correction has set lies as the table says.

    A table may have laid a card wrongly and gone on; its correction has to say so.
    """
    for pile, mended in zip(Pile, state.mended, strict=True):
        cards = (pile.start, *state.cards(pile))
        pairs = zip(cards[mended:], cards[mended + 1 :], strict=False)
        if not all(may_lie(pile, under, card) for under, card in pairs):
            return True
    return False


def notation(state: TheGame) -> str:
    """Return the state in one line: turn, tops, hands, draw pile, duties, flags, the end."""
    if not state.names:
        return "empty"
    tops = " ".join(f"{pile}={state.top(pile)}" for pile in Pile)
    hands = "+".join(map(str, state.hands))
    parts = [f"t{state.turn} {state.laid}/{state.needed}", tops, f"hands={hands}+{state.draw_pile}"]
    if state.duty:
        parts.append("fire=" + ",".join(map(str, state.duty)))
    parts += [f"{flag.player or 'panel'}:{flag.pile}:{flag.wish}" for flag in state.flags]
    return " ".join([*parts, f"end={state.ending}"] if state.ending else parts)

"""Whole games played out, by the advisor with itself or with people, to see how they end."""

from companion.engine.value import Value, replace
from companion.games.the_game.advice.advisor import Other, View, best_turn
from companion.games.the_game.advice.cards import bits
from companion.games.the_game.advice.group import ADVISOR, Dice, Manner, usual_turn
from companion.games.the_game.advice.piles import CARDS, START, Agreed, Duty, Tops, Turn, lay
from companion.games.the_game.advice.talk import SILENT, flags_for
from companion.games.the_game.box import MOST_LEFT_TO_WIN


class Table(Value, frozen=True):
    """All cards of a game, as only a play-out knows them."""

    tops: Tops
    hands: tuple[frozenset[int], ...]
    draw_pile: tuple[int, ...]  # drawn from its end
    agreed: Agreed
    duty: Duty  # of the acting player
    acting: int = 0  # a place in hands
    laid: Turn = ()  # by the step that led here
    manners: tuple[Manner, ...] = ()  # of those in hands; (): all play as the advisor would

    @property
    def cards_left(self) -> int:
        """Return how many cards are in all hands and the draw pile (56)."""
        return len(self.draw_pile) + sum(map(len, self.hands))

    def manner(self, player: int) -> Manner:
        """Return how somebody plays."""
        return self.manners[player] if self.manners else ADVISOR


class Result(Value, frozen=True):
    """How a game ended: cards left, and whether a blue card stayed uncovered (119)."""

    cards_left: int
    burnt: bool = False

    @property
    def is_perfect(self) -> bool:
        """Tell whether all 98 cards lie on the piles."""
        return self.cards_left == 0

    @property
    def is_win(self) -> bool:
        """Tell whether nine or fewer were left, and no blue card burnt (56-58, 119)."""
        return self.cards_left <= MOST_LEFT_TO_WIN and not self.burnt


def deal(players: int, agreed: Agreed, dice: Dice, manners: tuple[Manner, ...] = ()) -> Table:
    """Return a new game of 1-5 players, shuffled and dealt (38)."""
    cards = sorted(CARDS)
    dice.shuffle(cards)
    size = agreed.level.hand_size(players)
    hands = tuple(frozenset(cards[size * one : size * (one + 1)]) for one in range(players))
    rest = tuple(cards[size * players :])
    return Table(START, hands, rest, agreed, agreed.duty(START, len(rest)), manners=manners)


def play(table: Table, dice: Dice) -> Result:
    """Return how a game ends from here."""
    while table.cards_left:
        after = step(table, dice)
        if after is None:
            break
        table = after
    return result_of(table)


def result_of(table: Table) -> Result:
    """Return how a game ended in which nobody can go on."""
    is_burnt = bool(table.duty.due) or table.duty.no_blue_on_top
    return Result(table.cards_left, is_burnt and bool(table.cards_left))


def step(table: Table, dice: Dice) -> Table | None:
    """Return the table some cards, or a refill, later; None if the acting player cannot go on.

    The advisor lays one card at a time while others may answer it with other flags (111), people
    and whoever is alone the whole turn.
    """
    view, spread = view_of(table), table.manner(table.acting).spread
    if spread is not None:
        turn = _usual(view, spread, dice)
        return None if turn is None else _end_turn(_lay(table, turn))
    turn = best_turn(view)
    if turn is None:
        return None
    is_alone = sum(map(bool, table.hands)) == 1
    after = _lay(table, turn if is_alone else turn[:1])
    return _end_turn(after) if is_alone or not turn else after


def _usual(view: View, spread: float, dice: Dice) -> Turn | None:
    """Return a turn as people play it; where that leads nowhere they think once more."""
    flags = tuple(other.flags for other in view.others if other.flags != SILENT)
    turn = usual_turn(view.tops, bits(view.hand), view.duty, flags, spread, dice)
    return best_turn(view) if turn is None else turn


def view_of(table: Table) -> View:
    """Return what the acting player knows, the others' flags included."""
    players = len(table.hands)
    gone = CARDS.difference(table.draw_pile, *table.hands)
    played = bits(gone)
    others = []
    for step in range(1, players):
        other = (table.acting + step) % players
        hand, talks = table.hands[other], table.manner(other).talks
        flags = flags_for(table.tops, bits(hand), played) if talks else SILENT
        others.append(Other(len(hand), flags))
    hand = table.hands[table.acting]
    rest, level = len(table.draw_pile), table.agreed.level
    return View(table.tops, hand, gone, rest, table.duty, tuple(others), level)


def _lay(table: Table, turn: Turn) -> Table:
    tops, duty, hand = table.tops, table.duty, set(table.hands[table.acting])
    for one in turn:
        tops, duty = lay(tops, one), duty.after(one)
        hand.remove(one.card)
    hands = _with_hand(table, frozenset(hand))
    return replace(table, tops=tops, hands=hands, duty=duty, laid=turn)


def _end_turn(table: Table) -> Table:
    """Return the table after the refill, the next player with cards acting (50, 52, 60)."""
    hand, size = table.hands[table.acting], table.agreed.level.hand_size(len(table.hands))
    rest = max(len(table.draw_pile) - max(size - len(hand), 0), 0)
    hands = _with_hand(table, hand.union(table.draw_pile[rest:]))
    acting = (table.acting + 1) % len(hands)
    while not hands[acting] and any(hands):
        acting = (acting + 1) % len(hands)
    duty = table.agreed.duty(table.tops, rest)
    return replace(table, hands=hands, draw_pile=table.draw_pile[:rest], duty=duty, acting=acting)


def _with_hand(table: Table, hand: frozenset[int]) -> tuple[frozenset[int], ...]:
    return (*table.hands[: table.acting], hand, *table.hands[table.acting + 1 :])

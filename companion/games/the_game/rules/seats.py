"""Who plays: somebody was forgotten at the start, or goes home. In no rulebook."""

from companion.engine.errors import Rejected
from companion.games.shared import clockwise, needs_reason
from companion.games.the_game import commands as co
from companion.games.the_game import events as ev
from companion.games.the_game.box import HAND_SIZE, MOST_PLAYERS, Who
from companion.games.the_game.evolve import Events
from companion.games.the_game.rules.corrections import burning, needed_with
from companion.games.the_game.state import PLAYERS, TheGame


def add_players(command: co.AddPlayers, state: TheGame) -> Events:
    """Seat players who were forgotten, each with a full hand for how many play now (JA 40).

    RULING: their cards were counted in the draw pile until now. Hands that are larger than anybody
    may hold then lose what is too much to the draw pile; the others stay as they are.
    """
    _may_change(command.reason, state)
    players = len(state.names) + len(command.names)
    if not command.names:
        raise Rejected("nothing_changes")
    if players > MOST_PLAYERS:
        raise Rejected("no_more_seats", n=MOST_PLAYERS)
    if command.after not in state.players:
        raise Rejected("nobody_sits_there", player=command.after)
    size = state.level.hand_size(players)
    hands = _hands(state, state.hands, players)
    pile = state.left - sum(hands)
    place, new = PLAYERS.index(command.after) + 1, list[int]()
    for _ in command.names:
        new.append(min(size, pile - sum(new)))
    hands = (*hands[:place], *new, *hands[place:])
    needed = needed_with(state, state.left - sum(hands))
    return (ev.PlayersAdded(command.names, command.after, size, hands, needed, command.reason),)


def withdraw(command: co.Withdraw, state: TheGame) -> Events:
    """Let a person go home: their cards go into the draw pile, the others play on.

    RULING: a hand is as large as for the number of players now, from the next drawing on (JA 40).
    """
    _may_change(command.reason, state)
    who, players = command.player, len(state.names) - 1
    if who not in state.players:
        raise Rejected("nobody_sits_there", player=who)
    if not players:
        raise Rejected("last_player_stays")
    others = tuple(hand for at, hand in zip(state.players, state.hands, strict=True) if at != who)
    hands = _hands(state, others, players)
    following = _following(state, who)
    needed = state.level.cards_a_turn(state.left - sum(hands))
    duty = state.duty if following is state.turn else burning(state)
    size = state.level.hand_size(players)
    return (ev.PlayerWithdrew(who, following, size, hands, needed, duty, command.reason),)


def _may_change(reason: str, state: TheGame) -> None:
    needs_reason(reason)
    if state.practice:
        raise Rejected("practice_keeps_itself")


def _hands(state: TheGame, hands: tuple[int, ...], players: int) -> tuple[int, ...]:
    """Return these hands for so many players; before the first card all are full."""
    if not state.played and set(state.hands) == {state.hand_size}:
        return (state.level.hand_size(players),) * len(hands)
    return tuple(min(hand, HAND_SIZE[players]) for hand in hands)


def _following(state: TheGame, gone: Who) -> Who | None:
    """Return whose turn it is without a player: the next one with cards, if it was theirs."""
    if len(state.names) == 2:  # whoever is left plays alone
        return next(who for who in state.players if who is not gone)
    if state.turn is not gone:
        return state.turn
    others = clockwise(state.players, gone)[1:]
    return next((who for who in others if state.hand(who)), others[0])

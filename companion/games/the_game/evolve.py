"""evolve(): how each event changes the state; it never refuses and never computes a rule."""

from dataclasses import replace
from typing import assert_never

from companion.games.the_game import events as ev
from companion.games.the_game.box import CARDS, Pile, Who
from companion.games.the_game.state import TheGame
from companion.games.the_game.values import Flag

Events = tuple[ev.Event, ...]


def evolve(state: TheGame, event: ev.Event) -> TheGame:
    """Return the state after one event."""
    match event:
        case ev.CardPlayed():
            return _card_played(state, event)
        case ev.TurnEnded():
            return _turn_ended(state, event)
        case ev.FlagRaised():
            others = _without(state.flags, event.pile, event.player)
            return replace(state, flags=(*others, Flag(event.pile, event.wish, event.player)))
        case ev.FlagLowered():
            return replace(state, flags=_without(state.flags, event.pile, event.player))
        case ev.GameStarted():
            return _game_started(event)
        case ev.FirstChosen():
            return replace(state, turn=event.player)
        case ev.CardsShuffled():
            return _cards_shuffled(state, event)
        case ev.GameEnded():
            return replace(state, ending=event.ending, flags=())
        case ev.NamesCorrected():
            return replace(state, names=event.names)
    assert_never(event)


def _game_started(event: ev.GameStarted) -> TheGame:
    hands = (event.hand_size,) * len(event.names)
    return TheGame(
        names=event.names, level=event.level, on_fire=event.on_fire, practice=event.practice,
        rulings=event.rulings, hand_size=event.hand_size, turn=event.first, needed=event.needed,
        hands=hands, draw_pile=CARDS - sum(hands),
    )  # fmt: skip


def _cards_shuffled(state: TheGame, event: ev.CardsShuffled) -> TheGame:
    size, count = state.hand_size, len(state.names)
    held = tuple(event.order[seat * size : (seat + 1) * size] for seat in range(count))
    deck = event.order[size * count :]
    return replace(state, held=tuple(map(_sorted, held)), deck=deck, is_shuffled=True)


def _card_played(state: TheGame, event: ev.CardPlayed) -> TheGame:
    at = tuple(Pile).index(event.pile)
    piles = tuple(
        (*cards, event.card) if place == at else cards for place, cards in enumerate(state.piles)
    )
    who = state.players.index(event.player)
    hands = tuple(count - (seat == who) for seat, count in enumerate(state.hands))
    held = tuple(tuple(card for card in cards if card != event.card) for cards in state.held)
    return replace(state, piles=piles, hands=hands, held=held, laid=state.laid + 1)


def _turn_ended(state: TheGame, event: ev.TurnEnded) -> TheGame:
    who = state.players.index(event.player)
    hands = tuple(count + event.drawn * (seat == who) for seat, count in enumerate(state.hands))
    new = state.deck[: event.drawn]
    held = tuple(
        _sorted((*cards, *new)) if seat == who else cards for seat, cards in enumerate(state.held)
    )
    flags = tuple(flag for flag in state.flags if flag.player not in (None, event.player))
    return replace(
        state, hands=hands, held=held, deck=state.deck[event.drawn :], flags=flags, laid=0,
        draw_pile=state.draw_pile - event.drawn, turn=event.following, needed=event.needed,
        duty=event.duty, left_after_turns=(*state.left_after_turns, state.left),
    )  # fmt: skip


def _without(flags: tuple[Flag, ...], pile: Pile, player: Who | None) -> tuple[Flag, ...]:
    return tuple(flag for flag in flags if (flag.pile, flag.player) != (pile, player))


def _sorted(cards: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(cards))

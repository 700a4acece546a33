"""evolve(): how each event changes the state; it never refuses and never computes a rule."""

from typing import assert_never

from companion.engine.value import replace
from companion.games.the_game import events as ev
from companion.games.the_game.box import CARDS, Pile, Who
from companion.games.the_game.seating import seats_changed
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
        case ev.PlayersAdded() | ev.PlayerWithdrew():
            return seats_changed(state, event)
        case (
            ev.CardCorrected()
            | ev.PileCorrected()
            | ev.CountCorrected()
            | ev.TurnCorrected()
            | ev.LevelCorrected()
            | ev.RulingsCorrected()
            | ev.GameWentOn()
        ):
            return _corrected(state, event)
    assert_never(event)


def _corrected(state: TheGame, event: ev.CorrectionEvent) -> TheGame:
    match event:
        case ev.CardCorrected():
            return _card_corrected(state, event)
        case ev.PileCorrected():
            return _pile_corrected(state, event)
        case ev.CountCorrected():
            more = event.cards - state.count_of(event.player)
            moved = _counted(_counted(state, event.player, more), event.balance, -more)
            return replace(moved, needed=event.needed)
        case ev.TurnCorrected():
            flags = tuple(flag for flag in state.flags if flag.player is not event.player)
            return replace(
                state, turn=event.player, laid=event.laid, needed=event.needed, duty=event.duty,
                flags=flags,
            )  # fmt: skip
        case ev.LevelCorrected():
            left = state.left - sum(event.hands)
            return replace(
                state, level=event.level, on_fire=event.on_fire, hand_size=event.hand_size,
                needed=event.needed, hands=event.hands, draw_pile=left,
                duty=state.duty if event.on_fire else (),
            )  # fmt: skip
        case ev.RulingsCorrected():
            return replace(state, rulings=event.rulings)
        case ev.GameWentOn():
            return replace(state, ending=None)
    assert_never(event)


def _card_corrected(state: TheGame, event: ev.CardCorrected) -> TheGame:
    other = {event.card: event.real, event.real: event.card}
    piles = tuple(tuple(other.get(card, card) for card in pile) for pile in state.piles)
    changed = (pile != old for pile, old in zip(piles, state.piles, strict=True))
    mended = tuple(
        len(pile) if is_changed else before
        for pile, is_changed, before in zip(piles, changed, state.mended, strict=True)
    )
    duty = tuple(other.get(card, card) for card in state.duty)
    return _with_duty_that_lies(replace(state, piles=piles, mended=mended, duty=duty))


def _pile_corrected(state: TheGame, event: ev.PileCorrected) -> TheGame:
    at = tuple(Pile).index(event.pile)
    less = len(state.piles[at]) - len(event.cards)
    piles = (*state.piles[:at], event.cards, *state.piles[at + 1 :])
    mended = (*state.mended[:at], len(event.cards), *state.mended[at + 1 :])
    moved = _counted(replace(state, piles=piles, mended=mended), event.balance, less)
    return _with_duty_that_lies(replace(moved, needed=event.needed))


def _with_duty_that_lies(state: TheGame) -> TheGame:
    lies = state.played
    duty = tuple(card for card in state.duty if card in lies and state.is_blue(card))
    return replace(state, duty=duty)


def _counted(state: TheGame, place: Who | None, more: int) -> TheGame:
    """Return the state with so many more cards in a hand, None: in the draw pile."""
    if place is None:
        return replace(state, draw_pile=state.draw_pile + more)
    who = state.players.index(place)
    hands = tuple(count + more * (seat == who) for seat, count in enumerate(state.hands))
    return replace(state, hands=hands)


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

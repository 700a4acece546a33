"""What happened in The Game, as sentences in no language yet."""

from typing import assert_never

from companion.engine.sentence import Sentence
from companion.games.shared import (
    game_went_on,
    goes_home,
    new_at_the_table,
    rulings_corrected,
    turn_corrected,
)
from companion.games.the_game import events as ev
from companion.games.the_game.box import Who
from companion.games.the_game.values import Ending, Wish


def tell(event: ev.Event) -> Sentence:
    """Return the log's sentence for one event."""
    match event:
        case ev.CardPlayed():
            return _card_played(event)
        case ev.TurnEnded():
            facts = {"who": event.player, "n": event.drawn, "next": event.following}
            return Sentence(
                "{who} draws {n} card. It is {next}'s turn.",
                "{who} draws {n} cards. It is {next}'s turn.",
                facts,
            )
        case ev.FlagRaised():
            return _flag_raised(event)
        case ev.FlagLowered():
            return _flag_lowered(event)
        case ev.GameStarted():
            return _game_started(event)
        case ev.FirstChosen():
            return Sentence("{who} goes first.", "", {"who": event.player})
        case ev.CardsShuffled():
            return Sentence("Dragonbag has shuffled and dealt the cards.")
        case ev.GameEnded():
            return _game_ended(event)
        case ev.NamesCorrected():
            facts = {"who": tuple(Who)[: len(event.names)]}
            return Sentence("Correction: names. Clockwise sit {who}.", "", facts)
        case ev.PlayersAdded() | ev.PlayerWithdrew():
            return _seats_changed(event)
        case (
            ev.CardCorrected()
            | ev.PileCorrected()
            | ev.CountCorrected()
            | ev.TurnCorrected()
            | ev.LevelCorrected()
            | ev.RulingsCorrected()
            | ev.GameWentOn()
        ):
            return _corrected(event)
    assert_never(event)


def _corrected(event: ev.CorrectionEvent) -> Sentence:
    match event:
        case ev.CardCorrected():
            return Sentence(
                "Correction: the card {card} is really {real} ({reason}).",
                "",
                {"card": event.card, "real": event.real, "reason": event.reason},
            )
        case ev.PileCorrected():
            return Sentence(
                "Correction: {n} card on the {pile}, on top {top} ({reason}).",
                "Correction: {n} cards on the {pile}, on top {top} ({reason}).",
                {
                    "n": len(event.cards),
                    "pile": event.pile,
                    "top": event.cards[-1] if event.cards else event.pile.start,
                    "reason": event.reason,
                },
            )
        case ev.CountCorrected():
            return _count_corrected(event)
        case ev.TurnCorrected():
            return turn_corrected(event.player, event.reason)
        case ev.LevelCorrected():
            facts = {"level": event.level, "reason": event.reason}
            if event.on_fire:
                return Sentence("Correction: On Fire, {level} ({reason}).", "", facts)
            return Sentence("Correction: {level}, without blue cards ({reason}).", "", facts)
        case ev.RulingsCorrected():
            return rulings_corrected(event.reason)
        case ev.GameWentOn():
            return game_went_on(event)
    assert_never(event)


def _seats_changed(event: ev.SeatEvent) -> Sentence:
    if isinstance(event, ev.PlayerWithdrew):
        return goes_home(event.player, event.reason)
    places = tuple(Who)[int(event.after) :][: len(event.names)]
    return new_at_the_table(places, event.reason)


def _count_corrected(event: ev.CountCorrected) -> Sentence:
    facts = {"who": event.player or "", "n": event.cards, "reason": event.reason}
    if event.player is None:
        return Sentence(
            "Correction: {n} card in the draw pile ({reason}).",
            "Correction: {n} cards in the draw pile ({reason}).",
            facts,
        )
    return Sentence(
        "Correction: {who} holds {n} card ({reason}).",
        "Correction: {who} holds {n} cards ({reason}).",
        facts,
    )


def _game_started(event: ev.GameStarted) -> Sentence:
    facts = {"n": len(event.names), "level": event.level, "hand": event.hand_size}
    if event.on_fire:
        return Sentence(
            "The Game on Fire begins for {n} player: {level}, {hand} cards in hand.",
            "The Game on Fire begins for {n} players: {level}, {hand} cards in hand.",
            facts,
        )
    return Sentence(
        "The Game begins for {n} player: {level}, {hand} cards in hand.",
        "The Game begins for {n} players: {level}, {hand} cards in hand.",
        facts,
    )


def _card_played(event: ev.CardPlayed) -> Sentence:
    facts = {"who": event.player, "card": event.card, "under": event.under, "pile": event.pile}
    is_back = (event.card < event.under) == event.pile.is_up
    if is_back:
        return Sentence("{who}: {card} on {under}, 10 back! ({pile})", "", facts)
    return Sentence("{who}: {card} on {under} ({pile}).", "", facts)


def _flag_raised(event: ev.FlagRaised) -> Sentence:
    facts = {"who": event.player, "pile": event.pile}
    if event.player is None:
        if event.wish is Wish.NOT_HERE:
            return Sentence("{pile}: please not here (panel).", "", facts)
        return Sentence("{pile}: small steps only (panel).", "", facts)
    if event.wish is Wish.NOT_HERE:
        return Sentence("{who} · {pile}: please not here.", "", facts)
    return Sentence("{who} · {pile}: small steps only.", "", facts)


def _flag_lowered(event: ev.FlagLowered) -> Sentence:
    facts = {"who": event.player, "pile": event.pile}
    if event.player is None:
        return Sentence("{pile}: the wish is taken back (panel).", "", facts)
    return Sentence("{who} · {pile}: the wish is taken back.", "", facts)


def _game_ended(event: ev.GameEnded) -> Sentence:
    facts = {"n": event.left, "why": event.ending}
    if event.ending is Ending.ALL_LAID:
        return Sentence("All 98 cards are laid: a perfect victory!")
    if event.ending is Ending.BURNED:
        return Sentence("A blue card was not covered: defeat.")
    return Sentence(
        "The game is over with {n} card left.", "The game is over with {n} cards left.", facts
    )

"""What happened and what is refused in The Game, as sentences in no language yet."""

from collections.abc import Mapping
from functools import singledispatch

from companion.engine.sentence import N_, Sentence
from companion.games.the_game import events as ev
from companion.games.the_game.box import Who
from companion.games.the_game.state import TheGame
from companion.games.the_game.values import Ending, Wish

WORDS = {
    "1": N_("Player 1"),
    "2": N_("Player 2"),
    "3": N_("Player 3"),
    "4": N_("Player 4"),
    "5": N_("Player 5"),
    "up_1": N_("first pile 1 → 99"),
    "up_2": N_("second pile 1 → 99"),
    "down_1": N_("first pile 100 → 2"),
    "down_2": N_("second pile 100 → 2"),
    "normal": N_("normal"),
    "expert_1": N_("expert: three cards a turn"),
    "expert_2": N_("expert: three cards a turn, one fewer in hand"),
    "not_here": N_("please not here"),
    "small_steps": N_("small steps only"),
    "all_laid": N_("all cards are laid"),
    "stuck": N_("nobody could go on"),
    "burned": N_("a blue card was not covered"),
    "perfect": N_("perfect victory"),
    "won": N_("victory"),
    "lost": N_("defeat"),
    "dragonbag": N_("Dragonbag"),
}


def name_of(state: TheGame, word: object) -> str:
    """Return the name that a player chose, "" for no name or any other word."""
    if isinstance(word, Who) and word in state.players:
        return state.names[state.players.index(word)]
    return ""


def tell(event: ev.Event) -> Sentence:
    """Return the log's sentence for one event."""
    return _told(event)


@singledispatch
def _told(event: object) -> Sentence:
    raise TypeError(f"no event of this game: {event!r}")


@_told.register
def _(event: ev.GameStarted) -> Sentence:
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


@_told.register
def _(event: ev.FirstChosen) -> Sentence:
    return Sentence("{who} goes first.", "", {"who": event.player})


@_told.register
def _(event: ev.CardsShuffled) -> Sentence:
    return Sentence("Dragonbag has shuffled and dealt the cards.")


@_told.register
def _(event: ev.CardPlayed) -> Sentence:
    facts = {"who": event.player, "card": event.card, "under": event.under, "pile": event.pile}
    is_back = (event.card < event.under) == event.pile.is_up
    if is_back:
        return Sentence("{who}: {card} on {under}, 10 back! ({pile})", "", facts)
    return Sentence("{who}: {card} on {under} ({pile}).", "", facts)


@_told.register
def _(event: ev.TurnEnded) -> Sentence:
    facts = {"who": event.player, "n": event.drawn, "next": event.following}
    return Sentence(
        "{who} draws {n} card; {next}'s turn.", "{who} draws {n} cards; {next}'s turn.", facts
    )


@_told.register
def _(event: ev.FlagRaised) -> Sentence:
    facts = {"who": event.player, "pile": event.pile}
    if event.player is None:
        if event.wish is Wish.NOT_HERE:
            return Sentence("{pile}: please not here (panel).", "", facts)
        return Sentence("{pile}: small steps only (panel).", "", facts)
    if event.wish is Wish.NOT_HERE:
        return Sentence("{who} · {pile}: please not here.", "", facts)
    return Sentence("{who} · {pile}: small steps only.", "", facts)


@_told.register
def _(event: ev.FlagLowered) -> Sentence:
    facts = {"who": event.player, "pile": event.pile}
    if event.player is None:
        return Sentence("{pile}: the wish is taken back (panel).", "", facts)
    return Sentence("{who} · {pile}: the wish is taken back.", "", facts)


@_told.register
def _(event: ev.GameEnded) -> Sentence:
    facts = {"n": event.left, "why": event.ending}
    if event.ending is Ending.ALL_LAID:
        return Sentence("All 98 cards are laid: a perfect victory!")
    if event.ending is Ending.BURNED:
        return Sentence("A blue card was not covered: defeat.")
    return Sentence(
        "The game is over with {n} card left.", "The game is over with {n} cards left.", facts
    )


REFUSALS: Mapping[str, Sentence] = {
    "game_is_on": Sentence("This game has begun already."),
    "game_is_over": Sentence("This game is over. Undo takes the last step back."),
    "players_one_to_five": Sentence("The Game is for one to five players, not {n}."),
    "nobody_sits_there": Sentence("Nobody plays as {player}."),
    "first_not_chosen": Sentence("Agree first on who begins."),
    "shuffle_first": Sentence("The cards have not been dealt yet."),
    "nothing_to_shuffle": Sentence("There is nothing to shuffle now."),
    "only_dragonbag_shuffles": Sentence("Only Dragonbag itself shuffles."),
    "not_all_cards": Sentence("A shuffle has each card from 2 to 99 once."),
    "not_your_turn": Sentence("It is {turn}'s turn, not {player}'s."),
    "say_who": Sentence("In practice every phone acts from its own seat: take a seat first."),
    "card_lies_already": Sentence("{card} lies on a pile already."),
    "card_not_held": Sentence("{player} does not hold {card}."),
    "hand_is_empty": Sentence("{player} has no cards left."),
    "must_be_higher": Sentence("{card} cannot lie on {top}: higher than {top}, or exactly {back}."),
    "must_be_lower": Sentence("{card} cannot lie on {top}: lower than {top}, or exactly {back}."),
    "too_few_cards": Sentence(
        "{player} must lay {n} more card before the turn can end.",
        "{player} must lay {n} more cards before the turn can end.",
    ),
    "fire_burns": Sentence(
        "Blue {cards} must be covered by a card that is not blue before the turn can end."
    ),
    "turn_may_end": Sentence("{player} has laid enough: the turn can simply end."),
    "somebody_can": Sentence(
        "Whatever {player} holds, {n} more card can be laid: look again.",
        "Whatever {player} holds, {n} more cards can be laid: look again.",
    ),
    "hand_can": Sentence("{player} can complete the turn: look again, the order matters."),
    "own_turn_needs_no_flag": Sentence("{player} has the turn and needs no flag."),
    "flag_is_up": Sentence("This flag is up already."),
    "advice_on_own_turn": Sentence("Advice is for the player whose turn it is, not for {player}."),
    "no_such_card": Sentence("There is no card {card}, only 2 to 99."),
    "hand_has_other_size": Sentence(
        "{player} holds {n} card, not {typed}: type all of them.",
        "{player} holds {n} cards, not {typed}: type all of them.",
    ),
    "no_flag": Sentence("There is no such flag."),
}

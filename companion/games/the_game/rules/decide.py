"""decide(): what each command comes to, or why not, by the Japanese rulebook (JA).

Set-up JA 38-42, the turn 46-52, playing a card 64-95, the end 54-60, On Fire 117-125, experts 131.
"""

from functools import singledispatch

from companion.engine.game import FairDraw, Rejected
from companion.games.the_game import commands as co
from companion.games.the_game import events as ev
from companion.games.the_game.advice.turn import can_finish, must_be_able
from companion.games.the_game.box import CARDS, HIGHEST, LOWEST, MOST_PLAYERS, Pile, Who
from companion.games.the_game.state import TheGame, evolve, may_lie
from companion.games.the_game.values import Ending, Flag

Events = tuple[ev.Event, ...]
ALL_CARDS = tuple(range(LOWEST, HIGHEST + 1))


def decide(state: TheGame, command: co.Command) -> Events:
    """Return what the command comes to, one event or more, or raise Rejected."""
    _may_come_now(state, command)
    return _rule(command, state)


def _may_come_now(state: TheGame, command: co.Command) -> None:
    if isinstance(command, co.StartGame):
        if state.names:
            raise Rejected("game_is_on")
    elif not state.names:
        raise Rejected("no_game")
    elif state.ending:
        raise Rejected("game_is_over")
    elif awaits_shuffle(state) and not isinstance(command, co.Shuffle):
        raise Rejected("shuffle_first")


@singledispatch
def _rule(command: object, state: TheGame) -> Events:
    raise TypeError(f"no command of this game: {command!r}")


@_rule.register
def start_game(command: co.StartGame, state: TheGame) -> Events:
    """Set up for one to five players (JA 40); who begins may be agreed later (JA 42)."""
    players = len(command.names)
    if not 1 <= players <= MOST_PLAYERS:
        raise Rejected("players_one_to_five", n=players)
    if command.first is not None and int(command.first) > players:
        raise Rejected("nobody_sits_there", player=command.first)
    first = Who.FIRST if players == 1 else command.first
    return (
        ev.GameStarted(
            command.names, first, command.level, command.on_fire, command.practice,
            command.rulings, command.level.hand_size(players),
            command.level.cards_a_turn(CARDS),
        ),
    )  # fmt: skip


def awaits_shuffle(state: TheGame) -> bool:
    """Does a practice game wait for its cards?"""
    return state.practice and not state.is_shuffled


def shuffled(state: TheGame, draw: FairDraw) -> co.Shuffle:
    """Return the command that reports Dragonbag's own shuffle; Rejected if none is due."""
    if not awaits_shuffle(state):
        raise Rejected("nothing_to_shuffle")
    names = draw(1, {f"{card:02}": 1 for card in ALL_CARDS}, CARDS)
    return co.Shuffle(tuple(int(name) for name in names), co.BY_DRAGONBAG)


@_rule.register
def shuffle(command: co.Shuffle, state: TheGame) -> Events:
    """Shuffle all cards and deal the hands (JA 40)."""
    if not awaits_shuffle(state):
        raise Rejected("nothing_to_shuffle")
    if command.drawn_by != co.BY_DRAGONBAG:
        raise Rejected("only_dragonbag_shuffles")
    if tuple(sorted(command.order)) != ALL_CARDS:
        raise Rejected("not_all_cards")
    return (ev.CardsShuffled(command.order),)


@_rule.register
def choose_first(command: co.ChooseFirst, state: TheGame) -> Events:
    """Agree on who begins, before the first card lies (JA 42)."""
    if state.played:
        raise Rejected("game_is_on")
    if command.first not in state.players:
        raise Rejected("nobody_sits_there", player=command.first)
    return (ev.FirstChosen(command.first),)


@_rule.register
def play_card(command: co.PlayCard, state: TheGame) -> Events:
    """Lay one card: up piles rise, down piles fall, or exactly 10 back (JA 66-72, 83-89)."""
    who, pile, card = _whose_turn(state), command.pile, command.card
    _is_own_turn(state, who, command.player)
    _card_is_there(state, who, card)
    top = state.top(pile)
    if not may_lie(pile, top, card):
        code = "must_be_higher" if pile.is_up else "must_be_lower"
        back = top - 10 if pile.is_up else top + 10
        raise Rejected(code, card=card, top=top, back=back)
    played = ev.CardPlayed(who, pile, card, top)
    after = evolve(state, played)
    if after.left:
        return (played,)
    # RULING: a blue card that had to be covered and is not loses even with the last card (JA 121).
    return (played, ev.GameEnded(Ending.BURNED if after.unmet else Ending.ALL_LAID, 0))


def _whose_turn(state: TheGame) -> Who:
    if state.turn is None:
        raise Rejected("first_not_chosen")
    return state.turn


def _is_own_turn(state: TheGame, who: Who, player: Who | None) -> None:
    """In practice nobody else acts for a hand: what is refused would tell what it holds."""
    if player is None and state.practice:
        raise Rejected("say_who")
    if player not in (None, who):
        raise Rejected("not_your_turn", player=player, turn=who)


def _card_is_there(state: TheGame, who: Who, card: int) -> None:
    if card in state.played:
        raise Rejected("card_lies_already", card=card)
    if not state.hand(who):
        raise Rejected("hand_is_empty", player=who)
    if state.held and card not in state.holds(who):
        raise Rejected("card_not_held", player=who, card=card)


@_rule.register
def end_turn(command: co.EndTurn, state: TheGame) -> Events:
    """Draw up to the hand size and pass the turn to the left (JA 50-52)."""
    who = _whose_turn(state)
    if state.missing:
        raise Rejected("too_few_cards", n=state.missing, player=who)
    if state.unmet:
        raise Rejected("fire_burns", player=who, cards=tuple(map(str, state.unmet)))
    drawn = min(state.draw_pile, state.hand_size - state.hand(who))
    pile_left = state.draw_pile - drawn
    following = _following(state, who, drawn)
    needed = state.level.cards_a_turn(pile_left)
    return (ev.TurnEnded(who, drawn, following, needed, _burning(state)),)


def _burning(state: TheGame) -> tuple[int, ...]:
    """Return the blue cards of this turn that the next must cover (JA 121)."""
    return tuple(card for card in state.blue_tops if card not in state.duty) + tuple(
        card
        for pile in state.piles
        for card in pile[:-1]
        if state.is_blue(card) and card not in state.duty and not state.is_covered(card)
    )


def _following(state: TheGame, who: Who, drawn: int) -> Who:
    """Return the next player who still holds cards; who has none has dropped out (JA 60)."""
    at = state.players.index(who)
    order = state.players[at + 1 :] + state.players[: at + 1]
    for player in order:
        if state.hand(player) + (drawn if player is who else 0):
            return player
    raise AssertionError("no cards are left and the game goes on")


@_rule.register
def give_up(command: co.GiveUp, state: TheGame) -> Events:
    """End the game when the player whose turn it is cannot go on (JA 56).

    The player says so, for Dragonbag knows no hand; refused where what lies open, or in practice
    the hand itself, shows that it is not so. RULING: with a blue card uncovered it is a defeat
    however few cards are left, for the duty of JA 121 was not met either.
    """
    who = _whose_turn(state)
    _is_own_turn(state, who, command.player)
    if not state.missing and not state.unmet:
        raise Rejected("turn_may_end", player=who)
    if not state.duty and must_be_able(state):
        raise Rejected("somebody_can", player=who, n=state.missing)
    if state.held and can_finish(state, state.holds(who)):
        raise Rejected("hand_can", player=who)
    ending = Ending.BURNED if state.unmet else Ending.STUCK
    return (ev.GameEnded(ending, state.left),)


@_rule.register
def raise_flag(command: co.RaiseFlag, state: TheGame) -> Events:
    """Make a wish about a pile, without a number (JA 101-103)."""
    _sits_here(state, command.player)
    if command.player is not None and command.player is state.turn:
        raise Rejected("own_turn_needs_no_flag", player=command.player)
    if Flag(command.pile, command.wish, command.player) in state.flags:
        raise Rejected("flag_is_up")
    return (ev.FlagRaised(command.pile, command.wish, command.player),)


@_rule.register
def lower_flag(command: co.LowerFlag, state: TheGame) -> Events:
    """Take a wish back."""
    _sits_here(state, command.player)
    if not any((flag.pile, flag.player) == (command.pile, command.player) for flag in state.flags):
        raise Rejected("no_flag")
    return (ev.FlagLowered(command.pile, command.player),)


def _sits_here(state: TheGame, player: Who | None) -> None:
    if player is not None and player not in state.players:
        raise Rejected("nobody_sits_there", player=player)


def playable(state: TheGame, pile: Pile) -> tuple[int, ...]:
    """Return the cards not laid yet that may be laid on a pile now, the smallest first."""
    top, played = state.top(pile), state.played
    return tuple(card for card in ALL_CARDS if card not in played and may_lie(pile, top, card))

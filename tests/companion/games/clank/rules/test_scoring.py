"""Who may score and how much (EN 378-379, 404-411)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.value import replace
from companion.games.clank import CLANK
from companion.games.clank.box import Colour, Token
from companion.games.clank.commands import (
    CorrectStatus,
    CountHoldings,
    LeaveDungeon,
    RecordDeck,
    RecordDeckPoints,
    TakeArtifact,
    TellDepths,
)
from companion.games.clank.rules.scoring import result, score
from companion.games.clank.state import Clank, Player
from companion.games.clank.values import CardCopies, Ending, Status
from tests.support.games.clank_table import BLUE, GREEN, RED, YELLOW, ClankTable, fell


def player(colour: Colour = RED, **holdings: object) -> Player:
    known = {"status": Status.ESCAPED, "artifacts": (10,), "deck_points": 0, **holdings}
    return Player(colour, "", **known)  # type: ignore[arg-type]


def over(*players: Player) -> Clank:
    return Clank(players=players, ending=Ending.ALL_OUT)


def test_everything_counts_artifacts_tokens_gold_and_deck() -> None:
    """EN 406-409."""
    tokens = (Token.MASTERY, Token.CHALICE, Token.DRAGON_EGG, Token.MONKEY_IDOL)
    found = score(player(tokens=tokens, gold=4, deck_points=11))
    assert (found.artifacts, found.tokens, found.gold, found.deck) == (10, 20 + 7 + 3 + 5, 4, 11)
    assert found.total == 60


@pytest.mark.parametrize(
    ("token", "points"),
    [
        (Token.MASTERY, 20),
        (Token.CROWN_10, 10),
        (Token.CROWN_9, 9),
        (Token.CROWN_8, 8),
        (Token.CHALICE, 7),
        (Token.MASTER_KEY, 5),
        (Token.BACKPACK, 5),
        (Token.MONKEY_IDOL, 5),
        (Token.DRAGON_EGG, 3),
        (Token.POTION_OF_HEALING, 0),
        (Token.POTION_OF_GREATER_HEALING, 0),
        (Token.POTION_OF_STRENGTH, 0),
        (Token.POTION_OF_SWIFTNESS, 0),
    ],
)
def test_each_token_has_its_points(token: Token, points: int) -> None:
    """EN 132, 383, 407, 537, 546, 553, 607; an Idol's 5 are on the token, potions have none."""
    assert score(player(tokens=(token,))).tokens == points


@pytest.mark.parametrize(
    ("status", "may"),
    [
        (Status.ESCAPED, True),
        (Status.RESCUED, True),
        (Status.LOST, False),
        (Status.KNOCKED_OUT, False),
        (Status.INSIDE, False),
    ],
)
def test_only_the_escaped_and_the_rescued_score(status: Status, may: bool) -> None:
    """EN 404 as JA 417 words it."""
    assert score(player(status=status)).may_score is may


def test_the_most_points_win() -> None:
    """EN 411."""
    found = result(over(player(RED), player(GREEN, gold=5), player(BLUE)))
    assert found.winner == GREEN
    assert found.scores[0].colour == GREEN


def test_a_tie_goes_to_the_best_artifact_among_the_tied() -> None:
    """EN 411; an outsider's better Artifact does not matter."""
    found = result(
        over(
            player(RED, artifacts=(5,), gold=15),
            player(GREEN, artifacts=(10,), gold=10),
            player(BLUE, artifacts=(15,), gold=0),
        )
    )
    assert found.winner == GREEN
    assert [line.colour for line in found.scores] == [GREEN, RED, BLUE]


def test_two_artifacts_tie_by_the_better_one() -> None:
    """EN 411: "the most valuable Artifact"."""
    found = result(over(player(RED, artifacts=(7, 30)), player(GREEN, artifacts=(10, 20), gold=7)))
    assert found.scores[0].total == found.scores[1].total
    assert found.winner == RED


def test_who_is_lost_wins_nothing_however_rich() -> None:
    """EN 379, 404."""
    found = result(over(player(RED, status=Status.LOST, gold=99), player(GREEN)))
    assert found.winner == GREEN
    assert found.scores[-1].colour == RED


def test_when_nobody_may_score_nobody_wins() -> None:
    """EN 379, 404: no winner."""
    lost = [player(colour, status=Status.LOST) for colour in (RED, GREEN)]
    found = result(over(*lost))
    assert (found.winner, found.is_final) == (None, True)


@pytest.mark.parametrize(
    ("changes", "missing"),
    [
        ({"deck_points": None}, "deck"),
        ({"artifacts": (0,)}, "artifact"),
        ({"status": Status.KNOCKED_OUT}, "depths"),
    ],
)
def test_no_winner_is_named_before_everything_is_counted(
    changes: dict[str, object], missing: str
) -> None:
    """EN 404-409."""
    found = result(over(player(RED, **changes), player(GREEN)))
    assert missing in found.scores[[line.colour for line in found.scores].index(RED)].missing
    assert (found.winner, found.is_final) == (None, False)


def test_nobody_has_won_while_the_game_goes_on() -> None:
    """EN 404."""
    going_on = replace(over(player(RED)), ending=None)
    assert result(going_on).winner is None


def deck(**copies: int) -> tuple[CardCopies, ...]:
    return tuple(CardCopies(name.replace("_", " "), count) for name, count in copies.items())


def test_cards_count_their_printed_points() -> None:
    """EN 409."""
    assert score(player(deck_points=None, deck=deck(Secret_Tome=2, Ruby=1))).deck == 2 * 7 + 6


def test_the_wizard_counts_secret_tomes() -> None:
    """The card; EN 409."""
    assert score(player(deck_points=None, deck=deck(Wizard=1, Secret_Tome=3))).deck == 6 + 21
    assert score(player(deck_points=None, deck=deck(Wizard=1))).deck == 0


@pytest.mark.parametrize(("gold", "points"), [(4, 0), (5, 1), (14, 2)])
def test_the_duke_counts_each_full_five_gold(gold: int, points: int) -> None:
    """The card; EN 409."""
    assert score(player(deck_points=None, deck=deck(The_Duke=1), gold=gold)).deck == points


@pytest.mark.parametrize(
    ("tokens", "points"),
    [
        ((), 0),
        ((Token.CHALICE, Token.CHALICE), 0),
        ((Token.CHALICE, Token.DRAGON_EGG), 4),
        ((Token.CHALICE, Token.DRAGON_EGG, Token.MONKEY_IDOL), 4),
    ],
)
def test_the_dwarven_peddler_wants_two_kinds(tokens: tuple[Token, ...], points: int) -> None:
    """The card; EN 409."""
    counted = score(player(deck_points=None, deck=deck(Dwarven_Peddler=1), tokens=tokens))
    assert counted.deck == points


@pytest.mark.parametrize(("tokens", "points"), [((), 0), ((Token.MASTERY,), 10)])
def test_the_dragons_eye_wants_a_mastery_token(tokens: tuple[Token, ...], points: int) -> None:
    """The card; EN 409."""
    eye = (CardCopies("Dragon's Eye"),)
    assert score(player(deck_points=None, deck=eye, tokens=tokens)).deck == points


def test_each_copy_of_a_card_counts() -> None:
    """EN 409."""
    both = deck(Wizard=1, The_Duke=1, Secret_Tome=2, Sapphire=3)
    assert score(player(deck_points=None, deck=both, gold=5)).deck == 4 + 1 + 14 + 12


def test_a_deck_is_counted_when_its_player_is_out() -> None:
    """EN 404-409."""
    table = ClankTable(RED, GREEN, BLUE)
    for command in (RecordDeckPoints(RED, 5), RecordDeck(RED)):
        assert table.refused(command) == "counts_at_the_end"
    assert table.refused(RecordDeck(YELLOW)) == "colour_not_playing"
    fell(table, GREEN)
    table.do(RecordDeck(GREEN, deck(Ruby=2)))
    assert score(table.player(GREEN)).deck == 12


def test_the_decks_together_hold_no_more_cards_than_the_box() -> None:
    """EN 22, 448: the Reserve is limited, and so is every other card."""
    table = ClankTable(RED, GREEN, BLUE)
    fell(table, GREEN)
    fell(table, BLUE)
    table.do(RecordDeck(BLUE, deck(Secret_Tome=7)))
    assert table.refused(RecordDeck(GREEN, deck(Secret_Tome=6))) == "copies_left"
    table.do(RecordDeck(GREEN, deck(Secret_Tome=5)))
    assert table.refused(RecordDeck(BLUE, deck(Secret_Tome=8))) == "copies_left"
    table.do(RecordDeck(BLUE, deck(Secret_Tome=7)))  # the own deck is counted anew


def test_a_deck_names_cards_with_points_once() -> None:
    """EN 409: the others count nothing."""
    table = ClankTable(RED, GREEN, BLUE)
    fell(table, GREEN)
    assert table.refused(RecordDeck(GREEN, deck(Burgle=1))) == "card_unknown"
    assert table.refused(RecordDeck(GREEN, (*deck(Ruby=1), *deck(Ruby=1)))) == "card_unknown"
    two, three = deck(Ruby=1, Wizard=1), deck(Ruby=1, Wizard=1, The_Duke=1)
    for told, kept in ((two, two), (two[::-1], two), (three, three), (two, two)):
        table.do(RecordDeck(GREEN, told))
        assert table.player(GREEN).deck == kept


def test_a_deck_counted_by_hand_replaces_one_counted_card_by_card_and_back() -> None:
    """EN 409."""
    table = ClankTable(RED, GREEN, BLUE)
    fell(table, GREEN)
    table.do(RecordDeck(GREEN, deck(Ruby=1)))
    table.do(RecordDeckPoints(GREEN, 9))
    assert (score(table.player(GREEN)).deck, table.player(GREEN).deck) == (9, None)
    table.do(RecordDeck(GREEN, ()))
    assert (score(table.player(GREEN)).deck, table.player(GREEN).deck_points) == (0, None)


@pytest.mark.parametrize(
    ("points", "is_possible"), [(-1, False), (0, True), (999, True), (1000, False)]
)
def test_points_counted_by_hand_are_a_number_that_a_deck_may_have(
    points: int, is_possible: bool
) -> None:
    table = ClankTable(RED, GREEN, BLUE)
    fell(table, GREEN)
    if is_possible:
        table.do(RecordDeckPoints(GREEN, points))
        assert table.player(GREEN).deck_points == points
    else:
        assert table.refused(RecordDeckPoints(GREEN, points)) == "points_out_of_range"


def test_the_deck_of_the_lost_need_not_be_counted() -> None:
    """EN 379, 404."""
    assert score(player(status=Status.LOST, artifacts=(0,), deck_points=None)).missing == ()


def test_what_is_missing_is_named_in_the_order_it_is_asked() -> None:
    """EN 378-379, 404-409."""
    unknown = player(status=Status.KNOCKED_OUT, artifacts=(0,), deck_points=None)
    assert score(unknown).missing == ("depths", "artifact", "deck")


def test_holdings_are_counted_at_the_end_as_far_as_the_box_has_them() -> None:
    """EN 404-408, with the box's counts (EN 40-77)."""
    table = ClankTable(RED, GREEN, BLUE)
    fell(table, RED)
    count = CountHoldings(RED, 12, (5, 0), (Token.CHALICE, Token.CROWN_9))
    table.do(count)
    held = table.player(RED)
    assert (held.gold, held.artifacts, held.tokens) == (12, (5, 0), (Token.CROWN_9, Token.CHALICE))
    for wrong, code in (
        (replace(count, gold=-1), "gold_out_of_range"),
        (replace(count, gold=1000), "gold_out_of_range"),
        (replace(count, artifacts=(5, 5)), "artifact_not_in_game"),
        (replace(count, artifacts=(6,)), "artifact_not_in_game"),
        (replace(count, artifacts=(0,) * 7), "no_artifacts_left"),
        (replace(count, tokens=(Token.CHALICE,) * 4), "none_left"),
        (replace(count, colour=GREEN), "reason_missing"),
        (replace(count, colour=YELLOW), "colour_not_playing"),
    ):
        assert table.refused(wrong) == code
    table.do(replace(count, gold=999, artifacts=(0,) * 6, tokens=(Token.CHALICE,) * 3))


def test_holdings_of_all_players_together_are_within_the_box() -> None:
    """EN 112: six Artifacts for three players; three Chalices."""
    table = ClankTable(RED, GREEN, BLUE)
    fell(table, RED, GREEN)
    table.do(CountHoldings(RED, artifacts=(5, 7, 10), tokens=(Token.CHALICE,) * 2))
    for wrong, code in (
        (CountHoldings(GREEN, artifacts=(0,) * 4), "no_artifacts_left"),
        (CountHoldings(GREEN, artifacts=(7,)), "artifact_taken"),
        (CountHoldings(GREEN, tokens=(Token.CHALICE,) * 2), "none_left"),
    ):
        assert table.refused(wrong) == code
    table.do(CountHoldings(GREEN, artifacts=(0,) * 3, tokens=(Token.CHALICE,)))
    table.do(CountHoldings(RED, artifacts=(5, 7, 10), tokens=(Token.CHALICE,) * 2))


def test_holdings_can_be_set_right_during_the_game_with_a_reason() -> None:
    table = ClankTable(RED, GREEN)
    table.do(CountHoldings(RED, 3, (5,), (Token.BACKPACK,), "forgotten"))
    held = table.player(RED)
    assert (held.status, held.gold, held.artifacts) == (Status.INSIDE, 3, (5,))


def test_an_artifact_that_was_forgotten_makes_the_depths_decide() -> None:
    """EN 378-379."""
    table = ClankTable(RED, GREEN, BLUE)
    fell(table, RED)
    assert table.player(RED).status is Status.LOST
    table.do(CountHoldings(RED, artifacts=(5,)))
    assert table.player(RED).status is Status.KNOCKED_OUT
    table.do(TellDepths(RED, in_depths=False))
    table.do(CountHoldings(RED, artifacts=()))
    assert table.player(RED).status is Status.LOST
    table.do(CountHoldings(RED, artifacts=(7,)))
    assert table.player(RED).status is Status.RESCUED  # the Depths were told before


def test_a_count_leaves_alone_what_it_does_not_name() -> None:
    """Gold is counted; the Artifact that was taken on the panel stays, and with it the rescue."""
    table = ClankTable(RED, GREEN, BLUE)
    table.do(TakeArtifact(RED))
    fell(table, RED)
    table.do(TellDepths(RED, in_depths=False))
    table.do(CountHoldings(RED, tokens=(Token.CHALICE,)))
    table.do(CountHoldings(RED, 9))
    held = table.player(RED)
    assert (held.gold, held.artifacts, held.tokens) == (9, (0,), (Token.CHALICE,))
    assert held.status is Status.RESCUED
    assert table.refused(CountHoldings(RED)) == "nothing_changes"


def test_a_count_leaves_a_fate_alone_that_was_set_right() -> None:
    """EN 378-379."""
    table = ClankTable(RED, GREEN, BLUE)
    table.do(TakeArtifact(RED, 5))
    fell(table, RED)
    table.do(CorrectStatus(RED, Status.RESCUED, "above the Depths"))
    table.do(CountHoldings(RED, 4, (5,)))
    assert table.player(RED).status is Status.RESCUED


def test_who_escaped_has_an_artifact() -> None:
    """EN 383-385."""
    table = ClankTable(RED, GREEN)
    table.do(TakeArtifact(RED, 5))
    table.do(LeaveDungeon(RED))
    assert table.refused(CountHoldings(RED, 5, ())) == "needs_artifact"
    table.do(CountHoldings(RED, 5, (7,)))
    assert table.player(RED).tokens == (Token.MASTERY,)


def test_a_mastery_token_follows_from_the_exit_and_is_not_counted_in() -> None:
    """EN 383."""
    table = ClankTable(RED, GREEN, BLUE)
    fell(table, RED)
    table.do(CountHoldings(RED, tokens=(Token.MASTERY, Token.CHALICE)))
    assert (table.player(RED).tokens, table.player(RED).gold) == ((Token.CHALICE,), 0)


holdings = st.builds(
    Player,
    st.just(RED),
    st.just(""),
    status=st.sampled_from(Status),
    gold=st.integers(0, 40),
    tokens=st.lists(st.sampled_from(Token), max_size=4).map(tuple),
    deck_points=st.integers(0, 40),
)


@given(st.lists(holdings, min_size=2, max_size=4), st.permutations((5, 7, 10, 15)))
def test_no_tie_is_left_after_the_best_artifact(hands: list[Player], values: list[int]) -> None:
    """EN 411: every scorer holds an Artifact, and no two have the same value."""
    players = tuple(
        replace(hand, colour=colour, artifacts=(value,))
        for hand, colour, value in zip(hands, Colour, values, strict=False)
    )
    found = result(over(*players))
    best = found.scores[0]
    rivals = [
        line
        for line in found.scores[1:]
        if line.may_score and best.may_score and line.total == best.total
    ]
    assert all(line.artifacts < best.artifacts for line in rivals)
    assert result(over(*reversed(players))) == found


def test_an_empty_table_has_no_winner() -> None:
    assert result(CLANK.empty).winner is None

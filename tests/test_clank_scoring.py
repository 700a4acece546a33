"""Who may score and how much (EN 378-379, 404-411)."""

from dataclasses import replace

import pytest

from companion.games.clank.commands import CountHoldings, RecordDeck, RecordDeckPoints
from companion.games.clank.components import Colour, Token
from companion.games.clank.scoring import result, score
from companion.games.clank.state import Clank, Player
from companion.games.clank.words import CardCopies, Ending, Status
from tests.clank_table import BLUE, GREEN, RED, ClankTable
from tests.test_clank_health import fell


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
    found = result(over(player(RED, artifacts=(5, 20)), player(GREEN, artifacts=(25,))))
    assert found.winner == GREEN


def test_who_is_lost_wins_nothing_however_rich() -> None:
    found = result(over(player(RED, status=Status.LOST, gold=99), player(GREEN)))
    assert found.winner == GREEN
    assert found.scores[-1].colour == RED


def test_when_nobody_may_score_nobody_wins() -> None:
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
    found = result(over(player(RED, **changes), player(GREEN)))
    assert missing in found.scores[[line.colour for line in found.scores].index(RED)].missing
    assert (found.winner, found.is_final) == (None, False)


def test_nobody_has_won_while_the_game_goes_on() -> None:
    going_on = replace(over(player(RED)), ending=None)
    assert result(going_on).winner is None


def deck(**copies: int) -> tuple[CardCopies, ...]:
    return tuple(CardCopies(name.replace("_", " "), count) for name, count in copies.items())


def test_cards_count_their_printed_points() -> None:
    """EN 409."""
    assert score(player(deck_points=None, deck=deck(Secret_Tome=2, Ruby=1))).deck == 2 * 7 + 6


def test_the_wizard_counts_secret_tomes() -> None:
    assert score(player(deck_points=None, deck=deck(Wizard=1, Secret_Tome=3))).deck == 6 + 21
    assert score(player(deck_points=None, deck=deck(Wizard=1))).deck == 0


@pytest.mark.parametrize(("gold", "points"), [(4, 0), (5, 1), (14, 2)])
def test_the_duke_counts_each_full_five_gold(gold: int, points: int) -> None:
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
    counted = score(player(deck_points=None, deck=deck(Dwarven_Peddler=1), tokens=tokens))
    assert counted.deck == points


@pytest.mark.parametrize(("tokens", "points"), [((), 0), ((Token.MASTERY,), 10)])
def test_the_dragons_eye_wants_a_mastery_token(tokens: tuple[Token, ...], points: int) -> None:
    eye = (CardCopies("Dragon's Eye"),)
    assert score(player(deck_points=None, deck=eye, tokens=tokens)).deck == points


def test_decks_are_counted_when_out_within_what_the_box_has() -> None:
    table = ClankTable(RED, GREEN, BLUE)
    assert table.refused(RecordDeckPoints(RED, 5)) == "counts_at_the_end"
    fell(table, GREEN)
    fell(table, BLUE)
    table.do(RecordDeck(BLUE, deck(Secret_Tome=7)))
    assert table.refused(RecordDeck(GREEN, deck(Secret_Tome=6))) == "copies_left"
    assert table.refused(RecordDeck(GREEN, deck(Burgle=1))) == "card_unknown"
    assert table.refused(RecordDeck(GREEN, (*deck(Ruby=1), *deck(Ruby=1)))) == "card_unknown"
    assert table.refused(RecordDeckPoints(GREEN, -1)) == "points_out_of_range"
    table.do(RecordDeck(GREEN, deck(Secret_Tome=5)))
    table.do(RecordDeckPoints(GREEN, 9))
    assert score(table.player(GREEN)).deck == 9
    table.do(RecordDeck(GREEN, ()))
    assert score(table.player(GREEN)).deck == 0


def test_holdings_are_counted_at_the_end_as_far_as_the_box_has_them() -> None:
    table = ClankTable(RED, GREEN, BLUE)
    fell(table, RED)
    count = CountHoldings(RED, 12, (5, 0), (Token.CROWN_9, Token.CHALICE))
    table.do(count)
    assert (table.player(RED).gold, table.player(RED).artifacts) == (12, (5, 0))
    assert table.player(RED).status is Status.KNOCKED_OUT  # now the Depths decide
    for wrong, code in (
        (replace(count, gold=-1), "gold_out_of_range"),
        (replace(count, artifacts=(5, 5)), "artifact_not_in_game"),
        (replace(count, artifacts=(5, 7, 10, 15, 20, 25, 30)), "no_artifacts_left"),
        (replace(count, tokens=(Token.CHALICE,) * 4), "none_left"),
        (replace(count, colour=GREEN), "reason_missing"),
    ):
        assert table.refused(wrong) == code


def test_a_mastery_token_cannot_be_counted_in() -> None:
    table = ClankTable(RED, GREEN, BLUE)
    fell(table, RED)
    table.do(CountHoldings(RED, tokens=(Token.MASTERY, Token.CHALICE)))
    assert table.player(RED).tokens == (Token.CHALICE,)

"""What the table asks memory for: Clank! of this turn, forgotten cards, what the box has left."""

import pytest

from companion.games.clank.advice import what_next
from companion.games.clank.box import PIECES, Arrival, Colour, Cubes, Item, Piece, Secret, Token
from companion.games.clank.commands import (
    AddArrivals,
    BuyItem,
    Command,
    CorrectGone,
    CorrectRulings,
    CountHoldings,
    DiscoverSecret,
    EndTurn,
    GainGold,
    MakeClank,
    MoveClank,
    RefillRow,
    RemoveClank,
    ReplaceRowCard,
    SettleOffTurn,
    TakeTunnelDamage,
    UsePotion,
)
from companion.games.clank.events import (
    AttackCorrected,
    CardArrived,
    ClankMade,
    DangerSet,
    GoneCorrected,
    HoldingsCounted,
    OffTurnAsked,
    OffTurnSettled,
    TunnelDamageTaken,
)
from companion.games.clank.rules.guards import pieces_left
from companion.games.clank.values import Because, Rulings
from tests.support.games.clank_table import BLUE, GREEN, RED, YELLOW, ClankTable

WHY = "logged by mistake"
QUIET = RefillRow(symbol_revealed=False)
ATTACK = RefillRow(symbol_revealed=True)


def rich(*colours: Colour) -> ClankTable:
    """Return a table at which Red begins and everybody can buy and drink."""
    table = ClankTable(*colours)
    for colour in colours:
        table.do(GainGold(colour, 20))
        table.do(DiscoverSecret(colour, Secret.POTION_OF_HEALING))
    return table


def test_clank_of_this_turn_counts_cubes_that_were_placed() -> None:
    """EN 444 (Swagger), 330, 450: what −Clank! avoids and an empty supply spares is not made."""
    table = ClankTable(RED, GREEN)
    assert table.state.clank_made == 0, "the Clank! of the set-up is made in no turn"
    table.do(MakeClank(RED, 2))
    table.do(MakeClank(GREEN, 3))
    assert table.state.clank_made == 2
    table.do(RemoveClank(RED, 7))  # five in the area, two left over
    table.do(MakeClank(RED, 3))
    assert table.state.clank_made == 3, "−Clank! does not unmake it, and avoids two"
    table.do(EndTurn())
    assert table.state.clank_made == 0


def test_clank_of_the_wrong_player_is_not_made_by_the_one_at_turn() -> None:
    table = ClankTable(RED, GREEN)
    table.do(MakeClank(RED, 2))
    table.do(MoveClank(RED, GREEN, 1))
    assert table.state.clank_made == 1
    table.do(MoveClank(GREEN, RED, 1))
    assert table.state.clank_made == 2
    table.do(MoveClank(RED, GREEN, 5))
    assert table.state.clank_made == 0, "never below none"


def test_a_magic_spring_is_remembered_until_its_turn_ends() -> None:
    """EN 601."""
    table = ClankTable(RED, GREEN)
    table.do(DiscoverSecret(RED, Secret.MAGIC_SPRING))
    assert "Magic Spring" in what_next(table.state).one
    table.do(EndTurn())
    assert "Magic Spring" not in what_next(table.state).one


def test_danger_is_asked_about_before_the_turn_ends() -> None:
    """EN 425: each card counts in every attack."""
    table = ClankTable(RED, GREEN, danger=2)
    table.do(QUIET)
    assert what_next(table.state).facts == {"n": 2, "who": RED}


def test_a_symbol_danger_and_arrive_come_in_one_step() -> None:
    """EN 356, 421, 425: a Kobold with its symbol and Danger, and an Overlord."""
    table = ClankTable(RED, GREEN, danger=1)
    events = table.do(RefillRow(True, (Arrival.OVERLORD,), 2))
    assert [type(event) for event in events[:4]] == [CardArrived, ClankMade, ClankMade, DangerSet]
    assert table.state.attack is not None
    assert table.state.attack.because == Because(3, 2)
    assert table.state.bag.red == 4


def test_a_forgotten_overlord_is_added_after_the_refill() -> None:
    """EN 421."""
    table = ClankTable(RED, GREEN)
    table.do(QUIET)
    assert table.do(AddArrivals((Arrival.OVERLORD,), 1)) == (
        CardArrived(Arrival.OVERLORD),
        ClankMade(RED, 1),
        ClankMade(GREEN, 1),
        DangerSet(1),
    )


def test_a_forgotten_overlord_is_in_the_bag_of_the_attack_that_waits() -> None:
    """EN 356, 421: Arrive comes before the attack."""
    table = ClankTable(RED, GREEN)
    table.do(ATTACK)
    events = table.do(AddArrivals((Arrival.WATCHER,), 1))
    assert events[-1] == AttackCorrected(4, Because(3, 1))
    assert (table.state.bag.red, table.state.area) == (4, Cubes())
    table.draw(black=4)


def test_left_over_credit_avoids_a_forgotten_overlord_only_in_its_own_turn() -> None:
    """RULING."""
    for is_late, made in ((False, 0), (True, 1)):
        table = ClankTable(RED, GREEN)
        table.do(RemoveClank(RED, 5))
        if not is_late:
            table.do(QUIET)
        table.do(AddArrivals((Arrival.OVERLORD,)))
        assert table.area(RED) == made


def test_nothing_forgotten_is_nothing() -> None:
    assert ClankTable(RED, GREEN).refused(AddArrivals()) == "nothing_changes"


def test_a_tunnel_with_two_icons_is_refused_or_paid_whole() -> None:
    """EN 304, 373."""
    table = ClankTable(RED, GREEN)
    table.do(TakeTunnelDamage(RED, 3))
    table.do(TakeTunnelDamage(RED, 3))
    table.do(TakeTunnelDamage(RED, 2))
    assert table.refused(TakeTunnelDamage(RED, 2)) == "would_fill_the_meter"
    assert table.player(RED).meter == 8


@pytest.mark.parametrize("secret", Secret)
def test_a_secret_is_found_as_often_as_the_box_has_it(secret: Secret) -> None:
    """Board; eleven Major and eighteen Minor Secrets (EN 40-50)."""
    table = ClankTable(RED, GREEN)
    for number in range(PIECES[Piece(secret.value)]):
        table.do(DiscoverSecret((RED, GREEN)[number % 2], secret))
    assert table.refused(DiscoverSecret(RED, secret)) == "none_left"


@pytest.mark.parametrize("arrival", Arrival)
def test_a_card_arrives_as_often_as_the_dungeon_deck_has_it(arrival: Arrival) -> None:
    """Board; the deck is not shuffled again."""
    table = ClankTable(RED, GREEN)
    for number in range(PIECES[Piece(arrival.value)]):
        table.do(ReplaceRowCard((arrival,)) if number else RefillRow(False, (arrival,)))
    for again in (
        RefillRow(False, (arrival,)),
        AddArrivals((arrival,)),
        ReplaceRowCard((arrival,)),
    ):
        table.do(EndTurn())
        assert table.refused(again) == "all_arrived"


def test_what_was_logged_by_mistake_can_be_found_after_all() -> None:
    table = ClankTable(RED, GREEN)
    for _ in range(3):
        table.do(DiscoverSecret(RED, Secret.TREASURE))
    assert table.do(CorrectGone(Piece.TREASURE, 2, WHY)) == (GoneCorrected(Piece.TREASURE, 2, WHY),)
    table.do(DiscoverSecret(GREEN, Secret.TREASURE))
    for gone, code in (
        (4, "number_out_of_range"),
        (-1, "number_out_of_range"),
        (3, "nothing_changes"),
    ):
        assert table.refused(CorrectGone(Piece.TREASURE, gone, WHY)) == code
    facts = table.refusal(CorrectGone(Piece.TREASURE, 4, WHY)).facts
    assert facts == {"number": Piece.TREASURE, "least": 0, "most": 3}
    assert table.refused(CorrectGone(Piece.TREASURE, 1, "")) == "reason_missing"


def test_what_a_player_holds_leaves_other_pieces_alone() -> None:
    """EN 40-50."""
    table = ClankTable(RED, GREEN)
    table.do(DiscoverSecret(RED, Secret.POTION_OF_SWIFTNESS))
    assert pieces_left(table.state, Piece.CHALICE) == PIECES[Piece.CHALICE]


def test_all_copies_of_a_piece_may_be_gone() -> None:
    table = ClankTable(RED, GREEN)
    table.do(DiscoverSecret(RED, Secret.GREATER_TREASURE))
    table.do(CorrectGone(Piece.GREATER_TREASURE, 2, WHY))
    assert pieces_left(table.state, Piece.GREATER_TREASURE) == 0


def test_nothing_is_gone_while_all_copies_are_held() -> None:
    """EN 40-50."""
    table = ClankTable(RED, GREEN)
    for _ in range(2):
        table.do(DiscoverSecret(RED, Secret.POTION_OF_GREATER_HEALING))
    refusal = table.refusal(CorrectGone(Piece.POTION_OF_GREATER_HEALING, 1, WHY))
    assert (refusal.code, refusal.facts["most"]) == ("number_out_of_range", 0)


def test_what_was_logged_by_mistake_may_never_have_been_there() -> None:
    table = ClankTable(RED, GREEN)
    table.do(DiscoverSecret(RED, Secret.TREASURE))
    assert table.do(CorrectGone(Piece.TREASURE, 0, WHY)) == (GoneCorrected(Piece.TREASURE, 0, WHY),)


@pytest.mark.parametrize("found", [2, 3])
def test_a_count_that_the_box_allows_leaves_what_is_gone_alone(found: int) -> None:
    """EN 512, 568; with the third potion none is left."""
    table, healing = ClankTable(RED, GREEN), Token.POTION_OF_HEALING
    for _ in range(found):
        table.do(DiscoverSecret(RED, Secret.POTION_OF_HEALING))
    table.do(UsePotion(RED, healing))
    (counted,) = table.do(CountHoldings(RED, gold=3, reason=WHY))
    assert isinstance(counted, HoldingsCounted)
    assert table.state.gone.count(Piece.POTION_OF_HEALING) == 1


def test_of_three_potions_two_that_are_held_after_all_leave_one_used() -> None:
    """EN 512, 568."""
    table, healing = ClankTable(RED, GREEN), Token.POTION_OF_HEALING
    for _ in range(3):
        table.do(DiscoverSecret(RED, Secret.POTION_OF_HEALING))
        table.do(UsePotion(RED, healing))
    table.do(CountHoldings(RED, tokens=(healing, healing), reason=WHY))
    assert table.state.gone.count(Piece.POTION_OF_HEALING) == 1


def test_a_potion_that_is_held_after_all_was_not_used() -> None:
    table = ClankTable(RED, GREEN)
    strength = Token.POTION_OF_STRENGTH
    for _ in range(2):
        table.do(DiscoverSecret(RED, Secret.POTION_OF_STRENGTH))
    table.do(UsePotion(RED, strength))
    table.do(CountHoldings(RED, tokens=(strength, strength), reason=WHY))
    assert pieces_left(table.state, Piece.POTION_OF_STRENGTH) == 0
    assert Piece.POTION_OF_STRENGTH not in table.state.gone


def test_what_is_counted_in_another_order_stays_as_it_lay() -> None:
    table, tokens = ClankTable(RED, GREEN), (Token.POTION_OF_STRENGTH, Token.CHALICE)
    table.do(CountHoldings(RED, artifacts=(20, 5), reason=WHY))
    table.do(DiscoverSecret(RED, Secret.POTION_OF_STRENGTH))
    table.do(DiscoverSecret(RED, Secret.CHALICE))
    (counted,) = table.do(CountHoldings(RED, None, (5, 20), tokens[::-1], WHY))
    assert isinstance(counted, HoldingsCounted)
    assert (counted.artifacts, counted.tokens) == ((20, 5), tokens)


def test_players_hold_no_more_artifacts_than_lie_on_the_board() -> None:
    """EN 112-113: two play with five."""
    table = ClankTable(RED, GREEN)
    table.do(CountHoldings(GREEN, artifacts=(0, 0, 0), reason=WHY))
    table.do(CountHoldings(RED, artifacts=(0, 0), reason=WHY))
    too_many = CountHoldings(RED, artifacts=(0, 0, 0), reason=WHY)
    assert table.refused(too_many) == "no_artifacts_left"


OWN_TURN = [
    UsePotion(GREEN, Token.POTION_OF_HEALING),
    BuyItem(GREEN, Item.MASTER_KEY),
    TakeTunnelDamage(GREEN, 2),
]


@pytest.mark.parametrize("command", OWN_TURN, ids=lambda command: type(command).__name__)
def test_what_belongs_to_the_own_turn_is_logged_and_asked_about_once(command: Command) -> None:
    """EN 256, 288, 512. RULING: it may have been forgotten."""
    table = rich(RED, GREEN, BLUE)
    assert table.do(command)[-1] == OffTurnAsked(GREEN)
    assert OffTurnAsked(BLUE) not in table.do(TakeTunnelDamage(BLUE))
    assert "another player's turn" in what_next(table.state).one


@pytest.mark.parametrize("colour", [BLUE, GREEN, YELLOW])
def test_the_table_is_asked_whoever_acts_on_reds_turn(colour: Colour) -> None:
    """EN 304. RULING: it may have been forgotten."""
    assert rich(RED, colour).do(TakeTunnelDamage(colour))[-1] == OffTurnAsked(colour)


def test_the_table_may_say_that_it_is_all_right_at_any_time() -> None:
    table = rich(RED, GREEN)
    table.do(OWN_TURN[0])
    assert table.do(SettleOffTurn(is_allowed=True)) == (OffTurnSettled(True),)
    assert table.do(TakeTunnelDamage(GREEN)) == (TunnelDamageTaken(GREEN, 1),)
    assert table.refused(SettleOffTurn(is_allowed=True)) == "nothing_changes"


def test_the_table_may_say_that_it_belongs_to_the_own_turn() -> None:
    table = rich(RED, GREEN)
    table.do(OWN_TURN[2])
    table.do(SettleOffTurn(is_allowed=False))
    for command in OWN_TURN:
        assert table.refused(command) == "only_on_the_own_turn"
    table.do(EndTurn())
    for command in OWN_TURN:
        table.do(command)


def test_a_table_that_has_agreed_before_is_not_asked() -> None:
    for is_allowed in (True, False):
        table = rich(RED, GREEN)
        table.do(CorrectRulings("agreed", Rulings(off_turn=is_allowed)))
        if is_allowed:
            assert len(table.do(TakeTunnelDamage(GREEN))) == 1
        else:
            assert table.refused(TakeTunnelDamage(GREEN)) == "only_on_the_own_turn"


def test_by_the_rulebooks_an_artifact_is_taken_when_its_room_is_entered() -> None:
    """EN 308; the publisher's later answer is a switch that a table can set."""
    assert not Rulings().artifact_later

"""Rage, attacks and draws (EN 350-364, 425)."""

import pytest

from companion.engine.errors import Rejected
from companion.games.clank import CLANK
from companion.games.clank.box import ARTIFACTS, Cube, Cubes, Item, Secret
from companion.games.clank.commands import (
    BuyItem,
    Command,
    CorrectCubes,
    CorrectNumber,
    CorrectStatus,
    DiscoverSecret,
    EndTurn,
    GainGold,
    MakeClank,
    ProvokeDragon,
    RefillRow,
    ReportDraw,
    SetDanger,
    TakeArtifact,
)
from companion.games.clank.events import (
    AttackBegan,
    CubesDrawn,
    DamageTaken,
    DangerSet,
    RageRose,
    RowRefilled,
)
from companion.games.clank.rules.dragon import cubes_to_draw, hand
from companion.games.clank.values import Because, Cause, DrawnBy, Number, Place, Status
from tests.support.games.clank_table import BLUE, GREEN, RED, YELLOW, ClankTable, put

ATTACK = RefillRow(symbol_revealed=True)
QUIET = RefillRow(symbol_revealed=False)


def black_in_bag(cubes: int) -> CorrectCubes:
    return CorrectCubes(Cube.BLACK, Place.BAG, cubes, Place.SET_ASIDE, "test")


def test_the_rulebooks_yellow_attack() -> None:
    """EN 362-364: space 5 draws 4; black, green, yellow, yellow; two symbols are one attack."""
    table = ClankTable(YELLOW, GREEN, RED, BLUE)
    table.do(CorrectNumber(Number.RAGE_SPACE, 5, "example"))
    events = table.do(ATTACK)
    assert AttackBegan(4, Because(4, 0), Cause.ROW) in events
    table.draw_in_order("dgyy")
    assert (table.player(GREEN).meter, table.player(YELLOW).meter) == (1, 2)
    assert (table.player(RED).meter, table.player(BLUE).meter) == (0, 0)
    assert table.state.set_aside == Cubes(black=1)
    assert table.refused(ATTACK) == "row_already_refilled"


def test_without_a_new_symbol_there_is_no_attack() -> None:
    """EN 354; publisher's FAQ 1.2: a symbol that lies there already does not attack again."""
    table = ClankTable(RED, GREEN, danger=1)
    assert table.do(QUIET) == (RowRefilled(symbol_revealed=False),)
    assert table.state.attack is None


def test_every_cube_of_the_area_goes_into_the_bag_before_the_draw() -> None:
    """EN 356."""
    table = ClankTable(RED, GREEN)
    table.do(ATTACK)
    assert table.state.area == Cubes()
    assert table.state.bag == Cubes(red=3, green=2, black=24)


def test_undrawn_cubes_stay_in_the_bag_for_later_attacks() -> None:
    """EN 356; one public engine rebuilds the bag for each attack."""
    table = ClankTable(RED, GREEN)
    table.do(ATTACK)
    table.draw(black=3)
    table.do(EndTurn())
    table.do(ATTACK)
    assert table.state.bag == Cubes(red=3, green=2, black=21)


@pytest.mark.parametrize(
    ("space", "cubes"), [(1, 2), (2, 2), (3, 3), (4, 3), (5, 4), (6, 4), (7, 5)]
)
def test_the_rage_space_says_how_many_cubes_are_drawn(space: int, cubes: int) -> None:
    """EN 356 and the Board."""
    table = ClankTable(RED, GREEN)
    table.do(CorrectNumber(Number.RAGE_SPACE, space, "test"))
    table.do(ATTACK)
    assert table.state.attack is not None
    assert table.state.attack.cubes_to_draw == cubes


def test_the_size_of_an_attack_can_be_asked_before_it() -> None:
    """EN 356, 401, 425: rage 3, two Danger cards, an extra."""
    table = ClankTable(RED, GREEN, danger=2)
    assert (cubes_to_draw(table.state), cubes_to_draw(table.state, countdown=1)) == (5, 6)


def test_each_danger_card_adds_a_cube_to_every_attack() -> None:
    """EN 425; JA 464 applies it at every draw."""
    table = ClankTable(RED, GREEN)
    table.do(SetDanger(2))
    for command in (ProvokeDragon(), ATTACK):
        table.do(command)
        assert table.state.attack is not None
        assert table.state.attack.because == Because(3, 2)
        table.draw(black=5)


def test_a_danger_card_of_this_refill_counts_in_its_attack() -> None:
    """EN 425: it lies in the Dungeon Row."""
    table = ClankTable(RED, GREEN)
    events = table.do(RefillRow(symbol_revealed=True, danger=1))
    assert events == (
        DangerSet(1),
        RowRefilled(symbol_revealed=True),
        AttackBegan(4, Because(3, 1), Cause.ROW),
    )


def test_a_card_attack_in_mid_turn_is_normal_and_the_row_may_attack_again() -> None:
    """Mister Whiskers; EN 356, 425."""
    table = ClankTable(RED, GREEN, danger=1)
    assert table.do(ProvokeDragon()) == (AttackBegan(4, Because(3, 1), Cause.CARD),)
    table.draw(black=4)
    table.do(ATTACK)
    assert table.state.attack is not None
    assert table.state.attack.cause is Cause.ROW


def test_who_is_out_plays_no_card_that_provokes_the_dragon() -> None:
    """EN 395."""
    table = ClankTable(RED, GREEN)
    table.do(CorrectStatus(RED, Status.LOST, "test"))
    assert table.refused(ProvokeDragon()) == "player_is_out"


@pytest.mark.parametrize(
    "command",
    [MakeClank(RED), EndTurn(), SetDanger(1), TakeArtifact(RED, 5), QUIET, ATTACK, ProvokeDragon()],
)
def test_while_the_dragon_waits_only_the_draw_counts(command: Command) -> None:
    """EN 356: it is one action, from the first cube to the last."""
    table = ClankTable(RED, GREEN)
    table.do(ATTACK)
    assert table.refused(command) == "draw_first"


def test_a_draw_needs_an_attack() -> None:
    """EN 354-356."""
    table = ClankTable(RED, GREEN)
    assert table.refused(ReportDraw(Cubes(black=3))) == "no_attack"
    with pytest.raises(Rejected, match="no_attack"):
        hand(table.state, lambda number, bag, cubes: ())


@pytest.mark.parametrize("black", [0, 2, 4])
def test_a_draw_of_another_number_is_refused(black: int) -> None:
    """EN 356: "a number of cubes equal to the number shown"."""
    table = ClankTable(RED, GREEN)
    table.do(ATTACK)
    assert table.refused(ReportDraw(Cubes(black=black))) == "wrong_number_of_cubes"


def test_a_cube_that_is_not_in_the_bag_cannot_have_been_drawn() -> None:
    """EN 356."""
    table = ClankTable(RED, GREEN)
    table.do(ATTACK)
    assert table.refused(ReportDraw(Cubes(green=3))) == "not_in_the_bag"
    assert table.refused(ReportDraw(Cubes(blue=1, black=2))) == "not_in_the_bag"
    table.draw(green=2, red=1)


def test_an_order_must_agree_with_its_counts() -> None:
    """EN 364: the cubes of a draw may be told one by one."""
    table = ClankTable(RED, GREEN)
    table.do(ATTACK)
    wrong = ReportDraw(Cubes(black=3), (Cube.BLACK, Cube.RED, Cube.BLACK))
    assert table.refused(wrong) == "order_differs"


def test_damage_is_told_in_the_order_of_the_draw() -> None:
    """EN 364."""
    table = ClankTable(RED, GREEN)
    table.do(ATTACK)
    events = table.draw_in_order("grg")
    assert [event for event in events if isinstance(event, DamageTaken)] == [
        DamageTaken(GREEN, 2),
        DamageTaken(RED, 1),
    ]


def test_damage_without_an_order_is_told_clockwise() -> None:
    """EN 356, 372."""
    table = ClankTable(GREEN, RED)
    table.do(ATTACK)
    assert table.draw(red=1, green=2) == (
        CubesDrawn(Cubes(red=1, green=2)),
        DamageTaken(GREEN, 2),
        DamageTaken(RED, 1),
    )


def test_rage_rises_for_each_artifact_and_egg_and_stops_at_the_last_space() -> None:
    """EN 310, 358, 607; ten pushes are possible and the Board's last space is the seventh."""
    table = ClankTable(RED, GREEN, BLUE, YELLOW)
    for colour in (RED, GREEN):
        table.do(GainGold(colour, 7))
        table.do(BuyItem(colour, Item.BACKPACK))
    takers = (RED, RED, GREEN, GREEN, BLUE, YELLOW)
    spaces = [table.state.rage_space]
    for colour, value in zip(takers, ARTIFACTS, strict=False):
        assert isinstance(table.do(TakeArtifact(colour, value))[1], RageRose)
        spaces.append(table.state.rage_space)
    for _ in range(3):
        table.do(DiscoverSecret(RED, Secret.DRAGON_EGG))
        spaces.append(table.state.rage_space)
    assert spaces == [1, 2, 3, 4, 5, 6, 7, 7, 7, 7]


@pytest.mark.parametrize("secret", [secret for secret in Secret if secret != Secret.DRAGON_EGG])
def test_other_secrets_leave_the_rage_alone(secret: Secret) -> None:
    """EN 358: the Chalice is no Artifact (EN 537)."""
    table = ClankTable(RED, GREEN)
    table.do(DiscoverSecret(RED, secret))
    assert table.state.rage_space == 3


def test_a_bag_with_fewer_cubes_gives_what_it_has() -> None:
    """RULING: no rulebook says; every public engine draws what there is."""
    table = ClankTable(RED, GREEN)
    table.do(black_in_bag(1))
    put(table, RED, Place.AREA, 0)
    put(table, GREEN, Place.AREA, 1)
    table.do(ATTACK)
    assert table.state.attack is not None
    assert table.state.attack.cubes_to_draw == 2  # the area has gone in
    assert table.state.attack.because == Because(3, 0)
    table.draw(black=1, green=1)
    assert table.state.bag == Cubes()


def test_an_empty_bag_ends_the_attack_without_a_draw() -> None:
    """RULING: no rulebook says; there is nothing to wait for."""
    table = ClankTable(RED, GREEN)
    table.do(black_in_bag(0))
    for colour in (RED, GREEN):
        put(table, colour, Place.AREA, 0)
    events = table.do(ATTACK)
    assert CubesDrawn(Cubes(), (), DrawnBy.DRAGONBAG) in events
    assert table.state.attack is None


def test_dragonbags_hand_reports_what_it_drew_in_order() -> None:
    """EN 356."""
    table = ClankTable(RED, GREEN)
    asked: list[object] = []

    def last_cubes(number: int, bag: object, cubes: int) -> tuple[str, ...]:
        asked.append((number, bag, cubes))
        return ("red", "black", "red")

    table.do(ProvokeDragon())
    command = CLANK.hand(table.state, last_cubes)
    assert command == ReportDraw(
        Cubes(red=2, black=1), (Cube.RED, Cube.BLACK, Cube.RED), DrawnBy.DRAGONBAG
    )
    table.do(command)
    table.do(ATTACK)
    CLANK.hand(table.state, last_cubes)
    bag = {"red": 3, "green": 2, "blue": 0, "yellow": 0, "black": 24}
    left = {**bag, "red": 1, "black": 23}
    table.draw(black=3)
    assert asked == [(0, bag, 3), (1, left, 3)]
    assert table.state.draws == 2  # the number of a draw never comes twice


@pytest.mark.parametrize(
    ("seen", "kept"),
    [(None, None), (Cubes(black=3), None), (Cubes(black=2), Cubes(black=2)), (Cubes(), Cubes())],
)
def test_the_books_keep_what_the_camera_misread(seen: Cubes | None, kept: Cubes | None) -> None:
    """A reading that a person corrected stays beside the draw; one that was right needs no copy."""
    table = ClankTable(RED, GREEN)
    table.do(CorrectNumber(Number.RAGE_SPACE, 3, "example"))
    table.do(ATTACK)
    events = table.do(ReportDraw(Cubes(black=3), (), DrawnBy.CAMERA, seen))
    assert events[0] == CubesDrawn(Cubes(black=3), (), DrawnBy.CAMERA, kept)


def test_the_log_tells_what_the_camera_misread() -> None:
    told = {
        seen: CLANK.tell(CubesDrawn(Cubes(red=1, black=2), (), DrawnBy.CAMERA, seen))
        for seen in (None, Cubes(black=2), Cubes())
    }
    assert told[None].one == "Drawn, and read by the camera: {cubes}."
    assert told[Cubes(black=2)].facts["seen"] == (("black", 2),)
    assert told[Cubes()].one == "Drawn: {cubes}. The camera saw no cube."

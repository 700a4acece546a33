"""Grave Robbers on phones in a real browser: a short game on the map, a fight on two phones."""

from collections.abc import Callable

import pytest
from playwright.sync_api import FloatRect, Page, Request, expect

from companion.app.serve import Served
from companion.games.grave_robbers import commands as co
from companion.games.grave_robbers.box import Colour, Kind
from companion.games.grave_robbers.values import Cell, Condition, Seat
from companion.table.table import Table
from tests.bench.load.double_taps import DEAF_MS, SETTLED, tap_twice

Phone = Callable[..., Page]
RED, GREEN, BLUE = Colour.RED, Colour.GREEN, Colour.BLUE
NORTH = Cell(0, -1)
TRIES = 50  # on a busy computer a second tap may come too late


@pytest.fixture
def begun(served: Served) -> Served:
    """Return a table on which Ann, Bo and Chie play and it is Ann's turn."""
    begin(served.table)
    return served


def begin(table: Table) -> None:
    table.open_game("cli", "grave_robbers")
    seats = (Seat(RED, "Ann"), Seat(GREEN, "Bo"), Seat(BLUE, "Chie"))
    table.submit(co.StartGame(seats, RED), "cli")


def on_map(page: Page, name: str) -> None:
    """Tap a card of the map by what it is called there."""
    page.locator("#map").get_by_role("button", name=name).click()


def flip(page: Page, at: str, kind: str, **numbers: int) -> int:
    """Tap a face-down card on the map and what it shows; return how many taps it took."""
    page.locator("#map").get_by_role("link", name=f"flip {at}").click()
    answer(page, "kind", kind)
    for name, number in numbers.items():
        answer(page, name, number)
    return 2 + len(numbers)


def answer(page: Page, name: str, value: object) -> None:
    page.locator(f"#flipping [name={name}][value='{value}']").click()


def fits(page: Page) -> bool:
    width = page.evaluate("document.documentElement.scrollWidth")
    return bool(width <= page.viewport_size["width"])  # type: ignore[index]  # it was given one


def die(page: Page, value: int) -> None:
    """Tap a die value in the sheet of a fight."""
    page.locator(f"#fight .dice [value='{value}']").click()


def test_a_short_game_is_played_on_the_map(phone: Phone) -> None:
    page = phone("/new")
    page.get_by_role("link", name="Grave Robbers").click()
    for place, name in enumerate(("Ann", "Bo", "Chie"), 1):
        page.locator(f"[name=name{place}]").fill(name)
    page.get_by_role("button", name="Start").click()
    page.get_by_role("link", name="Ann").click()
    expect(page.locator("body[data-link=on]")).to_be_attached()  # its scripts run
    expect(page.locator("#next")).to_contain_text("3 action points left")
    assert flip(page, "↑1", "enemy", strength=1, number=3, rewards=2) == 5
    expect(page.locator("#next")).to_contain_text("Lay 2 more dungeon cards")
    on_map(page, "lay ↑2")
    on_map(page, "lay ↑1→1")
    on_map(page, "move ↑1")
    page.get_by_role("button", name="Fight the enemy").click()
    die(page, 5)
    expect(page.locator("#fight")).to_contain_text("Draw a card from the pile.")
    die(page, 2)
    expect(page.locator("#fight")).to_contain_text("Ann beats the enemy: 5 against 2 + 1 = 3.")
    page.get_by_role("button", name="Settle it").click()
    expect(page.locator("#robbers li.red")).to_contain_text("7 in hand")
    page.get_by_role("button", name="End turn").click()
    expect(page.locator("#top")).to_contain_text("Bo's turn")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#top")).to_contain_text("Your turn")
    assert fits(page)


def test_only_what_a_card_shows_is_asked_and_a_rare_number_is_chosen(
    begun: Served, phone: Phone
) -> None:
    page = phone("/seat/red")
    page.locator("#map").get_by_role("link", name="flip ↑1").click()
    answer(page, "kind", "passage")
    expect(page.locator("#flipping [name=strength]").first).to_be_disabled()
    answer(page, "kind", "chest")
    expect(page.locator("#flipping [name=strength]").first).to_be_enabled()
    page.locator("#flipping select[name=strength]").select_option("12")
    page.locator("#flipping [name=has_item]").click()
    answer(page, "rewards", 1)
    page.reload()  # what was answered survives it
    answer(page, "number", 2)
    expect(page.locator("#map .tile.chest .strength")).to_have_text("12")
    shown = begun.table.snapshot.state.card(NORTH)
    assert (shown.number, shown.rewards) == (2, 1)
    assert begun.table.snapshot.state.player(RED).hand == 6  # the item of the icon


def test_answers_of_a_sheet_that_was_closed_are_put_away(begun: Served, phone: Phone) -> None:
    page = phone("/seat/red")
    page.locator("#map").get_by_role("link", name="flip ↑1").click()
    answer(page, "kind", "enemy")
    answer(page, "strength", 3)
    page.locator("#flipping").get_by_role("link", name="Close").click()
    begun.table.submit(co.Explore(NORTH, Kind.PASSAGE, number=2), "cli")
    on_map(page, "lay ↑2")
    on_map(page, "move ↑1")
    page.locator("#map").get_by_role("link", name="flip ↑2").click()
    expect(page.locator("#flipping [name=kind]:checked")).to_have_count(0)


def test_another_phone_is_quiet_until_it_helps(begun: Served, phone: Phone) -> None:
    ann, bo = phone("/seat/red"), phone("/seat/green")
    flip(ann, "↑1", "passage", number=2)
    expect(bo.locator("#map .tile.free")).to_have_count(3)
    expect(bo.get_by_role("button", name="lay")).to_have_count(0)
    bo.get_by_role("link", name="Help Ann").click()
    on_map(bo, "lay ↑1←1")
    expect(ann.locator("#map .tile.dark")).to_have_count(1)
    on_map(ann, "move ↑1")
    expect(bo.locator("#map .tile.passage .pawn.red")).to_have_count(1)
    assert flip(bo, "↑1←1", "passage", number=0) == 3
    expect(ann.locator("#map .tile.passage")).to_have_count(2)
    expect(bo.get_by_role("button", name="End Ann's turn")).to_be_visible()  # it still helps
    bo.get_by_role("button", name="End Ann's turn").click()
    expect(ann.get_by_role("link", name="Help Bo")).to_be_visible()


def narrowest(page: Page) -> float:
    """Return the width of the narrowest card of the map, its edge included."""
    boxes = [tile.bounding_box() for tile in page.locator("#map .tile").all()]
    return min(box["width"] for box in boxes if box)


def test_a_wide_dungeon_scrolls_in_its_own_frame(begun: Served, phone: Phone) -> None:
    table = begun.table
    page = phone("/seat/red")
    assert narrowest(page) >= 60
    table.submit(co.Explore(NORTH, Kind.PASSAGE, number=2), "cli")
    table.submit(co.LayDungeonCard(Cell(1, -1)), "cli")
    table.submit(co.Move(NORTH), "cli")
    for column in range(1, 9):
        table.submit(co.CorrectActionPoints(9 - column % 2, "a potion"), "cli")
        table.submit(co.Explore(Cell(column, -1), Kind.PASSAGE, number=2), "cli")
        table.submit(co.LayDungeonCard(Cell(column + 1, -1)), "cli")
        table.submit(co.Move(Cell(column, -1)), "cli")
    expect(page.locator("#map .tile.passage")).to_have_count(9)
    assert fits(page)
    assert narrowest(page) >= 44
    page.reload()
    page.wait_for_function(PAWN_IS_SHOWN)
    flip(page, "↑1→9", "passage", number=1)  # the card at the far end is scrolled to
    expect(page.locator("#map .tile.passage")).to_have_count(10)


PAWN_IS_SHOWN = """() => {
  const [frame, pawn] = ["#map", "#map .here"]
    .map((one) => document.querySelector(one).getBoundingClientRect());
  return frame.left <= pawn.left && pawn.right <= frame.right;
}"""


def box_of(page: Page, selector: str) -> FloatRect:
    """Return where something lies."""
    box = page.locator(selector).first.bounding_box()
    assert box is not None, selector
    return box


NOTE_WHAT_IS_SHOWN = """() => {
    window.shown = 0;
    document.addEventListener("shown", ({ detail }) => {
      window.shown = detail.version ?? window.shown;
    });
}"""
FIXED = (".dock .slim.undo", ".dock .wide", ".dock .slim:last-child", "#robbers li.green", ".act")


def test_every_control_keeps_its_place(begun: Served, phone: Phone) -> None:
    table, page = begun.table, phone("/seat/red")
    steps = (
        co.Explore(NORTH, Kind.ENEMY, strength=1, number=3, rewards=2),
        *(co.LayDungeonCard(cell) for cell in (Cell(0, -2), Cell(1, -1))),
        co.Move(NORTH),
        co.CorrectCondition(RED, Condition.INJURED, "a trap"),
        co.EndTurn(),
        co.CorrectTurn(RED, "a turn"),
    )
    places = [[box_of(page, selector) for selector in FIXED]]
    page.evaluate(NOTE_WHAT_IS_SHOWN)
    for step in steps:
        table.submit(step, "cli")
        page.wait_for_function("(version) => window.shown >= version", arg=table.snapshot.version)
        places.append([box_of(page, selector) for selector in FIXED])
    assert all(each == places[0] for each in places)


def test_the_steps_of_a_fight_do_not_jump_and_nothing_commands_under_the_last_die(
    begun: Served, phone: Phone
) -> None:
    table, page = begun.table, phone("/seat/red", reduced_motion="reduce")
    table.submit(co.Explore(NORTH, Kind.ENEMY, strength=1, rewards=2), "cli")
    table.submit(co.Move(NORTH), "cli")
    page.get_by_role("button", name="Fight the enemy").click()
    first = [box_of(page, f"#fight .dice [value='{value}']") for value in range(1, 7)]
    head = [box_of(page, f"#fight {band}") for band in (".head", ".sides", ".mid")]
    die(page, 6)
    expect(page.locator("#fight")).to_contain_text("Draw a card from the pile.")
    assert [box_of(page, f"#fight .dice [value='{value}']") for value in range(1, 7)] == first
    die(page, 5)
    expect(page.locator("#fight .blow")).to_contain_text("The enemy beats Ann")
    assert [box_of(page, f"#fight {band}") for band in (".head", ".sides", ".mid")] == head
    page.wait_for_function(SETTLED)
    for box in first:
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_function(SETTLED)
    assert table.snapshot.state.contest is not None


@pytest.mark.parametrize("sheet", ["things", "doing"])
def test_what_is_opened_during_a_fight_takes_the_place_of_its_sheet(
    begun: Served, phone: Phone, sheet: str
) -> None:
    table, page = begun.table, phone("/seat/red", reduced_motion="reduce")
    table.submit(co.Explore(NORTH, Kind.ENEMY, strength=1, rewards=2), "cli")
    table.submit(co.Move(NORTH), "cli")
    page.get_by_role("button", name="Fight the enemy").click()
    fight = page.locator("#fight .sheet")
    expect(fight).to_be_visible()
    if sheet == "things":
        page.locator("#dock").get_by_role("link", name="Items").click()
    else:
        fight.get_by_role("link", name="Effects").click()
    expect(fight).to_be_hidden()
    page.locator(f"#{sheet} .head .x").click()
    expect(page.locator(f"#{sheet}")).to_be_hidden()
    expect(fight).to_be_visible()


ANSWERS = ("kind][value=enemy", "strength][value='1'", "number][value='2'", "rewards][value='2'")
TAPPED = (
    "#map [data-flip]",
    *(f"#flipping [name={field}]" for field in ANSWERS),
    "#map .LayDungeonCard",
    "#map .Move",
    ".act.fire",
    "#fight .dice [value='5']",
    "#fight .dice [value='2']",
    "#fight .settle",
    ".dock .go",
)


DONE = ("Explore", "LayDungeonCard", "Move", "FightEnemy", "LayItem", "ShowDie", "SettleFight")


def test_a_thumb_that_taps_twice_does_everything_once(served: Served, phone: Phone) -> None:
    begin(served.table)
    page, sent, seen = phone("/seat/red", reduced_motion="reduce"), list[str](), set[str]()

    def note(request: Request) -> None:
        if request.method == "POST":
            sent.append(request.url.rpartition("/")[2])

    page.on("request", note)
    tries = (plays_by_two_taps(served.table, page, sent, seen) for _ in range(TRIES))
    assert any(tries), "this computer is too busy to tap twice"
    expect(page.locator("#top")).to_contain_text("Bo's turn")
    assert sent == [*DONE, "EndTurn"]


def plays_by_two_taps(table: Table, page: Page, sent: list[str], seen: set[str]) -> bool:
    """Play a turn, with two taps for each step that has not been seen yet.

    Returns False if a second tap came too late to tell anything.
    """
    begin(table)
    page.goto(page.url.partition("#")[0])
    page.reload()
    sent.clear()
    page.evaluate(NOTE_WHAT_IS_SHOWN)
    first = table.snapshot.version
    for step, place in enumerate(TAPPED):
        if (version := table.snapshot.version) > first:
            page.wait_for_function("(version) => window.shown >= version", arg=version)
        page.wait_for_function(SETTLED)  # with what has come since
        box, late_ms = box_of(page, place), 0.0
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        if place in seen:
            page.mouse.click(x, y)
        else:
            late_ms = tap_twice(page, x, y, (80, 150, 250)[step % 3])
        page.wait_for_function(SETTLED)
        if late_ms > DEAF_MS:
            return False
        assert sent == [*DONE, "EndTurn"][: len(sent)], place
        seen.add(place)
    return True


def test_a_fight_between_players_is_secret_until_both_are_in(begun: Served, phone: Phone) -> None:
    ann, bo, watcher = phone("/seat/red"), phone("/seat/green"), phone("/watch")
    ann.get_by_role("button", name="Fight Bo (1 point)").click()
    ann.locator("#fight [value=hand]").click()
    die(ann, 6)
    expect(bo.locator("#fight")).to_contain_text("has chosen in secret")
    expect(ann.locator("#fight .sides .die").first).to_have_text("6")
    for other in (bo, watcher):
        expect(other.locator("#fight .sides .die").first).to_have_text("?")
    expect(watcher.locator("#fight .dice button")).to_have_count(0)
    die(bo, 1)
    expect(watcher.locator("#fight")).to_contain_text("A 1 beats a 6: Bo beats Ann.")
    watcher.get_by_role("link", name="Help Ann").click()
    watcher.get_by_role("button", name="Settle it").click()
    expect(ann.locator("#robbers li.red")).to_contain_text("injured")
    expect(ann.locator("#map .pawn.red.lying")).to_have_count(1)


def find_the_treasure(served: Served) -> None:
    """Let Ann have walked ten cards north and found the treasure on the eleventh."""
    table = served.table
    for row in range(1, 11):
        table.submit(co.Explore(Cell(0, -row), Kind.PASSAGE, number=2), "cli")
        table.submit(co.LayDungeonCard(Cell(0, -row - 1)), "cli")
        table.submit(co.Move(Cell(0, -row)), "cli")
        table.submit(co.CorrectActionPoints(8 + row % 2, "a potion"), "cli")
    table.submit(co.Explore(Cell(0, -11), Kind.TREASURE_ROOM), "cli")
    table.submit(co.Move(Cell(0, -11)), "cli")


def test_the_rockfall_is_chosen_on_the_map_and_home_wins(begun: Served, phone: Phone) -> None:
    find_the_treasure(begun)
    page = phone("/seat/red")
    expect(page.locator("#map .tile.falls")).to_have_count(1)
    page.get_by_role("button", name="End turn").click()
    on_map(page, "fall ↑11")
    expect(page.locator("#top")).to_contain_text("Bo's turn")
    expect(page.locator("#map .tile")).to_have_count(11)
    begun.table.submit(co.CorrectPawn(RED, Cell(0, 0), "test"), "cli")
    expect(page.locator("#acts")).to_contain_text("Ann brings the treasure home!")


def test_without_script_the_map_is_forms(begun: Served, phone: Phone) -> None:
    page = phone("/seat/red", java_script_enabled=False)
    page.locator("#map").get_by_role("link", name="flip ↑1").click()
    answer(page, "kind", "enemy")
    answer(page, "strength", 2)
    answer(page, "number", 2)
    answer(page, "rewards", 1)
    page.get_by_role("button", name="Flip it").click()
    on_map(page, "lay ↑2")
    on_map(page, "move ↑1")
    expect(page.locator("#map .tile.enemy .pawn.red")).to_have_count(1)
    page.get_by_role("button", name="Fight the enemy").click()
    page.locator("#fight [value=hand]").click()
    die(page, 6)
    die(page, 2)
    page.get_by_role("button", name="Settle it").click()
    page.get_by_role("link", name="Items").click()
    page.locator("#things [name=card]").first.fill("Rope")
    page.get_by_role("button", name="Use it").click()
    page.get_by_role("button", name="End turn").click()
    page.get_by_role("link", name="Help Bo").click()
    page.get_by_role("button", name="End Bo's turn").click()
    expect(page.locator("#top")).to_contain_text("Chie's turn")


def test_the_card_list_is_typed_and_carried_by_a_file(begun: Served, phone: Phone) -> None:
    page = phone("/cards")
    page.locator("#another [name=name]").fill("Rope")
    page.locator("#another [name=die]").select_option("4")
    page.locator("#another [name=text1]").fill("Pull a pawn")
    page.get_by_role("button", name="Add").click()
    expect(page.locator(".item summary")).to_contain_text("Rope")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save as file").click()
    begun.table.submit(co.EraseCard("Rope"), "cli")
    page.locator("[type=file]").set_input_files(saved.value.path())
    page.get_by_role("button", name="Load").click()
    expect(page.locator(".item summary")).to_contain_text("Rope")
    assert begun.table.snapshot.state.cards[0].effects[0].text == "Pull a pawn"


def test_a_press_on_the_drawn_panel_ends_the_turn(begun: Served, phone: Phone) -> None:
    page, panel = phone("/seat/red"), phone("/panel")
    expect(panel.locator("[data-lamp=red]")).to_have_css("--light", "1")
    panel.locator("[data-button=next]").click()
    expect(page.locator("#top")).to_contain_text("Bo's turn")
    expect(panel.locator("[data-lamp=green]")).to_have_css("--light", "1")

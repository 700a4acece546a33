"""Grave Robbers on phones in a real browser: a short game on the map, a fight on two phones."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.app.serve import Served
from companion.games.grave_robbers import commands as co
from companion.games.grave_robbers.box import Colour, Kind
from companion.games.grave_robbers.values import Cell, Seat

Phone = Callable[..., Page]
RED, GREEN, BLUE = Colour.RED, Colour.GREEN, Colour.BLUE
NORTH = Cell(0, -1)
SMALLEST = 320


@pytest.fixture
def begun(served: Served) -> Served:
    """Return a table on which Ann, Bo and Chie play and it is Ann's turn."""
    served.table.open_game("cli", name="grave_robbers")
    seats = (Seat(RED, "Ann"), Seat(GREEN, "Bo"), Seat(BLUE, "Chie"))
    served.table.submit(co.StartGame(seats, RED), "cli")
    return served


def on_map(page: Page, name: str) -> None:
    """Tap a card of the map by what it is called there."""
    page.locator("#map").get_by_role("button", name=name).click()


def flip(page: Page, kind: str, **numbers: int) -> None:
    """Tap the face-down card on the map and enter what it shows."""
    page.locator("#map label.flip").first.click()
    form = page.locator("#explore form")
    form.get_by_label(kind, exact=True).check()
    for name, number in numbers.items():
        for _ in range(number):
            gauge = form.locator(".gauge", has=page.locator(f"[name={name}]"))
            gauge.locator("[data-step='1']").click()
    form.get_by_role("button", name="Flip it").click()


def fits(page: Page) -> bool:
    width = page.evaluate("document.documentElement.scrollWidth")
    return bool(width <= page.viewport_size["width"])  # type: ignore[index]  # it was given one


def test_a_short_game_is_played_on_the_map(phone: Phone) -> None:
    page = phone("/new")
    page.get_by_role("link", name="Grave Robbers").click()
    for place, name in enumerate(("Ann", "Bo", "Chie"), 1):
        page.locator(f"[name=name{place}]").fill(name)
    page.get_by_role("button", name="Start").click()
    page.get_by_role("link", name="Ann").click()
    expect(page.locator("#next")).to_contain_text("Ann plays: 3 action points left")
    flip(page, "an enemy", strength=1, number=3, rewards=2)
    expect(page.locator("#next")).to_contain_text("Lay 2 more dungeon cards")
    on_map(page, "lay ↑2")
    on_map(page, "lay ↑1→1")
    on_map(page, "move ↑1")
    page.get_by_role("button", name="Fight the enemy").click()
    page.locator(".lay .dice [value='5']").click()
    page.locator("#now .dice [value='2']").click()
    expect(page.locator("#now")).to_contain_text("Ann beats the enemy: 5 against 2 + 1 = 3.")
    page.get_by_role("button", name="Settle it").click()
    expect(page.locator("#people li").first).to_contain_text("7 in hand")
    page.get_by_role("button", name="End Ann's turn").first.click()
    expect(page.locator("#top")).to_contain_text("Bo's turn")
    page.locator("#undo").get_by_role("button", name="Undo").click()
    expect(page.locator("#top")).to_contain_text("Ann's turn")
    assert fits(page)


def test_the_map_is_a_fingers_width_a_card_and_moves_on_every_phone(
    begun: Served, phone: Phone
) -> None:
    ann, bo = phone("/seat/red"), phone("/seat/green")
    flip(ann, "a plain card", number=2)
    expect(bo.locator("#map .tile.free")).to_have_count(3)
    on_map(bo, "lay ↑1←1")  # anybody may help
    expect(ann.locator("#map .tile.dark")).to_have_count(1)
    on_map(ann, "move ↑1")
    expect(bo.locator("#map .tile.passage .pawn.red")).to_have_count(1)
    assert narrowest(ann) >= 48


def narrowest(page: Page) -> float:
    """Return the width of the narrowest card of the map, its edge included."""
    boxes = [tile.bounding_box() for tile in page.locator("#map .tile").all()]
    return min(box["width"] for box in boxes if box)


def test_a_wide_dungeon_scrolls_in_its_own_frame(begun: Served, phone: Phone) -> None:
    table = begun.table
    table.submit(co.Explore(NORTH, Kind.PASSAGE, number=2), "cli")
    table.submit(co.LayDungeonCard(Cell(1, -1)), "cli")
    table.submit(co.Move(NORTH), "cli")
    for column in range(1, 9):
        table.submit(co.CorrectActionPoints(9 - column % 2, "a potion"), "cli")
        table.submit(co.Explore(Cell(column, -1), Kind.PASSAGE, number=2), "cli")
        table.submit(co.LayDungeonCard(Cell(column + 1, -1)), "cli")
        table.submit(co.Move(Cell(column, -1)), "cli")
    page = phone("/seat/red")
    assert fits(page)
    assert 40 <= narrowest(page) <= 50
    flip(page, "a plain card", number=1)  # the card at the far end is scrolled to
    expect(page.locator("#map .tile.passage")).to_have_count(10)


def test_a_fight_between_players_is_secret_until_both_are_in(begun: Served, phone: Phone) -> None:
    ann, bo, watcher = phone("/seat/red"), phone("/seat/green"), phone("/watch")
    ann.get_by_role("button", name="Attack Bo (1 point)").click()
    ann.locator(".lay").get_by_label("the hand").check()
    ann.locator(".lay .dice [value='6']").click()
    expect(bo.locator("#now")).to_contain_text("has chosen in secret")
    expect(ann.locator("#now .sides .die").first).to_have_text("6")
    for other in (bo, watcher):
        expect(other.locator("#now .sides .die")).to_have_text(["?"])
    expect(watcher.locator(".lay")).to_have_count(0)
    bo.locator(".lay .dice [value='1']").click()
    expect(watcher.locator("#now")).to_contain_text("A 1 beats a 6: Bo beats Ann.")
    watcher.get_by_role("button", name="Settle it").click()
    expect(ann.locator("#people")).to_contain_text("injured")
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
    page.get_by_role("button", name="End Ann's turn").first.click()
    on_map(page, "fall ↑11")
    expect(page.locator("#top")).to_contain_text("Bo's turn")
    expect(page.locator("#map .tile")).to_have_count(11)
    begun.table.submit(co.CorrectPawn(RED, Cell(0, 0), "test"), "cli")
    expect(page.locator("#now")).to_contain_text("Ann brings the treasure home!")


def test_without_script_the_map_is_forms(begun: Served, phone: Phone) -> None:
    page = phone("/seat/red", java_script_enabled=False)
    page.locator("#map label.flip").click()
    form = page.locator("#explore form")
    form.get_by_label("a plain card").check()
    form.locator("[name=number]").fill("2")
    form.get_by_role("button", name="Flip it").click()
    on_map(page, "lay ↑2")
    on_map(page, "move ↑1")
    expect(page.locator("#map .tile.passage .pawn.red")).to_have_count(1)


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

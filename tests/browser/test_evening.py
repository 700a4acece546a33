"""An evening as the players see it: two phones and the panel page at one table."""

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from companion.app.serve import Served, start
from companion.games.clank.box import Colour
from companion.games.clank.commands import LeaveDungeon, MakeClank, StartGame, TakeArtifact
from companion.games.clank.values import Seat
from companion.table.snapshot import Snapshot
from tests.browser.conftest import PHONE, settings, until
from tests.support.places import free_port

Phone = Callable[..., Page]
SEATS = (Seat(Colour.RED, "Ann"), Seat(Colour.GREEN, "Bo"), Seat(Colour.BLUE, "Cy"))


def start_game(served: Served) -> Snapshot:
    served.table.open_game("cli", "clank")
    return served.table.submit(StartGame(SEATS, Colour.RED), "cli")


def shows_clank(page: Page, cubes: int, colour: str = "red") -> None:
    """Expect a player's Clank!: large on their own phone, in a row on the others'."""
    places = page.locator(f".clank.{colour} .count b, #others .{colour} .area")
    expect(places).to_contain_text(str(cubes))


def push(panel: Page, button: str) -> None:
    panel.locator(f"[data-button={button}]").click(delay=30)


def test_the_drawn_panel_has_a_key_for_each_button(served: Served, phone: Phone) -> None:
    start_game(served)
    red, panel = phone("/seat/red"), phone("/panel")
    panel.keyboard.press("r", delay=30)
    shows_clank(red, 4)
    panel.keyboard.press("u", delay=30)
    shows_clank(red, 3)
    panel.keyboard.press("n", delay=30)
    expect(panel.locator("[data-lamp=green]")).to_have_css("--light", "1")


def test_a_press_on_the_panel_page_shows_on_both_phones(served: Served, phone: Phone) -> None:
    start_game(served)
    red, watcher, panel = phone("/seat/red"), phone("/watch"), phone("/panel")
    expect(panel.locator("[data-lamp=red]")).to_have_css("--light", "1")
    push(panel, "red")
    for page in (red, watcher):
        shows_clank(page, 4)
    expect(red.locator(".count b")).to_have_text("4")


def test_a_held_button_takes_one_clank_back(served: Served, phone: Phone) -> None:
    start_game(served)
    red, panel = phone("/seat/red"), phone("/panel")
    panel.locator("[data-button=red]").hover()
    panel.mouse.down()
    shows_clank(red, 2)
    panel.mouse.up()


def test_the_last_press_moves_to_another_player_with_undo_held(
    served: Served, phone: Phone
) -> None:
    start_game(served)
    red, panel = phone("/seat/red"), phone("/panel")
    push(panel, "red")
    shows_clank(red, 4)
    panel.locator("[data-button=undo]").dispatch_event("keydown", {"key": "Enter"})
    panel.locator("[data-button=green]").dispatch_event("keydown", {"key": "Enter"})
    shows_clank(red, 3)
    shows_clank(red, 3, "green")
    panel.locator("[data-button=green]").dispatch_event("keyup", {"key": "Enter"})
    panel.locator("[data-button=undo]").dispatch_event("keyup", {"key": "Enter"})


def test_the_rage_lamps_breathe_while_an_attack_waits(served: Served, phone: Phone) -> None:
    start_game(served)
    panel = phone("/panel")
    lamp = panel.locator("[data-lamp=rage_1]")
    expect(lamp).to_have_css("--light", "1")
    push(panel, "attack")
    expect(lamp).not_to_have_css("--light", "1")
    push(panel, "attack")
    until(served.table, lambda: served.table.snapshot.state.draws == 1)
    expect(lamp).to_have_css("--light", "1")


def test_three_taps_made_offline_count_three_times_when_the_phone_is_back(
    served: Served, phone: Phone
) -> None:
    start_game(served)
    red, green = phone("/seat/red"), phone("/seat/green")
    expect(red.locator(".count b")).to_have_text("3")
    red.context.set_offline(True)
    for _ in range(3):
        red.locator("button.plus").click()
    expect(red.locator("#line")).to_contain_text("3 × Ann: one Clank! more")
    shows_clank(green, 3)
    red.context.set_offline(False)
    shows_clank(green, 6)
    expect(red.locator(".count b")).to_have_text("6")
    expect(red.locator("#line")).to_be_hidden()
    assert served.table.snapshot.state.area.red == 6


def test_taps_that_wait_can_be_called_back(served: Served, phone: Phone) -> None:
    start_game(served)
    red = phone("/seat/red")
    red.context.set_offline(True)
    red.locator("button.plus").click()
    waiting = red.locator("#line")
    expect(waiting).to_contain_text("Ann: one Clank! more")
    waiting.get_by_role("button", name="Drop them").click()
    expect(waiting).not_to_contain_text("one Clank!")
    red.context.set_offline(False)
    red.get_by_role("button", name="one Clank! less").click()
    expect(red.locator(".count b")).to_have_text("2")
    assert served.table.snapshot.state.area.red == 2


def test_a_tap_made_offline_for_an_old_game_does_not_count_in_the_new_one(
    served: Served, phone: Phone
) -> None:
    start_game(served)
    red = phone("/seat/red")
    expect(red.locator(".count b")).to_have_text("3")
    red.context.set_offline(True)
    red.locator("button.plus").click()
    start_game(served)
    red.context.set_offline(False)
    expect(red.locator("#notice")).to_contain_text("for another game")
    assert served.table.snapshot.state.area.red == 3


def test_a_page_left_asleep_shows_the_newest_picture_on_wake(served: Served, phone: Phone) -> None:
    start_game(served)
    red = phone("/seat/red")
    expect(red.locator(".count b")).to_have_text("3")
    sleep = red.context.new_cdp_session(red)
    sleep.send("Page.setWebLifecycleState", {"state": "frozen"})
    for _ in range(5):
        served.table.submit(MakeClank(Colour.RED), "cli")
    sleep.send("Page.setWebLifecycleState", {"state": "active"})
    expect(red.locator(".count b")).to_have_text("8")


def test_phones_come_back_by_themselves_when_the_table_restarts(
    tmp_path: Path, browser: Browser
) -> None:
    with ExitStack() as first:
        served = start(first, settings(tmp_path, free_port()))
        start_game(served)
        page = browser.new_context(viewport=PHONE).new_page()
        page.goto(f"http://127.0.0.1:{served.port}/seat/red")
        expect(page.locator(".count b")).to_have_text("3")
    expect(page.locator("#line")).to_be_visible()
    with ExitStack() as second:
        served = start(second, settings(tmp_path, served.port))
        served.table.submit(MakeClank(Colour.RED), "cli")
        expect(page.locator(".count b")).to_have_text("4")
        expect(page.locator("#line")).to_be_hidden()
        page.context.close()


def test_a_half_typed_field_survives_what_others_do(served: Served, phone: Phone) -> None:
    start_game(served)
    page = phone("/correct")
    page.locator("#set-turn > summary").click()
    field = page.locator("form[action='/do/CorrectTurn'] [name=reason]")
    field.fill("we forgot to")
    served.table.submit(MakeClank(Colour.RED), "cli")
    expect(page.locator("#cubes tbody tr").first).to_contain_text("4")
    expect(field).to_have_value("we forgot to")


def test_a_refusal_says_why_and_changes_nothing(served: Served, phone: Phone) -> None:
    start_game(served)
    served.table.submit(TakeArtifact(Colour.GREEN, 30), "cli")
    green = phone("/seat/green")
    state = served.table.snapshot.state
    green.get_by_role("link", name="Loot").click()
    green.get_by_role("button", name="Leave the dungeon").click()
    expect(green.locator("#notice")).to_contain_text(
        "It is Ann's turn. Bo can only leave on their own turn."
    )
    assert served.table.snapshot.state is state


def test_every_page_works_without_script(served: Served, phone: Phone) -> None:
    page = phone("/new", java_script_enabled=False)
    page.locator("[name=name1]").fill("Ann")
    page.get_by_role("button", name="Start").click()
    page.get_by_role("link", name="Ann").click()
    page.get_by_role("button", name="Ann: one Clank! more").click()
    expect(page.locator(".count b")).to_have_text("4")
    page.get_by_role("link", name="Loot").click()
    page.get_by_role("button", name="Gain 4 Gold").click()
    expect(page.get_by_role("link", name="Loot")).to_contain_text("4")
    page.get_by_role("button", name="Dragon Attack!").click()
    page.locator("[name='cubes.red']").fill("2")
    page.get_by_role("button", name="Record these cubes").click()
    expect(page.locator("#attack")).to_contain_text("You lose 2. You have 8 left.")
    page.get_by_role("link", name="Close").click()
    expect(page.locator("#attack .sheet")).to_be_hidden()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#attack")).to_contain_text("Draw 2 cubes")
    page.locator("[name='cubes.red']").fill("1")
    page.get_by_role("button", name="Record these cubes").click()
    expect(page.locator("main")).to_contain_text("The dragon draws 2 cubes, not 1.")
    page.get_by_role("link", name="Back").click()
    expect(page.locator("#attack")).to_contain_text("Draw 2 cubes")


def test_a_whole_evening_from_set_up_to_the_podium(served: Served, phone: Phone) -> None:
    page = phone("/")
    page.get_by_role("link", name="Set up a new game").click()
    page.locator("[name=name1]").fill("Ann")
    page.get_by_role("button", name="Start").click()
    page.get_by_role("link", name="Ann").click()
    panel = phone("/panel")
    push(panel, "red")
    push(panel, "green")
    expect(page.locator(".count b")).to_have_text("4")
    page.get_by_role("button", name="Dragon Attack!").click()
    page.get_by_role("button", name="By hand").click()
    pads = page.get_by_role("group", name="Count by hand")
    pads.get_by_role("button", name="Red").click()
    expect(page.get_by_text("1 of 2")).to_be_visible()
    pads.get_by_role("button", name="Red").click()
    expect(page.locator("#attack")).to_contain_text("You lose 2. You have 8 left.")
    expect(page.locator("#mine .meter .hit")).to_have_count(2)
    page.get_by_role("button", name="Undo: Drawn by hand").click()
    expect(page.get_by_text("1 of 2")).to_be_visible()
    page.get_by_role("button", name="Another way").click()
    page.get_by_role("button", name="Dragonbag draws").click()
    page.get_by_role("button", name="End turn").click()
    for colour in (Colour.GREEN, Colour.BLUE):
        who = colour.name.title()
        expect(page.locator("h1.turn")).to_contain_text(f"{who}'s turn")
        served.table.submit(TakeArtifact(colour, 5 if colour is Colour.GREEN else 7), "cli")
        served.table.submit(LeaveDungeon(colour), "cli")
        page.get_by_role("link", name=f"Help {who}").click()
        page.get_by_role("button", name=f"End {who}'s turn").click()
    expect(page.locator("h1.turn")).to_contain_text("Your turn")
    page.get_by_role("link", name="Loot").click()
    page.get_by_role("button", name="Artifact 30").click()
    page.get_by_role("button", name="Leave the dungeon").click()
    page.get_by_role("link", name="To the score sheet").click()
    for seat, points in (("red", 20), ("green", 11), ("blue", 3)):
        sheet = page.locator(f"#sheet-{seat}")
        sheet.locator("[name=points]").fill(str(points))
        sheet.locator("form[action='/do/RecordDeckPoints'] button:not([type])").click()
        expect(page.locator("#podium tr", has=page.locator(f".{seat}"))).to_contain_text(
            str(points)
        )
    expect(page.locator(".podium")).to_contain_text("Ann is the Greatest Thief in the Realm!")
    expect(page.locator("#podium tbody tr").first).to_contain_text("70")

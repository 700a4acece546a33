"""People are set up by tap and remembered on that phone; a past game follows the slider."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from companion.app.serve import Served
from companion.games.clank.box import Colour
from companion.games.clank.commands import MakeClank, StartGame
from companion.games.clank.values import Seat
from companion.games.the_game.box import Who
from companion.games.the_game.commands import StartGame as StartTheGame
from tests.browser.conftest import resize

Phone = Callable[..., Page]


def test_people_are_typed_moved_and_remembered_on_this_phone_only(
    phone: Phone, served: Served
) -> None:
    page = phone("/new")
    for place, name in enumerate(("Ann", "Bo", "Cleo", "Dan"), 1):
        page.get_by_role("textbox", name=f"Name of player {place}").fill(name)
    page.get_by_role("button", name="Player 2: one place up").click()
    page.get_by_role("button", name="Start with 4 players").click()
    page.wait_for_url(lambda url: not url.endswith("/new"))
    state = served.table.snapshot.state
    assert [player.name for player in state.players] == ["Bo", "Ann", "Cleo", "Dan"]
    assert (state.turn, state.player(Colour.GREEN).name) == (Colour.GREEN, "Bo")
    page.goto(page.url.split("/", 3)[0] + "//" + page.url.split("/", 3)[2] + "/new")
    page.get_by_role("button", name="Dan", exact=True).click()
    expect(page.get_by_role("textbox", name="Name of player 1")).to_have_value("Dan")
    expect(page.get_by_role("combobox", name="Colour of player 1")).to_have_value("yellow")
    expect(page.get_by_role("button", name="Dan", exact=True)).to_have_count(0)
    other = phone("/new")
    expect(other.get_by_text("Tap to add")).to_be_hidden()
    page.get_by_role("button", name="Start with 3 players").click()
    expect(page.get_by_role("heading", name="A game is going on")).to_be_visible()
    page.get_by_role("button", name="Leave that game, and go on").click()
    expect(page.get_by_role("heading", name="Take your seat")).to_be_visible()
    assert served.table.snapshot.state.players[0].name == "Dan"


def test_once_two_are_named_nobody_else_plays_unless_somebody_says_so(phone: Phone) -> None:
    page = phone("/new")
    names = [page.get_by_role("textbox", name=f"Name of player {place}") for place in range(1, 5)]
    colours = [
        page.get_by_role("combobox", name=f"Colour of player {place}") for place in range(1, 5)
    ]
    names[0].fill("Ann")
    expect(page.get_by_role("button", name="Start with 3 players")).to_be_visible()
    names[1].fill("Bo")
    expect(page.get_by_role("button", name="Start with 2 players")).to_be_visible()
    colours[3].select_option("yellow")
    expect(page.get_by_role("button", name="Start with 3 players")).to_be_visible()
    names[0].fill("Anna")
    expect(colours[3]).to_have_value("yellow")
    page.goto(page.url.partition("?")[0] + "?game=the_game")
    for place in range(3):
        names[place].fill(["Ann", "Bo", "Cy"][place])
    expect(page.locator("[name=players]")).to_have_value("3")
    names[2].fill("")
    expect(page.locator("[name=players]")).to_have_value("2")
    page.locator("[name=players]").select_option("4")
    names[1].fill("Bob")
    expect(page.locator("[name=players]")).to_have_value("4")


def test_people_are_dragged_to_their_places(phone: Phone) -> None:
    page = phone("/new")
    names = [page.get_by_role("textbox", name=f"Name of player {place}") for place in range(1, 5)]
    for box, name in zip(names, ("Ann", "Bo", "Cleo", "Dan"), strict=True):
        box.fill(name)
    arrows = page.locator(".moves")
    start, end = arrows.nth(0).bounding_box(), arrows.nth(2).bounding_box()
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + 20, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(end["x"] + 20, end["y"] + 20, steps=4)
    page.mouse.up()
    assert [box.input_value() for box in names] == ["Bo", "Cleo", "Ann", "Dan"]
    page.get_by_role("button", name="Player 3: one place up").click()
    assert [box.input_value() for box in names] == ["Bo", "Ann", "Cleo", "Dan"]


def test_names_without_colours_are_put_right_after_the_start(phone: Phone, served: Served) -> None:
    served.table.open_game("cli", "the_game")
    served.table.submit(StartTheGame(("Ann", "Bo"), Who.FIRST), "cli")
    page = phone("/people")
    page.get_by_role("textbox", name="Name of player 1").fill("Cleo")
    page.get_by_role("button", name="Player 2: one place up").click()
    page.get_by_role("button", name="Set names and order").click()
    page.wait_for_url(lambda url: not url.endswith("/people"))
    assert served.table.snapshot.state.names == ("Bo", "Cleo")


def test_a_past_game_follows_the_slider(phone: Phone, served: Served) -> None:
    table = served.table
    table.open_game("cli", "clank")
    table.submit(StartGame((Seat(Colour.RED, "Ann"), Seat(Colour.GREEN)), Colour.RED), "cli")
    for _ in range(3):
        table.submit(MakeClank(Colour.RED), "cli")
    page = phone(f"/games/{table.snapshot.game_id}")
    cells = page.locator("#moment tbody tr").first.locator("td")
    expect(cells.first).to_have_text("6")
    page.get_by_role("slider").fill("1")
    expect(cells.first).to_have_text("4")
    page.get_by_role("button", name="One step on").click()
    expect(cells.first).to_have_text("5")
    expect(page.get_by_text("Step 3 of 4")).to_be_visible()
    page.get_by_role("slider").fill("0")
    expect(page.get_by_role("button", name="One step back")).to_be_disabled()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_text("Step 4 of 4")).to_be_visible()


def test_a_refused_set_up_keeps_all_that_was_typed(phone: Phone, served: Served) -> None:
    page = phone("/new")
    for place, name in enumerate(("Ann", "Bo\u202e", "Cleo"), 1):
        page.get_by_role("textbox", name=f"Name of player {place}").fill(name)
    page.get_by_role("button", name="Start with 3 players").click()
    expect(page.get_by_text("holds a character that a screen cannot show")).to_be_visible()
    expect(page.get_by_role("textbox", name="Name of player 3")).to_have_value("Cleo")
    page.get_by_role("textbox", name="Name of player 2").fill("Bo")
    page.get_by_role("button", name="Start with 3 players").click()
    page.wait_for_url(lambda url: not url.endswith("/new"))
    names = [player.name for player in served.table.snapshot.state.players]
    assert names == ["Ann", "Bo", "Cleo"]


def test_the_text_of_a_switch_stands_beside_it(phone: Phone) -> None:
    page = phone("/new?game=the_game")
    for name in ("on_fire", "practice"):
        switch = page.locator(f"label:has([name={name}])")
        box, whole = switch.locator("input").bounding_box(), switch.bounding_box()
        assert box is not None
        assert whole is not None
        assert box["y"] < whole["y"] + whole["height"] / 2 < box["y"] + box["height"]


def test_a_name_without_a_gap_is_no_wider_than_the_phone(served: Served, phone: Phone) -> None:
    page = phone("/new")
    for place, name in enumerate(("W" * 20, "AleksandraKowalczyk"), 1):
        page.get_by_role("textbox", name=f"Name of player {place}").fill(name)
    page.get_by_role("button", name="Start with 2 players").click()
    page.wait_for_url(lambda url: not url.endswith("/new"))
    page.goto(f"http://127.0.0.1:{served.port}/new")
    expect(page.get_by_role("button", name="W" * 20, exact=True)).to_be_visible()
    for width in (390, 320):
        resize(page, width, 844)
        assert page.evaluate("document.documentElement.scrollWidth") == width


def test_what_has_the_focus_shows_above_the_start_button(phone: Phone) -> None:
    page = phone("/new?game=the_game")
    top = "document.querySelector('.dock').getBoundingClientRect().top"
    for name in ("first", "level", "on_fire", "practice"):
        page.evaluate("scrollTo(0, 0)")
        field = page.locator(f"[name={name}]")
        field.focus()
        bottom = field.evaluate("(one) => one.getBoundingClientRect().bottom")
        assert bottom <= page.evaluate(top), name

"""What somebody is entering is theirs: nothing that happens at the table takes it away."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.app.serve import Served
from companion.games.clank.box import Colour
from companion.games.clank.commands import (
    CorrectStatus,
    ProvokeDragon,
    RecordDeckPoints,
    StartGame,
    TakeArtifact,
)
from companion.games.clank.values import Seat, Status
from companion.table.reading import Purpose, Seen

Phone = Callable[..., Page]
TWICE_MS = 400  # taps.js
MOMENT = "(ms) => new Promise((done) => setTimeout(done, ms))"
MOVED = "The table has moved on. Your entries are still here."
CARDS = 6  # of a deck, entered one by one


@pytest.fixture
def game(served: Served) -> Served:
    served.table.open_game("cli", "clank")
    seats = (Seat(Colour.RED, "Ann"), Seat(Colour.GREEN, "Bo"))
    served.table.submit(StartGame(seats, Colour.RED), "cli")
    return served


@pytest.fixture
def counting(game: Served) -> Served:
    """Both players are out, and their decks are to be counted."""
    for colour, value in ((Colour.RED, 5), (Colour.GREEN, 7)):
        game.table.submit(TakeArtifact(colour, value), "cli")
        game.table.submit(CorrectStatus(colour, Status.ESCAPED, "test"), "cli")
    return game


def deck(page: Page, seat: str) -> Locator:
    page.locator(f"#deck-{seat} > summary").click()
    return page.locator(f"#deck-{seat} input[type=number]")


def test_two_phones_enter_two_decks_at_once(counting: Served, phone: Phone) -> None:
    red, green = phone("/score"), phone("/score")
    cards = {page: deck(page, seat) for page, seat in ((red, "red"), (green, "green"))}
    for place in range(CARDS):
        cards[red].nth(place).fill("1")
        cards[green].nth(CARDS + place).fill("1")
    red.locator("#deck-red button.primary").click()
    expect(green.locator("#podium")).to_contain_text("65")
    for place in range(CARDS):
        expect(cards[green].nth(CARDS + place)).to_have_value("1")
    expect(green.get_by_text(MOVED)).to_be_visible()
    green.locator("#deck-green button.primary").click()
    expect(green.get_by_text(MOVED)).to_be_hidden()
    state = counting.table.snapshot.state
    assert [len(player.deck or ()) for player in state.players] == [CARDS, CARDS]


def test_a_finger_s_draft_stays_on_a_phone(counting: Served, phone: Phone) -> None:
    page = phone("/score", has_touch=True, is_mobile=True)
    page.locator("#deck-red > summary").tap()
    card = page.locator("#deck-red input[type=number]").first
    card.tap()
    card.press_sequentially("1")
    page.locator("h1").tap()  # the field is left, the form is not sent
    counting.table.submit(RecordDeckPoints(Colour.GREEN, 3), "cli")
    expect(page.get_by_text(MOVED)).to_be_visible()
    expect(card).to_have_value("1")


def test_a_deck_survives_a_reload(counting: Served, phone: Phone) -> None:
    page = phone("/score")
    deck(page, "red").nth(2).fill("1")
    page.reload()
    expect(page.locator("#deck-red input[type=number]").nth(2)).to_have_value("1")
    expect(page.get_by_text(MOVED)).to_have_count(0)


def test_a_deck_survives_a_lost_connection(counting: Served, phone: Phone) -> None:
    page = phone("/score")
    fields = deck(page, "red")
    fields.nth(2).fill("1")
    sleep = page.context.new_cdp_session(page)
    sleep.send("Page.setWebLifecycleState", {"state": "frozen"})
    sleep.send("Page.setWebLifecycleState", {"state": "active"})
    expect(fields.nth(2)).to_have_value("1")


def test_whoever_discards_a_draft_sees_the_newest(counting: Served, phone: Phone) -> None:
    page, other = phone("/score"), phone("/score")
    deck(page, "green").nth(0).fill("1")
    deck(other, "red").nth(0).fill("1")
    other.locator("#deck-red button.primary").click()
    page.get_by_role("button", name="Discard them").click()
    expect(page.locator("#deck-green input[type=number]").nth(0)).to_have_value("")
    expect(page.locator("#deck-red input[type=number]").nth(0)).to_have_value("1")


def test_a_hand_count_stays_when_others_act(game: Served, phone: Phone) -> None:
    page = phone("/seat/red")
    game.table.submit(ProvokeDragon(), "cli")
    page.get_by_role("button", name="By hand").click()
    page.get_by_role("button", name="Black", exact=True).click()
    expect(page.get_by_text("1 of 3")).to_be_visible()
    game.table.undo("cli")
    expect(page.get_by_text("1 of 3")).to_be_hidden()
    game.table.redo("cli")
    expect(page.get_by_text("1 of 3")).to_be_visible()


def test_a_camera_count_that_somebody_mends_stays(game: Served, phone: Phone) -> None:
    table = game.table
    table.submit(ProvokeDragon(), "cli")
    table.see(Seen(1, Purpose.DRAW, 100, 80, ()))
    page = phone("/seat/red")
    field = page.locator(".way-ask [name='cubes.black']")
    for _ in range(50):  # the first taps may come before the script that counts (attack.js)
        if field.input_value() != "2":
            page.get_by_role("button", name="Black: one more").first.click()
    expect(field).to_have_value("2")
    table.see(Seen(2, Purpose.DRAW, 100, 80, ()))
    expect(page.get_by_text(MOVED)).to_be_visible()
    expect(field).to_have_value("2")
    table.see(None)
    expect(field).to_have_value("2")


def test_two_phones_count_the_same_attack(game: Served, phone: Phone) -> None:
    game.table.submit(ProvokeDragon(), "cli")
    red, green = phone("/seat/red"), phone("/seat/green")
    for page in (red, green):
        page.get_by_role("button", name="By hand").click()
        page.get_by_role("button", name="Black", exact=True).click()
        expect(page.get_by_text("1 of 3")).to_be_visible()
    for _ in range(2):
        red.get_by_role("button", name="Black", exact=True).click()
    for page in (red, green):
        expect(page.get_by_text("You are unhurt.")).to_be_visible()
    game.table.undo("cli")
    expect(green.get_by_text("1 of 3")).to_be_visible()
    expect(red.get_by_text("2 of 3")).to_be_visible()


def test_what_was_begun_in_one_game_is_not_written_into_the_next(
    game: Served, phone: Phone
) -> None:
    page = phone("/correct")
    page.evaluate("for (const box of document.querySelectorAll('details')) box.open = true")
    form = page.locator("form[action='/do/CorrectCubes']").first
    form.locator("[name=cubes]").fill("9")
    form.locator("[name=reason]").fill("an old count")
    table = game.table
    table.open_game("cli", "clank")
    seats = (Seat(Colour.RED, "Dee"), Seat(Colour.GREEN, "Em"))
    table.submit(StartGame(seats, Colour.RED), "cli")
    expect(page.get_by_text(MOVED)).to_be_visible()
    expect(page.locator("#game")).to_have_text(table.snapshot.game_id)
    before = table.snapshot
    form.locator("button[type=submit], button:not([type])").first.click()
    expect(page.get_by_text("That was for another game")).to_be_visible()
    assert table.snapshot.state == before.state
    page.get_by_role("button", name="Discard them").click()
    form.locator("[name=cubes]").fill("9")
    form.locator("[name=reason]").fill("a new count")
    page.evaluate(MOMENT, TWICE_MS)  # sooner it would be the same tap, twice
    form.locator("[name=reason]").press("Enter")
    expect(page.get_by_text(MOVED)).to_be_hidden()
    expect(form.locator("[name=cubes]")).to_have_value("")
    assert table.snapshot.version == before.version + 1

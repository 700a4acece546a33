"""The Game on phones in a real browser: the pad, taps, places, wishes, practice, a short game."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from companion.app.serve import Served
from companion.games.the_game.box import Pile, Who
from companion.games.the_game.commands import EndTurn, PlayCard, RaiseFlag, StartGame
from companion.games.the_game.values import Wish
from companion.table.table import Table
from tests.bench.load.double_taps import DEAF_MS, SETTLED, tap_twice
from tests.browser.conftest import resize

Phone = Callable[..., Page]
LEAST_PX = 44
TRIES = 10  # on a busy computer a second tap may come too late


def pile(page: Page, which: Pile) -> Locator:
    return page.locator(f"#piles [value={which}]")


def digit(page: Page, which: str) -> Locator:
    return page.locator(f"[data-digit='{which}']:visible")


def type_number(page: Page, card: int) -> None:
    settled(page)
    for each in f"{card:02}":
        digit(page, each).click()


def lay(page: Page, which: Pile, card: int) -> None:
    """Lay a card; where only one pile can take it, the digits have done it."""
    type_number(page, card)
    if page.locator("#piles .no").count() or page.locator("#piles :is(.can, .leap)").count():
        pile(page, which).click()
    expect(pile(page, which).locator(".head")).to_contain_text(str(card))


def settled(page: Page) -> None:
    page.wait_for_function(SETTLED)


@pytest.fixture
def seated(served: Served) -> Callable[..., None]:
    def begin(players: int = 2, first: Who | None = Who.FIRST, **more: object) -> None:
        served.table.open_game("cli", "the_game")
        names = ("Ann", "Bo", "Chie")[:players]
        served.table.submit(StartGame(names, first, **more), "cli")  # type: ignore[arg-type]

    return begin


def test_a_whole_short_game_from_the_set_up_to_the_result(phone: Phone) -> None:
    page = phone("/new")
    page.get_by_role("link", name="The Game").click()
    for name, value in (("name1", "Ann"), ("name2", "Bo")):
        page.locator(f"[name={name}]").fill(value)
    page.get_by_role("button", name="Start").click()
    page.get_by_role("link", name="Ann").click()
    page.get_by_role("button", name="Ann").click()  # who goes first
    expect(page.get_by_role("heading", name="Your turn")).to_be_visible()
    lay(page, Pile.UP_1, 98)
    expect(page.locator("#next")).to_contain_text("Lay 1 more card")
    for which, card in ((Pile.UP_2, 97), (Pile.DOWN_1, 3), (Pile.DOWN_2, 4)):
        lay(page, which, card)
    page.get_by_role("button", name="End the turn, draw 4").click()
    expect(page.get_by_role("heading", name="Bo's turn")).to_be_visible()
    page.get_by_role("link", name="Help Bo").click()
    page.get_by_role("link", name="Cannot go on?").click()
    page.get_by_role("button", name="Bo cannot go on: end the game").click()
    expect(page.get_by_role("heading", name="Defeat")).to_be_visible()
    expect(page.locator("#top")).to_contain_text("94 left")
    page.locator("#dock").get_by_role("link", name="Records").click()
    expect(page.locator(".records")).to_contain_text("94 left")


def test_a_card_is_three_taps_and_two_where_one_pile_takes_it(
    seated: Callable[..., None], served: Served, phone: Phone
) -> None:
    seated()
    table = served.table
    for which, card in ((Pile.UP_1, 60), (Pile.UP_2, 47), (Pile.DOWN_1, 20), (Pile.DOWN_2, 10)):
        table.submit(PlayCard(which, card), "cli")
    page = phone("/seat/1")
    type_number(page, 57)
    expect(pile(page, Pile.UP_2).locator(".head")).to_have_text("57")  # 2 taps: it is not below 20
    type_number(page, 65)  # both up piles can take it
    expect(pile(page, Pile.UP_1)).to_contain_text("+5")
    expect(pile(page, Pile.DOWN_1)).to_contain_text("not below")
    pile(page, Pile.UP_1).click()  # the third tap
    expect(pile(page, Pile.UP_1).locator(".head")).to_have_text("65")
    assert table.snapshot.state.cards(Pile.UP_1) == (60, 65)


def test_digits_that_cannot_follow_are_struck_out(
    seated: Callable[..., None], served: Served, phone: Phone
) -> None:
    seated()
    for which, card in ((Pile.UP_1, 60), (Pile.UP_2, 71), (Pile.DOWN_1, 9), (Pile.DOWN_2, 8)):
        served.table.submit(PlayCard(which, card), "cli")
    page = phone("/seat/1")
    struck = page.locator("[data-digit][aria-disabled=true]")
    expect(struck).to_have_text(["2", "3", "4"])  # none of 20 to 49 can be laid; 50 is 10 back
    digit(page, "4").click(force=True)  # nothing is typed by it
    digit(page, "5").click()
    expect(struck).to_have_count(9)
    digit(page, "0").click()
    expect(pile(page, Pile.UP_1).locator(".head")).to_have_text("50")
    type_number(page, 61)
    expect(pile(page, Pile.UP_1)).to_contain_text("+11")
    expect(pile(page, Pile.UP_2)).to_contain_text("−10 back")
    page.get_by_role("button", name="Erase").click()
    expect(page.locator(".typed b")).to_have_text("6_")
    page.keyboard.press("1")
    pile(page, Pile.DOWN_1).click()  # asked all the same, the table says why not
    expect(page.locator("#notice")).to_contain_text("You cannot lay 61 on 9")
    expect(page.locator(".typed b")).to_have_text("61")
    pile(page, Pile.UP_2).click()
    expect(page.locator("#last")).to_contain_text("10 back!")


@pytest.mark.parametrize("width", [320, 390])
def test_nothing_moves_from_state_to_state_and_digits_fit_a_thumb(
    seated: Callable[..., None], served: Served, phone: Phone, width: int
) -> None:
    seated(3, None)
    table, page = served.table, phone("/seat/1")
    resize(page, width, 640 if width == 320 else 844)
    seen = {"before the first turn": places(page)}
    page.get_by_role("button", name="Ann").click()
    expect(page.get_by_role("heading", name="Your turn")).to_be_visible()
    seen["own turn"] = places(page)
    sizes = page.locator("[data-digit]").evaluate_all(
        "keys => keys.map((key) => Math.min(key.offsetWidth, key.offsetHeight))"
    )
    assert min(sizes) >= LEAST_PX
    digits = [page.locator("[data-digit]").nth(place).bounding_box() for place in range(10)]
    type_number(page, 37)
    seen["typed"] = places(page)
    pile(page, Pile.UP_1).click()
    table.submit(RaiseFlag(Pile.UP_1, Wish.SMALL_STEPS, Who.SECOND), "phone:2")
    table.submit(PlayCard(Pile.DOWN_1, 90), "cli")
    expect(page.get_by_role("button", name="End the turn, draw 2")).to_be_visible()
    seen["enough"] = places(page)
    table.undo("cli")
    expect(page.get_by_text("Put it back")).to_be_visible()
    seen["undone"] = places(page)
    table.redo("cli")
    table.submit(EndTurn(), "cli")
    expect(page.get_by_role("link", name="Help Bo")).to_be_visible()
    seen["off turn"] = places(page)
    page.get_by_role("link", name="Help Bo").click()
    expect(digit(page, "1")).to_be_visible()
    seen["helping"] = places(page)
    again = [page.locator("[data-digit]").nth(place).bounding_box() for place in range(10)]
    assert again == digits
    moved = {state: at for state, at in seen.items() if at != seen["own turn"]}
    assert moved == {}


def places(page: Page) -> list[object]:
    """Return where everything lies that a thumb may look for."""
    settled(page)
    parts = page.locator(
        "#piles .pile, #mine, .dock .undo, .dock .wide:visible, .dock > a, .tabs a"
    )
    return [part.bounding_box() for part in parts.all()]


def test_off_turn_only_wishes_are_there_and_reach_the_other_at_once(
    seated: Callable[..., None], served: Served, phone: Phone
) -> None:
    seated(3)
    acting, other = phone("/seat/1"), phone("/seat/2")
    expect(other.locator("[data-digit]:visible")).to_have_count(0)
    other.get_by_role("button", name="please not here").nth(2).click()
    expect(pile(acting, Pile.DOWN_1)).to_contain_text("✕ not here · Bo")
    expect(acting.locator("#next")).to_contain_text("↓ 100: please not here (Bo)")
    settled(other)
    other.get_by_role("button", name="please not here", pressed=True).click()
    expect(acting.locator("#piles .wish")).to_have_count(0)
    other.get_by_role("link", name="Help Ann").click()
    lay(other, Pile.UP_1, 40)
    served.table.submit(PlayCard(Pile.UP_1, 41), "cli")
    other.get_by_role("button", name="End Ann's turn").click()
    expect(other.get_by_role("heading", name="Your turn")).to_be_visible()
    expect(acting.get_by_role("link", name="Help Bo")).to_be_visible()


def test_a_second_tap_on_the_same_point_commands_nothing_else(
    seated: Callable[..., None], served: Served, phone: Phone
) -> None:
    seated()
    page = phone("/seat/1")
    for gap_ms in (50, 150, 250):
        gaps_ms = (gap_ms - each * gap_ms // TRIES for each in range(TRIES))  # sooner each time
        tries = (lays_and_ends(seated, served.table, page, each) for each in gaps_ms)
        assert any(tries), "this computer is too busy to tap twice"


def lays_and_ends(seated: Callable[..., None], table: Table, page: Page, gap_ms: int) -> bool:
    """Lay a card and end the turn by two taps each; False if a second one came too late to tell."""
    seated()
    page.reload()
    type_number(page, 11)
    if tapped_twice(page, pile(page, Pile.UP_1), gap_ms) > DEAF_MS:
        return False
    expect(page.locator(".typed b")).to_have_text("")
    assert table.snapshot.state.cards(Pile.UP_1) == (11,)
    table.submit(PlayCard(Pile.UP_1, 12), "cli")
    end = page.get_by_role("button", name="End the turn")
    expect(end).to_be_visible()
    settled(page)
    if tapped_twice(page, end, gap_ms) > DEAF_MS:
        return False
    assert table.snapshot.state.turn is Who.SECOND
    expect(page.get_by_role("link", name="Help Bo")).to_be_visible()
    expect(page.locator("main")).not_to_have_css("display", "none")
    return True


def tapped_twice(page: Page, control: Locator, gap_ms: int) -> float:
    """Tap a control twice; return how many milliseconds later the second tap came, at most."""
    box = control.bounding_box()
    assert box is not None
    late_ms = tap_twice(page, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, gap_ms)
    settled(page)
    return late_ms


def test_practice_deals_hands_that_are_played_by_two_taps(
    seated: Callable[..., None], served: Served, phone: Phone
) -> None:
    seated(practice=True)
    page, other = phone("/seat/1"), phone("/seat/2")
    page.get_by_role("button", name="Shuffle and deal").click()
    expect(page.locator("button[data-card]")).to_have_count(7)
    expect(page.locator("[data-digit]")).to_have_count(0)
    expect(other.locator(".held [data-card]")).to_have_count(7)  # to wish by, not to play
    card = served.table.snapshot.state.held[0][0]
    page.locator("[data-card]").first.click()
    pile(page, Pile.UP_1).click()
    expect(pile(page, Pile.UP_1).locator(".head")).to_have_text(str(card))
    expect(page.locator("[data-card]")).to_have_count(6)
    expect(phone("/watch").locator("[data-card]")).to_have_count(0)


def test_without_script_a_number_and_a_pile_are_a_form(
    seated: Callable[..., None], served: Served, phone: Phone
) -> None:
    seated()
    page, other = (phone(f"/seat/{seat}", java_script_enabled=False) for seat in (1, 2))
    expect(page.locator("[data-digit]:visible")).to_have_count(0)
    page.locator("#card").fill("12")
    pile(page, Pile.UP_2).click()
    expect(pile(page, Pile.UP_2).locator(".head")).to_have_text("12")
    expect(other.locator("#card")).to_be_hidden()
    other.get_by_role("button", name="small steps").first.click()
    expect(pile(other, Pile.UP_1)).to_contain_text("≈ small steps · Bo")
    other.get_by_role("link", name="Help Ann").click()
    other.locator("#card").fill("13")
    pile(other, Pile.UP_2).click()
    expect(pile(other, Pile.UP_2).locator(".head")).to_have_text("13")
    served.table.submit(EndTurn(), "cli")
    page.locator("#card").fill("14")  # on a page that was left open
    pile(page, Pile.UP_2).click()
    expect(page.locator("main")).to_contain_text("It is Bo's turn now, so this was not done.")


def test_a_phone_at_another_game_is_shown_the_seats_of_the_new_one(
    seated: Callable[..., None], served: Served, phone: Phone
) -> None:
    seated()
    player, display = phone("/seat/1"), phone("/table")
    expect(display.locator(".piles")).to_contain_text("100")
    served.table.open_game("cli", "clank")
    expect(player.get_by_role("link", name="Set up a new game")).to_be_visible()
    expect(display.locator(".piles")).to_have_count(0)


def test_the_display_shows_piles_flags_and_records(
    seated: Callable[..., None], served: Served, phone: Phone
) -> None:
    seated()
    served.table.submit(RaiseFlag(Pile.UP_2, Wish.SMALL_STEPS, Who.SECOND), "cli")
    display = phone("/table")
    expect(display.locator(".pile")).to_have_count(4)
    expect(display.locator(".flags")).to_contain_text("small steps only · Bo")

"""The Game on phones in a real browser: a short game, the pad, flags, practice."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.app.serve import Served
from companion.games.the_game.box import Pile, Who
from companion.games.the_game.commands import RaiseFlag, StartGame
from companion.games.the_game.values import Wish

Phone = Callable[..., Page]


def type_number(page: Page, card: int) -> None:
    for row, digit in zip(("Tens", "Ones"), f"{card:02}", strict=True):
        page.get_by_role("group", name=row).get_by_role("button", name=digit).click()


def lay(page: Page, which: Pile, card: int) -> None:
    type_number(page, card)
    page.locator(f"#piles [value={which}]").click()
    expect(page.locator(f"#piles [value={which}] .top")).to_contain_text(str(card))


def set_up(page: Page, **fields: str) -> None:
    for name, value in fields.items():
        page.locator(f"[name={name}]").fill(value)
    page.get_by_role("button", name="Start").click()


@pytest.fixture
def seated(served: Served) -> Callable[..., None]:
    def begin(players: int = 2, **more: object) -> None:
        served.table.open_game("cli", name="the_game")
        names = ("Ann", "Bo", "Chie")[:players]
        served.table.submit(StartGame(names, Who.FIRST, **more), "cli")  # type: ignore[arg-type]

    return begin


def test_a_whole_short_game_from_the_set_up_to_the_result(phone: Phone) -> None:
    page = phone("/new")
    page.get_by_role("link", name="The Game").click()
    set_up(page, name1="Ann", name2="Bo")
    page.get_by_role("link", name="Ann").click()
    page.get_by_role("button", name="Ann").click()  # who goes first
    expect(page.locator("#top")).to_contain_text("Ann's turn")
    lay(page, Pile.UP_1, 98)
    expect(page.locator("#top")).to_contain_text("Lay 1 more card")
    for which, card in ((Pile.UP_2, 97), (Pile.DOWN_1, 3), (Pile.DOWN_2, 4)):
        lay(page, which, card)
    page.get_by_role("button", name="End the turn, draw 4").click()
    expect(page.locator("#top")).to_contain_text("Bo's turn")
    page.get_by_text("Cannot go on?").click()
    page.get_by_role("button", name="Bo cannot go on: end the game").click()
    expect(page.locator("#top")).to_contain_text("Defeat: 94 cards left")
    page.get_by_role("link", name="Records").click()
    expect(page.locator(".records")).to_contain_text("94 left")


def test_the_pad_greys_out_what_cannot_be_laid(seated: Callable[..., None], phone: Phone) -> None:
    seated()
    page = phone("/seat/1")
    lay(page, Pile.UP_1, 60)
    page.locator("#piles [value=up_1]").click()  # the pile first: only higher ones, or 50
    tens = page.get_by_role("group", name="Tens")
    expect(tens.get_by_role("button", name="4")).to_be_disabled()
    tens.get_by_role("button", name="5").click()
    ones = page.get_by_role("group", name="Ones")
    expect(ones.get_by_role("button", name="1")).to_be_disabled()
    ones.get_by_role("button", name="0").click()
    expect(page.locator("#piles [value=up_1] .top")).to_contain_text("50")
    type_number(page, 55)
    expect(page.locator("#piles [value=up_1]")).not_to_have_class("no")
    expect(page.locator("#last")).to_contain_text("10 back!")


def test_a_finger_that_slides_from_a_ten_to_a_one_types_both(
    seated: Callable[..., None], phone: Phone
) -> None:
    seated()
    page = phone("/seat/1")
    page.locator("#piles [value=down_1]").click()
    ten, one = (
        page.get_by_role("group", name=row).get_by_role("button", name=digit).bounding_box()
        for row, digit in (("Tens", "8"), ("Ones", "7"))
    )
    assert ten is not None
    assert one is not None
    page.mouse.move(ten["x"] + 10, ten["y"] + 10)
    page.mouse.down()
    page.mouse.move(one["x"] + 10, one["y"] + 10)
    page.mouse.up()
    expect(page.locator("#piles [value=down_1] .top")).to_contain_text("87")


def test_a_wish_reaches_the_player_whose_turn_it_is_at_once(
    seated: Callable[..., None], phone: Phone
) -> None:
    seated(3)
    acting, other = phone("/seat/1"), phone("/seat/2")
    other.get_by_role("button", name="please not here").nth(2).click()
    expect(acting.locator("#piles [value=down_1]")).to_contain_text("please not here · Bo")
    other.get_by_role("button", name="please not here ✓").click()
    expect(acting.locator("#piles .flags")).to_have_count(0)


def test_practice_deals_hands_that_are_played_by_two_taps(
    seated: Callable[..., None], served: Served, phone: Phone
) -> None:
    seated(practice=True)
    page = phone("/seat/1")
    page.get_by_role("button", name="Shuffle and deal").click()
    expect(page.locator("[data-card]")).to_have_count(7)
    expect(page.locator("#pad")).to_be_hidden()
    card = served.table.snapshot.state.held[0][0]
    page.locator("[data-card]").first.click()
    page.locator("#piles [value=up_1]").click()
    expect(page.locator("#piles [value=up_1] .top")).to_contain_text(str(card))
    expect(page.locator("[data-card]")).to_have_count(6)
    expect(phone("/watch").locator("[data-card]")).to_have_count(0)


def test_without_script_a_number_and_a_pile_are_a_form(
    seated: Callable[..., None], phone: Phone
) -> None:
    seated()
    page = phone("/seat/1", java_script_enabled=False)
    page.locator("#card").fill("12")
    page.locator("#piles [value=up_2]").click()
    expect(page.locator("#piles [value=up_2] .top")).to_contain_text("12")


def test_a_phone_at_another_game_is_shown_the_seats_of_the_new_one(
    seated: Callable[..., None], served: Served, phone: Phone
) -> None:
    seated()
    player, display = phone("/seat/1"), phone("/table")
    expect(display.locator(".piles")).to_contain_text("100")
    served.table.open_game("cli", name="clank")
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

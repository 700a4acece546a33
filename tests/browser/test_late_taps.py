"""Taps that arrive late or together do what the thumb meant, or nothing and say why."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from companion.app.serve import Served
from companion.games import GAMES
from companion.games.clank import commands as co
from companion.games.clank.box import Colour
from companion.games.clank.values import Seat
from companion.language.catalogues import catalogue
from tests.bench.load.double_taps import SENT_ALL

Phone = Callable[..., Page]
RED, GREEN, BLUE = Colour.RED, Colour.GREEN, Colour.BLUE
# Which of these sentences do not fit into the notice?
CUT = """(sentences) => {
  const notice = document.getElementById("notice"), p = notice.firstElementChild;
  notice.hidden = false;
  return sentences.filter((one) => (p.textContent = one) && p.scrollHeight > p.clientHeight);
}"""
END, ATTACK = 'form[action="/do/EndTurn"] button', 'form[action="/do/RefillRow"] button:visible'


def begin(served: Served) -> None:
    served.table.open_game("cli", "clank")
    served.table.submit(co.StartGame((Seat(RED), Seat(GREEN), Seat(BLUE)), RED), "cli")


def comes_back(page: Page) -> None:
    """Let a phone that was cut off send what waits, once the tap stands in the line."""
    expect(page.locator("#line")).to_be_visible()
    page.context.set_offline(False)
    page.wait_for_function(SENT_ALL)


def test_a_tap_of_a_phone_that_was_cut_off_ends_nobody_elses_turn(
    served: Served, phone: Phone
) -> None:
    begin(served)
    red = phone("/seat/red")
    red.context.set_offline(True)
    red.locator(END).first.click()
    served.table.submit(co.EndTurn(), "phone:green")
    comes_back(red)
    assert served.table.snapshot.state.turn is GREEN
    expect(red.locator("#notice")).to_be_hidden()  # red's turn is over, as red wanted


def test_an_attack_that_was_tapped_in_an_earlier_turn_does_not_come(
    served: Served, phone: Phone
) -> None:
    begin(served)
    red = phone("/seat/red")
    red.context.set_offline(True)
    red.locator(ATTACK).first.click()
    served.table.submit(co.EndTurn(), "phone:green")
    red.context.set_offline(False)
    expect(red.locator("#notice")).to_contain_text("It is Green's turn now")
    assert served.table.snapshot.state.attack is None


def test_two_phones_that_end_the_turn_together_end_one(served: Served, phone: Phone) -> None:
    begin(served)
    pages = [phone("/seat/red") for _ in range(2)]
    for page in pages:
        page.context.set_offline(True)
        page.locator(END).first.click()
    for page in pages:
        comes_back(page)
    assert served.table.snapshot.state.turn is GREEN


def test_two_phones_that_let_dragonbag_draw_draw_once(served: Served, phone: Phone) -> None:
    begin(served)
    served.table.submit(co.RefillRow(symbol_revealed=True), "cli")
    pages = [phone(f"/seat/{seat}") for seat in ("red", "green")]
    for page in pages:
        page.context.set_offline(True)
        page.locator('form[action="/do/draw"] button').first.click()
    for page in pages:
        comes_back(page)
        expect(page.locator("#notice")).to_be_hidden()
    assert served.table.snapshot.state.draws == 1


def test_two_phones_that_undo_the_same_step_undo_it_once(served: Served, phone: Phone) -> None:
    begin(served)
    for _ in range(2):
        served.table.submit(co.MakeClank(RED), "cli")
    pages = [phone(f"/seat/{seat}") for seat in ("red", "green")]
    for page in pages:
        page.context.set_offline(True)
        page.locator('form[action="/undo"] button').first.click()
    for page in pages:
        comes_back(page)
        expect(page.locator("#notice")).to_be_hidden()
    assert served.table.snapshot.state.area.red == 4


def test_without_script_a_page_that_was_left_open_ends_nobody_elses_turn(
    served: Served, phone: Phone
) -> None:
    begin(served)
    red = phone("/seat/red", java_script_enabled=False)
    served.table.submit(co.EndTurn(), "phone:red")
    served.table.submit(co.RefillRow(symbol_revealed=False), "phone:green")
    red.locator(END).first.click()
    assert served.table.snapshot.state.turn is GREEN


def test_each_refusal_of_taps_that_waited_is_told_with_its_tap(
    served: Served, phone: Phone
) -> None:
    begin(served)
    red = phone("/seat/red")
    red.context.set_offline(True)
    red.locator(ATTACK).first.click()
    red.get_by_role("button", name="Red: one Clank! less").click()
    red.get_by_role("button", name="Red: one Clank! more").click()
    served.table.submit(co.EndTurn(), "phone:green")
    served.table.submit(co.RefillRow(symbol_revealed=True), "phone:green")
    expect(red.locator("#line")).to_contain_text("Red: one Clank! more")
    expect(red.locator("#line")).to_be_visible()
    comes_back(red)
    told = red.locator("#notice p")
    expect(told).to_contain_text("Dragon Attack! – It is Green's turn now")
    for what in ("less", "more"):
        expect(told).to_contain_text(f"Red: one Clank! {what} – The dragon attacks.")
    red.get_by_role("button", name="All right").click()
    expect(red.locator("#notice")).to_be_hidden()


@pytest.mark.parametrize("locale", ["en-GB", "ja-JP", "ru-RU"])
def test_a_refusal_is_shown_whole(served: Served, phone: Phone, locale: str) -> None:
    begin(served)
    page = phone("/seat/red", locale=locale)
    language = catalogue(locale[:2])
    told = [
        re.sub(r"\{\w+\}", "Anna", language.ngettext(each.one, each.many or each.one, 2))
        for game in GAMES.values()
        for each in game.refusals.values()
    ]
    assert len(told) > 100
    assert page.evaluate(CUT, told) == []


def test_a_tab_that_is_tapped_without_a_connection_leaves_the_game_there(
    served: Served, phone: Phone
) -> None:
    begin(served)
    red = phone("/seat/red")
    red.route("**/live?*", lambda route: route.abort())
    red.reload()
    red.context.set_offline(True)
    expect(red.locator("#line")).to_contain_text("No connection")
    red.get_by_role("link", name="Log").click()
    expect(red.locator("#line")).to_contain_text("Other pages open when the connection is back.")
    expect(red.locator(".clank")).to_be_visible()
    red.unroute("**/live?*")
    red.context.set_offline(False)
    expect(red.locator("#line")).to_be_hidden()
    red.get_by_role("link", name="Log").click()
    expect(red.get_by_role("heading", name="The evening so far")).to_be_visible()

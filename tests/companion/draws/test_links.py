"""The phones' chains of links: what a draw asks for, and what counts."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.draws.links import END, LINKS, Asked, Links, before
from tests.support.games.link_phone import LinkPhone

RED, GREEN = LinkPhone("red"), LinkPhone("green")
FIRST, SECOND = (0, "black=24,red=3"), (1, "black=24,red=1")


def sealed(*phones: LinkPhone) -> Links:
    links = Links()
    for phone in phones:
        links.seal(phone.seat, phone.end)
    return links


def ask(links: Links, draw: tuple[int, str]) -> tuple[Asked, ...]:
    due = links.due(draw)
    links.ask(draw, due)
    return due


def test_a_link_is_the_sha256_of_the_bytes_of_the_next_one() -> None:
    assert before("00" * 32) == hashlib.sha256(bytes(32)).hexdigest()
    assert before("00" * 32, 2) == before(before("00" * 32))


def test_a_draw_asks_every_sealed_phone_for_its_next_link() -> None:
    links = sealed(RED, GREEN)
    assert ask(links, FIRST) == (Asked("red", RED.end, 1), Asked("green", GREEN.end, 1))
    assert ask(links, SECOND) == (Asked("red", RED.end, 2), Asked("green", GREEN.end, 2))


def test_links_go_into_the_draw_in_the_order_in_which_they_were_asked_for() -> None:
    links = sealed(RED, GREEN)
    ask(links, FIRST)
    links.open(FIRST, GREEN.end, GREEN.link(1))
    links.open(FIRST, RED.end, RED.link(1))
    assert links.of(FIRST) == (RED.link(1), GREEN.link(1))


def test_the_same_draw_from_the_same_bag_asks_once_and_takes_nothing_after_it_was_drawn() -> None:
    links = sealed(RED, GREEN)
    ask(links, FIRST)
    links.open(FIRST, RED.end, RED.link(1))
    links.drawn(FIRST)
    assert links.due(FIRST) == ()
    assert links.link_refusal(FIRST, GREEN.end, GREEN.link(1)) == "not_the_time_to_open"
    assert links.of(FIRST) == (RED.link(1),)


def test_another_bag_asks_for_the_next_links() -> None:
    links = sealed(RED)
    ask(links, FIRST)
    assert ask(links, (0, "black=24")) == (Asked("red", RED.end, 2),)


def test_a_phone_that_comes_back_counts_from_the_next_draw_on() -> None:
    links, again = sealed(RED), LinkPhone("red", life=1)
    ask(links, FIRST)
    links.seal("red", again.end)
    assert links.times["red"] == 2
    assert links.link_refusal(FIRST, again.end, again.link(1)) == "fits_no_seal"
    assert links.due(SECOND) == (Asked("red", again.end, 1),)


def test_links_run_out_and_a_new_seal_brings_new_ones() -> None:
    links = sealed(RED)
    for number in range(LINKS):
        ask(links, (number, ""))
    assert (links.left("red"), links.due((LINKS, ""))) == (0, ())
    links.seal("red", LinkPhone("red", life=1).end)
    assert links.left("red") == LINKS


@given(st.integers(1, LINKS), st.integers(1, LINKS))
def test_only_the_link_that_was_asked_for_fits(number: int, other: int) -> None:
    assert Asked("red", RED.end, number).fits(RED.link(other)) == (number == other)


@pytest.mark.parametrize("link", ["", "00" * 32, RED.link(1).upper(), RED.link(2), GREEN.link(1)])
def test_what_is_no_link_of_the_chain_is_refused(link: str) -> None:
    links = sealed(RED, GREEN)
    ask(links, FIRST)
    with pytest.raises(ValueError, match="fits_no_seal"):
        links.open(FIRST, RED.end, link)


def test_nothing_is_opened_that_nobody_asked_for() -> None:
    links = sealed(RED)
    for draw in (None, FIRST):
        with pytest.raises(ValueError, match="not_the_time_to_open"):
            links.open(draw, RED.end, RED.link(1))


@pytest.mark.parametrize("seal", ["", "hello", "G" * 64, RED.end])
def test_what_is_no_seal_or_a_known_one_is_refused(seal: str) -> None:
    with pytest.raises(ValueError, match="no_seal"):
        sealed(RED).seal("green", seal)


def test_the_end_is_closed_once_and_only_for_links_that_are_missing() -> None:
    links = Links()
    with pytest.raises(ValueError, match="waits for no links"):
        links.close_end()
    links = sealed(RED, GREEN)
    ask(links, END)
    links.open(END, RED.end, RED.link(1))
    assert not links.asks[END].has_pictures(END)
    links.close_end()
    assert links.asks[END].has_pictures(END)
    assert links.link_refusal(END, GREEN.end, GREEN.link(1)) == "not_the_time_to_open"
    with pytest.raises(ValueError, match="waits for no links"):
        links.close_end()


def test_without_a_link_there_are_no_pictures_that_the_owner_could_choose() -> None:
    links = sealed(RED, GREEN)
    ask(links, FIRST)
    links.drawn(FIRST)
    assert not links.asks[FIRST].has_pictures(FIRST)


def test_nobody_can_leave_a_phone_out_of_an_ask() -> None:
    links = sealed(RED, GREEN)
    for asked in ((), (Asked("red", RED.end, 1),), (*links.due(FIRST)[::-1],)):
        with pytest.raises(ValueError, match="every sealed phone"):
            links.ask(FIRST, asked)

"""A hand in practice is on its own phone and nowhere else.

Two evenings are played in which only cards that the asking phone may not know differ; whatever it
is sent must be the same to the byte.
"""

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.games.the_game.box import ALL_CARDS, Pile, Who
from companion.games.the_game.commands import ChooseFirst, EndTurn, PlayCard, RaiseFlag, StartGame
from companion.games.the_game.values import Rulings, Wish
from companion.language.catalogues import LANGUAGES
from companion.table.table import Table
from tests.support.two_evenings import Both, Evening, bare, begun, same_for_both
from web_ui.render.render import EVERY_GAME
from web_ui.views import VIEWS

NAMES = ("Ann", "Bo", "Chie")
SHARED = (2, 3)  # what the first player lays in both evenings
MINE = tuple(range(40, 46))  # the second player's hand in both
SEEN_BY_ALL = (
    *("/", "/watch", "/table", "/log", "/records", "/advice", "/games", "/new", "/fair", "/luck"),
    *(
        "/api/v1/snapshot",
        "/api/v1/games",
        "/api/v1/openapi.json",
        "/seat/1",
        "/seat/3",
        "/panel",
        "/score",
    ),
)


def order_of(hands: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """Return a shuffle that deals these hands."""
    dealt = tuple(card for hand in hands for card in hand)
    return (*dealt, *(card for card in reversed(ALL_CARDS) if card not in dealt))


ONE_DEAL = order_of(((*SHARED, 4, 5, 6, 7), MINE, (50, 51, 52, 53, 54, 55)))
OTHER_DEAL = order_of(((*SHARED, 90, 91, 92, 93), MINE, (60, 61, 62, 63, 64, 65)))


def evening(folder: Path, order: tuple[int, ...]) -> Evening:
    folder.mkdir()
    lines = [
        line("StartGame", "GameStarted", names=NAMES, first="1", practice=True, advice=True),
        {
            "at": "2026-01-01T00:00:00.000+00:00", "source": "cli", "kind": "command",
            "command": {"type": "Shuffle", "order": order, "drawn_by": "dragonbag"},
            "events": [{"type": "CardsShuffled", "order": order}],
        },
    ]  # fmt: skip
    file = {"format": "dragonbag-game", "format_version": 2, "game": "the_game", "id": "x"}
    table = Table.open(folder / "journal.sqlite")
    game_id = table.import_game(json.dumps({**file, "lines": lines}).encode())
    table.return_to("cli", game_id)
    return begun(folder, table)


def line(command: str, event: str, *, advice: bool, **facts: object) -> dict[str, object]:
    rulings = {"advice": advice}
    started = {**facts, "level": "normal", "on_fire": False, "rulings": rulings}
    return {
        "at": "2026-01-01T00:00:00.000+00:00", "source": "cli", "kind": "command",
        "command": {"type": command, **started},
        "events": [{"type": event, **started, "hand_size": 6, "needed": 2}],
    }  # fmt: skip


@pytest.fixture
def both(tmp_path: Path) -> Iterator[Both]:
    with ExitStack() as open_:
        evenings = (evening(tmp_path / "a", ONE_DEAL), evening(tmp_path / "b", OTHER_DEAL))
        for each in evenings:
            open_.enter_context(each.table)
            for card in SHARED:
                each.table.submit(PlayCard(Pile.UP_1, card, Who.FIRST), "phone:1")
            each.table.submit(EndTurn(), "phone:1")
            each.table.submit(RaiseFlag(Pile.DOWN_1, Wish.NOT_HERE, Who.THIRD), "phone:3")
        yield evenings


def test_the_evenings_differ_in_what_is_secret(both: Both) -> None:
    one, other = (each.table.snapshot.state for each in both)
    assert one.held[0] != other.held[0]
    assert one.held[2] != other.held[2]
    assert one.deck != other.deck
    assert one.held[1] == other.held[1] == MINE


def test_the_own_phone_shows_the_own_hand(both: Both) -> None:
    page = same_for_both(both, lambda each: each.phone("2").get("/seat/2").text)
    assert re.findall(r'data-card="(\d+)"', page) == [str(card) for card in MINE]
    own = [each.phone("1").get("/seat/1").text for each in both]
    assert bare(own[0]) != bare(own[1])  # so the comparison does see a hand where there is one


@pytest.mark.parametrize("path", SEEN_BY_ALL)
@pytest.mark.parametrize("seat", ["2", ""])
@pytest.mark.slow
def test_no_page_and_no_answer_tells_another_hand(both: Both, path: str, seat: str) -> None:
    same_for_both(both, lambda each: each.phone(seat).get(path).text)


@pytest.mark.parametrize("page", sorted({*EVERY_GAME, *VIEWS["the_game"].live_pages}))
@pytest.mark.parametrize("asked", ["1", "2", "3", "watch"])
@pytest.mark.slow
def test_no_stream_tells_another_hand(both: Both, page: str, asked: str) -> None:
    for language in LANGUAGES:
        query = f"page={page}&seat={asked}&lang={language}"
        same_for_both(both, lambda each, query=query: each.streamed("2", "/live", query))  # type: ignore[misc]


def test_the_stream_for_programs_tells_no_hand(both: Both) -> None:
    told = same_for_both(both, lambda each: each.streamed("2", "/api/v1/stream", ""))
    assert "snapshot" in told


def test_a_part_drawn_for_one_seat_is_not_shown_to_the_next(both: Both) -> None:
    """Fragments are kept between phones: the own phone looks first, then another."""
    for each in both:
        each.phone("1").get("/seat/1")
        assert "data-card" in each.streamed("1", "/live", "page=play&seat=1&lang=en")
    told = same_for_both(both, lambda each: each.streamed("2", "/live", "page=play&seat=1&lang=en"))
    assert "data-card" not in told


def test_nobody_finds_out_by_trying(both: Both) -> None:
    """What is refused would tell a hand; another's phone is refused before the cards are asked."""

    def tried(each: Evening) -> str:
        each.table.undo("cli")  # the flag
        each.table.undo("cli")  # the end of the turn: it is the first player's turn again
        answers = []
        moment = {"moment": each.table.snapshot.moment_of(PlayCard)}
        for card in (4, 90, 50, 99):
            for player in ("1", "3", ""):
                told = {"pile": "up_1", "card": card, **({"player": player} if player else {})}
                form = each.phone("2").post("/do/PlayCard", data={**told, **moment})
                command = json.dumps({"type": "PlayCard", **told})
                program = each.phone("2").post(
                    "/api/v1/commands", data=command, query_string=moment
                )
                answers.append(f"{form.status_code} {form.text} {program.text}")
        stuck = each.phone("2").post("/do/GiveUp", data={"player": "1", **moment})
        return " ".join([*answers, stuck.text])

    assert "your own seat" in same_for_both(both, tried)


def test_who_begins_is_agreed_by_anybody_over_the_open_hands(
    both: Both,
) -> None:
    table, phone = both[0].table, both[0].phone("2")
    table.open_game("cli", "the_game")
    table.submit(StartGame(NAMES, practice=True), "cli")
    assert "Shuffle and deal" in phone.get("/seat/2").text
    table.draw("cli")
    page = phone.get("/seat/2").text
    assert page.count("data-card") == 6  # to be talked about before somebody begins
    chosen = {"first": "1", "moment": table.snapshot.moment_of(ChooseFirst)}
    assert phone.post("/do/ChooseFirst", data=chosen).status_code == 303
    assert table.snapshot.state.turn is Who.FIRST


def test_a_seat_with_cards_is_one_phones_alone(both: Both) -> None:
    each = both[0]
    each.phone("1")
    answer = each.phone("").post("/take", data={"seat": "1"})
    assert answer.status_code == 409
    assert "Another phone has this seat" in answer.text


def test_who_took_a_seat_over_sees_the_hand_and_the_other_phone_does_not(both: Both) -> None:
    each = both[0]
    each.table.open_game("cli", "the_game")
    each.table.submit(StartGame(NAMES, Who.FIRST), "cli")  # without secrets
    first, second = (each.app.test_client() for _ in range(2))
    for phone in (first, second):
        phone.get("/join/" + each.guests.link("").rpartition("/")[2])
        assert phone.post("/take", data={"seat": "1", "over": "yes"}).status_code == 303
    each.table.open_game("cli", "the_game")
    each.table.submit(StartGame(NAMES, Who.FIRST, practice=True), "cli")
    each.table.draw("cli")
    assert [phone.get("/seat/1").text.count("data-card") for phone in (first, second)] == [0, 6]
    card = each.table.snapshot.state.held[0][0]
    moment = each.table.snapshot.moment_of(PlayCard)
    played = {"pile": "up_1", "card": card, "player": "1", "moment": moment}
    assert "your own seat" in first.post("/do/PlayCard", data=played).text
    assert second.post("/do/PlayCard", data=played).status_code == 303


def test_who_has_seen_a_hand_keeps_the_seat(both: Both) -> None:
    each = both[0]
    answer = each.phone("2").post("/take", data={"seat": "3"})
    assert (answer.status_code, "you cannot change your seat" in answer.text) == (409, True)
    assert each.phone("2").post("/take", data={"seat": ""}).status_code == 409


def test_not_even_the_host_sees_or_plays_another_hand(both: Both) -> None:
    def host(each: Evening) -> str:
        phone = each.app.test_client()
        phone.get("/join/" + each.guests.link("", is_host=True).rpartition("/")[2])
        played = phone.post("/do/PlayCard", data={"pile": "up_1", "card": 40, "player": "2"})
        return str(phone.get("/seat/1").text + phone.get("/host").text + played.text)

    told = same_for_both(both, host)
    assert "data-card" not in told


def test_the_file_of_a_game_waits_until_it_is_over(both: Both) -> None:
    each = both[0]
    game_id = each.table.snapshot.game_id
    answer = each.phone("2").get(f"/api/v1/games/{game_id}")
    assert (answer.status_code, answer.get_json()["code"]) == (409, "secret_until_over")
    while each.table.snapshot.undo_takes:
        each.table.undo("cli")
    assert each.phone("2").get(f"/api/v1/games/{game_id}").status_code == 409
    each.table.open_game("cli", "the_game")
    each.table.submit(StartGame(("",), rulings=Rulings()), "cli")
    assert each.phone("2").get(f"/api/v1/games/{each.table.snapshot.game_id}").status_code == 200

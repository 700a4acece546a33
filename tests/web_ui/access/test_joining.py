"""Joining pushes nobody out, and the host's door opens only to who reads the panel's lamps."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.app.cli.main import main
from companion.engine.errors import Rejected
from companion.table.table import Table
from tests.support.pages import locked_app
from web_ui.access.guest_list import Phone
from web_ui.access.guests import (
    JOIN_EVERY_S,
    JOINS,
    MOST_PHONES,
    NEVER_CAME_S,
    SEATED_S,
    WATCHER_S,
    Guests,
)
from web_ui.access.host_door import ALL_TRIES, NUMBERS, OPEN_S, TRIES


@pytest.fixture
def now() -> list[float]:
    return [0.0]


@pytest.fixture
def guests(tmp_path: Path, now: list[float]) -> Guests:
    return Guests(tmp_path / "guests.json", lambda: now[0])


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with Table.open(tmp_path / "journal.sqlite") as table:
        yield table


@pytest.fixture
def app(table: Table, guests: Guests) -> Flask:
    return locked_app(table, guests)


def key_of(guests: Guests, *, is_host: bool = False) -> str:
    return guests.link("", is_host=is_host).rpartition("/")[2]


def join(guests: Guests, address: str = "10.0.0.1") -> Phone:
    phone = guests.join(key_of(guests), address=address)
    assert phone is not None
    return phone


def fill(guests: Guests) -> list[Phone]:
    """Let as many phones join as fit, each from a network of its own, and come back."""
    phones = []
    while len(guests.phones) < MOST_PHONES:
        phones.append(join(guests, f"10.1.0.{len(guests.phones)}"))
        guests.heard(phones[-1])
    return phones


# Joining.


def test_many_visits_of_the_link_push_no_live_phone_out(
    app: Flask, guests: Guests, now: list[float]
) -> None:
    here = app.test_client()
    assert here.get(f"/join/{key_of(guests)}").status_code == 303
    for _ in range(MOST_PHONES + 10):
        now[0] += 1.0
        app.test_client().get(f"/join/{key_of(guests)}")
        assert here.get("/").status_code == 200
    assert len(guests.phones) <= MOST_PHONES


def test_one_address_lets_in_sixty_phones_at_once_and_then_one_now_and_then(
    guests: Guests, now: list[float]
) -> None:
    assert len({join(guests).id for _ in range(int(JOINS))}) == JOINS
    with pytest.raises(Rejected, match="too_many_join"):
        join(guests)
    join(guests, "10.0.0.2")
    now[0] += JOIN_EVERY_S
    join(guests)
    assert len(guests.phones) == JOINS + 2


def test_who_has_joined_and_scans_again_is_the_same_phone_and_writes_nothing(
    guests: Guests, tmp_path: Path
) -> None:
    mine = join(guests)
    before = (tmp_path / "guests.json").stat().st_mtime_ns
    for _ in range(200):
        assert guests.join(key_of(guests), mine) == mine
    assert (tmp_path / "guests.json").stat().st_mtime_ns == before


def test_a_full_table_refuses_a_newcomer_and_says_so(
    app: Flask, guests: Guests, now: list[float]
) -> None:
    phones = fill(guests)
    answer = app.test_client().get(f"/join/{key_of(guests)}")
    assert answer.status_code == 409
    assert "as many phones as it takes" in answer.text
    assert set(guests.phones) == set(phones)


def test_a_phone_that_only_opened_the_link_makes_room_first(
    guests: Guests, now: list[float]
) -> None:
    fill(guests)
    guests.remove(guests.phones[0].id)
    only_opened = join(guests, "10.2.0.1")
    now[0] += NEVER_CAME_S + 1
    new = join(guests, "10.2.0.2")
    assert only_opened not in guests.phones
    assert new in guests.phones


def test_a_watcher_makes_room_after_hours_and_a_seat_after_a_night(
    guests: Guests, now: list[float]
) -> None:
    phones = fill(guests)
    seated = guests.take(phones[0], "red")
    awake = phones[1]
    now[0] += WATCHER_S + 1
    guests.heard(awake)
    for number in range(MOST_PHONES - 2):
        guests.heard(join(guests, f"10.3.0.{number}"))
    assert {seated, awake} <= set(guests.phones)
    with pytest.raises(Rejected, match="table_is_full"):
        join(guests, "10.4.0.1")
    now[0] += SEATED_S
    for phone in guests.phones:
        if phone != seated:
            guests.heard(phone)
    new = join(guests, "10.4.0.1")
    assert seated not in guests.phones
    assert new in guests.phones


def test_a_phone_with_an_open_page_is_live_however_quiet(guests: Guests, now: list[float]) -> None:
    phones = fill(guests)
    guests.presence.opened(phones[0].id)
    now[0] += 10 * SEATED_S
    guests.heard(phones[1])
    for number in range(MOST_PHONES - 2):
        guests.heard(join(guests, f"10.3.0.{number}"))
    assert phones[0] in guests.phones


# The host's door.


def code(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))


def wrong(numbers: tuple[int, ...]) -> str:
    return code((numbers[0] % 7 + 1, *numbers[1:]))


def test_an_open_door_lets_nobody_in_who_does_not_know_the_code(app: Flask, guests: Guests) -> None:
    guests.door.open()
    stranger, watcher = app.test_client(), app.test_client()
    watcher.get(f"/join/{key_of(guests)}")
    for _ in range(20):
        assert stranger.get("/").status_code == 401
        assert watcher.get("/host").status_code == 403
    assert not any(each.is_host for each in guests.phones)
    assert guests.door.is_open


@pytest.mark.parametrize("has_joined", [True, False])
def test_whoever_types_the_code_is_the_host_and_the_door_is_shut(
    app: Flask, guests: Guests, has_joined: bool
) -> None:
    shut = []
    guests.door.on_shut = lambda: shut.append(True)
    numbers = guests.door.open()
    assert len(numbers) == NUMBERS
    phone, other = app.test_client(), app.test_client()
    if has_joined:
        phone.get(f"/join/{key_of(guests)}")
    answer = phone.post("/door", data={"code": code(numbers)})
    assert answer.headers["Location"] == "/host"
    assert phone.get("/host").status_code == 200
    assert len(guests.phones) == 1
    assert shut == [True]
    late = other.post("/door", data={"code": code(numbers)})
    assert late.status_code == 409
    assert "No code is shown now" in late.text


@pytest.mark.parametrize("zero", ["\N{FULLWIDTH DIGIT ZERO}", "\N{ARABIC-INDIC DIGIT ZERO}"])
@pytest.mark.parametrize("between", ["", "\N{IDEOGRAPHIC SPACE}", "-"])
def test_the_code_may_be_typed_in_digits_of_any_script(
    guests: Guests, zero: str, between: str
) -> None:
    numbers = guests.door.open()
    typed = between.join(chr(ord(zero) + number) for number in numbers)
    guests.door.enter(typed, "somebody at the panel")
    assert not guests.door.is_open


def test_the_pages_of_strangers_and_watchers_ask_for_the_code(app: Flask, guests: Guests) -> None:
    stranger, watcher = app.test_client(), app.test_client()
    watcher.get(f"/join/{key_of(guests)}")
    for page in (stranger.get("/").text, watcher.get("/host").text):
        assert 'action="/door"' in page
        assert "five numbers" in page


def test_a_code_cannot_be_guessed(guests: Guests) -> None:
    numbers = guests.door.open()
    for _ in range(TRIES):
        with pytest.raises(Rejected, match="wrong_code"):
            guests.door.enter(wrong(numbers), "from 10.0.0.1")
    with pytest.raises(Rejected, match="too_many_tries"):
        guests.door.enter(code(numbers), "from 10.0.0.1")
    guests.door.enter(code(numbers), "somebody at the panel")


def test_guesses_from_many_addresses_shut_the_door(guests: Guests) -> None:
    numbers = guests.door.open()
    for number in range(ALL_TRIES):
        with pytest.raises(Rejected):
            guests.door.enter(wrong(numbers), f"from 10.0.0.{number}")
    assert not guests.door.is_open
    with pytest.raises(Rejected, match="door_is_shut"):
        guests.door.enter(code(numbers), "somebody at the panel")


def test_the_code_is_forgotten_after_two_minutes(guests: Guests, now: list[float]) -> None:
    numbers = guests.door.open()
    now[0] += OPEN_S + 1
    with pytest.raises(Rejected, match="door_is_shut"):
        guests.door.enter(code(numbers), "somebody")


@pytest.mark.parametrize("given", ["", "x", "\uff18\uff19\uff10\uff18\uff19", "1" * 5000, "\u0661"])
def test_what_is_no_code_is_a_wrong_one(app: Flask, guests: Guests, given: str) -> None:
    guests.door.open()
    answer = app.test_client().post("/door", data={"code": given})
    assert answer.status_code == 403
    assert not any(each.is_host for each in guests.phones)


# The host's key.


@pytest.mark.parametrize("renew", ["rotate", "next_group"])
def test_the_hosts_key_changes_with_the_tables(guests: Guests, renew: str) -> None:
    old, old_host = key_of(guests), key_of(guests, is_host=True)
    host = guests.join(old_host)
    assert host is not None
    getattr(guests, renew)()
    assert guests.join(old) is None
    assert guests.join(old_host) is None
    assert guests.program(old_host) is None
    assert guests.of(guests.cookie(host)) is not None, "the host stays"


def test_the_command_prints_the_hosts_link(
    guests: Guests, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = tmp_path / "dragonbag.toml"
    settings.write_text('host = "10.0.0.2"\nport = 8001\n')
    words = ["host", "--data-dir", str(tmp_path), "--settings", str(settings)]
    assert main(words) == 0
    assert capsys.readouterr().out == guests.link("http://10.0.0.2:8001", is_host=True) + "\n"
    guests.rotate()
    assert main(words) == 0
    assert capsys.readouterr().out == guests.link("http://10.0.0.2:8001", is_host=True) + "\n"


def test_without_a_table_the_command_says_so_and_makes_no_key(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["host", "--data-dir", str(tmp_path / "none")]) == 1
    assert "Serve the table first" in capsys.readouterr().err
    assert not (tmp_path / "none").exists()

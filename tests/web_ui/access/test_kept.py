"""The list of phones on a bad card: nobody is logged out without a word."""

import json
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.engine.sentence import Sentence
from companion.table.table import Table
from tests.support.pages import create_app
from web_ui.access.guest_list import Phone, Policy
from web_ui.access.guests import Guests
from web_ui.app import Options


@pytest.fixture
def guests(tmp_path: Path) -> Guests:
    return Guests(tmp_path / "guests.json")


@pytest.fixture
def phone(table: Table, guests: Guests) -> FlaskClient:
    app = create_app(table, Options(address=lambda: "http://t", version="test", guests=guests))
    return app.test_client()


def joined(phone: FlaskClient, guests: Guests) -> Phone:
    phone.get(guests.link("http://t").removeprefix("http://t"))
    return guests.phones[-1]


BROKEN = ["", "{", "[]", "7", "\x00" * 300, '{"phones": [{"id": 1, "x": 2}]}']


@pytest.mark.parametrize("text", BROKEN)
def test_a_list_that_is_broken_is_kept_aside_and_the_one_before_it_counts(
    phone: FlaskClient, guests: Guests, tmp_path: Path, text: str
) -> None:
    mine = joined(phone, guests)
    guests.choose(Policy.OWN)
    (tmp_path / "guests.json").write_text(text)
    again = Guests(tmp_path / "guests.json")
    assert again.of(guests.cookie(mine)) == mine, "nobody is logged out"
    assert again.link("x") == guests.link("x")
    (aside,) = tmp_path.glob("guests-damaged-*.json")
    assert aside.read_text() == text
    assert aside.name in str(again.told)
    assert Guests(tmp_path / "guests.json").told is None


@pytest.mark.parametrize("text", BROKEN)
def test_a_list_of_which_nothing_is_left_begins_anew_and_says_so(tmp_path: Path, text: str) -> None:
    (tmp_path / "guests.json").write_text(text)
    told: list[Sentence | None] = []
    guests = Guests(tmp_path / "guests.json")
    guests.tell_by(told.append)
    assert guests.phones == ()
    assert "Every phone has to join again" in str(told[0])
    assert json.loads((tmp_path / "guests.json").read_text())["policy"] == "help"


def test_any_one_wrong_bit_in_the_list_is_noticed(
    phone: FlaskClient, guests: Guests, tmp_path: Path
) -> None:
    mine = joined(phone, guests)
    guests.choose(Policy.OWN)
    good, before = (
        (tmp_path / name).read_bytes() for name in ("guests.json", "guests.json.before")
    )
    for place in range(len(good)):
        bad = bytearray(good)
        bad[place] ^= 1
        (tmp_path / "guests.json").write_bytes(bad)
        (tmp_path / "guests.json.before").write_bytes(before)
        again = Guests(tmp_path / "guests.json")
        assert again.of(guests.cookie(mine)) == mine
        assert again.told is not None
        (tmp_path / "guests.json.before").unlink(missing_ok=True)


def test_who_joins_while_the_disk_refuses_is_in_and_everybody_is_told(
    phone: FlaskClient, guests: Guests, tmp_path: Path
) -> None:
    told: list[Sentence | None] = []
    guests.tell_by(told.append)
    (tmp_path / "guests.new").mkdir()  # nothing can be written there now
    mine = joined(phone, guests)
    assert phone.get("/").status_code == 200
    assert "does not save who joins" in str(told[-1])
    (tmp_path / "guests.new").rmdir()
    guests.choose(Policy.OWN)
    assert told[-1] is None
    assert Guests(tmp_path / "guests.json").of(guests.cookie(mine)) == mine

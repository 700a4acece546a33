"""What differs where the page came through HTTPS: the cookie, and whose forms are taken."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from werkzeug.http import dump_cookie

from companion.table.table import Table
from tests.support.pages import create_app
from web_ui.access.gate import is_same_site
from web_ui.access.guests import Guests
from web_ui.app import Options

PLAIN, SECURE = "http://dragonbag.local", "https://dragonbag.local"


@pytest.fixture
def guests(tmp_path: Path) -> Guests:
    return Guests(tmp_path / "guests.json")


@pytest.fixture
def phone(tmp_path: Path, guests: Guests) -> Iterator[FlaskClient]:
    with Table.open(tmp_path / "journal.sqlite") as table:
        yield create_app(table, Options(address=str, version="1", guests=guests)).test_client()


def cookie(guests: Guests, phone: FlaskClient, base_url: str) -> str:
    answer = phone.get(guests.link(""), base_url=base_url)
    return answer.headers["Set-Cookie"]


def test_over_https_the_cookie_is_for_https_alone(guests: Guests, phone: FlaskClient) -> None:
    given = cookie(guests, phone, SECURE)
    assert given.startswith("__Host-phone=")
    assert {"Secure", "HttpOnly", "SameSite=Lax", "Path=/"} <= set(given.split("; "))
    assert "Domain" not in given, "__Host- allows none"
    assert phone.get("/", base_url=SECURE).status_code == 200


def test_over_http_the_cookie_has_another_name(guests: Guests, phone: FlaskClient) -> None:
    cookie(guests, phone, SECURE)
    given = cookie(guests, phone, PLAIN)
    assert given.startswith("phone=")
    assert "Secure" not in given
    assert phone.get("/", base_url=PLAIN).status_code == 200


def test_a_phone_that_joined_over_http_is_the_same_over_https(
    guests: Guests, phone: FlaskClient
) -> None:
    cookie(guests, phone, PLAIN)
    before = guests.phones
    assert phone.get("/", base_url=SECURE).status_code == 200
    cookie(guests, phone, SECURE)
    assert guests.phones == before


def test_a_damaged_cookie_of_one_kind_does_not_hide_the_other(
    guests: Guests, phone: FlaskClient
) -> None:
    value = cookie(guests, phone, PLAIN).partition(";")[0].partition("=")[2]
    headers = {"Cookie": f"{dump_cookie('__Host-phone', 'old').partition(';')[0]}; phone={value}"}
    stranger = phone.application.test_client(use_cookies=False)
    assert stranger.get("/", base_url=SECURE, headers=headers).status_code == 200


@pytest.mark.parametrize(
    ("origin", "is_secure", "is_same"),
    [
        (None, True, True),
        ("https://dragonbag.local", True, True),
        ("http://dragonbag.local", True, False),
        ("http://dragonbag.local", False, True),
        ("https://dragonbag.local", False, True),
        ("https://dragonbag.local:8443", True, False),
        ("https://elsewhere.local", True, False),
        ("null", True, False),
        ("null", False, False),
    ],
)
def test_a_form_comes_from_the_tables_own_page(
    origin: str | None, is_secure: bool, is_same: bool
) -> None:
    assert is_same_site(origin, "dragonbag.local", is_secure) is is_same


def test_a_page_over_http_sends_no_form_to_https(guests: Guests, phone: FlaskClient) -> None:
    cookie(guests, phone, SECURE)
    for origin, status in ((PLAIN, 403), (SECURE, 303)):
        answer = phone.post("/take", data={"seat": ""}, base_url=SECURE, headers={"Origin": origin})
        assert answer.status_code == status

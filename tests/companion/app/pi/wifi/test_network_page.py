"""The host's page about the networks: the table's own Wi-Fi, and the way back to the house's."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.app.pi.wifi.keeper import NOT_JOINED
from companion.engine.value import replace
from companion.table.table import Table
from tests.companion.app.pi.wifi.own_wifi import OwnWifi
from tests.support.pages import create_app
from web_ui.access.guests import Guests
from web_ui.app import Options

PAGE = "/upkeep/network"
POSTS = ("open", "close", "join", "rename")
HOME = {"name": "Home", "password": "a password"}


@pytest.fixture
def wifi() -> OwnWifi:
    return OwnWifi()


@pytest.fixture
def guests(tmp_path: Path) -> Guests:
    return Guests(tmp_path / "guests.json")


@pytest.fixture
def host(tmp_path: Path, wifi: OwnWifi, guests: Guests) -> Iterator[FlaskClient]:
    with Table.open(tmp_path / "journal.sqlite") as table:
        app = create_app(table, Options(address=str, version="1", guests=guests, network=wifi))
        client = app.test_client()
        client.get(guests.link("", is_host=True))
        yield client


def test_only_the_host_moves_the_table(host: FlaskClient, wifi: OwnWifi, guests: Guests) -> None:
    guest, stranger = (host.application.test_client() for _ in range(2))
    guest.get(guests.link(""))
    for client, status in ((guest, 403), (stranger, 401)):
        answers = [client.get(PAGE), client.get(f"{PAGE}/card.svg")]
        answers += [client.post(f"{PAGE}/{name}", data=HOME) for name in POSTS]
        assert {answer.status_code for answer in answers} == {status}
    assert (wifi.wished, wifi.secret.name) == ([], "Dragonbag")


def test_opening_shows_how_to_follow_before_the_phone_is_cut_off(
    host: FlaskClient, wifi: OwnWifi
) -> None:
    assert "in the Wi-Fi Home" in host.get(PAGE).text
    answer = host.post(f"{PAGE}/open").text
    assert wifi.wished == ["open"]
    assert wifi.secret.password in answer
    assert "http://10.42.0.1/" in answer


def test_the_hosts_phone_is_the_host_in_the_other_network_too(
    host: FlaskClient, wifi: OwnWifi, guests: Guests
) -> None:
    for name, address in (("open", wifi.address), ("close", wifi.house_address)):
        answer = host.post(f"{PAGE}/{name}").text
        (link,) = re.findall(rf'href="({address}join/[^"]+)"', answer)
        there = host.application.test_client()
        there.get(link, base_url=address)
        assert there.get(PAGE, base_url=address).status_code == 200, "a page of the host's"


def test_an_order_that_failed_is_told_where_it_was_given(host: FlaskClient, wifi: OwnWifi) -> None:
    wifi.trouble = NOT_JOINED.about(name="Home", why="a wrong password")
    assert "The Wi-Fi Home could not be joined: a wrong password" in host.get(PAGE).text


def test_the_way_back_to_the_house_is_offered_while_the_own_wifi_is_open(
    host: FlaskClient, wifi: OwnWifi
) -> None:
    assert f"{PAGE}/close" not in host.get(PAGE).text
    wifi.seen = replace(wifi.seen, wifi="", is_own=True)
    page = host.get(PAGE).text
    assert f"{PAGE}/close" in page
    assert f"{PAGE}/open" not in page
    host.post(f"{PAGE}/close")
    host.post(f"{PAGE}/join", data=HOME)
    assert wifi.wished == ["close", "join Home"]


def test_on_a_read_only_system_the_page_says_that_a_wifi_is_forgotten(
    host: FlaskClient, wifi: OwnWifi
) -> None:
    assert "forgotten" not in host.get(PAGE).text
    wifi.forgets = True
    assert "forgotten" in host.get(PAGE).text


def test_on_a_cable_nothing_can_be_opened(host: FlaskClient, wifi: OwnWifi) -> None:
    wifi.seen = replace(wifi.seen, wifi="", cable=True)
    page = host.get(PAGE).text
    assert "on a cable" in page
    assert f"{PAGE}/open" not in page


def test_the_host_changes_name_and_password_and_prints_the_card(
    host: FlaskClient, wifi: OwnWifi
) -> None:
    assert host.post(f"{PAGE}/rename", data={"name": "Cave", "password": "12345678"}).status_code
    card = host.get(f"{PAGE}/card.svg", headers={"Accept-Language": "ru"})
    assert (card.mimetype, card.text) == ("image/svg+xml", "<svg>Cave ru</svg>")
    for action in ("rename", "join"):
        answer = host.post(f"{PAGE}/{action}", data={"name": "Cave", "password": "short"})
        assert (answer.status_code, "8 to 63" in answer.text) == (409, True)
    assert (wifi.secret.password, wifi.wished) == ("12345678", [])

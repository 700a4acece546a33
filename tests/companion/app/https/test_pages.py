"""HTTPS as host and guests meet it: the switch, the steps for a phone, the codes, the doctor."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.app.doctor.https import check_https
from companion.app.doctor.machine import Verdict
from companion.app.https.places import Places, Status, Wishes, places_of, publish, wish, withdraw
from companion.app.https.served import Https
from companion.app.settings import Settings
from companion.table.table import Table
from tests.support.pages import create_app
from web_ui.access.guests import Guests
from web_ui.app import Options

PAGE = "/upkeep/https"
AT = "http://192.168.1.4:8000"
SERVED = Status(8443, "2027-12-24 02:36", "AB:12", ("192.168.1.4", "dragonbag.local"))


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data_dir=tmp_path)


@pytest.fixture
def places(settings: Settings) -> Places:
    return places_of(settings)


@pytest.fixture
def https(settings: Settings) -> Https:
    return Https(settings)


@pytest.fixture
def guests(tmp_path: Path) -> Guests:
    return Guests(tmp_path / "guests.json")


@pytest.fixture
def host(tmp_path: Path, https: Https, guests: Guests) -> Iterator[FlaskClient]:
    with Table.open(tmp_path / "journal.sqlite") as table:
        app = create_app(table, Options(address=str, version="1", guests=guests, https=https))
        client = app.test_client()
        client.get(guests.link("", is_host=True), base_url=AT)
        yield client


@pytest.fixture
def guest(host: FlaskClient, guests: Guests) -> FlaskClient:
    client = host.application.test_client()
    client.get(guests.link(""), base_url=AT)
    return client


def serve(places: Places) -> None:
    publish(places.public, SERVED, b"the authority")


def test_https_is_off_until_the_host_wishes_it(host: FlaskClient, https: Https) -> None:
    assert "HTTPS is off" in host.get(PAGE, base_url=AT).text
    assert host.get("/secure", base_url=AT).status_code == 404
    assert "/secure" not in host.get("/", base_url=AT).text
    assert not https.wishes.is_on


def test_only_the_host_switches_it(guest: FlaskClient, https: Https) -> None:
    stranger = guest.application.test_client()
    for client, status in ((guest, 403), (stranger, 401)):
        assert client.get(PAGE, base_url=AT).status_code == status
        assert client.post(PAGE, data={"want": "on"}, base_url=AT).status_code == status
    assert not https.wishes.is_on


def test_the_host_switches_it_on_and_off(host: FlaskClient, https: Https, places: Places) -> None:
    host.post(PAGE, data={"want": "on"}, base_url=AT)
    assert https.wishes == Wishes(is_on=True)
    assert "nothing serves it" in host.get(PAGE, base_url=AT).text
    serve(places)
    page = host.get(PAGE, base_url=AT).text
    assert "HTTPS is served" in page
    assert SERVED.fingerprint in page
    host.post(PAGE, data={"want": "lead"}, base_url=AT)
    assert https.wishes == Wishes(is_on=True, leads=True)
    host.post(PAGE, data={"want": "off"}, base_url=AT)
    assert https.wishes == Wishes()
    assert host.post(PAGE, data={"want": "tea"}, base_url=AT).status_code == 400


def test_a_guest_installs_the_authority_from_the_join_page(
    guest: FlaskClient, https: Https, places: Places
) -> None:
    https.choose(is_on=True, leads=False)
    serve(places)
    assert 'href="/secure"' in guest.get("/", base_url=AT).text
    page = guest.get("/secure", base_url=AT).text
    assert "https://192.168.1.4:8443/" in page
    assert "/secure/dragonbag.crt" in page
    file = guest.get("/secure/dragonbag.crt", base_url=AT)
    assert (file.data, file.content_type) == (b"the authority", "application/x-x509-ca-cert")
    assert guest.application.test_client().get("/secure/dragonbag.crt").status_code == 401


def test_a_name_that_the_certificate_lacks_is_not_offered(
    guest: FlaskClient, https: Https, places: Places
) -> None:
    https.choose(is_on=True, leads=False)
    serve(places)
    assert 'href="/secure"' not in guest.get("/", base_url="http://10.0.0.9").text


def test_codes_lead_to_https_only_if_the_host_wishes_it_and_it_is_served(
    https: Https, places: Places
) -> None:
    plain = ["http://192.168.1.4:8000/", "http://10.0.0.9:8000/"]
    serve(places)
    https.choose(is_on=True, leads=False)
    assert https.lead(plain) == plain
    https.choose(is_on=True, leads=True)
    assert https.lead(plain) == ["https://192.168.1.4:8443/", plain[1]]
    withdraw(places.public)
    assert https.lead(plain) == plain
    serve(places)
    https.choose(is_on=False, leads=True)
    assert https.lead(plain) == plain


def test_on_the_usual_port_the_address_has_no_number(https: Https, places: Places) -> None:
    https.choose(is_on=True, leads=True)
    publish(places.public, Status(443, SERVED.until, "AB", SERVED.names), b"")
    assert https.address("dragonbag.local") == "https://dragonbag.local/"


def test_the_table_may_not_read_a_key_but_the_wishes_may_be_read(
    https: Https, places: Places
) -> None:
    https.choose(is_on=True, leads=True)
    assert places.wishes.stat().st_mode & 0o777 == 0o755
    assert {file.name for file in places.wishes.iterdir()} == {"on", "codes"}
    assert {file.stat().st_mode & 0o777 for file in places.wishes.iterdir()} == {0o644}


@pytest.mark.parametrize(
    ("day", "verdict"),
    [
        ("2027-01-01", Verdict.FINE),
        ("2027-12-01", Verdict.NOTE),
        ("2027-12-25", Verdict.BAD),
    ],
)
def test_the_doctor_looks_at_the_end_of_the_certificate(
    settings: Settings, https: Https, places: Places, day: str, verdict: Verdict
) -> None:
    https.choose(is_on=True, leads=False)
    serve(places)
    now = datetime.fromisoformat(day).replace(tzinfo=UTC)
    assert [finding.verdict for finding in check_https(settings, now)] == [verdict]


def test_the_doctor_says_that_nothing_serves_it_and_nothing_while_it_is_off(
    settings: Settings, https: Https, places: Places
) -> None:
    assert list(check_https(settings)) == []
    wish(places.wishes, Wishes(is_on=True))
    (finding,) = check_https(settings)
    assert finding.verdict is Verdict.BAD

"""`dragonbag venue`: which broker, and a board that a real table reaches from its phone."""

import http.client
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.app.addresses import urls
from companion.app.cli.venue import SECRET, broker_of
from companion.app.venue import Board, link, start
from companion.beyond.mqtt.settings import Mqtt
from companion.beyond.staff import StaffCall
from companion.engine.errors import CommandError
from companion.table.table import Table
from companion.venue.database import open_database
from companion.venue.store import Store
from companion.venue.venue import Venue
from tests.companion.beyond.broker import Ear, Mosquitto
from tests.companion.beyond.tables import begin, knock, telling
from tests.companion.venue.counted import until, wait_all
from web_ui.venue.pages import SCREEN, STAFF


@pytest.mark.parametrize(
    ("address", "found"),
    [
        ("broker.local", Mqtt("broker.local")),
        ("broker.local:1884", Mqtt("broker.local", 1884)),
        (
            "mqtt://ann@broker.local/cafe/tables",
            Mqtt("broker.local", 0, "ann", prefix="cafe/tables"),
        ),
        ("mqtts://broker.local", Mqtt("broker.local", tls=True)),
        ("mqtt://[::1]:1883", Mqtt("::1", 1883)),
    ],
)
def test_a_broker_is_named_by_its_address(address: str, found: Mqtt) -> None:
    assert broker_of(address) == found


def test_the_password_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SECRET, "hidden")
    assert broker_of("mqtt://ann@broker.local").password == "hidden"


def test_a_link_has_one_slash_between_its_parts(tmp_path: Path) -> None:
    engine = open_database("", tmp_path)
    store = Store(engine)
    (address,) = urls("10.0.0.2", 8100)
    assert link(address, store, SCREEN) == f"http://10.0.0.2:8100/enter/{store.link(SCREEN)}"
    engine.dispose()


@pytest.mark.parametrize(
    "address", ["", "http://x", "broker:99999", "mqtt://broker/a//b", "mqtt://"]
)
def test_an_address_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(CommandError, match="--broker"):
        broker_of(address)


def ask(port: int, method: str, path: str, cookie: str = "", form: str = "") -> tuple[str, str]:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    kind = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": cookie}
    line.request(method, path, form, kind)
    answer = line.getresponse()
    try:
        return answer.read().decode(), str(answer.getheader("Set-Cookie", "")).partition(";")[0]
    finally:
        line.close()


def test_a_real_table_is_counted_shown_and_answered(table: Table, tmp_path: Path) -> None:
    call = StaffCall(table)
    with Mosquitto(tmp_path) as broker, ExitStack() as running:
        address = Mqtt("127.0.0.1", broker.port)
        served = start(running, Board(address, tmp_path / "venue", host="127.0.0.1", port=0))
        running.enter_context(telling(table, broker.port, staff=call))
        begin(table)
        last = knock(table, 20)
        wait_all(served.store, {"table": last})
        until(lambda: [each.is_online for each in served.venue.wall.tables()] == [True])
        _, cookie = ask(served.port, "GET", f"/enter/{served.store.link(STAFF)}")
        assert "Ann" in ask(served.port, "GET", "/", cookie)[0]
        call.begin()
        until(lambda: "Called just now" in ask(served.port, "GET", "/staff", cookie)[0])
        ask(served.port, "POST", "/staff", cookie, "table=table&answer=coming")
        until(lambda: call.now is not None and call.now.is_coming)
        ask(served.port, "POST", "/staff", cookie, "table=table&answer=done")
        until(lambda: not call.is_on)
        until(lambda: "Nobody calls." in ask(served.port, "GET", "/staff", cookie)[0])


def test_what_a_broker_has_lost_a_real_table_sends_again(table: Table, tmp_path: Path) -> None:
    begin(table)
    with Mosquitto(tmp_path) as broker, telling(table, broker.port):
        with Ear(broker.port) as ear:
            last = knock(table, 20)
            ear.wait_line(last)  # the broker has passed it on, and has forgotten it
        store = Store(open_database("", tmp_path / "venue"))
        with Venue(Mqtt("127.0.0.1", broker.port), store, look_s=0.1, late_s=0.3):
            wait_all(store, {"table": last})
        store.engine.dispose()

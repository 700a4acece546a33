"""A served table with everything on: a tap reaches broker, web address and Prometheus."""

import http.client
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.app.serve import start
from companion.app.settings import Settings, load
from companion.engine.errors import BadSettings
from tests.companion.beyond.broker import Ear, Mosquitto
from tests.companion.beyond.receiver import Receiver
from tests.companion.beyond.tables import begin

WAIT_S = 30.0


def ask(port: int, method: str, path: str, body: str = "") -> tuple[int, str]:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=WAIT_S)
    try:
        line.request(method, path, body)
        answer = line.getresponse()
        return answer.status, answer.read().decode()
    finally:
        line.close()


def test_a_tap_reaches_everybody_who_is_told(tmp_path: Path) -> None:
    with Mosquitto(tmp_path) as broker, Receiver() as receiver, ExitStack() as running:
        settings = Settings(
            host="127.0.0.1",
            port=0,
            data_dir=tmp_path / "data",
            panel="none",
            is_open=True,
            metrics=True,
            mqtt={"host": "127.0.0.1", "port": broker.port, "commands": True},
            webhooks={"club": {"url": receiver.url, "secret": "s", "private": True}},
        )
        ear = running.enter_context(Ear(broker.port))
        served = start(running, settings)
        last = begin(served.table)
        command = '{"type": "MakeClank", "colour": "red", "cubes": 1}'
        assert ask(served.port, "POST", "/api/v1/commands", command)[0] == 200
        told = ear.wait_for("events", lambda told: len(told) == last + 1)
        posts = receiver.wait(lambda posts: len(posts) == last + 1)
        assert [each.body for each in posts][-1].items() <= told[-1].items()
        assert 'source="api"} 1.0' in ask(served.port, "GET", "/metrics")[1]
        ear.say("dragonbag/table/command", f'{{"command": {command}}}'.encode())
        assert "version" in ear.wait_for("answer", bool)[0]
        assert served.table.snapshot.source == "mqtt"


def test_a_table_with_wrong_settings_is_not_served(tmp_path: Path) -> None:
    file = tmp_path / "dragonbag.toml"
    file.write_text("[webhooks.club]\nurl = 'nowhere'\n")
    with ExitStack() as running, pytest.raises(BadSettings, match=r"webhooks\.club\.url"):
        start(running, load(file, {"data_dir": tmp_path}))
    assert not (tmp_path / "journal.sqlite").exists()

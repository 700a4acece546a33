"""The table as a device of Home Assistant: what it is told fits what Home Assistant takes."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from jinja2 import Template
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jsonschema import Draft202012Validator

from companion.beyond.mqtt import home
from companion.beyond.mqtt.settings import Mqtt
from companion.beyond.mqtt.topics import PRESSES, Topics
from companion.engine.codec import dump, parse
from companion.games import GAMES
from companion.games.clank.commands import EndTurn
from companion.table.snapshot import Snapshot
from companion.table.table import Table
from tests.companion.beyond.broker import Ear, Mosquitto
from tests.companion.beyond.tables import begin, knock, telling
from tests.support.contract.games import states_of
from tests.support.places import ROOT, TESTS

SCHEMA = json.loads((TESTS / "data/home_assistant/device.schema.json").read_text())
BLUEPRINT = ROOT / "docs/home-assistant/dragon-attack.yaml"
SETTINGS = Mqtt("broker", table="kitchen")
TOPICS = Topics.of(SETTINGS)


def device(*, may_press: bool) -> Any:
    """Return the message as it arrives."""
    return parse(dump(home.device(SETTINGS, TOPICS, "1.0", may_press=may_press)))


def faults(message: Any) -> list[str]:
    return [each.message for each in Draft202012Validator(SCHEMA).iter_errors(message)]


@pytest.mark.parametrize("may_press", [True, False])
def test_the_message_fits_the_schema(may_press: bool) -> None:
    assert faults(device(may_press=may_press)) == []


def test_the_schema_finds_what_home_assistant_would_refuse() -> None:
    for key, wrong in (
        ("alarm", {"event_types": []}),
        ("rage", {"icon": "fire"}),
        ("rage", {"unit": "cubes"}),
        ("press_undo", {"command_topic": "a/#"}),
        ("turn", {"platform": "siren"}),
    ):
        message = device(may_press=True)
        message["components"][key] |= wrong
        assert faults(message)
    for key in ("origin", "device", "components"):
        message = device(may_press=True)
        del message[key]
        assert faults(message)


def test_there_is_what_the_house_was_promised() -> None:
    parts = device(may_press=True)["components"]
    assert {"rage", "turn", "alarm", "online", "press_attack", "press_undo"} <= set(parts)
    for colour in ("red", "green", "blue", "yellow"):
        assert {f"{colour}_health", f"{colour}_clank"} <= set(parts)
    assert parts["alarm"]["event_types"] == ["dragon_attack"]
    ids = [part["unique_id"] for part in parts.values()]
    assert len(set(ids)) == len(ids)


def test_buttons_are_there_only_if_they_may_be_pressed() -> None:
    parts = device(may_press=False)["components"].values()
    assert [part["platform"] for part in parts if part["platform"] == "button"] == []
    topics = [part.get("command_topic") for part in device(may_press=True)["components"].values()]
    assert {TOPICS.press(button) for button in PRESSES} <= set(topics)


def test_the_topic_is_one_that_home_assistant_looks_at() -> None:
    known = re.compile(r"homeassistant/device/[a-zA-Z0-9_-]+/config")
    for prefix in ("dragonbag", "cafe/floor 1", "таверна"):
        assert known.fullmatch(home.discovery_topic(Mqtt("b", prefix=prefix)))


@cache
def sensors() -> dict[str, Template]:
    render = ImmutableSandboxedEnvironment().from_string
    return {
        key: render(part["value_template"])
        for key, part in device(may_press=False)["components"].items()
        if part["platform"] == "sensor"
    }


def shown(snapshot: Snapshot) -> dict[str, str]:
    """Return what each sensor shows, as Home Assistant renders its template."""
    payload = parse(dump(home.values(snapshot)))
    return {key: sensor.render(value_json=payload) for key, sensor in sensors().items()}


def test_every_sensor_shows_its_value(table: Table) -> None:
    begin(table)
    found = shown(table.snapshot)
    assert (found["rage"], found["danger"], found["turn"], found["game"]) == (
        "3",
        "0",
        "Ann",
        "clank",
    )
    assert (found["red_health"], found["red_clank"], found["green_clank"]) == ("10", "3", "2")
    assert found["blue_health"] == "None", "unknown: nobody plays blue"
    assert found["line"] == str(table.snapshot.version)
    table.submit(EndTurn(), "cli")
    assert shown(table.snapshot)["turn"] == "Bo"


def every_state() -> Iterator[Snapshot]:
    for name, game in GAMES.items():
        for state in states_of(name, range(1))[::7]:
            yield Snapshot(1, "a", game, state)


def test_no_state_of_any_game_leaves_a_sensor_without_a_text() -> None:
    for snapshot in every_state():
        for key, value in shown(snapshot).items():
            assert value, key


def test_gauges_of_all_games_have_keys_of_their_own() -> None:
    keys = [gauge.key for game in GAMES.values() for gauge in game.house.gauges]
    keys += ["turn", "game", "line", "online", "alarm"]
    assert len(set(keys)) == len(keys)


def test_a_broker_keeps_the_device_and_its_values(table: Table, tmp_path: Path) -> None:
    begin(table)
    with Mosquitto(tmp_path) as broker, telling(table, broker.port):
        with Ear(broker.port, "#") as ear:
            last = knock(table)
            ear.wait_for("home", lambda each: bool(each) and each[-1]["line"] == last)
        with Ear(broker.port, "#") as late:
            (config,) = late.wait_for("config", bool)
            late.wait_for("home", bool)
            assert {each.retained for each in late.heard} == {True}
    assert faults(config) == []
    assert config["state_topic"] == "dragonbag/table/home"


# The recipe.


class Blueprint(yaml.SafeLoader):
    """Reads `!input name` as the name."""


Blueprint.add_constructor("!input", lambda loader, node: f"input {node.value}")


def test_the_blueprint_listens_to_the_alarm_that_the_table_gives() -> None:
    given = yaml.load(BLUEPRINT.read_text(), Blueprint)
    about = given["blueprint"]
    assert about["domain"] == "automation"
    assert {"name", "description", "input"} <= set(about)
    used = set(re.findall(r"!input (\w+)", BLUEPRINT.read_text()))
    assert used == set(about["input"])
    assert given["conditions"][0]["value_template"].count("dragon_attack") == 1
    assert about["input"]["alarm"]["selector"]["entity"]["filter"][0]["domain"] == "event"
    steps = [step.get("action") for step in given["actions"]]
    assert steps[0] == "scene.create", "the light as it was comes back"
    assert steps[1:] == ["light.turn_on", None, "scene.turn_on"]

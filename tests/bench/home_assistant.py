"""A real Home Assistant, installed by hand into a venv of its own, checks what a table tells it.

python3.13 -m venv .venv-home && .venv-home/bin/pip install homeassistant paho-mqtt
make bench ARGS=home-assistant
"""

import copy
import json
import subprocess
from typing import Any

from companion.beyond.mqtt import home
from companion.beyond.mqtt.settings import Mqtt
from companion.beyond.mqtt.topics import Topics
from companion.engine.codec import dump, parse
from tests.bench.report import Row
from tests.support.places import ROOT

PYTHON = ROOT / ".venv-home/bin/python"
ASKS = ROOT / "tests/bench/home_assistant_asks.py"
BLUEPRINT = ROOT / "docs/home-assistant/dragon-attack.yaml"
# What it has to refuse, so that "taken" means something: a component, a key, another value.
WRONG: tuple[tuple[str, str, object], ...] = (
    ("alarm", "state_topic", "a/b#"),
    ("rage", "icon", "fire"),
    ("rage", "unit", "cubes"),
    ("press_undo", "command_topic", "a/#"),
)


def check() -> list[Row]:
    """Ask Home Assistant's own rules about every message and the blueprint."""
    if not PYTHON.exists():
        return [Row("messages for Home Assistant", "not measured: there is no .venv-home")]
    right = [_device(may_press=may_press) for may_press in (True, False)]
    wrong = [_changed(right[0], *change) for change in WRONG]
    *told, blueprint = _ask([*right, *wrong])
    taken, refused = told[: len(right)], told[len(right) :]
    return [
        Row("messages that it refuses", "; ".join(filter(None, taken)) or "none", "none"),
        Row("wrong ones that it takes", str(refused.count("")), f"0 of {len(wrong)}"),
        Row("is the blueprint refused?", blueprint or "no", "no"),
    ]


def _device(*, may_press: bool) -> Any:
    settings = Mqtt("broker", table="kitchen")
    topics = Topics.of(settings)
    return parse(dump(home.device(settings, topics, "1.0", may_press=may_press)))


def _changed(message: Any, component: str, key: str, value: object) -> Any:
    changed = copy.deepcopy(message)
    changed["components"][component][key] = value
    return changed


def _ask(messages: list[Any]) -> list[str]:
    done = subprocess.run(
        [PYTHON, ASKS, BLUEPRINT],
        input=json.dumps(messages),
        capture_output=True,
        text=True,
        check=True,
    )
    found: list[str] = json.loads(done.stdout.splitlines()[-1])
    return found

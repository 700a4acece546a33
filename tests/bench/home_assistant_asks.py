"""Run by the Python of a real Home Assistant: does it take these messages, and the blueprint?

`python home_assistant_asks.py BLUEPRINT < messages.json` prints a JSON list: of each message the
reason why it is refused, "" if it is taken, and last that of the blueprint.
"""

import importlib
import json
import sys
from typing import Any

# Nothing here is of ours: this file is only run, never imported.
import voluptuous as vol
from homeassistant.components.blueprint.schemas import BLUEPRINT_SCHEMA
from homeassistant.components.mqtt import discovery
from homeassistant.util.yaml import load_yaml


def refusal(message: dict[str, Any]) -> str:
    """Do as Home Assistant does with a device's message, and return why it is refused."""
    try:
        device = discovery.MQTTDiscoveryPayload(message)
        discovery.DEVICE_DISCOVERY_SCHEMA(dict(device))
        for found in device["components"].values():
            one = discovery.MQTTDiscoveryPayload(dict(found))
            platform = one.pop("platform")
            discovery._merge_common_device_options(one, device)  # noqa: SLF001  # it does so itself
            one |= {"device": device["device"], "origin": device["origin"]}
            home = importlib.import_module(f"homeassistant.components.mqtt.{platform}")
            taken = home.DISCOVERY_SCHEMA(one)
            # What all components inherit, such as the topic of the state, need not mean anything.
            if lost := set(found) - {"platform"} - set(taken):
                return f"{platform}: not known: {sorted(lost)}"
    except vol.Invalid as error:
        return str(error)
    return ""


def blueprint(path: str) -> str:
    """Return why a blueprint is refused."""
    try:
        BLUEPRINT_SCHEMA(load_yaml(path))
    except vol.Invalid as error:
        return str(error)
    return ""


if __name__ == "__main__":
    print(json.dumps([*map(refusal, json.load(sys.stdin)), blueprint(sys.argv[1])]))

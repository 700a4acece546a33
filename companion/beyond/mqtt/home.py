"""The table as a device of Home Assistant (MQTT discovery, one message for the whole device)."""

from collections.abc import Iterator

from companion.beyond.mqtt.settings import Mqtt
from companion.beyond.mqtt.topics import OFFLINE, ONLINE, Topics
from companion.engine.codec import JsonObject
from companion.engine.house import Gauge
from companion.games import GAMES
from companion.table.snapshot import Snapshot, seen_from

DIAGNOSTIC = "diagnostic"
BUTTONS = {"attack": ("Dragon Attack!", "mdi:fire-alert"), "undo": ("Undo", "mdi:undo")}


def discovery_topic(settings: Mqtt) -> str:
    """Return where Home Assistant looks for this device."""
    return f"{settings.home_assistant}/device/{_id(settings)}/config"


def _id(settings: Mqtt) -> str:
    """Return what this table is called among all devices of a house."""
    prefix = "".join(sign if sign.isascii() and sign.isalnum() else "_" for sign in settings.prefix)
    return f"{prefix}_{settings.table}"


def device(settings: Mqtt, topics: Topics, version: str, *, may_press: bool) -> JsonObject:
    """Return the message that makes all entities; each reads one value of values()."""
    name = _id(settings)
    origin = {"name": "Dragonbag", **({"sw_version": version} if version else {})}
    return {
        "device": {
            "identifiers": [name],
            "name": f"Dragonbag {settings.table}",
            "manufacturer": "Dragonbag",
            "model": "Board game table",
            **({"sw_version": version} if version else {}),
        },
        "origin": origin,
        "availability": [
            {
                "topic": topics.availability,
                "payload_available": ONLINE,
                "payload_not_available": OFFLINE,
            }
        ],
        "state_topic": topics.home,
        "qos": 1,
        "components": {
            key: {**entity, "unique_id": f"{name}_{key}"}
            for key, entity in _entities(topics, may_press=may_press)
        },
    }


def _entities(topics: Topics, *, may_press: bool) -> Iterator[tuple[str, JsonObject]]:
    for gauge in _gauges():
        unit = {"unit_of_measurement": gauge.unit} if gauge.unit else {}
        yield gauge.key, {**_sensor(gauge.key, gauge.label, gauge.icon), **unit}
    yield "turn", _sensor("turn", "Turn", "mdi:account-arrow-right")
    yield "game", _sensor("game", "Game", "mdi:dice-multiple")
    yield "line", {**_sensor("line", "Journal line", "mdi:counter"), "entity_category": DIAGNOSTIC}
    yield "online", _connection(topics)
    yield "alarm", _alarm(topics)
    for button, (label, icon) in BUTTONS.items() if may_press else ():
        yield f"press_{button}", _button(topics.press(button), label, icon)


def _connection(topics: Topics) -> JsonObject:
    return {
        "platform": "binary_sensor",
        "name": "Connection",
        "device_class": "connectivity",
        "entity_category": DIAGNOSTIC,
        "state_topic": topics.availability,
        "payload_on": ONLINE,
        "payload_off": OFFLINE,
        "availability": [],  # else it would be unknown when it has something to say
    }


def _alarm(topics: Topics) -> JsonObject:
    return {
        "platform": "event",
        "name": "Alarm",
        "icon": "mdi:fire-alert",
        "state_topic": topics.alarm,
        "event_types": [name for game in GAMES.values() for name in game.house.alarms],
    }


def _button(topic: str, label: str, icon: str) -> JsonObject:
    return {
        "platform": "button",
        "name": label,
        "icon": icon,
        "command_topic": topic,
        "payload_press": "press",
    }


def _sensor(key: str, label: str, icon: str) -> JsonObject:
    return {
        "platform": "sensor",
        "name": label,
        "icon": icon,
        "value_template": f"{{{{ value_json.{key} }}}}",
    }


def _gauges() -> Iterator[Gauge]:
    for game in GAMES.values():
        yield from game.house.gauges


def values(snapshot: Snapshot) -> JsonObject:
    """Return what the entities show; null where a value has no meaning now."""
    shown = seen_from(snapshot, "watch")
    game, state = shown.game, shown.state
    gauges: JsonObject = {gauge.key: None for gauge in _gauges()}
    gauges |= {gauge.key: gauge.read(state) for gauge in game.house.gauges}
    turn = None if game.is_over(state) else game.whose_turn(state)
    return {
        **gauges,
        "turn": None if turn is None else game.name_of(state, turn) or game.words.get(turn, turn),
        "game": game.name if state.players else None,
        "line": snapshot.version,
    }

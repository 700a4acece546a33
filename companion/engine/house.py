"""What a smart home may show of a game, and what it may press. Pure values, as the game gives."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.engine.value import Value, field


class Gauge(Value, frozen=True):
    """One number or word of the state.

    Automations name it by its `key`, so that never changes. `label` is in English, as the box
    prints it. `icon` is a name of Material Design Icons.
    """

    key: str
    label: str
    icon: str
    read: Callable[[Any], int | str | None]  # of the state; None if there is none now
    unit: str = ""


class House(Value, frozen=True):
    """What one game gives a smart home; nothing if the game says nothing.

    `alarm` names an event that is worth a light, and `alarms` are all that it may name. `presses`
    are buttons: name -> the command that a press means now.
    """

    gauges: tuple[Gauge, ...] = ()
    alarm: Callable[[Any], str | None] = lambda event: None
    alarms: tuple[str, ...] = ()
    presses: Mapping[str, Callable[[Any], object]] = field(default_factory=dict)

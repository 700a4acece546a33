"""The panel's parts on other pins: what the check says, and what is then on each pin."""

from collections.abc import Mapping

from companion.app.panel_build import moved, panel_build, why_not
from companion.app.settings import Settings
from companion.engine.sentence import Sentence
from companion.engine.value import Value
from hardware.panel.pins import LAST_BCM
from hardware.panel.self_test import Kind, Part
from hardware.wiring.header import BCM_OF_PIN, LAST_PIN, NOT_GPIO, PIN_OF_BCM

STRIP = {"data": Sentence("The strip's data"), "clock": Sentence("The strip's clock")}


class HeaderPin(Value, frozen=True):
    """A pin of the header: its number, what it carries, and which parts hang on it."""

    number: int
    carries: str  # "5 V", "3.3 V" or "ground"; "" of a pin with a BCM number
    bcm: int | None
    parts: tuple[str, ...]  # "buttons.red", "lamps.rage_1", "strip.data"


class PinPlan(Value, frozen=True):
    """A panel with every part on its pin, and what is wrong with it; () is one to save."""

    entries: Mapping[str, int]  # "buttons.red" -> BCM: the parts that can be moved
    wrong: tuple[Sentence, ...]
    header: tuple[HeaderPin, ...]
    choices: tuple[tuple[int, int], ...]  # BCM and pin of every place there is
    names: Mapping[str, Sentence]  # what every entry is called, the strip's wires too
    is_changed: bool

    @property
    def table(self) -> dict[str, dict[str, int]]:
        """Return the entries as the table [pins] of the settings."""
        return _table(self.entries)


def plan(settings: Settings, wished: Mapping[str, int]) -> PinPlan:
    """Return the panel of these settings with some parts moved; unknown parts are left out."""
    pins = panel_build(settings).pins
    fixed = dict(pins.strip.entries() if pins.strip else {})
    now = {key: bcm for key, bcm in pins.entries().items() if key not in fixed}
    entries = {key: wished.get(key, bcm) for key, bcm in now.items()}
    told = why_not(moved(settings, _table(entries)))
    choices = tuple((bcm, PIN_OF_BCM[bcm]) for bcm in range(2, LAST_BCM + 1))
    every = entries | fixed
    names = {key: _named(key) for key in every}
    wrong = tuple(_in_words(why, names) for why in told)
    return PinPlan(entries, wrong, _header(every), choices, names, entries != now)


def _named(key: str) -> Sentence:
    kind, _, name = key.partition(".")
    if kind == "strip":
        return STRIP[name]
    from companion.app.doctor.walk import named  # the doctor comes when a host moves a pin

    return named(Part(Kind.BUTTON if kind == "buttons" else Kind.LAMP, name))


def _in_words(told: Sentence, names: Mapping[str, Sentence]) -> Sentence:
    """Return a sentence of the settings with the parts' names in place of their keys."""
    return told.about(**{fact: _word(value, names) for fact, value in told.facts.items()})


def _word(value: object, names: Mapping[str, Sentence]) -> object:
    if isinstance(value, Sentence):
        return _in_words(value, names)
    return names.get(value, value) if isinstance(value, str) else value


def _table(entries: Mapping[str, int]) -> dict[str, dict[str, int]]:
    table: dict[str, dict[str, int]] = {"buttons": {}, "lamps": {}}
    for key, bcm in entries.items():
        kind, _, name = key.partition(".")
        table[kind][name] = bcm
    return table


def _header(entries: Mapping[str, int]) -> tuple[HeaderPin, ...]:
    return tuple(
        HeaderPin(
            number,
            NOT_GPIO.get(number, ""),
            (bcm := BCM_OF_PIN.get(number)),
            tuple(key for key, at in entries.items() if at == bcm),
        )
        for number in range(1, LAST_PIN + 1)
    )

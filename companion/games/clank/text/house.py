"""What a smart home shows of Clank!: the Rage Track, Health Meters, Clank! Areas, the attack."""

from collections.abc import Callable

from companion.engine.house import Gauge, House
from companion.games.clank.box import Colour
from companion.games.clank.commands import RefillRow
from companion.games.clank.events import AttackBegan, Event
from companion.games.clank.state import Clank
from companion.games.clank.text.terms import WORDS

DRAGON_ATTACK = "dragon_attack"


def _of(colour: Colour, read: Callable[[Clank, Colour], int]) -> Callable[[Clank], int | None]:
    return lambda state: read(state, colour) if state.has(colour) else None


def _in_play(read: Callable[[Clank], int]) -> Callable[[Clank], int | None]:
    return lambda state: read(state) if state.players else None


def _gauges_of(colour: Colour) -> tuple[Gauge, ...]:
    name = WORDS[colour]
    return (
        Gauge(
            f"{colour}_health",
            f"{name} health",
            "mdi:heart",
            _of(colour, lambda state, who: state.player(who).health),
        ),
        Gauge(
            f"{colour}_clank",
            f"{name} Clank!",
            "mdi:bell-ring",
            _of(colour, lambda state, who: state.area.of(who)),
            "cubes",
        ),
    )


def alarm(event: Event) -> str | None:
    """Return the alarm that an event is, None for most."""
    return DRAGON_ATTACK if isinstance(event, AttackBegan) else None


HOUSE = House(
    gauges=(
        Gauge("rage", "Rage Track", "mdi:fire", _in_play(lambda state: state.rage_space)),
        Gauge("danger", "Danger cards", "mdi:alert", _in_play(lambda state: state.danger)),
        *(gauge for colour in Colour for gauge in _gauges_of(colour)),
    ),
    alarm=alarm,
    alarms=(DRAGON_ATTACK,),
    presses={"attack": lambda state: RefillRow(symbol_revealed=True)},
)

"""What suits whoever holds a phone: switches that this phone alone keeps, in a cookie."""

from flask import has_request_context, request

from companion.engine.sentence import N_
from companion.engine.value import Value

COOKIE = "comfort"
BETWEEN = "."  # the switches that are on, in the cookie
NONE = "none"


class Switch(Value, frozen=True):
    """One switch: its name, which is also a class of the page, and what it says."""

    name: str
    label: str
    why: str


SWITCHES = (
    Switch("awake", N_("Screen stays on"), N_("While a game is on, this screen does not go dark.")),
    Switch("buzz", N_("Vibration"), N_("On your turn, when you are hurt, and under each tap.")),
    Switch("tones", N_("Sound"), N_("Two tones on your turn, two low ones when you are hurt.")),
    Switch("big", N_("Large text"), N_("Everything is a quarter larger.")),
    Switch("left", N_("Left-handed"), N_("What you tap lies on the left.")),
    Switch(
        "times", N_("Clock"), N_("How long the game has gone on, and how long each player took.")
    ),
)
SPEECH = "speech"  # a switch of the table display, which stands there
AT_FIRST = ("awake", "buzz")
EVERY = frozenset({SPEECH, *(switch.name for switch in SWITCHES)})


def wanted() -> tuple[str, ...]:
    """Return the switches that are on, on the phone that asks."""
    if not has_request_context() or COOKIE not in request.cookies:
        return AT_FIRST
    return tuple(sorted(EVERY & set(request.cookies[COOKIE].split(BETWEEN))))


def kept(names: set[str]) -> str:
    """Return what the cookie says of these switches."""
    return BETWEEN.join(sorted(names & EVERY)) or NONE

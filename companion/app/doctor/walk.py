"""The guided panel test in a terminal: it asks about each lamp and waits for each button.

During the test nothing counts in a game (`Panel.run_self_test`).
"""

from collections.abc import Callable

from companion.engine.sentence import N_, Sentence
from hardware.panel.names import said
from hardware.panel.panel import Panel
from hardware.panel.pins import BUZZER
from hardware.panel.pins.strip import DATA_BCM
from hardware.panel.self_test import Kind, Part, SelfTest, Verdict
from hardware.wiring.header import PIN_OF_BCM

PRESS_S = 30.0  # enough to find the button on a breadboard
GUIDE = "wiring/README.md"

LAMP, BUTTON = N_("{name} lamp"), N_("{name} button")
IS_LIT = N_("Is the {name} lamp lit?")
IS_HEARD = N_("Did the buzzer beep three times?")
PRESS = N_("Press the {name} button.")
STRAYED = N_("That was the {other} button. The wires of the two buttons are swapped.")
NOTHING = N_(
    "The {name} button does not work. Connect one of its wires to pin {pin} of "
    "the header (BCM {bcm}) and the other to ground. See {guide}."
)
DOWN = N_(
    "The {name} button seems pressed although nobody presses it. Its two wires "
    "touch somewhere, or are in the same row of the breadboard. See {guide}."
)
DARK = N_(
    "Connect the {name} lamp to pin {pin} of the header (BCM {bcm}). Turn the "
    "LED round: its long leg goes to the resistor. Then check the wire's hole. "
    "See {guide}."
)
STRIP_DARK = N_(
    "Connect the strip's data wire through the level shifter to pin {pin} of the header (BCM "
    "{bcm}). The arrows on the strip point away from it. Check its 5 V and its ground. See {guide}."
)
SILENT = N_(
    "Connect the buzzer's resistor to pin {pin} of the header (BCM {bcm}). "
    "Check the buzzer's + mark and the transistor's flat side. See {guide}."
)


def named(part: Part) -> Sentence:
    """Return the name of a part as a sentence."""
    if part.name == BUZZER:
        return Sentence(N_("buzzer"))
    return Sentence(LAMP if part.kind is Kind.LAMP else BUTTON, "", {"name": said(part.name)})


def question(part: Part) -> Sentence:
    """Return the question about a part."""
    if part.kind is Kind.BUTTON:
        return Sentence(PRESS, "", {"name": said(part.name)})
    return Sentence(IS_HEARD if part.name == BUZZER else IS_LIT, "", {"name": said(part.name)})


def cure(part: Part, panel: Panel) -> Sentence:
    """Return what to do about a part that failed."""
    pins = panel.pins.buttons if part.kind is Kind.BUTTON else panel.pins.lamps
    bcm = pins.get(part.name, DATA_BCM)
    facts = {"name": said(part.name), "bcm": bcm, "pin": PIN_OF_BCM[bcm], "guide": GUIDE}
    if part.name not in pins:
        return Sentence(STRIP_DARK, "", facts)
    if part.kind is Kind.LAMP:
        return Sentence(SILENT if part.name == BUZZER else DARK, "", facts)
    return Sentence(DOWN if part.name in panel.stuck else NOTHING, "", facts)


def stray(name: str) -> Sentence:
    """Return the sentence for a press of another button than the one asked for."""
    return Sentence(STRAYED, "", {"other": said(name)})


def walk(
    panel: Panel,
    self_test: SelfTest,
    tell: Callable[[Sentence], None],
    ask: Callable[[Sentence], Verdict],
    press_s: float = PRESS_S,
) -> bool:
    """Test part after part and return whether none is bad.

    tell: shows a sentence. ask: returns the answer to a question (SKIPPED: not built yet).
    """
    panel.run_self_test(self_test)
    while (part := self_test.current) is not None:
        if part.kind is Kind.LAMP:
            self_test.judge(part, ask(question(part)))
        else:
            tell(question(part))
            _wait(panel, self_test, part, tell, press_s)
        panel.run_self_test(self_test)
        if self_test.verdicts[-1] == (part, Verdict.BAD):
            tell(cure(part, panel))
    return all(verdict is not Verdict.BAD for _, verdict in self_test.verdicts)


def _wait(
    panel: Panel,
    self_test: SelfTest,
    part: Part,
    tell: Callable[[Sentence], None],
    press_s: float,
) -> None:
    if part.name not in panel.stuck and self_test.wait(part, press_s) and self_test.wrong_button:
        tell(stray(self_test.wrong_button))
        self_test.judge(part, Verdict.BAD)
    self_test.judge(part, Verdict.BAD)  # ignored if the press came

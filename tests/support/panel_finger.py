"""A finger on the drawn panel: presses buttons of mock pins, and waits for what follows."""

import threading
from collections.abc import Callable

from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.table.snapshot import Snapshot
from companion.table.table import Table
from hardware.panel.drawn import DrawnPanel
from hardware.panel.panel import Panel

WAIT_S = 30.0  # for what is sure to come: a busy computer takes its time


class WatchedPin(MockPWMPin):
    """A mock pin that tells its factory when it was driven to another level."""

    def _change_state(self, value: float) -> bool:
        changed = bool(super()._change_state(value))
        if changed and self.function == "output":  # an input follows its pull
            self.factory.tell(self.info.name, float(value))
        return changed


class WatchedFactory(MockFactory):
    """Mock pins whose changes can be waited for."""

    def __init__(self) -> None:
        self.news = threading.Condition()
        self.changes: list[tuple[str, float]] = []  # pin ("GPIO17") and its new level, in order
        super().__init__(pin_class=WatchedPin)

    def tell(self, pin: str, level: float) -> None:
        with self.news:
            self.changes.append((pin, level))
            self.news.notify_all()


class Finger:
    """Presses the drawn panel's buttons and waits for what the table or a lamp says."""

    def __init__(self, table: Table, panel: Panel, factory: WatchedFactory) -> None:
        self.table, self.drawn, self.factory = table, DrawnPanel(panel), factory
        self.panel = panel
        self.pins = panel.pins

    def press(self, button: str) -> Snapshot:
        """Press, wait for the next snapshot, and let go."""
        done = self.down(button)
        self.drawn.release(button)
        return done

    def tap(self, button: str) -> Snapshot:
        """Press and let go, for the buttons that act on the release."""

        def tap() -> None:
            self.drawn.press(button)
            self.drawn.release(button)

        return self.after(tap, button)

    def down(self, button: str) -> Snapshot:
        """Press, wait for the next snapshot, and stay on the button."""
        return self.after(lambda: self.drawn.press(button), button)

    def after(self, move: Callable[[], object], what: str) -> Snapshot:
        """Make a move and return the next snapshot."""
        version = self.table.snapshot.version
        move()
        newer = self.table.wait_newer(version, WAIT_S)
        assert newer is not None, f"{what} did nothing"
        return newer

    def sees(self, is_so: Callable[[dict[str, float]], bool]) -> bool:
        """Wait until the lamps are as wished."""
        with self.factory.news:
            return self.factory.news.wait_for(lambda: is_so(self.drawn.lamp_values()), WAIT_S)

    def saw(self, lamp: str, level: float, since: int = 0) -> bool:
        """Wait until a lamp has been at a level, counted from the change numbered `since`."""
        change = (f"GPIO{self.pins.lamps[lamp]}", level)
        with self.factory.news:
            return self.factory.news.wait_for(
                lambda: change in self.factory.changes[since:], WAIT_S
            )


def lit(lamps: dict[str, float]) -> set[str]:
    return {name for name, level in lamps.items() if level and name != "buzzer"}

"""What fingers do to a panel, played in time: once on mock pins, once on a kernel's GPIO lines.

Each scenario is a function of a Stand; it ends when the panel has handled all of it. Time is the
subject, so the finger sleeps: only time tells a press from a bounce, a tap from a hold.
"""

import random
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

from companion.games.clank.box import Colour
from companion.games.clank.commands import StartGame
from companion.games.clank.values import Seat
from companion.table.journal import Journal
from companion.table.line import Kind, Line
from companion.table.snapshot import Snapshot
from companion.table.table import Table
from hardware.panel.buttons import HOLD_S
from hardware.panel.panel import Panel

WAIT_S = 30.0
GLITCH_EVERY_S = 0.05
REST_S = 0.08  # after a release, until the contact counts as open
LATE_S = 0.01  # a machine that stalls for longer has played another wave: it may try again,
TRIES = 3  # but not for ever
Wave = Iterable[tuple[float, str, bool]]  # seconds from the start, button, is it closed


class Finger(Protocol):
    """Moves the wires of a panel."""

    def press(self, button: str) -> None:
        """Close the contact."""

    def release(self, button: str) -> None:
        """Open the contact."""


class WilfulJournal(Journal):
    """A journal on a real disk that fails when told to, and notes what else had happened then."""

    failure: Exception | None = None
    on_append: Callable[[], None] = staticmethod(lambda: None)

    def append(
        self,
        game: str,
        source: str,
        key: str | None,
        kind: Kind,
        command: str | None,
        events: str,
    ) -> Line:
        if self.failure is not None:
            raise self.failure
        self.on_append()
        return super().append(game, source, key, kind, command, events)


def start_game(table: Table) -> None:
    """Seat red, green and blue; red begins."""
    table.open_game("cli", "clank")
    seats = tuple(Seat(colour) for colour in (Colour.RED, Colour.GREEN, Colour.BLUE))
    table.submit(StartGame(seats, Colour.RED), "cli")


@dataclass
class Stand:
    """A panel, the table behind it and a finger on it."""

    table: Table
    panel: Panel
    finger: Finger
    journal: WilfulJournal

    def play(self, wave: Wave) -> float:
        """Move the wires as a wave says, whose stuff is time; return the most it came late (s)."""
        began_s, late_s = time.monotonic(), 0.0
        for at_s, button, is_closed in wave:
            time.sleep(max(0.0, began_s + at_s - time.monotonic()))
            late_s = max(late_s, time.monotonic() - began_s - at_s)
            if is_closed:
                self.finger.press(button)
            else:
                self.finger.release(button)
        return late_s

    def rest(self) -> None:
        """Let every release count."""
        time.sleep(REST_S)

    def presses(self, colour: Colour) -> int:
        """Count the lines of the journal that a button has written for this colour."""
        game = self.table.snapshot.game_id
        return sum(
            line.source == "panel" and f'"{colour}"' in (line.command or "")
            for line in self.journal.lines(game)
        )

    def handled(self) -> Snapshot:
        """Wait until all edges so far were handled: blue's press comes after them in the queue."""
        version = self.table.snapshot.version
        before = self.presses(Colour.BLUE)
        self.finger.press("blue")
        while self.presses(Colour.BLUE) == before:
            newer = self.table.wait_newer(version, WAIT_S)
            assert newer is not None, "the panel no longer listens"
            version = newer.version
        self.finger.release("blue")
        self.rest()
        return self.table.snapshot


def tap(button: str, at_s: float, down_s: float = 0.06) -> list[tuple[float, str, bool]]:
    """Return a clean press."""
    return [(at_s, button, True), (at_s + down_s, button, False)]


def worn(
    chance: random.Random, button: str, is_closed: bool, at_s: float
) -> list[tuple[float, str, bool]]:
    """Return an edge that bounces for up to 20 ms, in the end as it began."""
    bounces = 2 * chance.randrange(1, 6)
    later_s = sorted(chance.uniform(0.001, 0.0195) for _ in range(bounces))
    edges = [(at_s, button, is_closed)]
    for number, wait_s in enumerate(later_s):
        edges.append((at_s + wait_s, button, is_closed == bool(number % 2)))
    return edges


def an_8_ms_tap_counts(stand: Stand) -> None:
    stand.play(tap("red", 0.0, 0.008))
    stand.rest()
    stand.handled()
    assert stand.presses(Colour.RED) == 1


def a_double_press_120_ms_apart_is_two(stand: Stand) -> None:
    stand.play([*tap("red", 0.0), *tap("red", 0.12)])
    stand.rest()
    stand.handled()
    assert stand.presses(Colour.RED) == 2


def worn_buttons_never_count_twice(stand: Stand, rounds: int) -> None:
    chance = random.Random(20)
    wave: list[tuple[float, str, bool]] = []
    for number in range(rounds):
        wave += worn(chance, "red", True, number * 0.2)
        wave += worn(chance, "red", False, number * 0.2 + 0.08)
    for _ in range(TRIES):
        before = stand.presses(Colour.RED)
        late_s = stand.play(wave)
        stand.rest()
        stand.handled()
        counted = stand.presses(Colour.RED) - before
        if counted == rounds or late_s < LATE_S:
            break
    assert counted == rounds


def glitches(closed_s: float, rounds: int) -> Wave:
    """Return closings far from each other that are too short for any finger."""
    return [
        edge
        for number in range(rounds)
        for edge in tap("red", number * GLITCH_EVERY_S, down_s=closed_s)
    ]


def worn_taps(chance: random.Random, rounds: int) -> Wave:
    """Return taps of a worn contact that is closed for 1 to 8 ms in all, in pieces."""
    wave: list[tuple[float, str, bool]] = []
    for number in range(rounds):
        at_s, left_s = number * 0.12, chance.uniform(0.001, 0.008)
        while left_s > 0:
            piece_s = min(left_s, chance.uniform(0.0003, 0.002))
            wave += tap("red", at_s, down_s=piece_s)
            at_s, left_s = at_s + piece_s + chance.uniform(0.0001, 0.0008), left_s - piece_s
    return wave


def holds_with_a_lost_contact(lost_s: float, rounds: int) -> Wave:
    """Return presses of a fifth of a second, in the middle of which the contact is lost."""
    wave: list[tuple[float, str, bool]] = []
    for number in range(rounds):
        at_s = number * 0.4
        wave += tap("red", at_s, down_s=0.12)
        wave += tap("red", at_s + 0.12 + lost_s, down_s=0.08)
    return wave


def counted(stand: Stand, wave: Wave) -> int:
    """Play a wave on red and return how many presses the journal has of it.

    From edge to edge, as times of a clock would add the lateness of both.
    """
    before, last_s = stand.presses(Colour.RED), 0.0
    for at_s, button, is_closed in wave:
        time.sleep(at_s - last_s)
        (stand.finger.press if is_closed else stand.finger.release)(button)
        last_s = at_s
    stand.rest()
    stand.handled()
    return stand.presses(Colour.RED) - before


def a_hold_is_one_hold(stand: Stand) -> None:
    area = stand.table.snapshot.state.area.red
    stand.play([(0.0, "red", True), (HOLD_S + 0.3, "red", False)])
    stand.rest()
    done = stand.handled()
    assert done.state.area.red == area - 1
    assert stand.presses(Colour.RED) == 2  # the press, and what took it and one more back


def two_players_within_a_millisecond_both_count(stand: Stand) -> None:
    stand.finger.press("red")
    stand.finger.press("green")
    stand.rest()
    stand.play([(0.0, "red", False), (0.0, "green", False)])
    stand.rest()
    stand.handled()
    assert (stand.presses(Colour.RED), stand.presses(Colour.GREEN)) == (1, 1)


def a_failure_never_silences_the_panel(stand: Stand) -> None:
    stand.journal.failure = RuntimeError("a fault of ours")
    for _ in range(3):
        stand.play(tap("red", 0.0))
        stand.rest()
    stand.journal.failure = None
    stand.handled()
    stand.play(tap("red", 0.0))
    stand.rest()
    stand.handled()
    assert stand.presses(Colour.RED) == 1


def a_burst_of_edges_leaves_no_button_down(stand: Stand) -> None:
    for _ in range(450):  # far more than the 16 that the kernel keeps for a line
        stand.finger.press("red")
        stand.finger.release("red")
    stand.rest()
    stand.handled()
    before = stand.presses(Colour.RED)
    assert before >= 1
    stand.play(tap("red", 0.0))
    stand.rest()
    stand.handled()
    assert stand.presses(Colour.RED) == before + 1


SHORT = (
    an_8_ms_tap_counts,
    a_double_press_120_ms_apart_is_two,
    a_hold_is_one_hold,
    two_players_within_a_millisecond_both_count,
    a_failure_never_silences_the_panel,
)

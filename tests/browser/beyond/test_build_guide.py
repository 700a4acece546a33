"""The build guide followed at the drawn panel: its tests are done, and show what it says."""

import re
import shlex
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.app.cli.main import main
from companion.app.doctor.walk import walk
from companion.app.serve import Served, start
from companion.engine.sentence import Sentence
from companion.games.clank.box import Colour
from companion.games.clank.commands import StartGame
from companion.games.clank.values import Seat
from hardware.panel.names import said
from hardware.panel.panel import Panel
from hardware.panel.pins import BUTTONS, BUZZER, LAMPS
from hardware.panel.self_test import Kind, SelfTest, Verdict, parts_of
from hardware.wiring.header import PIN_OF_BCM
from tests.browser.conftest import settings
from tests.support.documents import section
from tests.support.places import PHOTOS, WIRING, free_port

Phone = Callable[..., Page]
GUIDE = (WIRING / "README.md").read_text()
LISTEN_MS, LISTENS = 20, 2500
LIT = """names => JSON.stringify([...document.querySelectorAll("[data-lamp]")]
  .filter(lamp => Number(lamp.style.getPropertyValue("--light")) > 0)
  .map(lamp => lamp.dataset.lamp)) === JSON.stringify(names)"""


def commands_of(number: int) -> list[list[str]]:
    """Return the commands that the guide's step tells to type as its test, as words."""
    (heading,) = re.findall(rf"^## {number}\. .*$", GUIDE, re.MULTILINE)
    test = section(GUIDE, heading).partition("**Test:**")[2].partition("**You see:**")[0]
    return [shlex.split(line, comments=True) for line in re.findall(r"^\$ (.*)$", test, re.M)]


def only_in(number: int) -> tuple[str, ...]:
    """Return what the panel test of a step asks about; () is everything."""
    (words,) = (words for words in commands_of(number) if words[1:3] == ["doctor", "panel"])
    return tuple(words[words.index("--only") + 1].split(",")) if "--only" in words else ()


STEPS = tuple(
    number
    for number in range(1, 18)
    if ["doctor", "panel"] in [words[1:3] for words in commands_of(number)]
)


def test_every_step_with_a_command_is_followed_here() -> None:
    typed = {number: [words[:3] for words in commands_of(number)] for number in range(1, 18)}
    assert {number for number, words in typed.items() if words} == {2, 3, *STEPS}
    assert STEPS == (7, 9, 11, 12, 14)
    assert typed[2] == [["ssh", "ann@dragonbag.local"]]  # of the system, and not of Dragonbag


@dataclass
class Maker:
    """Who builds the panel and does what the test says, in a browser that draws the panel.

    swapped: buttons whose wires are swapped. dark: lamps that are the wrong way round.
    """

    panel: Panel
    page: Page
    swapped: dict[str, str] = field(default_factory=dict)
    dark: tuple[str, ...] = ()
    told: list[str] = field(default_factory=list)

    @property
    def buzzer(self) -> Any:
        """Return its mock pin, which notes every level."""
        return self.panel.factory.pin(self.panel.pins.lamps[BUZZER])

    def does(self, self_test: SelfTest) -> bool:
        """Follow the whole test and return its result."""
        self.self_test = self_test
        self.buzzer.clear_states()
        return walk(self.panel, self_test, self.reads, self.looks)

    def reads(self, sentence: Sentence) -> None:
        self.told.append(sentence.one.format_map(sentence.facts))
        if self.told[-1].startswith("Press the"):
            name = str(sentence.facts["name"]).lower()
            self.page.locator(f"[data-button={self.swapped.get(name, name)}]").click(delay=30)

    def looks(self, question: Sentence) -> Verdict:
        self.told.append(question.one.format_map(question.facts))
        part = self.self_test.current
        assert part is not None
        assert part.kind is Kind.LAMP
        if part.name in self.dark:
            return Verdict.BAD
        if part.name == BUZZER:
            return Verdict.GOOD if self.hears_three_beeps() else Verdict.BAD
        self.page.wait_for_function(LIT, arg=[part.name])  # this one and no other
        return Verdict.GOOD

    def hears_three_beeps(self) -> bool:
        """Listen at the pin: on the way to the page a busy computer may swallow a beep."""
        for _ in range(LISTENS):
            levels = [state.state for state in self.buzzer.states]
            beeps = sum(later > earlier for earlier, later in pairwise(levels))
            if beeps == 3 and not levels[-1]:
                return True
            self.page.wait_for_timeout(LISTEN_MS)
        return False


@pytest.fixture
def maker(served: Served, phone: Phone) -> Iterator[Maker]:
    ready = served.panel.get()
    assert ready is not None
    yield Maker(ready.panel, phone("/panel"))
    ready.panel.run_self_test(None)


@pytest.mark.parametrize("number", STEPS)
def test_a_step_that_is_built_right_shows_what_the_guide_says(maker: Maker, number: int) -> None:
    parts = parts_of(maker.panel.pins, only_in(number))
    assert maker.does(SelfTest(parts))
    asked = [part.name for part in parts if part.kind is Kind.BUTTON]
    assert [line for line in maker.told if line.startswith("Press")] == [
        f"Press the {said(name)} button." for name in asked
    ]
    assert len(maker.told) == len(parts), "no cure was needed"


@pytest.mark.parametrize(
    ("number", "swapped", "dark", "cures"),
    [
        (7, {}, ("red",), [("red", LAMPS)]),
        (9, {"attack": "next"}, ("blue",), [("blue", LAMPS), ("attack", BUTTONS)]),
        (11, {}, ("rage_5", BUZZER), [("rage_5", LAMPS), (BUZZER, LAMPS)]),
    ],
)
def test_a_fault_gets_the_cure_of_its_step_and_once_mended_the_step_is_right(
    maker: Maker,
    number: int,
    swapped: dict[str, str],
    dark: tuple[str, ...],
    cures: list[tuple[str, dict[str, int]]],
) -> None:
    parts = parts_of(maker.panel.pins, only_in(number))
    maker.swapped, maker.dark = swapped, dark
    assert not maker.does(SelfTest(parts))
    said = [line for line in maker.told if "wiring/README.md" in line]
    assert len(said) == len(cures)
    for line, (name, pins) in zip(said, cures, strict=True):
        assert f"pin {PIN_OF_BCM[pins[name]]} of the header (BCM {pins[name]})" in line
    assert any("wires of the two buttons are swapped" in line for line in maker.told) == bool(
        swapped
    )
    maker.swapped, maker.dark, maker.told = {}, (), []
    assert maker.does(SelfTest(parts))


def test_step_3_the_table_comes_on_the_phone_and_the_doctor_ends_each_line_with_what_to_do(
    served: Served, phone: Phone, capsys: pytest.CaptureFixture[str]
) -> None:
    assert commands_of(3) == [[".venv/bin/dragonbag", "doctor"]]
    expect(phone("/").get_by_role("link", name=re.compile("new game", re.I)).first).to_be_visible()
    main(["doctor", "--port", str(served.port), "--data-dir", str(served.settings.data_dir)])
    lines = capsys.readouterr().out.splitlines()
    marks = {line.split()[0] for line in lines}
    assert {"ok"} <= marks <= {"ok", "note", "BAD", "->"}
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        if line.startswith(("note", "BAD")):
            assert following.strip().startswith("-> ")


def test_step_12_a_light_runs_until_a_game_is_set_up_and_then_the_buttons_play(
    served: Served, phone: Phone
) -> None:
    assert commands_of(12)[-1] == ["make", "run"]
    panel = phone("/panel")
    for name in ("red", "green", "blue", "yellow", "red"):
        panel.wait_for_function(LIT, arg=[name])
    served.table.open_game("cli", "clank")
    served.table.submit(StartGame((Seat(Colour.RED), Seat(Colour.GREEN)), Colour.RED), "cli")
    expect(panel.locator("[data-lamp=red]")).to_have_css("--light", "1")
    panel.locator("[data-button=next]").click(delay=30)
    expect(panel.locator("[data-lamp=green]")).to_have_css("--light", "1")
    expect(panel.locator("[data-lamp=red]")).to_have_css("--light", "0")
    panel.locator("[data-button=green]").click(delay=30)  # seats begin with 3 and 2
    expect(phone("/watch").locator("#others .green .area")).to_contain_text("3")


def test_step_12_while_the_table_runs_the_same_test_is_on_the_phone(
    served: Served, phone: Phone
) -> None:
    panel, doctor = phone("/panel"), phone("/doctor")
    doctor.get_by_role("button", name="Test the panel").click()
    for part in parts_of(served.build.pins):
        if part.kind is Kind.BUTTON:
            expect(doctor.locator(".ask")).to_have_text(f"Press the {said(part.name)} button.")
            panel.locator(f"[data-button={part.name}]").click(delay=30)
            if part.name != "red":  # once the page goes on by itself
                doctor.reload()
            expect(doctor.locator(".findings li").first).to_have_text(
                re.compile(rf"{said(part.name)} button")
            )
            continue
        if part.name != BUZZER:
            panel.wait_for_function(LIT, arg=[part.name])
        doctor.get_by_role("button", name="Yes").click()
    expect(doctor.locator(".ask")).to_have_text("The panel works correctly.")
    doctor.get_by_role("button", name="End the test and go back to the game").click()
    expect(doctor.get_by_role("button", name="Test the panel")).to_be_visible()


def test_step_16_two_pictures_calibrate_the_camera_and_the_phone_shows_what_it_sees(
    tmp_path: Path, phone: Phone
) -> None:
    pytest.importorskip("cv2", reason="no OpenCV here (a 32-bit Pi takes it from apt)")
    assert "`/tray/calibrate`" in section(GUIDE, "## 16. Camera arm, tray and light")
    with ExitStack() as running:
        camera = str(PHOTOS / "table")
        served = start(running, replace(settings(tmp_path / "seen"), camera=camera))
        served.table.open_game("cli", "clank")
        page = phone("/")
        page.goto(f"http://127.0.0.1:{served.port}/tray/calibrate")
        page.get_by_role("button", name="The tray is empty").click()
        page.get_by_role("button", name="The five cubes are there").click()
        expect(page.locator("g.ring")).to_have_count(5)
        expect(page.get_by_role("link", name="All are correct")).to_be_visible()
        page.goto("about:blank")  # the table ends before the browser


def test_step_17_after_the_plug_was_pulled_the_lamps_start_and_the_phone_shows_the_table(
    tmp_path: Path, phone: Phone
) -> None:
    folder = tmp_path / "plugged"
    with ExitStack() as before:
        port = free_port()
        served = start(before, settings(folder, port))
        served.table.open_game("cli", "clank")
        served.table.submit(StartGame((Seat(Colour.RED), Seat(Colour.GREEN)), Colour.GREEN), "cli")
        seen, panel = phone("/"), phone("/")
        seen.goto(f"http://127.0.0.1:{served.port}/watch")
        expect(seen.locator("#others")).to_be_visible()
        seen.goto("about:blank")
    with ExitStack() as after:
        start(after, settings(folder, port))
        panel.goto(f"http://127.0.0.1:{port}/panel")
        expect(panel.locator("[data-lamp=green]")).to_have_css("--light", "1")
        panel.goto("about:blank")
        seen.goto(f"http://127.0.0.1:{port}/watch")
        expect(seen.locator("#others")).to_be_visible()
        seen.goto("about:blank")

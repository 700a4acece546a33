"""The guided panel test on mock pins: at the keyboard and on the phone."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.app.doctor.machine import Finding, bad, fine
from companion.app.doctor.served_doctor import ServedDoctor
from companion.app.doctor.walk import walk
from companion.engine.sentence import Sentence
from companion.table.table import Table
from hardware.panel.drawn import DrawnPanel
from hardware.panel.factories import open_factory
from hardware.panel.panel import Panel
from hardware.panel.self_test import SelfTest, Verdict, parts_of
from tests.support.pages import Page, create_app
from web_ui.app import Options

WAIT_S = 30.0


class Maker:
    """Somebody at a panel: presses what is asked for, and sees all lamps but the broken ones."""

    def __init__(self, panel: Panel, broken: str = "", swapped: dict[str, str] | None = None):
        self.panel, self.drawn = panel, DrawnPanel(panel)
        self.broken, self.swapped = broken, swapped or {}
        self.told: list[str] = []
        self.unbuilt: tuple[str, ...] = ()

    def listen(self, sentence: Sentence) -> None:
        text = sentence.one.format_map(sentence.facts)
        self.told.append(text)
        if text.startswith("Press the"):
            name = str(sentence.facts["name"]).lower()
            if name != self.broken:
                self.drawn.press(self.swapped.get(name, name))
                self.drawn.release(self.swapped.get(name, name))

    def look(self, question: Sentence) -> Verdict:
        self.told.append(question.one.format_map(question.facts))
        name = str(question.facts.get("name", "buzzer")).lower()
        if name in self.unbuilt:
            return Verdict.SKIPPED
        return Verdict.BAD if name == self.broken else Verdict.GOOD

    def walk(self, *only: str) -> bool:
        self_test = SelfTest(parts_of(self.panel.pins, only))
        return walk(self.panel, self_test, self.listen, self.look, press_s=0.2)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with Table.open(tmp_path / "journal.sqlite") as table:
        table.open_game("cli", "clank")
        yield table


@pytest.fixture
def panel(table: Table) -> Iterator[Panel]:
    with Panel(table, open_factory("mock")) as panel:
        yield panel


def test_a_good_panel_is_walked_through_and_nothing_counts(panel: Panel, table: Table) -> None:
    version = table.snapshot.version
    maker = Maker(panel)
    assert maker.walk()
    assert len(maker.told) == 19
    assert table.snapshot.version == version
    assert "self test" in table.snapshot.notices


def test_only_one_part_may_be_tested_after_a_step_of_the_guide(panel: Panel) -> None:
    maker = Maker(panel)
    assert maker.walk("red")
    assert maker.told == ["Press the red button.", "Is the red lamp lit?"]


def test_a_lamp_that_is_not_built_yet_may_be_skipped(panel: Panel) -> None:
    maker = Maker(panel)
    maker.unbuilt = ("red",)
    assert maker.walk("red")
    assert len(maker.told) == 2


def test_a_dark_lamp_and_a_silent_button_get_a_cure_with_the_pin_to_look_at(panel: Panel) -> None:
    maker = Maker(panel, broken="blue")
    assert not maker.walk("blue", "undo")
    assert "to pin 15 of the header (BCM 22)" in maker.told[1]
    assert "to pin 33 of the header (BCM 13)" in maker.told[3]
    assert maker.told[-1] == "Press the Undo button."  # the test went on


def test_a_silent_buzzer_has_its_own_cure(panel: Panel) -> None:
    maker = Maker(panel, broken="buzzer")
    assert not maker.walk("buzzer")
    assert maker.told[0] == "Did the buzzer beep three times?"
    assert "transistor" in maker.told[1]


def test_swapped_wires_are_named(panel: Panel) -> None:
    maker = Maker(panel, swapped={"attack": "next"})
    assert not maker.walk("attack")
    assert maker.told[1] == "That was the Next button. The wires of the two buttons are swapped."


def test_a_button_that_is_always_down_is_told_at_once(table: Table) -> None:
    panel = Panel(table, open_factory("mock"))
    DrawnPanel(panel).press("green")
    with panel:
        maker = Maker(panel, broken="green")
        assert not maker.walk("green")
    assert "seems pressed although nobody presses it" in maker.told[1]


FINDINGS: tuple[Finding, ...] = (
    fine("board", "{model}", model="A board"),
    bad("disk", "Only {free} MB.", "Use a larger card.", free=3),
)


@pytest.fixture
def phone(table: Table, panel: Panel) -> FlaskClient:
    doctor_of_table = ServedDoctor(lambda: FINDINGS, panel)
    app = create_app(
        table, Options(address=lambda: "", version="test", doctor=lambda: doctor_of_table)
    )
    app.config["PROPAGATE_EXCEPTIONS"] = True
    return app.test_client()


def doctor(phone: FlaskClient) -> str:
    answer = phone.get("/doctor")
    assert answer.status_code == 200
    return answer.text


def send(phone: FlaskClient, label: str) -> str:
    """Press the button with this label and return the page that follows."""
    page = Page(before := doctor(phone))
    labels = [form for form in page.forms if f">{label}</button>" in before]
    form = next(form for form in labels if f'action="{form.action}"' in _around(before, label))
    answer = phone.post(form.action, data=form.sent(), follow_redirects=True)
    return answer.text


def _around(html: str, label: str) -> str:
    end = html.index(f">{label}</button>")
    return html[html.rindex("<form", 0, end) : end]


def test_the_page_tells_the_findings_and_their_cures(phone: FlaskClient) -> None:
    page = doctor(phone)
    assert "A board" in page
    assert "Only 3 MB." in page
    assert "Use a larger card." in page


def test_a_table_that_is_starting_says_so(table: Table) -> None:
    app = create_app(table, Options(address=lambda: "", version="test"))
    answer = app.test_client().get("/doctor")
    assert "is starting" in answer.text
    assert app.test_client().post("/doctor/test/begin").status_code == 303


def test_the_phone_leads_through_the_panel(phone: FlaskClient, panel: Panel, table: Table) -> None:
    assert "Press the red button." in send(phone, "Test the panel")
    self_test = panel.self_test
    assert self_test is not None
    part = self_test.current
    assert part is not None
    DrawnPanel(panel).press("red")
    assert self_test.wait(part, WAIT_S)
    DrawnPanel(panel).release("red")
    assert "Is the red lamp lit?" in doctor(phone)
    page = send(phone, "No")
    assert "Press the green button." in page
    assert "Turn the LED round" in page
    page = send(phone, "Nothing happens")
    assert "pin 13 of the header (BCM 27)" in page
    assert "self test" in table.snapshot.notices
    assert "A board" in send(phone, "End the test and go back to the game")
    assert table.snapshot.notices == {}


def test_the_end_of_the_test_says_whether_the_panel_is_good(
    phone: FlaskClient, panel: Panel
) -> None:
    phone.post("/doctor/test/begin")
    for part in parts_of(panel.pins):
        stale = phone.post("/doctor/test/yes", data={"part": "lamp nothing"})
        assert stale.status_code == 303
        phone.post("/doctor/test/yes", data={"part": f"{part.kind} {part.name}"})
    assert "The panel works correctly." in doctor(phone)
    assert "Press the red button." in send(phone, "Test again")
    phone.post("/doctor/test/no", data={"part": "button red"})
    for part in parts_of(panel.pins)[1:]:
        phone.post("/doctor/test/yes", data={"part": f"{part.kind} {part.name}"})
    assert "The panel does not work correctly yet." in doctor(phone)


def test_a_table_without_a_panel_offers_no_test(table: Table) -> None:
    doctor_of_table = ServedDoctor(lambda: FINDINGS, None)
    app = create_app(
        table, Options(address=lambda: "", version="test", doctor=lambda: doctor_of_table)
    )
    phone = app.test_client()
    assert "Test the panel" not in doctor(phone)
    for move in ("begin", "yes", "end"):
        assert phone.post(f"/doctor/test/{move}").status_code == 303
    assert "A board" in doctor(phone)

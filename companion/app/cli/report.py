"""The command `dragonbag report`: one file for an issue, from whoever tries it on a real Pi."""

import argparse
import sys
import tempfile
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from companion.app.cli.doctor import ask
from companion.app.cli.parsers import Commands, add_settings, must_be_free
from companion.app.panel_build import PanelBuild, panel_build
from companion.app.saying import say
from companion.app.settings import JOURNAL_FILE, Settings, load
from companion.app.upkeep.choices import surely_kept
from companion.engine.errors import CommandError, DragonbagError
from companion.engine.sentence import N_, Sentence
from companion.language.terminal import _

if TYPE_CHECKING:
    from companion.app.report.facts import Report

INTRO = N_(
    "This writes one file about this computer, its panel and its camera. It holds no names, no "
    "keys and nothing of your games. Look into it before you send it."
)
TEST_PANEL = Sentence(
    "Test the panel now? It takes three minutes, and no table may be running meanwhile."
)
PHOTOGRAPH = Sentence("Photograph the tray now? It must be empty. The photo shows all it sees.")
ADD_CALIBRATION = Sentence("Add the two photos with which the camera was calibrated?")
DONE = N_("{file} is written. Please attach it to an issue: every report helps the next builder.")
CALIBRATION = ("blank.png", "colours.png")


def add(commands: Commands) -> None:
    """Add the command to the parser's sub-commands."""
    parser = commands.add_parser("report", help=_("write how it does on this Pi into one file"))
    parser.add_argument("file", nargs="?", type=Path, help=_("default dragonbag-report-<day>.zip"))
    parser.add_argument(
        "--ask-nothing", action="store_true", help=_("no panel test, no photos, no questions")
    )
    parser.add_argument("--data-dir", type=Path, help=_("the journal's folder"))
    add_settings(parser)
    parser.set_defaults(run=report)


def report(parsed: argparse.Namespace) -> None:
    """Look at the computer, ask before anything else, and write the file."""
    from companion.app.doctor import Machine, examine
    from companion.app.report.facts import computer
    from companion.app.report.write import is_report, write_report

    settings = surely_kept(load(parsed.settings, {"data_dir": parsed.data_dir}))
    file = parsed.file or Path(f"dragonbag-report-{date.today():%Y-%m-%d}.zip")
    must_be_free(file, settings.data_dir, ".zip", is_report)
    build = panel_build(settings)
    print(_(INTRO), flush=True)
    told = computer(Machine(), examine(settings, build.pins))
    own = {"pins": settings.pins, "lamps": settings.lamps, "buses": settings.buses}
    told = replace(told, own_panel={table: entries for table, entries in own.items() if entries})
    photos: dict[str, bytes] = {}
    if not parsed.ask_nothing:
        told = _with_panel(told, settings, build)
        told = _with_camera(told, settings, photos)
    try:
        write_report(file, replace(told, photos=tuple(photos)), photos)
    except OSError as error:
        raise CommandError(str(error)) from error
    print(_(DONE, file=file))


def _agrees(question: Sentence) -> bool:
    from hardware.panel.self_test import Verdict

    return ask(say(question), sys.stdout, may_skip=False) is Verdict.GOOD


def _tell(sentence: Sentence) -> None:
    print(say(sentence), flush=True)


def _with_panel(told: "Report", settings: Settings, build: PanelBuild) -> "Report":
    """Test the panel, if there is one and somebody wants to."""
    from hardware.panel.board import default_kind
    from hardware.panel.factories import PanelMissing

    kind = default_kind() if settings.panel == "auto" else settings.panel
    if kind != "pins" or not _agrees(TEST_PANEL):
        return replace(told, panel=kind)
    try:
        return _tested(told, settings, build)
    except PanelMissing as error:
        _tell(error.told)
        return replace(told, panel=str(error))


def _tested(told: "Report", settings: Settings, build: PanelBuild) -> "Report":
    from companion.app.report.panel_times import Stopwatch, lead_through
    from companion.table.table import Table
    from hardware.panel.devices.spi import strip_opener
    from hardware.panel.factories import open_factory
    from hardware.panel.panel import Callbacks, Panel
    from hardware.panel.self_test import SelfTest, parts_of

    # On the disk of the real journal, so that a press takes as long as in a game.
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    self_test = SelfTest(parts_of(build.pins))
    with (
        tempfile.TemporaryDirectory(dir=settings.data_dir, prefix="report-") as folder,
        Table.open(Path(folder) / JOURNAL_FILE) as table,
    ):
        watch = Stopwatch(table)
        panel = Panel(
            table,
            open_factory("pins"),
            build.pins,
            settings.brightness,
            callbacks=Callbacks(on_edge=watch.note_edge),
            checks_lines=settings.check_lines,
            opens_strip=strip_opener("pins", build.pins.strip, build.lamps),
        )
        watch.time_lamps(panel)
        with panel:
            for held in panel.held.values():
                _tell(held)
            took = lead_through(
                table, panel, watch, self_test, _tell, lambda asked: ask(say(asked), sys.stdout)
            )
    parts = {f"{part.kind} {part.name}": verdict.value for part, verdict in self_test.verdicts}
    return replace(told, panel="pins", parts=parts, press_to_lamp_ms=took)


def _with_camera(told: "Report", settings: Settings, photos: dict[str, bytes]) -> "Report":
    """Add photos of the empty tray and of the calibration, each only if somebody agrees."""
    if settings.camera == "none":
        return told
    name = settings.camera.partition(":")[0]
    camera = name if name in ("pi", "usb") else "folder"
    try:
        if _agrees(PHOTOGRAPH):
            photos["empty-tray.jpg"] = _still(settings)
    except (DragonbagError, ImportError) as error:
        print(error)
        camera = f"{camera}: {error}"
    folder = settings.data_dir / "tray"
    taken = [folder / name for name in CALIBRATION if (folder / name).is_file()]
    if taken and _agrees(ADD_CALIBRATION):
        photos.update({f"calibration-{path.name}": path.read_bytes() for path in taken})
    return replace(told, camera=camera)


def _still(settings: Settings) -> bytes:
    from hardware.tray.cameras import open_camera
    from hardware.tray.photos import to_jpeg

    camera = open_camera(settings.camera, settings.zoom)
    if camera is None:
        return b""
    try:
        return to_jpeg(camera.still())
    finally:
        camera.close()

"""The command `dragonbag doctor`: the computer's findings, and the guided panel test."""

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from companion.app.cli.parsers import Commands, add_settings
from companion.app.panel_build import panel_build
from companion.app.saying import say
from companion.app.settings import JOURNAL_FILE, PANELS, Settings, load
from companion.app.upkeep.choices import surely_kept
from companion.engine.codec import dump
from companion.engine.errors import CommandError
from companion.engine.sentence import N_, Sentence, followed
from companion.language.terminal import _, ngettext, padded, width

if TYPE_CHECKING:
    from companion.app.doctor import Finding
    from hardware.panel.pins import Pins
    from hardware.panel.self_test import SelfTest, Verdict

SIMULATED = N_("The pins are simulated; a served table draws them on its page /panel.")
ON_A_PHONE = Sentence("While a table is served, test its panel on the page /doctor of a phone.")
ENDED = N_("The test was ended with Ctrl+D, before everything was asked.")
NO_TERMINAL = N_("This asks questions: run it in a terminal.")
MARKS = {"fine": N_("ok"), "note": N_("note"), "bad": N_("BAD")}
MARK, NAME = 6, 9  # columns of a terminal


def add(commands: Commands) -> None:
    """Add the command to the parser's sub-commands."""
    parser = commands.add_parser("doctor", help=_("check computer and panel, and print what to do"))
    parser.add_argument(
        "what",
        nargs="?",
        choices=("table", "panel"),
        default="table",
        help=_("table: the computer (default); panel: each lamp and button"),
    )
    parser.add_argument("--only", help=_("with panel: only these lamps and buttons, as red,undo"))
    parser.add_argument("--json", action="store_true", help=_("as JSON, for programs"))
    parser.add_argument("--data-dir", type=Path, help=_("the journal's folder"))
    parser.add_argument("--host", help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=_("the port to check (default 8000)"))
    parser.add_argument("--panel", choices=PANELS)
    add_settings(parser)
    parser.set_defaults(run=doctor)


def doctor(parsed: argparse.Namespace) -> None:
    """Check the computer, or test the panel; CommandError if something must be repaired."""
    if parsed.only is not None and parsed.what != "panel":
        raise CommandError(_("--only is for the panel: dragonbag doctor panel --only red"))
    names = ("host", "port", "data_dir", "panel")
    settings = surely_kept(load(parsed.settings, {name: getattr(parsed, name) for name in names}))
    pins = panel_build(settings).pins
    if parsed.what == "panel":
        _panel(settings, pins, tuple(filter(None, (parsed.only or "").split(","))), parsed.json)
    else:
        _table(settings, pins, parsed.json)


def _table(settings: Settings, pins: "Pins", as_json: bool) -> None:
    from companion.app.doctor import Verdict, examine
    from companion.app.report.facts import plain_finding

    findings = examine(settings, pins)
    if as_json:
        print(dump(list(map(plain_finding, findings))).decode())
    else:
        _print(findings)
    count = sum(finding.verdict is Verdict.BAD for finding in findings)
    if count:
        raise CommandError(
            ngettext("{n} thing must be repaired", "{n} things must be repaired", count)
        )


def _print(findings: "Sequence[Finding]") -> None:
    column = max(NAME, *(width(_(finding.name)) + 1 for finding in findings))
    for finding in findings:
        mark, name = padded(_(MARKS[finding.verdict]), MARK), padded(_(finding.name), column)
        print(f"{mark}{name}{say(finding.text)}")
        if finding.cure:
            print(f"{'':{MARK + column}}-> {say(finding.cure)}")


def _panel(settings: Settings, pins: "Pins", only: tuple[str, ...], as_json: bool) -> None:
    from hardware.panel.factories import PanelMissing
    from hardware.panel.self_test import SelfTest, parts_of

    try:
        self_test = SelfTest(parts_of(pins, only))
        is_good = _run_panel_test(settings, pins, self_test, sys.stderr if as_json else sys.stdout)
    except PanelMissing as error:
        raise CommandError(followed(error.told, ON_A_PHONE)) from error
    if as_json:
        told = [
            {"part": part.kind.value, "name": part.name, "verdict": verdict.value}
            for part, verdict in self_test.verdicts
        ]
        print(dump(told).decode())
    if not is_good:
        raise CommandError(_("the panel has faults; repair what is named above and test again"))
    if not as_json:
        print(_("Everything that was tested works."))


def _run_panel_test(settings: Settings, pins: "Pins", self_test: "SelfTest", voice: TextIO) -> bool:
    from companion.app.doctor.walk import walk
    from companion.table.table import Table
    from hardware.panel.board import default_kind
    from hardware.panel.devices.spi import strip_opener
    from hardware.panel.factories import open_factory
    from hardware.panel.panel import Panel

    kind = default_kind() if settings.panel == "auto" else settings.panel
    if kind == "mock":
        print(_(SIMULATED), file=voice)
    with (
        tempfile.TemporaryDirectory(prefix="dragonbag-") as folder,
        Table.open(Path(folder) / JOURNAL_FILE) as table,
        Panel(
            table,
            open_factory(kind),
            pins,
            settings.brightness,
            checks_lines=settings.check_lines,
            opens_strip=strip_opener(kind, pins.strip, panel_build(settings).lamps),
        ) as panel,
    ):
        for told in panel.held.values():
            print(say(told), file=voice)
        return walk(
            panel,
            self_test,
            tell=lambda told: print(say(told), file=voice, flush=True),
            ask=lambda question: ask(say(question), voice),
        )


def ask(question: str, voice: TextIO, *, may_skip: bool = True) -> "Verdict":
    """Ask until the answer is yes, no, or that the part is not built yet, if it `may_skip` that."""
    from hardware.panel.self_test import Verdict

    verdicts = {"y": Verdict.GOOD, "n": Verdict.BAD, **({"s": Verdict.SKIPPED} if may_skip else {})}
    answers = _("[y/n, s: not built yet]") if may_skip else _("[y/n]")
    while True:
        print(f"{question} {answers} ", end="", file=voice, flush=True)
        answer = sys.stdin.readline()
        if not answer:
            print(file=voice)  # the key that ended it ended no line
            raise CommandError(_(ENDED if sys.stdin.isatty() else NO_TERMINAL))
        if (letter := answer.strip().lower()[:1]) in verdicts:
            return verdicts[letter]

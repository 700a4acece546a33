"""The commands for a Pi: install, uninstall, update, rollback, backup, restore."""

import argparse
import os
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from companion.app.cli.parsers import Commands, Run, must_be_free, settings_file
from companion.app.cli.welcome import welcome
from companion.app.saying import say
from companion.app.settings import Settings, load, usual_settings
from companion.engine.errors import CommandError
from companion.language.terminal import _, ngettext
from companion.table.disk.failures import refusal

if TYPE_CHECKING:
    from companion.app.pi.place import Place


def add(commands: Commands) -> None:
    """Add this file's commands to the parser's sub-commands."""
    _add_install(commands)
    removing = commands.add_parser("uninstall", help=_("remove Dragonbag; the journal stays"))
    _add_plan_options(removing, uninstall)
    removing.add_argument("--purge", action="store_true", help=_("remove the journal too"))
    updating = commands.add_parser("update", help=_("try another version, and use it if it works"))
    _add_plan_options(updating, update)
    updating.add_argument(
        "source", nargs="?", type=Path, help=_("folder, archive or tag (default: this clone)")
    )
    updating.add_argument("--wheels", type=Path, help=_("folder of wheels: no network is needed"))
    returning = commands.add_parser("rollback", help=_("return to the previous version"))
    _add_plan_options(returning, roll_back)
    _add_backup(commands)


def _add_install(commands: Commands) -> None:
    installing = commands.add_parser(
        "install", help=_("make this Pi start the table when it boots")
    )
    _add_plan_options(installing, install)
    installing.add_argument("--wheels", type=Path, help=_("folder of wheels: no network is needed"))
    installing.add_argument(
        "--source", type=Path, help=_("folder to install (default: this clone)")
    )
    installing.add_argument(
        "--fresh",
        action="store_true",
        help=_("start anew: take over no settings, journal or calibration"),
    )
    installing.add_argument("--on-trial", action="store_true", help=_("keep all older versions"))
    installing.add_argument("--yes", action="store_true", help=_("even if this is no Raspberry Pi"))
    installing.add_argument(
        "--hostname", help=_("name for the Pi (default dragonbag, if it has none)")
    )


def _add_backup(commands: Commands) -> None:
    """Add the commands that save the journal and put it back."""
    saving = commands.add_parser(
        "backup", help=_("save the journal in one file, even during a game")
    )
    saving.add_argument("file", nargs="?", type=Path, help=_("default dragonbag-<day>.zip"))
    restoring = commands.add_parser("restore", help=_("put a saved journal back"))
    restoring.add_argument("file", type=Path)
    restoring.add_argument("--dry-run", action="store_true", help=_("only check the file"))
    for parser, run in ((saving, backup), (restoring, restore)):
        parser.add_argument("--data-dir", type=Path, help=_("the journal's folder"))
        parser.add_argument("--settings", type=settings_file)
        parser.set_defaults(run=run)


def _add_plan_options(parser: argparse.ArgumentParser, run: Run) -> None:
    parser.add_argument("--dry-run", action="store_true", help=_("only print what would be done"))
    parser.add_argument(
        "--root",
        type=Path,
        help=_("a folder to try in: files go there, commands are only printed"),
    )
    parser.set_defaults(run=run)


def _carry_out(parsed: argparse.Namespace, plan: "Callable[[Place], None]") -> None:
    from companion.app.pi.place import Place

    if parsed.root is not None:
        place = Place(parsed.root, lambda words: True, lambda words: False, is_dry=parsed.dry_run)
    else:
        is_sure = getattr(parsed, "yes", True)  # only install has --yes
        if why := why_not(Path("/"), os.geteuid(), is_dry=parsed.dry_run, is_sure=is_sure):
            raise CommandError(why)
        place = Place(is_dry=parsed.dry_run)
        os.umask(0o022)  # the service must be able to read what root writes
    try:
        plan(place)
        if not parsed.dry_run:
            os.sync()  # a power cut from here on loses nothing
    except OSError as error:
        raise CommandError(str(error)) from error


def why_not(computer: Path, user: int, *, is_dry: bool, is_sure: bool) -> str:
    """Return why this user cannot set up the computer with this file system, or ""."""
    from companion.app.pi.overlay import SWITCH_OFF, is_read_only
    from hardware.panel.board import read_board

    if not (computer / "run/systemd/system").is_dir():
        return _("this computer has no systemd; --root FOLDER shows what would be done")
    if not is_sure and not read_board(computer).is_pi:
        return _("this is no Raspberry Pi; --yes installs anyway, --root FOLDER shows what it does")
    if user != 0 and not is_dry:
        return _("this changes the system: put sudo in front, or add --dry-run to only look")
    if is_read_only(computer) and not is_dry:
        return say(SWITCH_OFF)
    return ""


def _clone() -> Path:
    """Return the clone that the command runs in; an installed program is in no clone itself."""
    from companion.app.pi.versions import is_source

    here = Path(__file__).parents[3]
    return here if is_source(here) else Path.cwd()


def install(parsed: argparse.Namespace) -> None:
    """Set this Pi up; idempotent."""
    from companion.app.pi.clone import clone_at, home_of_caller
    from companion.app.pi.install import install as set_up

    source = parsed.source or _clone()
    clone = None if parsed.fresh or parsed.on_trial else clone_at(source, home_of_caller())

    def plan(place: "Place") -> None:
        set_up(
            place,
            source,
            parsed.wheels,
            parsed.hostname,
            clone=clone,
            is_fresh=parsed.fresh,
            is_on_trial=parsed.on_trial,
        )

    _carry_out(parsed, plan)
    if parsed.root is None and not (parsed.dry_run or parsed.on_trial):
        welcome()


def uninstall(parsed: argparse.Namespace) -> None:
    """Remove what install() made."""
    from companion.app.pi.install import uninstall as remove

    _carry_out(parsed, lambda place: remove(place, purge=parsed.purge))


def update(parsed: argparse.Namespace) -> None:
    """Try another version, and use it if it works."""
    from companion.app.pi.update import update as renew

    source = parsed.source or _clone()
    _carry_out(parsed, lambda place: renew(place, source, parsed.wheels, _clone()))


def roll_back(parsed: argparse.Namespace) -> None:
    """Return to the previous version."""
    from companion.app.pi.update import roll_back as return_to

    _carry_out(parsed, return_to)


def _settings(parsed: argparse.Namespace) -> tuple[Settings, Path]:
    file = parsed.settings or usual_settings()
    return load(file, {"data_dir": parsed.data_dir}), file


def backup(parsed: argparse.Namespace) -> None:
    """Save journal and settings."""
    from companion.app.pi.backup import back_up, is_backup

    settings, settings_file = _settings(parsed)
    file = parsed.file or Path(f"dragonbag-{date.today():%Y-%m-%d}.zip")
    must_be_free(file, settings.data_dir, ".zip", is_backup)
    try:
        manifest = back_up(settings.journal, settings_file, file)
    except OSError as error:
        raise CommandError(refusal(file.absolute().parent, error)) from error
    print(
        ngettext(
            "{file}: {n} game, checked", "{file}: {n} games, checked", manifest.games, file=file
        )
    )


def restore(parsed: argparse.Namespace) -> None:
    """Put a saved journal back; the one that was there is kept under another name."""
    from companion.app.pi import backup

    settings = _settings(parsed)[0]
    kept: Path | None = None
    try:
        if parsed.dry_run:
            manifest = backup.rehearse(parsed.file, settings.journal)
        else:
            manifest, kept = backup.restore(parsed.file, settings.journal)
        has_settings = backup.has_settings(parsed.file)
    except OSError as error:
        raise CommandError(refusal(settings.data_dir, error)) from error
    facts = {"journal": settings.journal, "when": manifest.made_at}
    print(
        ngettext(
            "{journal}: would become {n} game of {when}",
            "{journal}: would become {n} games of {when}",
            manifest.games,
            **facts,
        )
        if parsed.dry_run
        else ngettext(
            "{journal}: {n} game of {when}",
            "{journal}: {n} games of {when}",
            manifest.games,
            **facts,
        )
    )
    if kept is not None:
        print(_("The journal that was there is now {file}", file=kept))
    if has_settings:
        print(_("Its settings stay in the file: unzip -p {file} dragonbag.toml", file=parsed.file))

"""The commands that look after a Pi: install, uninstall, update, rollback, backup, restore."""

import argparse
import os
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from companion.app.cli.parsers import Commands, Run
from companion.app.settings import Settings, load, usual_settings
from companion.engine.errors import CommandError

if TYPE_CHECKING:
    from companion.app.pi.place import Place


def add(commands: Commands) -> None:
    """Add this file's commands to the parser's sub-commands."""
    put = _planned(commands.add_parser("install", help="make this Pi boot into the table"), install)
    put.add_argument("--wheels", type=Path, help="folder of wheels: install without a network")
    put.add_argument("--source", type=Path, help="folder of the program (default: this clone)")
    put.add_argument("--on-trial", action="store_true", help="keep all older versions")
    put.add_argument("--yes", action="store_true", help="even if this is no Raspberry Pi")
    put.add_argument("--hostname", help="name of the Pi (default dragonbag, if it has none yet)")
    away = _planned(
        commands.add_parser("uninstall", help="remove it; the journal stays"), uninstall
    )
    away.add_argument("--purge", action="store_true", help="remove the journal too")
    new = _planned(commands.add_parser("update", help="use another version, or go on"), update)
    new.add_argument(
        "source", nargs="?", type=Path, help="folder, archive or tag (default: this clone)"
    )
    new.add_argument("--wheels", type=Path, help="folder of wheels: install without a network")
    _planned(commands.add_parser("rollback", help="return to the version before"), roll_back)
    save = commands.add_parser("backup", help="save the journal in one file, even during a game")
    save.add_argument("file", nargs="?", type=Path, help="default dragonbag-<day>.zip")
    back = commands.add_parser("restore", help="put a saved journal in place")
    back.add_argument("file", type=Path)
    back.add_argument("--dry-run", action="store_true", help="only check the file")
    for parser, run in ((save, backup), (back, restore)):
        parser.add_argument("--data-dir", type=Path, help="the journal's folder")
        parser.add_argument("--settings", type=Path)
        parser.set_defaults(run=run)


def _planned(parser: argparse.ArgumentParser, run: Run) -> argparse.ArgumentParser:
    parser.add_argument("--dry-run", action="store_true", help="only say what would be done")
    parser.add_argument(
        "--root", type=Path, help="a scratch root: files go there, commands are only listed"
    )
    parser.set_defaults(run=run)
    return parser


def _carry_out(parsed: argparse.Namespace, plan: "Callable[[Place], None]") -> None:
    from companion.app.pi.place import Place

    if parsed.root is not None:
        place = Place(parsed.root, lambda words: True, lambda words: False, is_dry=parsed.dry_run)
    else:
        is_sure = getattr(parsed, "yes", True)  # only install asks
        if why := why_not(Path("/"), os.geteuid(), is_dry=parsed.dry_run, is_sure=is_sure):
            raise CommandError(why)
        place = Place(is_dry=parsed.dry_run)
        os.umask(0o022)  # the service must be able to read what root writes, whatever root's own
    try:
        plan(place)
        if not parsed.dry_run:
            os.sync()  # whoever pulls the plug now finds it done
    except OSError as error:
        raise CommandError(str(error)) from error


def why_not(computer: Path, user: int, *, is_dry: bool, is_sure: bool) -> str:
    """Return why the computer with this file system cannot be set up by this user; "": it can."""
    from hardware.panel.board import read_board

    if not (computer / "run/systemd/system").is_dir():
        return "this computer has no systemd; --root FOLDER shows what would be done"
    if not is_sure and not read_board(computer).is_pi:
        return (
            "this is no Raspberry Pi; --yes goes on nevertheless, --root FOLDER shows what it does"
        )
    if user != 0 and not is_dry:
        return "this changes the system: put sudo in front, or add --dry-run to look"
    return ""


def _clone() -> Path:
    """Return the clone that the command runs in; an installed program lies in none itself."""
    from companion.app.pi.versions import is_source

    here = Path(__file__).parents[3]
    return here if is_source(here) else Path.cwd()


def install(parsed: argparse.Namespace) -> None:
    """Set this Pi up; once more changes nothing."""
    from companion.app.pi.install import install as set_up

    source = parsed.source or _clone()
    wheels, name, is_on_trial = parsed.wheels, parsed.hostname, parsed.on_trial
    _carry_out(parsed, lambda place: set_up(place, source, wheels, name, is_on_trial=is_on_trial))


def uninstall(parsed: argparse.Namespace) -> None:
    """Remove what install() made."""
    from companion.app.pi.install import uninstall as remove

    _carry_out(parsed, lambda place: remove(place, purge=parsed.purge))


def update(parsed: argparse.Namespace) -> None:
    """Try another version and use it."""
    from companion.app.pi.update import update as renew

    source = parsed.source or _clone()
    _carry_out(parsed, lambda place: renew(place, source, parsed.wheels, _clone()))


def roll_back(parsed: argparse.Namespace) -> None:
    """Return to the version before."""
    from companion.app.pi.update import roll_back as return_to

    _carry_out(parsed, return_to)


def _settings(parsed: argparse.Namespace) -> tuple[Settings, Path]:
    file = parsed.settings or usual_settings()
    return load(file, {"data_dir": parsed.data_dir}), file


def backup(parsed: argparse.Namespace) -> None:
    """Save journal and settings."""
    from companion.app.pi.backup import back_up

    settings, settings_file = _settings(parsed)
    file = parsed.file or Path(f"dragonbag-{date.today():%Y-%m-%d}.zip")
    try:
        manifest = back_up(settings.journal, settings_file, file)
    except OSError as error:
        raise CommandError(str(error)) from error
    print(f"{file}: {manifest.games} games, checked")


def restore(parsed: argparse.Namespace) -> None:
    """Put a saved journal in place; the one that was there is kept."""
    from companion.app.pi import backup

    settings, _ = _settings(parsed)
    kept: Path | None = None
    try:
        if parsed.dry_run:
            manifest = backup.rehearse(parsed.file, settings.journal)
        else:
            manifest, kept = backup.restore(parsed.file, settings.journal)
        has_settings = backup.has_settings(parsed.file)
    except OSError as error:
        raise CommandError(str(error)) from error
    would = "would become " if parsed.dry_run else ""
    print(f"{settings.journal}: {would}{manifest.games} games of {manifest.made_at}")
    if kept is not None:
        print(f"The journal that was there is now {kept}")
    if has_settings:
        print(f"Its settings stay in the file: unzip -p {parsed.file} dragonbag.toml")

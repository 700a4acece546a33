"""The command `dragonbag` and its sub-commands about tables and games.

Pages and devices are imported inside functions, so that `dragonbag log` loads neither of them.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from companion.app.cli import (
    appliance,
    cubes,
    doctor,
    fairness,
    host,
    hotspot,
    https,
    report,
    venue,
    wiring,
)
from companion.app.cli.failures import drop_output, failed, flush, readable
from companion.app.cli.parsers import Commands, Run, add_settings, folder_help, settings_file
from companion.app.saying import say
from companion.app.settings import (
    PANELS,
    SETTINGS_FILE,
    Settings,
    load,
)
from companion.engine.codec import dump, plain
from companion.engine.errors import BadMessage, CommandError, DragonbagError
from companion.engine.garbage import frozen_after
from companion.engine.sentence import N_
from companion.language.catalogues import LANGUAGES
from companion.language.terminal import _, formats, ngettext, prepare, speech
from companion.table import game_file
from companion.table.disk.failures import REFUSED, refusal
from companion.table.journal import Journal

if TYPE_CHECKING:
    from companion.app.demo import Demo
    from companion.table.fair.verify import Verdict

EMPTY = N_("{path}: the journal holds no game yet; start one on a phone")
NO_GAME = N_(
    "{path}: no game is on the table; say which one you mean, `dragonbag games` lists them"
)
LONGEST_PACE_S = 24 * 60 * 60
STILL_SECRET = N_(
    "The game is not over, so its seed is still secret and its draws cannot be checked yet."
)
WHOLE_CHAIN = N_("No line was changed, left out or moved. The last hash is {head}.")
NO_CHAIN = N_("An earlier Dragonbag wrote this file, without a chain of hashes.")
DESCRIPTION = N_("Serve a board game table, and look after its games.")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 done, 1 not possible, 2 wrong usage."""
    prepare()
    try:
        parsed = _parser().parse_args(arguments)
        parsed.run(parsed)
        flush()
    except BrokenPipeError:
        drop_output()  # the reader of the pipe has closed it
    except (DragonbagError, OSError) as error:
        return failed(error)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="dragonbag", description=_(DESCRIPTION))
    commands = parser.add_subparsers(required=True, metavar=_("COMMAND"))
    serving = commands.add_parser("serve", help=_("serve the table to phones and panel"))
    _add_serve_options(serving, serve)
    demo = commands.add_parser("demo", help=_("serve a table where bots play"))
    _add_serve_options(demo, play_demo)
    demo.add_argument(
        "--seed", type=int, default=1, help=_("another seed, another game (default 1)")
    )
    demo.add_argument(
        "--pace", type=seconds, default=1.0, help=_("seconds between steps (default 1)")
    )
    demo.add_argument("--players", type=int, default=4)
    demo.add_argument(
        "--game", default="clank", help=_("clank (default), the_game or grave_robbers")
    )
    _add_game_commands(commands)
    wiring.add(commands)
    doctor.add(commands)
    report.add(commands)
    fairness.add(commands)
    appliance.add(commands)
    cubes.add(commands)
    hotspot.add(commands)
    https.add(commands)
    host.add(commands)
    venue.add(commands)
    return parser


def seconds(text: str) -> float:
    """Return a time to wait, in seconds; float() also takes what no clock can wait."""
    pace_s = float(text)
    if not 0 <= pace_s <= LONGEST_PACE_S:
        raise ValueError(text)
    return pace_s


def _add_game_commands(commands: Commands) -> None:
    games = commands.add_parser("games", help=_("list the games of the journal"))
    _add_journal_options(games, list_games)
    games.add_argument("--json", action="store_true", help=_("as JSON"))
    log = commands.add_parser("log", help=_("print a game in sentences"))
    _add_journal_options(log, print_log)
    log.add_argument("game", nargs="?", help=_("id of a game (default: the one on the table)"))
    log.add_argument(
        "--lang",
        choices=tuple(LANGUAGES),
        help=_("language of the sentences: en, ja or ru (default: yours)"),
    )
    states = commands.add_parser("replay", help=_("show the state after each step of a game"))
    _add_journal_options(states, replay)
    states.add_argument("game", nargs="?", help=_("id of a game (default: the one on the table)"))
    states.add_argument("--until", type=int, help=_("stop after this line of the journal"))
    states.add_argument("--json", action="store_true", help=_("print the last state as JSON"))
    exporting = commands.add_parser("export", help=_("print a game as one JSON file"))
    _add_journal_options(exporting, export)
    exporting.add_argument(
        "game", nargs="?", help=_("id of a game (default: the one on the table)")
    )
    checking = commands.add_parser(
        "verify", help=_("check every draw and event of an exported game")
    )
    checking.add_argument("file", type=Path)
    checking.add_argument(
        "--head", default="", help=_("a line and its fingerprint from /fair, as 57:ab12...")
    )
    checking.add_argument(
        "--commitment", default="", help=_("the fingerprint of the seed, from /fair")
    )
    checking.set_defaults(run=verify)
    importing = commands.add_parser("import", help=_("add an exported game to the journal"))
    _add_journal_options(importing, import_game)
    importing.add_argument("file", type=Path)


def _add_serve_options(parser: argparse.ArgumentParser, run: Run) -> None:
    parser.add_argument("--host", help=_("address to listen on (default 0.0.0.0: all)"))
    parser.add_argument("--port", type=int, help=_("port to listen on (default 8000)"))
    parser.add_argument("--data-dir", type=Path, help=folder_help())
    parser.add_argument("--panel", choices=PANELS)
    parser.add_argument("--camera", help=_("none, pi, usb, usb:1 (a device) or a folder of photos"))
    parser.add_argument(
        "--open",
        dest="is_open",
        action="store_true",
        default=None,
        help=_("no key: everybody on the network may play"),
    )
    parser.add_argument("--settings", type=settings_file, default=Path(SETTINGS_FILE))
    parser.set_defaults(run=run)


def _add_journal_options(parser: argparse.ArgumentParser, run: Run) -> None:
    parser.add_argument("--data-dir", type=Path, help=folder_help())
    add_settings(parser)
    parser.set_defaults(run=run)


def _settings(parsed: argparse.Namespace) -> Settings:
    names = ("host", "port", "data_dir", "panel", "camera", "is_open")
    return load(parsed.settings, {name: getattr(parsed, name, None) for name in names})


def serve(parsed: argparse.Namespace) -> None:
    """Serve the table until interrupted."""
    _serve(_settings(parsed), None)


def _serve(settings: Settings, demo: "Demo | None") -> None:
    with frozen_after():
        from companion.app.serve import serve_table
    serve_table(settings, demo)


def play_demo(parsed: argparse.Namespace) -> None:
    """Serve a table where bots play, with a temporary journal unless a folder is given."""
    import tempfile
    from dataclasses import replace

    from companion.app.demo import Demo

    settings = replace(_settings(parsed), is_open=True)  # only bots play
    try:
        demo = Demo(parsed.seed, parsed.pace, parsed.players, parsed.game)
    except ValueError as error:
        raise CommandError(str(error)) from error
    if parsed.data_dir is not None:
        _serve(settings, demo)
        return
    with tempfile.TemporaryDirectory(prefix="dragonbag-demo-") as folder:
        _serve(replace(settings, data_dir=Path(folder)), demo)


def _journal(parsed: argparse.Namespace) -> Journal:
    return game_file.read_journal(readable(_settings(parsed).journal))


def _game_id(journal: Journal, asked: str | None) -> str:
    game_id = asked or journal.current_game()
    if game_id is None:
        raise CommandError(_(NO_GAME if journal.games() else EMPTY, path=journal.path))
    try:
        journal.name(game_id)
    except (KeyError, UnicodeEncodeError):  # or bytes that are no text
        raise CommandError(
            _(
                "{path}: no game {game}; `dragonbag games` lists them",
                path=journal.path,
                game=game_id,
            )
        ) from None
    return game_id


def list_games(parsed: argparse.Namespace) -> None:
    """Print the games, newest first."""
    with _journal(parsed) as journal:
        entries = journal.games()
    if parsed.json:
        print(dump(plain(entries)).decode())
        return
    for entry in entries:
        lines = ngettext("{n} line", "{n} lines", entry.lines)
        day = formats().date(date.fromisoformat(entry.at[:10]))
        print(f"{entry.id}  {entry.name}  {day} {entry.at[11:16]}  {lines}")


def print_log(parsed: argparse.Namespace) -> None:
    """Print a game in sentences, line by line, with who did it."""
    with _journal(parsed) as journal:
        game_id = _game_id(journal, parsed.game)
        game = game_file.game_of(journal, game_id)
        entries, state = game_file.story(journal, game_id)
    voice = speech(game, state, parsed.lang)
    for entry in entries:
        mark = "x" if entry.is_undone else " "
        text = " ".join(voice.entry(entry))
        print(f"{entry.seq:5} {entry.at[11:19]} {mark} {text} [{voice.source(entry.source)}]")


def replay(parsed: argparse.Namespace) -> None:
    """Print the state after every step, or the last one as JSON."""
    with _journal(parsed) as journal:
        game_id = _game_id(journal, parsed.game)
        game = game_file.game_of(journal, game_id)
        state = game.empty
        for entry, state in game_file.replay(journal, game_id, parsed.until):
            if not parsed.json:
                print(f"{entry.seq:5} {entry.kind:7} {game.notation(state)}")
    if parsed.json:
        print(dump(state).decode())


def export(parsed: argparse.Namespace) -> None:
    """Print a game as JSON."""
    with _journal(parsed) as journal:
        sys.stdout.buffer.write(game_file.export_game(journal, _game_id(journal, parsed.game)))
        sys.stdout.buffer.write(b"\n")


def verify(parsed: argparse.Namespace) -> None:
    """Check a game file; CommandError names the first line that is wrong."""
    from companion.table.fair.verify import Remembered
    from companion.table.fair.verify import verify as check

    try:
        remembered = Remembered.of(parsed.head, parsed.commitment)
    except ValueError as error:
        raise CommandError(str(error)) from error
    with _named(parsed.file):
        verdict = check(parsed.file.read_bytes(), remembered)
        if verdict.wrong:
            raise BadMessage("; ".join(map(str, verdict.wrong)))
    print(ngettext("{n} line follows the rules.", "{n} lines follow the rules.", verdict.lines))
    print(_(WHOLE_CHAIN, head=verdict.head) if verdict.head else _(NO_CHAIN))
    if verdict.hidden:
        print(
            ngettext(
                "{n} line hides names; only its hash was checked.",
                "{n} lines hide names; only their hashes were checked.",
                verdict.hidden,
            )
        )
    if verdict.is_open:
        print(_(STILL_SECRET))
    else:
        print(
            ngettext(
                "{n} draw of Dragonbag matches the seed that it committed to.",
                "{n} draws of Dragonbag match the seed that it committed to.",
                verdict.draws,
            )
        )
    for told in _besides(verdict):
        print(told)


def _besides(verdict: "Verdict") -> Iterator[str]:
    """Yield what no check can tell, or what people should know of the draws."""
    from companion.language.epochs import epoch
    from companion.table.fair.pictures import PICTURES

    number = formats().number
    besides = verdict.besides
    if besides.by_hand:
        yield ngettext(
            "{n} draw by hand cannot be checked.",
            "{n} draws by hand cannot be checked.",
            besides.by_hand,
        )
    if besides.uncheckable and not verdict.is_open:
        yield ngettext(
            "{n} draw of Dragonbag cannot be checked: its seed was lost.",
            "{n} draws of Dragonbag cannot be checked: their seed was lost.",
            besides.uncheckable,
        )
    for draw in besides.again:
        yield _("Attack {n} was drawn again, from another bag or seed.", n=number(draw))
    for draw in besides.overruled:
        yield _("Attack {n} was drawn by hand after phones had opened links.", n=number(draw))
    for draw, seat in besides.unopened:
        about = _(
            "Attack {n}: the phone of {seat} did not open its link.", n=number(draw), seat=seat
        )
        yield about if draw else _("End of the game: {who} did not open a link.", who=seat)
    for line, why in besides.epochs:
        told = " ".join(say(each) for each in epoch({"why": why}))
        yield _("Line {n}: {told}", n=number(line), told=told)
    for draw, places in besides.pictures:
        names = " · ".join(" ".join((PICTURES[at][0], _(PICTURES[at][1]))) for at in places)
        about = _("Attack {n}: {told}", n=number(draw), told=names)
        yield about if draw else _("End of the game: {told}", told=names)


def import_game(parsed: argparse.Namespace) -> None:
    """Add an exported game to the journal; the table stays at its game."""
    with _named(parsed.file):
        checked = game_file.checked(parsed.file.read_bytes())
    with Journal(_settings(parsed).journal) as journal:
        print(game_file.write(journal, checked))


@contextmanager
def _named(file: Path) -> Iterator[None]:
    """Name the file that cannot be read, or that is no sound game."""
    try:
        yield
    except OSError as error:
        raise CommandError(refusal(file, error)) from error
    except BadMessage as error:
        # What exactly is wrong is told in English alone.
        why = f"{say(error.told)} {error.told.facts.get('detail', '')}".strip()
        raise CommandError(REFUSED.about(file=file, why=why)) from error

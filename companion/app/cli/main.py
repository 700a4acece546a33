"""The command `dragonbag`: the only file that wires the parts together.

Imports of the doors stand inside functions, so that `dragonbag log` needs neither pins nor pages.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.app.cli import appliance, cubes, doctor, fairness, hotspot, wiring
from companion.app.cli.parsers import Run
from companion.app.settings import (
    PANELS,
    SETTINGS_FILE,
    Settings,
    default_data_dir,
    load,
    usual_settings,
)
from companion.engine.codec import dump, plain
from companion.engine.errors import CommandError, DragonbagError
from companion.language.catalogues import catalogue
from companion.language.speech import Speech
from companion.table import game_file
from companion.table.journal import Journal

if TYPE_CHECKING:
    from companion.app.demo import Demo


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 done, 1 not possible, 2 misspelt."""
    parsed = _parser().parse_args(arguments)
    try:
        parsed.run(parsed)
    except DragonbagError as error:
        print(f"dragonbag: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        sys.stderr.close()  # the reader of a pipe had enough; Python would complain at exit
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="dragonbag", description="Keep the books of a table.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _serving(commands.add_parser("serve", help="serve the table to phones and panel"), serve)
    demo = commands.add_parser("demo", help="serve a table at which bots play")
    _serving(demo, play_demo)
    demo.add_argument("--seed", type=int, default=1, help="another seed, another game (default 1)")
    demo.add_argument("--pace", type=float, default=1.0, help="seconds between steps (default 1)")
    demo.add_argument("--players", type=int, default=4)
    demo.add_argument("--game", default="clank", help="clank (default), the_game or grave_robbers")
    games = _reading(commands.add_parser("games", help="list the games of the journal"), games_list)
    games.add_argument("--json", action="store_true", help="as JSON")
    log = _reading(commands.add_parser("log", help="tell a game in sentences"), tell_log)
    log.add_argument("game", nargs="?", help="id of a game (default: the one on the table)")
    log.add_argument("--lang", default="en", help="language of the sentences (default en)")
    again = _reading(commands.add_parser("replay", help="rebuild any moment of a game"), replay)
    again.add_argument("game", nargs="?", help="id of a game (default: the one on the table)")
    again.add_argument("--until", type=int, help="stop after this line of the journal")
    again.add_argument("--json", action="store_true", help="the last picture as JSON")
    out = _reading(commands.add_parser("export", help="write a game as one JSON file"), export)
    out.add_argument("game", nargs="?", help="id of a game (default: the one on the table)")
    sure = commands.add_parser("verify", help="check every draw and event of an exported game")
    sure.add_argument("file", type=Path)
    sure.set_defaults(run=verify)
    back = _reading(commands.add_parser("import", help="take in an exported game"), take_in)
    back.add_argument("file", type=Path)
    wiring.add(commands)
    doctor.add(commands)
    fairness.add(commands)
    appliance.add(commands)
    cubes.add(commands)
    hotspot.add(commands)
    return parser


def _serving(parser: argparse.ArgumentParser, run: Run) -> None:
    parser.add_argument("--host", help="address to listen on (default 0.0.0.0: all)")
    parser.add_argument("--port", type=int, help="port to listen on (default 8000)")
    parser.add_argument("--data-dir", type=Path, help=f"journal's folder ({default_data_dir()})")
    parser.add_argument("--panel", choices=PANELS)
    parser.add_argument("--camera", help="none, pi, usb, usb:1 (a device) or a folder of pictures")
    parser.add_argument(
        "--open", dest="is_open", action="store_true", default=None, help="let everybody in"
    )
    parser.add_argument("--settings", type=Path, default=Path(SETTINGS_FILE))
    parser.set_defaults(run=run)


def _reading(parser: argparse.ArgumentParser, run: Run) -> argparse.ArgumentParser:
    parser.add_argument("--data-dir", type=Path, help=f"journal's folder ({default_data_dir()})")
    parser.add_argument("--settings", type=Path, default=usual_settings())
    parser.set_defaults(run=run)
    return parser


def _settings(parsed: argparse.Namespace) -> Settings:
    names = ("host", "port", "data_dir", "panel", "camera", "is_open")
    return load(parsed.settings, {name: getattr(parsed, name, None) for name in names})


def serve(parsed: argparse.Namespace) -> None:
    """Serve the table until interrupted."""
    _serve(_settings(parsed), None)


def _serve(settings: Settings, demo: "Demo | None") -> None:
    from companion.app.serve import serve_table

    serve_table(settings, demo)


def play_demo(parsed: argparse.Namespace) -> None:
    """Serve a table at which bots play, in a journal of its own unless a folder is given."""
    import tempfile
    from dataclasses import replace

    from companion.app.demo import Demo

    settings = replace(_settings(parsed), is_open=True)  # bots play: there is nothing to guard
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
    path = _settings(parsed).journal
    if not path.exists():
        raise CommandError(f"{path}: there is no journal yet; serve a table first")
    return game_file.read_journal(path)


def _game_id(journal: Journal, wished: str | None) -> str:
    game_id = wished or journal.current_game()
    if game_id is None:
        raise CommandError(f"{journal.path}: the journal holds no game yet")
    try:
        journal.name(game_id)
    except KeyError:
        raise CommandError(
            f"{journal.path}: no game {game_id}; `dragonbag games` lists them"
        ) from None
    return game_id


def games_list(parsed: argparse.Namespace) -> None:
    """List the games, newest first."""
    with _journal(parsed) as journal:
        entries = journal.games()
    if parsed.json:
        print(dump(plain(entries)).decode())
        return
    for entry in entries:
        print(f"{entry.id}  {entry.name}  {entry.at[:16].replace('T', ' ')}  {entry.lines} lines")


def tell_log(parsed: argparse.Namespace) -> None:
    """Tell a game in sentences, line by line, with who did it."""
    with _journal(parsed) as journal:
        game_id = _game_id(journal, parsed.game)
        game = game_file.game_of(journal, game_id)
        entries, state = game_file.story(journal, game_id)
    speech = Speech(catalogue(parsed.lang), game, state)
    for entry in entries:
        mark = "x" if entry.is_undone else " "
        text = " ".join(speech.entry(entry))
        print(f"{entry.seq:5} {entry.at[11:19]} {mark} {text} [{speech.source(entry.source)}]")


def replay(parsed: argparse.Namespace) -> None:
    """Print the picture after every line, or the last one as JSON."""
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
    """Write a game as JSON to standard output."""
    with _journal(parsed) as journal:
        sys.stdout.buffer.write(game_file.export_game(journal, _game_id(journal, parsed.game)))
        sys.stdout.buffer.write(b"\n")


def verify(parsed: argparse.Namespace) -> None:
    """Check a game file; CommandError names the first line that is not as it should be."""
    from companion.table.verify import verify as check

    try:
        verdict = check(parsed.file.read_bytes())
    except OSError as error:
        raise CommandError(str(error)) from error
    if verdict.wrong:
        raise CommandError("; ".join(map(str, verdict.wrong)))
    print(f"{verdict.lines} lines follow the rules.")
    if verdict.is_open:
        print(
            "The game is not over: the seed is still secret, and its draws cannot be checked yet."
        )
    else:
        print(f"{verdict.draws} draws of Dragonbag are those of the seed it committed to.")


def take_in(parsed: argparse.Namespace) -> None:
    """Take an exported game into the journal; the table stays at its game."""
    try:
        text = parsed.file.read_bytes()
    except OSError as error:
        raise CommandError(str(error)) from error
    with Journal(_settings(parsed).journal) as journal:
        print(game_file.import_game(journal, text))


if __name__ == "__main__":
    sys.exit(main())

"""`python -m tests.bench.mutants [GAME ...]`: which mistakes in the rules would no test notice?

Cosmic Ray makes the mutants and keeps what came of them in mutants/GAME.sqlite (--into FOLDER), so
the same command goes on where it was stopped. `--minutes 5` stops after five, `--first 30` tries
30. `--survivors` tries those again that have survived and that equivalent.toml does not name;
`--wider` does so with the tests of all games and of the contract, slow ones too, and with more
examples. `--anew` begins from the start, `--score` only counts.
"""

import argparse
import multiprocessing
import sys
from pathlib import Path

import pytest

from tests.bench.mutants import score
from tests.bench.mutants.session import GAMES, Session
from tests.bench.mutants.warm import Warm

QUIET = ("-p", "no:cacheprovider", "-p", "no:terminal", "-p", "no:xdist", "-p", "no:rerunfailures")
OPTIONS = ("-s", "-o", "addopts=", *QUIET)
NOT_HERE = "not pi and not kernel and not browser"
WIDER = ("tests/companion/games", "tests/contract")
FEW, MANY = 10, 100


def main(arguments: list[str]) -> int:
    """Try the mutants of the games that are named, or of all, and show the score."""
    asked = _asked(arguments)
    asked.into.mkdir(exist_ok=True)
    for game in () if asked.score else asked.games:
        _try_game(game, asked)
    return score.show(asked.games, asked.into)


def _asked(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.mutants", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--into", type=Path, default=Path("mutants"))
    parser.add_argument("--minutes", type=float, default=24 * 60)
    parser.add_argument("--first", type=int, default=None)
    parser.add_argument("--survivors", action="store_true")
    parser.add_argument("--wider", action="store_true")
    parser.add_argument("--anew", action="store_true")
    parser.add_argument("--score", action="store_true")
    asked = parser.parse_args(arguments)
    asked.games = asked.games or list(GAMES)
    return asked


def _try_game(game: str, asked: argparse.Namespace) -> None:
    """Try a game's mutants in a process of its own, as pytest runs once in a process."""
    process = multiprocessing.get_context("fork").Process(target=_tried, args=(game, asked))
    process.start()
    process.join()


def _tried(game: str, asked: argparse.Namespace) -> None:
    with Session(game, asked) as session:
        if not session.waiting:
            return
        tests = WIDER if asked.wider else (f"tests/companion/games/{game}",)
        marks = NOT_HERE if asked.wider else f"{NOT_HERE} and not slow"
        warm = Warm(session.paths, session.try_all, MANY if asked.wider else FEW)
        if code := pytest.main([*OPTIONS, "-m", marks, *tests], plugins=[warm]):
            print(f"{game}: pytest ended with {code!r}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

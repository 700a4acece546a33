"""The mutants of one game: which there are, and what came of each."""

import argparse
import ast
import difflib
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import Any

from cosmic_ray.commands import init
from cosmic_ray.modules import find_modules
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator
from cosmic_ray.work_db import WorkDB
from cosmic_ray.work_item import TestOutcome, WorkerOutcome, WorkResult

from tests.bench.mutants.score import SURVIVED, came
from tests.bench.mutants.warm import Mutant, Warm

GAMES = ("the_game", "grave_robbers", "clank")


class Session:
    """A file of Cosmic Ray, as `cr-report` reads it."""

    def __init__(self, game: str, asked: argparse.Namespace):
        """Open the game's file, or make it with all mutants."""
        path = asked.into / f"{game}.sqlite"
        is_new = asked.anew or not path.exists()
        self._game, self._asked = game, asked
        self._end = time.monotonic() + 60 * asked.minutes
        self._db = WorkDB(path, WorkDB.Mode.create)
        rules = sorted(find_modules([Path(f"companion/games/{game}/rules")]))
        self.paths = [str(path) for path in rules]
        if is_new:
            init(rules, self._db, {})
        self.waiting = list(self._waiting())[: asked.first]

    def __enter__(self) -> "Session":
        """Return itself."""
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        """Close the file."""
        self._db.close()

    def _waiting(self) -> Iterator[Any]:
        """Yield what was not tried yet, or with --survivors what has survived."""
        if not (self._asked.survivors or self._asked.wider):
            yield from self._db.pending_work_items
            return
        for item, result in self._db.completed_work_items:
            if came(self._game, item, result) == SURVIVED:
                yield item

    def try_all(self, warm: Warm) -> None:
        """Try one mutant after the other until all are tried or the time is over."""
        if failed := [each for each in warm.reached if each.has_failed]:
            raise SystemExit(f"{self._game}: {len(failed)} tests fail without a mutant")
        if failing := warm.unchanged():
            raise SystemExit(f"{self._game}: {failing} fails with the same code put anew")
        for number, item in enumerate(self.waiting):
            if time.monotonic() > self._end:
                return
            (spec,) = item.mutations
            began = time.monotonic()
            mutant = _mutant(spec)
            killer = warm.killer(mutant)
            self._db.set_result(item.job_id, _result(killer, spec, mutant))
            took = time.monotonic() - began
            where = f"{spec.module_path.stem}:{mutant.line}"
            print(
                f"{self._game} {number + 1}/{len(self.waiting)} {took:.2f} s {where}"
                f" {killer or 'SURVIVED'}",
                flush=True,
            )


def _mutant(spec: Any) -> Mutant:
    path, line = str(spec.module_path), spec.start_pos[0]
    operator = get_operator(spec.operator_name)(**spec.operator_args)
    source = mutate_code(_source(path), operator, spec.occurrence)
    return Mutant(path, line, _function_at(path, line), source)


def _result(killer: str, spec: Any, mutant: Mutant) -> Any:
    return WorkResult(
        worker_outcome=WorkerOutcome.NORMAL,
        output=killer,
        test_outcome=TestOutcome.KILLED if killer else TestOutcome.SURVIVED,
        diff="\n".join(
            difflib.unified_diff(
                _source(mutant.path).split("\n"),
                mutant.source.split("\n"),
                f"a/{mutant.path}",
                f"b/{mutant.path}",
                lineterm="",
            )
        ),
    )


@cache
def _source(path: str) -> str:
    return Path(path).read_text()


@cache
def _functions(path: str) -> list[tuple[int, int]]:
    """Return the first and last line of each function of a module that is in no class."""
    found = (node for node in ast.parse(_source(path)).body if isinstance(node, ast.FunctionDef))
    return [
        (min([node.lineno, *(each.lineno for each in node.decorator_list)]), node.end_lineno or 0)
        for node in found
    ]


def _function_at(path: str, line: int) -> int:
    return next((first for first, last in _functions(path) if first <= line <= last), 0)

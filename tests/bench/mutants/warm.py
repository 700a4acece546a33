"""A plugin of pytest that tries mutants instead of running the tests once.

Everything is loaded, then each mutant has a fork of its own, in which only the tests run that reach
its function: those that run its very line first, the quick before the slow, until one fails.
"""

import gc
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any

import pytest

from tests.bench.mutants.fork import TooLongError, forked
from tests.bench.mutants.swap import swap

PLENTY_S = 600
PATIENCE, LEAST_S = 5, 10  # so many times what the tests took with the code as it is

Line = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Reached:
    """What one test does with the code as it is."""

    seconds: float
    lines: frozenset[Line]
    functions: frozenset[Line]  # by their first lines
    has_failed: bool


@dataclass(frozen=True, slots=True)
class Mutant:
    """A source with one small mistake; `function` is its function's first line, 0 if in none."""

    path: str
    line: int
    function: int
    source: str


class Warm:
    """Collects, sees what each test reaches, then hands `try_all` the means to try a mutant."""

    def __init__(self, paths: Iterable[str], try_all: Callable[["Warm"], None], examples: int):
        """Take the files that have mutants, and how many examples a property is shown."""
        self._paths = {str(Path(path).resolve()): path for path in paths}
        self._try_all = try_all
        self._examples, self._failed = examples, ""

    def pytest_collection(self) -> None:
        """Set the profile after tests/conftest.py has set its own."""
        from hypothesis import Phase, settings  # not before pytest has seen to its asserts

        settings.register_profile(
            "mutants",
            deadline=None,
            derandomize=True,
            database=None,
            max_examples=self._examples,
            phases=(Phase.explicit, Phase.generate),
        )
        settings.load_profile("mutants")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note the first failure."""
        if report.failed:
            self._failed = self._failed or report.nodeid

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try mutants instead of running each test once."""
        self._items = session.items
        gc.freeze()  # a fork then copies less
        self.reached = [forked(partial(self._reach, each), PLENTY_S) for each in self._items]
        self._try_all(self)
        return True

    def _reach(self, item: pytest.Item) -> Reached:
        lines: set[Line] = set()
        functions: set[Line] = set()

        def in_function(frame: FrameType, event: str, _: Any) -> Any:
            if event == "line":
                lines.add((self._paths[frame.f_code.co_filename], frame.f_lineno))
            return in_function

        def in_all(frame: FrameType, event: str, _: Any) -> Any:
            if path := self._paths.get(frame.f_code.co_filename):
                functions.add((path, frame.f_code.co_firstlineno))
                return in_function
            return None

        threading.settrace(in_all)
        sys.settrace(in_all)
        self._run(item)
        sys.settrace(None)
        began = time.process_time()
        self._run(item)
        seconds = time.process_time() - began
        return Reached(seconds, frozenset(lines), frozenset(functions), bool(self._failed))

    @staticmethod
    def _run(item: pytest.Item) -> None:
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)

    def killer(self, mutant: Mutant) -> str:
        """Return which test fails for the mutant, or why none could run; "" if it survives."""
        tests = self._tests_of(mutant)
        seconds = sum(self.reached[each].seconds for each in tests)
        try:
            found: str = forked(
                lambda: self._try([mutant], tests), int(PATIENCE * seconds) + LEAST_S
            )
        except TooLongError:
            return "too long"
        return found

    def unchanged(self) -> str:
        """Return which test fails if the files are put anew as they are: "", or the swap is bad."""
        same = [Mutant(path, 0, 0, Path(path).read_text()) for path in self._paths.values()]
        found: str = forked(lambda: self._try(same, list(range(len(self._items)))), PLENTY_S)
        return found

    def _tests_of(self, mutant: Mutant) -> list[int]:
        place, line = (mutant.path, mutant.function), (mutant.path, mutant.line)
        tests = [
            number
            for number, each in enumerate(self.reached)
            if not mutant.function or place in each.functions
        ]
        return sorted(
            tests, key=lambda n: (line not in self.reached[n].lines, self.reached[n].seconds)
        )

    def _try(self, mutants: list[Mutant], tests: list[int]) -> str:
        for mutant in mutants:
            module = import_module(mutant.path.removesuffix(".py").replace("/", "."))
            try:
                swap(module, mutant.source)
            except Exception as error:  # noqa: BLE001  whatever a module may raise when loaded
                return f"import: {error!r}"
        with TemporaryDirectory() as tempfile.tempdir:
            return self._first_failure(tests)

    def _first_failure(self, tests: list[int]) -> str:
        for number in tests:
            self._run(self._items[number])
            if self._failed:
                return self._failed
        return ""

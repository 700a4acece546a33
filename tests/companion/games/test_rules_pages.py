"""docs/<game>-rules.md name, for each rule, a line of the rulebook, a function and a test."""

import ast
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support.documents import DOCS, rows, spans, text_of
from tests.support.places import ROOT


class Page(NamedTuple):
    """One game's table: how its rulebook is cited, and what else than `rules/` keeps rules."""

    game: str
    book: str
    also: tuple[str, ...] = ()

    @property
    def table(self) -> list[list[str]]:
        text = text_of(DOCS / f"{self.game.replace('_', '-')}-rules.md")
        return [row for row in rows(text) if spans(row[2])]

    @property
    def modules(self) -> dict[str, Path]:
        game = ROOT / "companion" / "games" / self.game
        paths = [*(game / "rules").glob("*.py"), *(game / f"{name}.py" for name in self.also)]
        return {path.stem: path for path in paths}

    def cited(self, docstring: str) -> set[int]:
        """Return the lines of the rulebook that a docstring cites."""
        parts = re.findall(rf"{self.book} ([\d, \-]+)", docstring)
        return {line for part in parts for line in numbers(part)}

    def named_test(self, cell: str) -> tuple[Path, str]:
        """Return file and name of a test: "`row`: the row is refilled once a turn"."""
        (module,) = spans(cell)
        tests = ROOT / "tests" / "companion" / "games" / self.game
        paths = (folder / f"test_{module}.py" for folder in (tests / "rules", tests))
        path = next(path for path in paths if path.exists())
        return path, "test_" + cell.partition(": ")[2].replace(" ", "_")


PAGES = (
    Page("clank", "EN", also=("evolve",)),
    Page("the_game", "JA", also=("state", "values")),
    Page("grave_robbers", "GR"),
)
ROWS = [(page, row) for page in PAGES for row in page.table]
every_page = pytest.mark.parametrize("page", PAGES, ids=[page.game for page in PAGES])


@cache
def docstrings(path: Path) -> dict[str, str]:
    """Return function -> docstring of a module."""
    found = ast.walk(ast.parse(path.read_text()))
    kinds = [node for node in found if isinstance(node, ast.FunctionDef)]
    return {node.name: ast.get_docstring(node) or "" for node in kinds}


def numbers(text: str) -> set[int]:
    """Return the lines that a text such as "304, 376-379" names."""
    pairs = re.findall(r"(\d+)(?:-(\d+))?", text)
    return {line for first, last in pairs for line in range(int(first), int(last or first) + 1)}


@pytest.mark.parametrize(
    ("page", "row"), ROWS, ids=[f"{page.game}: {row[0]}" for page, row in ROWS]
)
def test_each_rule_has_its_line_its_function_and_its_test(page: Page, row: list[str]) -> None:
    _, lines, function, cell = row
    module, _, name = spans(function)[0].partition(".")
    assert page.cited(docstrings(page.modules[module])[name]) & numbers(lines)
    path, test = page.named_test(cell)
    assert page.cited(docstrings(path)[test]) & numbers(lines)


@every_page
def test_every_function_that_cites_the_rulebook_is_named(page: Page) -> None:
    told = {spans(row[2])[0] for row in page.table}
    real = {
        f"{module}.{name}"
        for module, path in page.modules.items()
        for name, docstring in docstrings(path).items()
        if page.cited(docstring)
    }
    assert real == told


@every_page
def test_every_line_that_the_rules_cite_is_in_the_table(page: Page) -> None:
    told = {line for row in page.table for line in numbers(row[1])}
    cites = (page.cited(doc) for path in page.modules.values() for doc in docstrings(path).values())
    assert {line for lines in cites for line in lines} - told == set()

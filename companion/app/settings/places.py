"""Where an entry stands in a settings file: tomllib does not tell lines."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from companion.app.settings.files import text_of
from companion.engine.sentence import Sentence

LINE = Sentence("{file}, line {line}, {key}")
SOMEWHERE = "{file}, {key}"  # nothing to translate
PLACED = "{place}: {why}"
# What tells where an entry of a TOML text ends: texts and remarks hide what they hold.
TOKEN = re.compile(
    r"""\"{3}(?:\\.|[^\\])*?\"{3,5}|'{3}.*?'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|\#[^\n]*|[][{}\n]""",
    re.DOTALL,
)


def placed(why: Sentence, file: Path | None, *keys: str) -> Sentence:
    """Return a sentence about the first of these keys that the file has, with its place."""
    return Sentence(PLACED, "", {"place": place_of(file, *keys), "why": why})


def place_of(file: Path | None, *keys: str) -> Sentence | str:
    """Return the file with line and name of the first of these keys that it has."""
    if file is None:
        return keys[0]
    text = text_of(file)
    for key in keys:
        if line := line_of(text, key):
            return LINE.about(file=file, line=line, key=key)
    return Sentence(SOMEWHERE, "", {"file": file, "key": keys[0]})


def line_of(text: str, key: str) -> int:
    """Return the line of a TOML text, from 1, that gives a key such as "pins.lamps.red"; 0: none.

    A value over several lines counts by its first line.
    """
    return min(lines_of(text, key), default=0)


def lines_of(text: str, key: str) -> range:
    """Return the lines of a TOML text, from 1, that give a key; tomllib does not tell them.

    So each entry is parsed by itself, below the name of its table.
    """
    import tomllib

    table: tuple[str, ...] = ()
    line = 1
    for entry in _entries(text):
        after = line + entry.count("\n")
        try:
            given = tomllib.loads(entry)
        except tomllib.TOMLDecodeError:
            given = {}  # the whole text is no TOML, which is told elsewhere
        if entry.lstrip().startswith("["):
            table = tuple(_names(given))
            given = {}
        if _has(given, key, table):
            return range(line, after + (not entry.endswith("\n")))
        line = after
    return range(0)


def _entries(text: str) -> Iterator[str]:
    """Yield the entries of a TOML text one by one, each with its line's end and what is before."""
    begin = depth = 0
    for found in TOKEN.finditer(text):
        token = found[0]
        depth += (token in "[{") - (token in "]}")
        if token == "\n" and depth == 0:
            yield text[begin : found.end()]
            begin = found.end()
    yield text[begin:]


def _names(given: object) -> Iterator[str]:
    """Yield the names in a table's head, which holds one table in the other."""
    while isinstance(given, dict) and given:
        ((name, given),) = given.items()
        yield name


def _has(given: object, key: str, table: Sequence[str]) -> bool:
    """Is this key given by an entry in this table?"""
    for name in reversed(table):
        given = {name: given}
    for name in key.split("."):
        if not isinstance(given, dict) or name not in given:
            return False
        given = given[name]
    return True

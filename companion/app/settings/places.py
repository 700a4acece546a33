"""Where an entry stands in a settings file: tomllib does not tell lines."""

from pathlib import Path

from companion.engine.sentence import Sentence

LINE = Sentence("{file}, line {line}, {key}")
SOMEWHERE = "{file}, {key}"  # nothing to translate
PLACED = "{place}: {why}"


def placed(why: Sentence, file: Path | None, *keys: str) -> Sentence:
    """Return a sentence about the first of these keys that the file has, with its place."""
    return Sentence(PLACED, "", {"place": place_of(file, *keys), "why": why})


def place_of(file: Path | None, *keys: str) -> Sentence | str:
    """Return the file with line and name of the first of these keys that it has."""
    if file is None:
        return keys[0]
    text = file.read_text()
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

    So ever more lines are parsed until the key is there.
    """
    import tomllib

    lines, read = text.split("\n"), 0
    for count in range(1, len(lines) + 1):
        try:
            given = tomllib.loads("\n".join(lines[:count]))
        except tomllib.TOMLDecodeError:
            continue  # in the middle of a value
        if _has(given, key):
            return range(read + 1, count + 1)
        read = count
    return range(0)


def _has(given: object, key: str) -> bool:
    for name in key.split("."):
        if not isinstance(given, dict) or name not in given:
            return False
        given = given[name]
    return True

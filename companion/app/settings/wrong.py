"""What is wrong with the entries of a settings file: unknown names, values of another kind."""

from collections.abc import Container, Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from companion.engine.sentence import Sentence
from companion.engine.unknown import no_such
from companion.engine.value import Value

WHOLE = Sentence("a whole number")
NUMBER = Sentence("a number")
YES_NO = Sentence("true or false")
TEXT = Sentence("text in quotes")
TABLE = Sentence("a table with entries of its own")
LIST = Sentence("a list in square brackets")
OTHER_KIND = Sentence("{key} is {given}. It must be {kind}.")
NUL = Sentence("{key} holds the character NUL, which no name may hold.")
KINDS: Mapping[type, tuple[type | tuple[type, ...], Sentence]] = {
    int: (int, WHOLE),
    float: ((int, float), NUMBER),
    bool: (bool, YES_NO),
    str: (str, TEXT),
    Path: (str, TEXT),
}


class Wrong(Value, frozen=True):
    """An entry such as "pins.buttons.undo", and why it is wrong."""

    key: str
    why: Sentence


def wrong_entries(
    given: Mapping[str, object], cls: type, hidden: Container[str] = (), table: str = ""
) -> Iterator[Wrong]:
    """Yield every entry of a table that `cls` has not, or has of another kind.

    Fields that are `hidden` are no settings.
    """
    kinds = {name: kind for name, kind in get_type_hints(cls).items() if name not in hidden}
    for name, value in given.items():
        if name in kinds:
            yield from _wrong(f"{table}{name}", value, kinds[name])
        else:
            yield Wrong(f"{table}{name}", no_such(name, kinds))


def _wrong(key: str, value: object, kind: Any) -> Iterator[Wrong]:
    """Yield what is wrong with a value, or with the entries of a table or a list."""
    if isinstance(kind, UnionType):  # such as float | None: what is absent needs no check
        (kind,) = (each for each in get_args(kind) if each is not NoneType)
    if get_origin(kind) is tuple:
        yield from _wrong_list(key, value, get_args(kind)[0])
    elif get_origin(kind) is not None or issubclass(kind, Value):
        yield from _wrong_table(key, value, kind)
    elif issubclass(kind, StrEnum):
        written = value if isinstance(value, str) else shown(value)
        if written not in set(kind):
            yield Wrong(key, no_such(written, kind))
    elif kind in KINDS:
        wanted, name = KINDS[kind]
        if not isinstance(value, wanted) or (isinstance(value, bool) and kind is not bool):
            yield Wrong(key, OTHER_KIND.about(key=key, given=shown(value), kind=name))
        elif isinstance(value, str) and "\0" in value:
            yield Wrong(key, NUL.about(key=key))


def _wrong_list(key: str, value: object, kind: type) -> Iterator[Wrong]:
    if not isinstance(value, list):
        yield Wrong(key, OTHER_KIND.about(key=key, given=shown(value), kind=LIST))
        return
    for inner in value:
        yield from _wrong(key, inner, kind)


def _wrong_table(key: str, value: object, kind: type) -> Iterator[Wrong]:
    if not isinstance(value, Mapping):
        yield Wrong(key, OTHER_KIND.about(key=key, given=shown(value), kind=TABLE))
    elif get_origin(kind) is None:
        yield from wrong_entries(value, kind, table=f"{key}.")
    else:
        for name, inner in value.items():
            yield from _wrong(f"{key}.{name}", inner, get_args(kind)[1])


def shown(value: object) -> str:
    """Return a value as TOML writes it."""
    return str(value).lower() if isinstance(value, bool) else repr(value)

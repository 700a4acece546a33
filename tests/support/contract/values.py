"""Values of any message class, made from its type hints: for games that nobody here knows."""

import inspect
import random
import types
import typing
from dataclasses import is_dataclass
from enum import Enum
from functools import cache
from typing import Any

from companion.engine.value import Value

WORDS = ("", "Ann", "why", "Zoë", "クミコ")
NUMBERS = (0, 1, 2, 3, 4, 5, 6, 9, 30)
MOST_TRIES = 2000
FEW = (0, 1, 2, 3)


def value_of(hint: Any, dice: random.Random) -> Any:
    """Return any value that fits a type hint; a class may refuse some with ValueError."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType, typing.Literal):
        chosen = dice.choice(arguments)
        return chosen if origin is typing.Literal else value_of(chosen, dice)
    if origin is tuple:
        if arguments[-1] is Ellipsis:
            return tuple(value_of(arguments[0], dice) for _ in range(dice.choice(FEW)))
        return tuple(value_of(argument, dice) for argument in arguments)
    if isinstance(hint, type):
        return _of_class(hint, dice)
    raise TypeError(f"the contract cannot make a value of {hint}")


def _of_class(kind: type, dice: random.Random) -> Any:
    if is_dataclass(kind) or issubclass(kind, Value):
        return message_of(kind, dice)
    if issubclass(kind, Enum):
        return dice.choice(list(kind))
    if kind is bool:
        return dice.random() < 0.5
    if kind is int:
        return dice.choice(NUMBERS)
    if kind is str:
        return dice.choice(WORDS)
    if kind is types.NoneType:
        return None
    raise TypeError(f"the contract cannot make a value of {kind}")


def field_names(kind: type) -> tuple[str, ...]:
    """Return the fields of a message class; a game may make it a Value or a dataclass."""
    return tuple(inspect.signature(kind).parameters)


def changed(message: Any, **fields: object) -> Any:
    """Return a message with other values in some fields."""
    kept = {name: getattr(message, name) for name in field_names(type(message))}
    return type(message)(**{**kept, **fields})


@cache
def hints_of(kind: type) -> dict[str, Any]:
    """Return the type hints of a class; to read them costs more than the values."""
    return typing.get_type_hints(kind)


def message_of(kind: type, dice: random.Random) -> Any:
    """Return a value of a message class; values that its constructor refuses are tried again."""
    hints = hints_of(kind)
    for _ in range(MOST_TRIES):
        given = {name: value_of(hints[name], dice) for name in field_names(kind)}
        try:
            return kind(**given)
        except ValueError:
            continue
    raise AssertionError(f"no value of {kind.__name__} was found in {MOST_TRIES} tries")


def messages_of(kind: type, number: int, seed: int = 1) -> list[Any]:
    """Return so many values of a message class; the same seed makes the same ones."""
    dice = random.Random(f"{kind.__name__} {seed}")
    return [message_of(kind, dice) for _ in range(number)]

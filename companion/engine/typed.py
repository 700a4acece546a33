"""What people type into forms: texts that a screen can show, and whole numbers.

Programs send numbers as numbers; what they send is never put right (`Codec.read(as_text=False)`).
"""

from collections.abc import Iterable, Mapping
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin

from companion.engine.errors import BadField, Unfit
from companion.engine.sentence import Sentence
from companion.engine.texts import (
    NOT_SEEN,
    NOT_SHOWABLE,
    is_seen,
    is_showable,
    shown,
    tidied,
)
from companion.engine.value import Value, fields

MOST_DIGITS = 15  # more than any count needs
SIGNS = {"-": -1, "\N{MINUS SIGN}": -1, "\N{FULLWIDTH HYPHEN-MINUS}": -1}
REASON = "reason"  # the rules refuse a correction without one, in a sentence of their own

USUAL_RANGE = "{field} is {number}, {least} to {most} is possible"

# {field} is what the page calls the field.
NO_NUMBER = Sentence("{field}: please enter a whole number, not “{typed}”.")
NOTHING = Sentence("{field}: please fill this in.")
TOO_MANY_DIGITS = Sentence("{field}: “{typed}” has too many digits for a number here.")
OUT_OF_RANGE = Sentence(
    "{field}: please enter a whole number from {least} to {most}, not “{typed}”."
)


def whole_number(text: str) -> int | None:
    """Return the whole number that somebody has typed, None if it is none.

    It may have zeros before it and blanks around it, and the digits of any script.
    """
    typed = text.strip()
    digits = _digits(typed)
    if not digits or len(digits) > MOST_DIGITS:
        return None
    return int(digits) * SIGNS.get(typed[0], 1)


def _digits(typed: str) -> str:
    """Return the digits of a whole number, "" if it is none."""
    digits = typed[1:] if typed[:1] in SIGNS else typed
    return digits if digits.isdecimal() else ""


def no_number(field: str, text: str) -> BadField:
    """Return the refusal of a text in which whole_number() finds none."""
    if not text.strip():
        return BadField(field, NOTHING)
    sentence = TOO_MANY_DIGITS if _digits(text.strip()) else NO_NUMBER
    return BadField(field, sentence.about(typed=shown(text)))


def number_of(field: str, text: str, least: int, most: int) -> int:
    """Return the number that somebody has typed into a field; BadField if it is none of these."""
    number = whole_number(text)
    if number is None:
        raise no_number(field, text)
    if not least <= number <= most:
        raise BadField(field, out_of_range(number, least, most))
    return number


def out_of_range(number: int, least: int, most: int) -> Sentence:
    """Return the sentence about a number that is too small or too large."""
    return OUT_OF_RANGE.about(typed=number, least=least, most=most)


def check_range(field: str, number: int, least: int, most: int, text: str = USUAL_RANGE) -> None:
    """Raise Unfit for a number that is out of range; `text` is what programs are told."""
    if not least <= number <= most:
        told = text.format(field=field, number=number, least=least, most=most)
        raise Unfit(told, field, out_of_range(number, least, most))


def fitted(given: object, cls: type) -> object:
    """Return what a form says as the fields of a class want it: numbers read, texts tidied.

    BadField if a number is none, if a text cannot be shown, or if something is missing that the
    class needs.
    """
    return _fitted(given, (cls,), "")


def _fitted(given: object, kinds: Iterable[Any], field: str) -> object:
    for kind in kinds:
        if isinstance(given, str):
            if kind is int:
                return _number(given, field)
            if kind is str:
                return _text(given, field)
        elif isinstance(given, Mapping) and isinstance(kind, type) and issubclass(kind, Value):
            return _fields(given, kind, field)
        elif isinstance(given, list | tuple) and get_origin(kind) is tuple:
            within = _kinds(get_args(kind)[0])
            return [_fitted(item, within, field) for item in given]
    return given


def _number(given: str, field: str) -> int:
    number = whole_number(given)
    if number is None:
        raise no_number(field, given)
    return number


def _text(given: str, field: str) -> str:
    text = tidied(given)
    if not is_showable(text):
        raise BadField(field, NOT_SHOWABLE.about(typed=shown(text)))
    if text and not is_seen(text):
        raise BadField(field, NOT_SEEN)
    return text


def _fields(given: Mapping[str, object], kind: type[Value], field: str) -> dict[str, object]:
    found = dict(given)
    for name, kinds, is_required in _known(kind):
        inner = f"{field}.{name}" if field else name
        if name in given:
            found[name] = _fitted(given[name], kinds, inner)
        elif is_required and name == REASON:
            found[name] = ""
        elif is_required:
            raise BadField(inner, NOTHING)
    return found


@cache
def _known(kind: type[Value]) -> tuple[tuple[str, tuple[Any, ...], bool], ...]:
    """Return the fields of a class: the name, what it may be, and whether it must be there."""
    return tuple((each.name, _kinds(each.type), each.required) for each in fields(kind))


def _kinds(annotation: Any) -> tuple[Any, ...]:
    is_union = get_origin(annotation) in (Union, UnionType)
    return get_args(annotation) if is_union else (annotation,)

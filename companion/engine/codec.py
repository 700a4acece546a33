"""Messages to JSON and back, by class name; the only home of msgspec besides settings.

A message is written as an object with its class name under "type": {"type": "MakeClank",
"colour": "red", "cubes": 1}.
"""

import threading
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import msgspec

from companion.engine.errors import BadField, BadMessage, Unfit
from companion.engine.typed import fitted

T = TypeVar("T")

DEEPEST = 32  # lists and objects in one another; a game's state has nine
TOO_DEEP = f"lists and objects nest deeper than {DEEPEST}"
LONGEST = 80

# A JSON object: what its values are is known only after convert() or Codec.read().
JsonObject: TypeAlias = dict[str, Any]


class Codec:
    """Reads and writes the messages of one set of classes."""

    def __init__(self, classes: Iterable[type]) -> None:
        """Know these classes by their names."""
        self.classes = {cls.__name__: cls for cls in classes}

    def plain(self, message: object) -> JsonObject:
        """Return the message as JSON-ready values with its "type" first."""
        return {"type": type(message).__name__, **msgspec.to_builtins(message)}

    def read(
        self, given: Mapping[str, object], *, as_text: bool = False, is_own: bool = False
    ) -> Any:
        """Return the message that `given` describes, or raise BadMessage.

        With `as_text` numbers and truth values may come as text, as people type them into forms;
        BadField then says what they typed wrongly. What this codec wrote itself (`is_own`) is not
        searched for unknown fields.
        """
        fields = dict(given)
        name = fields.pop("type", None)
        if not isinstance(name, str) or name not in self.classes:
            raise BadMessage(f"no such message: {shortened(name)}")
        return convert(fields, self.classes[name], as_text=as_text, is_own=is_own)

    def dumps(self, messages: Iterable[object]) -> str:
        """Return messages as one line of JSON text."""
        return msgspec.json.encode([self.plain(message) for message in messages]).decode()

    def loads(self, text: str) -> tuple[Any, ...]:
        """Return the messages of a line that dumps() wrote, or raise BadMessage."""
        return tuple(self.read(given, is_own=True) for given in _decoded(text))


def convert(given: object, cls: type[T], *, as_text: bool = False, is_own: bool = False) -> T:
    """Return `given` as a value of `cls`; BadMessage names the field that does not fit."""
    _prepare(cls)
    read = fitted(given, cls) if as_text else given
    try:
        value = msgspec.convert(read, cls, strict=not as_text, dec_hook=_custom)
    except msgspec.ValidationError as error:
        unfit = error.__cause__
        if as_text and isinstance(unfit, Unfit):
            raise BadField(unfit.field, unfit.sentence) from error
        raise BadMessage(f"{cls.__name__}: {error}") from error
    extra = "" if is_own else _unknown(given, msgspec.to_builtins(value, enc_hook=str))
    if extra:
        raise BadMessage(f"{cls.__name__}: no such field: {extra}")
    return value


_prepared: set[type] = set()
_preparing = threading.Lock()


def _prepare(cls: type) -> None:
    """Let msgspec inspect a class and the enums in it, in one thread.

    It keeps on each what it has found. The process dies if two threads inspect the same enum at
    once (msgspec 0.22, which frees what the first has kept): two phones' first taps did that.
    """
    if cls not in _prepared:
        with _preparing:
            msgspec.json.Decoder(cls)
            _prepared.add(cls)


def _custom(kind: type, value: object) -> object:
    """Return a path, or any value where the class says `object`; msgspec knows all other kinds."""
    if kind is object:
        return value
    if kind is not Path:
        raise NotImplementedError(kind)
    return Path(str(value))


def _unknown(given: object, known: object) -> str:
    """Return the first key of `given` that did not become part of the value, or ""."""
    if isinstance(given, Mapping) and isinstance(known, Mapping):
        for key, value in given.items():
            if key not in known:
                return str(key)
            if inner := _unknown(value, known[key]):
                return f"{key}.{inner}"
    elif isinstance(given, list | tuple) and isinstance(known, list | tuple):
        return next(filter(None, map(_unknown, given, known)), "")
    return ""


def parse(text: str | bytes) -> Any:
    """Return the values of a JSON text, or raise BadMessage, also if it nests past DEEPEST."""
    value = _decoded(text)
    if _may_be_deep(text) and _is_deep(value):
        raise BadMessage(TOO_DEEP)
    return value


def _may_be_deep(text: str | bytes) -> bool:
    """Are there brackets enough? A line of a journal has five, and looking in it takes longer."""
    if isinstance(text, str):
        return text.count("[") + text.count("{") > DEEPEST
    return text.count(b"[") + text.count(b"{") > DEEPEST


def _decoded(text: str | bytes) -> Any:
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadMessage(f"not JSON: {error}") from error
    except RecursionError as error:
        raise BadMessage(TOO_DEEP) from error


def _is_deep(value: object) -> bool:
    level = [value]
    for _ in range(DEEPEST):
        level = [inner for outer in level for inner in _inner(outer)]
        if not level:
            return False
    return True


def _inner(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def shortened(value: object) -> str:
    """Return what was sent as a sentence may repeat it: no longer than a line."""
    text = repr(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def plain(value: object) -> Any:
    """Return any value as JSON-ready dicts, lists, numbers and text."""
    return msgspec.to_builtins(value, enc_hook=_simpler)


def dump(value: object) -> bytes:
    """Return any value as JSON bytes."""
    return msgspec.json.encode(value, enc_hook=_simpler)


def canonical(value: object) -> bytes:
    """Return the one way to write JSON-ready values, as RFC 8785 has it; numbers must be whole."""
    return msgspec.json.encode(value, order="sorted")


def _simpler(value: object) -> object:
    """Return the text or tuple that a fact of a sentence is (Word, Both, Either)."""
    match value:
        case str():
            return str(value)
        case tuple():
            return tuple(value)
    raise NotImplementedError(f"{type(value)} is no message")


def schemas(classes: Iterable[type], template: str) -> tuple[list[JsonObject], JsonObject]:
    """Return the JSON Schemas (2020-12) of classes, and the named parts that they refer to."""
    references, components = msgspec.json.schema_components(classes, ref_template=template)
    return list(references), components

"""Small forms as safe HTML: every tap on a page is one of these, with or without script."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from html import unescape
from itertools import count
from secrets import token_hex

from markupsafe import Markup, escape

from companion.engine.game import AnyGame
from companion.engine.moments import Moment
from companion.engine.value import Value, field
from companion.table.snapshot import Snapshot
from web_ui.render.view import once

# In what our templates write, a value is in quotation marks and holds no angle bracket.
TAG = re.compile(r"<(?P<kind>input|option|select)\b[^>]*>(?=(?P<text>[^<]*))")
ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')
DO = "/do/"  # and the name of a command, or "draw"


class Forms(Value, frozen=True):
    """Makes the forms of one page.

    `back` is where a browser without script returns to. A page that is sent whole gives every form
    a key of its own, so that a second tap counts once, and says which game it means; live fragments
    are the same for several phones and leave all that to the script. Keys differ in their last part
    alone: what is the same in all weighs nothing on the wire. A form of a command that is
    meant for a turn, an attack or a fight says which one was shown: `moments`, by action.
    """

    back: str
    keys: Iterator[str] | None
    game_id: str = ""
    moments: Mapping[str, int] = field(default_factory=dict)

    def open(self, action: str, kind: str = "", **fields: object) -> Markup:
        """Return the beginning of a form that the template ends itself."""
        if self.keys is not None:
            return _opening(action, kind) + self.hidden(**self._moment(action), **fields)
        shown = {**self._way_back(), **self._moment(action), **fields}
        return _begun(action, kind, tuple(zip(shown, map(_value, shown.values()), strict=True)))

    def moment(self, action: str) -> Markup:
        """Return the hidden input that says which moment is shown; nothing if any will do."""
        return _inputs(**self._moment(action))

    def _moment(self, action: str) -> dict[str, int]:
        return {"moment": self.moments[action]} if action in self.moments else {}

    def hidden(self, **fields: object) -> Markup:
        """Return the hidden inputs of a form: the way back, the key and the fields."""
        return self._key() + _inputs(**{**self._way_back(), **fields})

    def _way_back(self) -> dict[str, str]:
        return {"back": self.back} if self.back else {}

    def _key(self) -> Markup:
        if self.keys is None:
            return Markup("")
        return _input("key", next(self.keys)) + _known_input("game", self.game_id)

    def do(
        self, command: str, label: object, kind: str = "", aria: str = "", **fields: object
    ) -> Markup:
        """Return a form of one button that submits a command with these fields."""
        return self.button(f"/do/{command}", label, kind, aria, **fields)

    def button(
        self, action: str, label: object, kind: str = "", aria: str = "", **fields: object
    ) -> Markup:
        """Return a form of one button."""
        hidden = tuple({**self._way_back(), **self._moment(action), **fields}.items())
        button = _button(action, str(label), kind, aria, hidden)
        return _opening(action, "tap") + self._key() + button


def keys_of_a_page() -> Iterator[str]:
    """Return keys for the forms of a page that is sent now, as many as it has."""
    page = token_hex(8)
    return (f"{page}-{number}" for number in count())


@once
def moments_of(snapshot: Snapshot) -> dict[str, int]:
    """Return the moments of a snapshot by the action of the form that is meant for them."""
    moments = snapshot.moments
    return {action: moments.get(moment, 0) for action, moment in _meant_for(snapshot.game)}


@once
def _meant_for(game: AnyGame) -> list[tuple[str, Moment]]:
    """Return which moment each form of a game is meant for, by the form's action."""
    meant = [(DO + command.__name__, moment) for command, moment in game.meant_for.items()]
    hand = game.hand_meant_for
    return meant if hand is None else [(f"{DO}draw", hand), *meant]


@lru_cache(maxsize=64)
def _opening(action: str, kind: str) -> Markup:
    return Markup('<form method="post" action="{}" class="{}">').format(action, kind)


@lru_cache(maxsize=1024)
def _begun(action: str, kind: str, fields: tuple[tuple[str, str], ...]) -> Markup:
    return _opening(action, kind) + _inputs(**dict(fields))


# A page has some forty buttons and most are the same from one snapshot to the next.
@lru_cache(maxsize=1024)
def _button(
    action: str,
    label: str,
    kind: str,
    aria: str,
    fields: tuple[tuple[str, object], ...],
) -> Markup:
    spoken = Markup(' aria-label="{}"').format(aria) if aria else Markup("")
    button = Markup('<button class="{}"{}>{}</button></form>').format(kind, spoken, escape(label))
    return _inputs(**dict(fields)) + button


def _inputs(**fields: object) -> Markup:
    return Markup("").join(_known_input(name, _value(value)) for name, value in fields.items())


@lru_cache(maxsize=1024)
def _known_input(name: str, value: str) -> Markup:
    return _input(name, value)


def _input(name: str, value: str) -> Markup:
    return Markup(f'<input type="hidden" name="{escape(name)}" value="{escape(value)}">')


def refilled(html: str, action: str, sent: Mapping[str, str]) -> str:
    """Return a page of ours whose form with this action shows what was sent with it.

    What a page writes into hidden inputs stays as it is.
    """
    before, opening, rest = html.partition(f'<form method="post" action="{action}"')
    form, closing, after = rest.partition("</form>")
    chosen = ""

    def fill(tag: re.Match[str]) -> str:
        nonlocal chosen
        kind, text = tag["kind"], tag[0]
        given = {name: unescape(value) for name, value in ATTRIBUTE.findall(text)}
        name = given.get("name", "")
        if kind == "select":
            chosen = name
        elif kind == "option" and chosen in sent:
            return _marked(text, "selected", given.get("value", tag["text"]) == sent[chosen])
        elif name and given.get("type") in ("checkbox", "radio"):
            return _marked(text, "checked", sent.get(name) == given.get("value", "on"))
        elif name in sent and given.get("type") != "hidden":
            return _marked(text, f'value="{escape(sent[name])}"', True)
        return text

    return before + opening + TAG.sub(fill, form) + closing + after


def _marked(tag: str, mark: str, is_on: bool) -> str:
    """Return a tag with this attribute, or without it, and nothing else of its kind."""
    name = mark.partition("=")[0]
    without = re.sub(rf' {name}(?:="[^"]*")?(?=[ />])', "", tag, count=1)
    return re.sub(r"(?=/?>)", lambda _: f" {mark}", without, count=1) if is_on else without


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)

"""Pages and their live fragments: one template serves the first view and every change after it."""

from __future__ import annotations  # else those of a function within a function are made each time

import gettext
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from functools import cache, lru_cache, partial
from typing import Any, TypeVar
from zlib import crc32

from flask import Request
from jinja2 import Environment, Template
from jinja2.runtime import Context
from markupsafe import Markup, escape

from companion.engine.game import AnyGame
from companion.engine.moments import Moment
from companion.engine.sentence import Both
from companion.engine.value import Value, replace
from companion.language.catalogues import ENGLISH, LANGUAGES, catalogue
from companion.language.epochs import epoch
from companion.language.speech import Speech
from companion.table.snapshot import Snapshot, seen_from
from web_ui.render.forms import Forms, keys_of_a_page, moments_of
from web_ui.render.view import View, once

CHOSEN = "language"  # the cookie of a phone that wants another language than its browser
# Blocks of a template that are sent again when they change: each role's own, and those that are the
# same for all seats and are rendered once a snapshot.
OWN = "live_"
SHARED = "shared_"
BOX = "box"  # the game's name: a page of another game has to be left
BUILD = "build"  # what is installed: a page of before an update has to be loaded again
PULSE = "pulse"  # whether a game is on, and whose turn it is, for the scripts of every game
HEAD = "head"  # where the chain of the game stands, for the phone as a witness
WATCH = "watch"  # instead of a seat: whoever sees what everybody may
MOST_PIECES = 2000  # a few hundred bytes each
EVERY_GAME = ("play", "table")  # the pages that each game has


Made = TypeVar("Made")
Depends = Callable[[Snapshot, str], object]
Block = Callable[[Context], Iterator[str]]


class Role(Value, frozen=True):
    """Who looks at what: all phones with the same role get the same fragments.

    `page` is a game's page ("play", "score"), `seat` a colour or "watch". Seats are served before
    watchers.
    """

    page: str
    seat: str
    language: str
    is_own: bool = True  # does the seat's own phone look? Another sees none of its secrets
    phone: str = ""  # that phone; "" on an open table

    @property
    def priority(self) -> int:
        """Return 0 for players, 1 for watchers."""
        return int(self.seat == "watch")

    @property
    def path(self) -> str:
        """Return the address of the page."""
        if self.page != "play":
            return f"/{self.page}"
        return "/watch" if self.seat == "watch" else f"/seat/{self.seat}"


class Look(Value):
    """A snapshot as a role may see it; what its parts share is made when the first one needs it."""

    role: Role
    seen: Snapshot
    kept_for: str  # whose rendered parts these are; "" is everybody's
    secrets_of: str = WATCH  # the seat whose secrets it shows
    context: Context | None = None


def _drawn(*values: object, caller: Callable[[], str]) -> str:
    """Draw a piece of a page that is sent whole, whose forms have keys of their own."""
    return caller()


def _sight(snapshot: Snapshot) -> Callable[[str], Snapshot]:
    """Return how each seat sees a snapshot; where nothing is secret they all see the same."""
    if snapshot.game.has_secrets(snapshot.state):
        return cache(partial(seen_from, snapshot))
    seen = seen_from(snapshot, WATCH)
    return lambda seat: seen


def _nothing_made(snapshot: Snapshot) -> dict[tuple[str, ...], Any]:
    return {}


def _once(
    made: dict[tuple[str, ...], Any], name: tuple[str, ...], make: Callable[[], Made]
) -> Made:
    """Return what several roles need of a snapshot, made for the first of them."""
    if name not in made:
        made[name] = make()
    known: Made = made[name]
    return known


def _version(snapshot: Snapshot, seat: str) -> object:
    return snapshot.version


def _notices(snapshot: Snapshot, seat: str) -> object:
    return tuple(snapshot.notices.items())


def _undone(snapshot: Snapshot, seat: str) -> object:
    again = snapshot.redo_does
    return again and (snapshot.game_id, again.seq, snapshot.state)


def _mix(snapshot: Snapshot, seat: str) -> object:
    return snapshot.part, snapshot.game_id, bool(snapshot.state.players)


COMMON: Mapping[str, Depends] = {"notices": _notices, "mix": _mix, "undone": _undone}


class Renderer:
    """Renders snapshots for roles; safe to use from several threads."""

    def __init__(
        self,
        environment: Environment,
        views: Mapping[str, View],
        sees: Callable[[str, str, Snapshot], bool] = lambda phone, seat, snapshot: True,
    ) -> None:
        """Render with the templates of this environment; `views` by the name of their game.

        sees: may a phone see what only a seat may know of a snapshot?
        """
        self.views = views
        self._sees = sees
        self._environment = environment
        self._build = str(environment.globals.get(BUILD, ""))
        # page, language, seat, part -> what it depends on, its HTML
        self._rendered: dict[tuple[str, str, str, str], tuple[object, str]] = {}
        self._seen = once(_sight)
        self._made = once(_nothing_made)  # of a snapshot
        self._told = once(_nothing_made)  # of one as a seat sees it
        self._depends = {name: {**COMMON, **view.depends} for name, view in views.items()}
        self._pieces: dict[tuple[object, ...], str] = {}
        self._drawers: dict[tuple[Template, str], tuple[tuple[str, Block], ...]] = {}

    def fragments(self, role: Role, snapshot: Snapshot) -> dict[str, str]:
        """Return the live parts of the role's page, by the id of their element.

        A part is rendered again only when what it depends on has changed (View.depends).
        """
        box = {
            BOX: snapshot.game.name,
            BUILD: self._build,
            PULSE: self._pulse(role, snapshot),
            HEAD: _once(
                self._made(snapshot), (HEAD, role.language), partial(self._head, role, snapshot)
            ),
        }
        if role.page not in {*EVERY_GAME, *self.views[snapshot.game.name].live_pages}:
            return box
        knows = self._knows(role, snapshot)
        secrets_of = knows if snapshot.game.has_secrets(snapshot.state) else WATCH
        kept_for = f"{role.seat} {role.is_own} {knows}"
        own = Look(role, self._seen(snapshot)(knows), kept_for, secrets_of)
        shared = (SHARED, role.page, role.language)
        parts = _once(self._made(snapshot), shared, partial(self._shared, role, snapshot))
        return self._parts(OWN, own) | parts | box

    def _head(self, role: Role, snapshot: Snapshot) -> Markup:
        return head(self.speech(role.language, snapshot), snapshot)

    def _shared(self, role: Role, snapshot: Snapshot) -> dict[str, str]:
        """Return the parts that are the same for all seats."""
        return self._parts(SHARED, Look(role, self._seen(snapshot)(WATCH), ""))

    def _parts(self, kind: str, look: Look) -> dict[str, str]:
        template = self._template(look.role, look.seen)
        depends = self._depends[look.seen.game.name]
        return {
            name: self._part(template, name, block, depends.get(name, _version), look)
            for name, block in self._blocks(template, kind)
        }

    def _blocks(self, template: Template, kind: str) -> tuple[tuple[str, Block], ...]:
        """Return the parts of one kind that a template has, each with what draws it."""
        known = self._drawers.get((template, kind))
        if known is None:
            found = template.blocks.items()
            known = tuple(
                (name[len(kind) :], draw) for name, draw in found if name[: len(kind)] == kind
            )
            self._drawers[template, kind] = known
        return known

    def _knows(self, role: Role, snapshot: Snapshot) -> str:
        """Return the seat whose secrets this role sees in this snapshot, "watch" for none."""
        is_seat = role.seat != WATCH and role.is_own
        return role.seat if is_seat and self._sees(role.phone, role.seat, snapshot) else WATCH

    def _part(
        self, template: Template, name: str, draw: Block, depends: Depends, look: Look
    ) -> str:
        """Return a part as it was rendered last, or anew if what it depends on has changed."""
        role, seen = look.role, look.seen
        # A form may say which moment it is meant for, so every part follows the moments.
        on = (depends(seen, role.seat), seen.moments, seen.shown_again)
        alike = self.views[seen.game.name].alike.get(name)
        seats = look.kept_for if alike is None else f"{look.secrets_of} {alike(seen, role.seat)}"
        place = (role.page, role.language, seats, name)
        known = self._rendered.get(place)
        if known is None or known[0] != on:
            if look.context is None:
                facts = self._facts(role, seen, is_live=True)
                look.context = template.new_context(
                    {**self._environment.globals, **facts}, shared=True
                )
            known = (on, "".join(draw(look.context)))
            self._rendered[place] = known
        return known[1]

    def _keeper(self, role: Role, snapshot: Snapshot) -> Callable[..., str]:
        """Return how a template keeps a piece of a part: drawn once for the same values.

        `{% call kept("row", player) %}` draws what depends on these values, the game and the
        language alone, so that all roles share it.
        """
        common = (snapshot.game.name, role.language)

        def kept(*values: object, caller: Callable[[], str]) -> str:
            known = self._pieces.get((common, values))
            if known is None:
                known = caller()
                if len(self._pieces) >= MOST_PIECES:
                    self._pieces.clear()
                self._pieces[common, values] = known
            return known

        return kept

    def mark(self, role: Role, snapshot: Snapshot) -> str:
        """Return what tells this role's page with this snapshot from every other."""
        is_own = role.is_own or role.seat == WATCH  # a page that anybody may see is nobody's own
        looks = (replace(role, phone="", is_own=is_own), self._knows(role, snapshot))
        shown = (self._build, looks, snapshot.version, snapshot.notices, snapshot.seen)
        return f"{crc32(repr(shown).encode()):08x}"

    def page(self, role: Role, snapshot: Snapshot, **more: object) -> str:
        """Return the whole page for a first view, or for a browser without script."""
        seen = self._seen(snapshot)(self._knows(role, snapshot))
        facts = self._facts(role, seen, is_live=False)
        facts["mark"] = self.mark(role, snapshot)
        return self._template(role, snapshot).render({**facts, **more})

    def plain(self, name: str, snapshot: Snapshot, language: str, back: str, **more: object) -> str:
        """Return a page that does not live, such as the log or the list of games."""
        snapshot = self._seen(snapshot)(WATCH)
        facts = self._common(language, snapshot)
        facts["forms"] = Forms(back, keys_of_a_page(), snapshot.game_id, moments_of(snapshot))
        facts["pulse"] = pulse(WATCH, snapshot)
        return self._environment.get_template(name).render({**facts, **more})

    def speech(self, language: str, snapshot: Snapshot) -> Speech:
        """Return the voice of this snapshot's game in a language."""
        return Speech(*self._voice(language, snapshot))

    def _voice(
        self, language: str, snapshot: Snapshot
    ) -> tuple[gettext.NullTranslations, AnyGame, object]:
        return catalogue(language), snapshot.game, snapshot.state

    def _template(self, role: Role, snapshot: Snapshot) -> Template:
        return self._environment.get_template(f"{snapshot.game.name}/{role.page}.html")

    def _facts(self, role: Role, snapshot: Snapshot, *, is_live: bool) -> dict[str, object]:
        make = partial(self._common, role.language, snapshot)
        facts = {**_once(self._told(snapshot), (role.language,), make)}
        moments = moments_of(snapshot)
        back, game_id = ("", "") if is_live else (role.path, snapshot.game_id)
        forms = Forms(back, None if is_live else keys_of_a_page(), game_id, moments)
        facts |= {"role": role, "seat": role.seat, "forms": forms}
        facts["kept"] = self._keeper(role, snapshot) if is_live else _drawn
        if not is_live:
            facts |= {PULSE: self._pulse(role, snapshot), HEAD: self._head(role, snapshot)}
        return facts | self.views[snapshot.game.name].facts(snapshot, role.seat)

    def _pulse(self, role: Role, snapshot: Snapshot) -> Markup:
        """Return the pulse, and whether the page's seat still plays, and is this phone's."""
        if role.seat == WATCH or not snapshot.state.players:
            return pulse(role.seat, snapshot)
        seats = map(str, self.views[snapshot.game.name].seats(snapshot))
        return pulse(role.seat, snapshot, is_own=role.is_own and role.seat in seats)

    def _common(self, language: str, snapshot: Snapshot) -> dict[str, object]:
        view, speech = self.views[snapshot.game.name], self.speech(language, snapshot)
        return {
            "_": _say(speech),
            "ngettext": _count(speech),
            "speech": speech,
            "word": speech.word,
            "printed": speech.printed,
            "both": Both,
            "number": speech.formats.number,
            "percent": speech.formats.percent,
            "date": lambda at: speech.formats.date(date.fromisoformat(at[:10])),
            "snapshot": snapshot,
            "state": snapshot.state,
            "language": language,
            "languages": LANGUAGES,
            "pages": view.pages,
            "bar": view.bar,
        }


def pulse(seat: str, snapshot: Snapshot, is_own: bool | None = None) -> Markup:
    """Return whether a game is on, and the turn by its number, if it is this seat's."""
    turn = snapshot.moments.get(Moment.TURN, 0)
    is_mine = snapshot.is_going_on and snapshot.game.whose_turn(snapshot.state) == seat
    return _marked(turn, snapshot.is_going_on, is_mine, is_own)


@lru_cache(maxsize=16)
def _marked(turn: int, is_on: bool, is_mine: bool, is_own: bool | None) -> Markup:
    marks = [f'data-turn="{turn}"']
    marks += ["data-on"] if is_on else []
    marks += [f'data-mine="{turn}"'] if is_mine else []
    marks += [] if is_own is None else [f'data-own="{int(is_own)}"']
    return Markup("<i {}></i>").format(Markup(" ".join(marks)))


def head(speech: Speech, snapshot: Snapshot) -> Markup:
    """Return where the chain of the game stands, and its newest epoch for people to read."""
    newest = snapshot.head
    if newest is None:
        return Markup()
    game, news = escape(snapshot.game_id), _news(speech, snapshot)
    place = f'data-number="{newest.number}" data-hash="{newest.hash}" data-digest="{newest.digest}"'
    return Markup(f'<i data-game="{game}" {place}{news}></i>')


def _news(speech: Speech, snapshot: Snapshot) -> Markup:
    """Return what happened to the journal after the game had begun, as attributes."""
    number, facts = snapshot.epoch
    if number < 2:
        return Markup()
    told = " ".join(map(speech.say, epoch(facts)))
    return Markup(' data-epoch="{}" data-told="{}"').format(number, told)


def _say(speech: Speech) -> Callable[..., str]:
    def say(message: str, **facts: object) -> str:
        if not facts:
            return _plain(speech.translations, message)
        return speech.translations.gettext(message).format_map(_written(speech, facts))

    return say


@lru_cache(maxsize=4096)
def _plain(translations: gettext.NullTranslations, message: str) -> str:
    return translations.gettext(message).format_map({})


def _count(speech: Speech) -> Callable[..., str]:
    def count(one: str, many: str, n: int, **facts: object) -> str:
        text = speech.translations.ngettext(one, many, n)
        return text.format_map({"n": speech.formats.number(n), **_written(speech, facts)})

    return count


def _written(speech: Speech, facts: Mapping[str, object]) -> dict[str, object]:
    """Return the facts as this language writes them; what is text or markup stays as it is."""
    return {
        name: speech.word(fact) if isinstance(fact, tuple | list | float) else fact
        for name, fact in facts.items()
    }


def language_of(request: Request) -> str:
    """Return the language to speak: the one chosen here, else what the browser likes best."""
    chosen = request.cookies.get(CHOSEN, "")
    return chosen if chosen in LANGUAGES else _liked(request)


def _liked(request: Request) -> str:
    return request.accept_languages.best_match(LANGUAGES, ENGLISH)

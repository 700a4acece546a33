"""Past games: a list of them, and each as it was, one step after another."""

from flask import Flask, Response, abort, request

from companion.engine.garbage import collection_paused
from companion.engine.sentence import Sentence
from companion.engine.value import Value
from companion.table import game_file
from companion.table.game_file import End
from companion.table.history import STORY_LINES, Entry
from companion.table.journal import Journal
from companion.table.line import GameEntry
from companion.table.snapshot import Snapshot, seen_from
from companion.worker.work import WorkFailed
from web_ui.access.policy import Need, needs
from web_ui.render.render import WATCH
from web_ui.render.site import Site

LOOKING = Sentence("Looking at past games")
ON_A_PAGE = 20
REMEMBERED = 2  # games whose every state is kept for the slider; states share what is the same

Steps = tuple[tuple[Entry, object], ...]


class Past(Value, frozen=True):
    """One game of the list: how it ended, "" if it has not; `minutes` 0 if unknown."""

    id: str
    title: str
    at: str
    minutes: int
    people: tuple[tuple[str, str], ...]  # seat, name
    result: str


class PastGames:
    """GET /games, /games/<id>."""

    def __init__(self, site: Site) -> None:
        """Read the journal of this site's table."""
        self._site = site
        self._steps: dict[tuple[str, int, int], Steps] = {}

    def register(self, app: Flask) -> None:
        """Add the routes."""
        app.add_url_rule("/games", "games", self.games)
        app.add_url_rule("/games/<game_id>", "past_game", self.look)

    @needs(Need.GUEST)
    def games(self) -> Response:
        """List the games of the journal that were set up, some on each page."""
        site, start = self._site, max(request.args.get("from", 0, type=int), 0)
        with game_file.read_journal(site.table.journal.path) as journal:
            found = [game for game in journal.games() if game.lines > 1]
            shown = found[start : start + ON_A_PAGE]
            try:
                ticket = site.ends.learn(shown, journal)
            except WorkFailed as error:
                return site.refuse(error, "/more")
            listed = [
                self._past(journal, game, end)
                for game in shown
                if (end := site.ends.known(game, journal))
            ]
        if ticket is not None and not ticket.is_done:
            return Response(site.waiting(ticket, LOOKING, "/more"))
        page = site.page(
            "games.html",
            request.path,
            games=[past for past in listed if past.people],
            older=start + ON_A_PAGE if len(found) > start + ON_A_PAGE else 0,
        )
        return Response(page)

    def _past(self, journal: Journal, game: GameEntry, end: End) -> Past:
        site, state = self._site, end.state
        view = site.renderer.views[game.name]
        snapshot = _snapshot(journal, game.id, state)
        speech = site.renderer.speech(site.language, snapshot)
        is_over = snapshot.game.is_over(state)
        return Past(
            game.id,
            speech.translations.gettext(view.title),
            game.at,
            end.minutes,
            tuple((str(seat), speech.word(seat)) for seat in view.seats(snapshot)),
            _sentence(speech.say(view.result(state))) if is_over else "",
        )

    @needs(Need.GUEST)
    def look(self, game_id: str) -> Response:
        """Show a game as it was after one of its steps, the last if none is named."""
        with game_file.read_journal(self._site.table.journal.path) as journal:
            try:
                steps = self._replay(journal, game_id)
                after = len(steps) - 1
            except KeyError:
                abort(404)
            if not steps:
                abort(404)
            named = request.args.get("step", request.args.get("at", after, type=int), type=int)
            step = min(max(named, 0), after)
            snapshot = _snapshot(journal, game_id, steps[step][1])
        told = [entry for entry, _ in steps[max(0, step + 1 - STORY_LINES) : step + 1]]
        return Response(self._page(_with_story(snapshot, told), step, after))

    def _page(self, snapshot: Snapshot, step: int, last: int) -> str:
        site = self._site
        view = site.renderer.views[snapshot.game.name]
        shown = seen_from(snapshot, WATCH)
        return site.renderer.plain(
            "replay.html",
            shown,
            site.language,
            request.path,
            step=step,
            last=last,
            title=view.title,
            table=site.snapshot,
            **view.facts(shown, WATCH),
        )

    def _replay(self, journal: Journal, game_id: str) -> Steps:
        place = game_id, journal.newest_of(game_id), journal.group_since()
        if place not in self._steps:
            with collection_paused():
                found = tuple(game_file.replay(journal, game_id))
            while len(self._steps) >= REMEMBERED:
                self._steps.pop(next(iter(self._steps)), None)
            self._steps[place] = found
            return found
        return self._steps[place]


def _snapshot(journal: Journal, game_id: str, state: object) -> Snapshot:
    return Snapshot(0, game_id, game_file.game_of(journal, game_id), state)


def _with_story(snapshot: Snapshot, told: list[Entry]) -> Snapshot:
    newest = told[-1]
    return Snapshot(
        newest.seq,
        snapshot.game_id,
        snapshot.game,
        snapshot.state,
        newest.events,
        newest.kind,
        newest.source,
        tuple(told),
    )


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]

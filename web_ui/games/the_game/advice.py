"""/advice: the best turn for a player of The Game, and the chance to win, from the own cards alone.

The cards that a player types are kept in memory for the answer only: no journal, no log, and a page
address that cannot be guessed.
"""

import re
import secrets
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from random import SystemRandom

from flask import Flask, Response, abort, request

from companion.engine.errors import Rejected
from companion.games.the_game.advice.advisor import View
from companion.games.the_game.advice.asking import agreed_by, best_plays, view_of
from companion.games.the_game.advice.play_out import Progress, win_chance
from companion.games.the_game.box import Who
from companion.games.the_game.commands import PlayCard
from companion.games.the_game.state import TheGame
from companion.table.snapshot import Snapshot, seen_from
from web_ui.access.policy import Need, needs
from web_ui.render.site import Site, see_other

PLAY_OUTS = 200  # the chance is right to some 7 in 100
NOTHING_YET = Progress(0, 0, 0, 0)
KEPT = 8  # answers that can still be looked at


@dataclass(slots=True)
class Answer:
    """What one player was told; the chance grows while games are played out."""

    who: Who
    version: int
    plays: tuple[PlayCard, ...] | None
    progress: Progress = NOTHING_YET
    ended: threading.Event = field(default_factory=threading.Event)

    @property
    def is_done(self) -> bool:
        """Are all games played out, or as many as will be?"""
        return self.ended.is_set()


class Advisor:
    """Plays games out in a thread of its own, one question at a time: the newest."""

    def __init__(self) -> None:
        """Begin with no question."""
        self.answers: dict[str, Answer] = {}
        self._newest = ""

    def ask(self, state: TheGame, version: int, who: Who, view: View) -> str:
        """Answer a question; return the name under which the answer is kept."""
        name = secrets.token_urlsafe(12)
        answer = Answer(who, version, best_plays(view))
        self.answers[name] = answer
        for oldest in list(self.answers)[:-KEPT]:
            del self.answers[oldest]
        self._newest = name
        games = win_chance(view, agreed_by(state), SystemRandom(), PLAY_OUTS)
        threading.Thread(target=self._play_out, args=(name, answer, games), daemon=True).start()
        return name

    def _play_out(self, name: str, answer: Answer, games: Iterator[Progress]) -> None:
        for progress in islice(games, PLAY_OUTS):
            answer.progress = progress
            if self._newest != name:
                break
        answer.ended.set()


class AdvicePage:
    """GET /advice for a seat, POST the cards, GET /advice/<name> while the answer grows."""

    def __init__(self, site: Site) -> None:
        """Advise the players of this table, if they agreed to be advised."""
        self._site = site
        self.advisor = Advisor()

    def register(self, app: Flask) -> None:
        """Add the routes."""
        app.extensions["advisor"] = self.advisor
        app.add_url_rule("/advice", "advice", self.show, methods=["GET"])
        app.add_url_rule("/advice", "ask_advice", self.ask, methods=["POST"])
        app.add_url_rule("/advice/<name>", "told_advice", self.told)

    def _snapshot(self) -> Snapshot:
        snapshot = self._site.snapshot
        state = snapshot.state
        if not isinstance(state, TheGame) or not state.rulings.advice:
            abort(404)
        return snapshot

    def _seat(self, wanted: str) -> str:
        """Return whose cards may be asked about: where phones have seats, only their own."""
        site, phone = self._site, self._site.phone
        if site.access.guests is None:
            return wanted
        return phone.seat if phone and site.access.owns(phone, phone.seat) else ""

    @needs(Need.GUEST)
    def show(self) -> str:
        """Show the form for the cards in hand; in practice Dragonbag knows them."""
        snapshot = self._snapshot()
        seat = self._seat(request.args.get("seat", ""))
        return self._page(snapshot, seat)

    def _page(self, snapshot: Snapshot, seat: str, **more: object) -> str:
        who = next((each for each in snapshot.state.players if each == seat), None)
        return self._site.renderer.plain(
            "the_game/advice.html",
            snapshot,
            self._site.language,
            f"/advice?seat={seat}",
            who=who,
            **more,
        )

    @needs(Need.GUEST)
    def ask(self) -> Response:
        """Answer for the cards of the form, or say why that cannot be."""
        snapshot = self._snapshot()
        seat = self._seat(request.form.get("seat", ""))
        try:
            return see_other(f"/advice/{self._ask(snapshot, seat)}")
        except Rejected as error:
            return self._site.refuse(error, "/")

    def _ask(self, snapshot: Snapshot, seat: str) -> str:
        state: TheGame = seen_from(snapshot, seat).state
        who = next((each for each in state.players if each == seat), None)
        if who is None:
            raise Rejected("only_watches")
        numbers = re.findall(r"\d+", request.form.get("cards", "")[:100])
        hand = state.holds(who) if state.held else tuple(map(int, numbers))
        view = view_of(state, who, frozenset(hand))
        return self.advisor.ask(state, snapshot.version, who, view)

    @needs(Need.GUEST)
    def told(self, name: str) -> str:
        """Show what was found so far; the page asks again until all games are played."""
        snapshot, answer = self._snapshot(), self.advisor.answers.get(name)
        if answer is None:
            abort(404)
        return self._page(
            snapshot,
            answer.who.value,
            answer=answer,
            is_old=snapshot.version != answer.version,
            of=PLAY_OUTS,
        )

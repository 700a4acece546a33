"""/advice: the best turn for a player of The Game, and the chance to win, from the own cards alone.

The cards that a player types are kept in memory for the answer only: no journal, no log, and a page
address that cannot be guessed.
"""

import re
import secrets

from flask import Flask, Response, abort, request

from companion.engine.errors import DragonbagError, Rejected
from companion.engine.sentence import Sentence
from companion.engine.value import Value
from companion.games.the_game import THE_GAME
from companion.games.the_game.advice.advisor import View
from companion.games.the_game.advice.asking import agreed_by, heard_of, view_of
from companion.games.the_game.advice.group import Group, group_of
from companion.games.the_game.box import Who
from companion.games.the_game.state import TheGame
from companion.table import game_file
from companion.table.snapshot import Snapshot, seen_from
from companion.worker.work import Desk, Ticket, Urgency, Work, WorkFailed, as_it_is
from web_ui.access.policy import Need, needs
from web_ui.games.the_game.play_outs import Advice, advise
from web_ui.render.site import PATIENCE_S, SEAT, Site, see_other

PLAY_OUTS = 200  # the chance is right to some 7 in 100
ADVISE_S = 600.0  # 200 games take 20 s on a laptop
KEPT = 8  # answers that can still be looked at


class Answer(Value):
    """What one player was told; the chance grows while games are played out."""

    who: Who
    version: int
    ticket: Ticket[Advice]
    is_replaced: bool = False  # somebody has asked a newer question

    @property
    def found(self) -> Advice | None:
        """Return what is found so far; None before the best turn is."""
        try:
            return self.ticket.result(0)
        except (DragonbagError, TimeoutError):
            return self.ticket.progress if isinstance(self.ticket.progress, Advice) else None

    @property
    def is_done(self) -> bool:
        """Are all games played out, or as many as will be?"""
        return self.ticket.is_done

    @property
    def failure(self) -> Sentence | None:
        """Return why there is no answer at all; None while there may be one."""
        if self.found is not None or not self.is_done:
            return None
        try:
            self.ticket.result(0)
        except DragonbagError as error:
            return error.told
        return None


class Advisor:
    """Has games played out at a desk, one question at a time: the newest."""

    def __init__(self, desk: Desk) -> None:
        """Begin with no question."""
        self._desk = desk
        self.games = PLAY_OUTS  # of each answer
        self.answers: dict[str, Answer] = {}

    def ask(self, state: TheGame, version: int, who: Who, view: View, group: Group) -> str:
        """Answer a question; return the name under which the answer is kept."""
        for older in list(self.answers.values()):
            if not older.is_done:
                older.is_replaced = True
                older.ticket.cancel()
        name = secrets.token_urlsafe(12)
        work = Work(advise, (view, agreed_by(state), group, self.games), Urgency.ADVICE, ADVISE_S)
        self.answers[name] = Answer(who, version, self._desk.ask(work, as_it_is, PATIENCE_S))
        for oldest in list(self.answers)[:-KEPT]:
            self.answers.pop(oldest, None)
        return name


class AdvicePage:
    """GET /advice for a seat, POST the cards, GET /advice/<name> while the answer grows."""

    def __init__(self, site: Site) -> None:
        """Advise the players of this table, if they agreed to be advised."""
        self._site = site
        self.advisor = Advisor(site.desk)

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
            return wanted or request.cookies.get(SEAT, "")  # it remembers where it looked last
        is_own = phone and site.access.sees(phone.id, phone.seat, site.snapshot)
        return phone.seat if phone and is_own else ""

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
        except (Rejected, WorkFailed) as error:
            return self._site.refuse(error, "/")

    def _ask(self, snapshot: Snapshot, seat: str) -> str:
        state: TheGame = seen_from(snapshot, seat).state
        who = next((each for each in state.players if each == seat), None)
        if who is None:
            raise Rejected("only_watches")
        numbers = re.findall(r"\d+", request.form.get("cards", "")[:100])
        hand = state.holds(who) if state.held else tuple(map(int, numbers))
        view = view_of(state, who, frozenset(hand))
        return self.advisor.ask(state, snapshot.version, who, view, self._group(snapshot, who))

    def _group(self, snapshot: Snapshot, who: Who) -> Group:
        """Return how the others have played in this game."""
        with game_file.read_journal(self._site.table.journal.path) as journal:
            events = game_file.counted_events(journal, snapshot.game_id, THE_GAME)
        return group_of(heard_of(events, who))

    @needs(Need.GUEST)
    def told(self, name: str) -> str:
        """Show what was found so far; the page asks again until all games are played."""
        snapshot, answer = self._snapshot(), self.advisor.answers.get(name)
        if answer is None:
            abort(404)
        answer.ticket.wait_on()
        return self._page(
            snapshot,
            answer.who.value,
            answer=answer,
            is_old=snapshot.version != answer.version,
            of=self.advisor.games,
        )

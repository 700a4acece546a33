"""What programs are told of a game besides its state: points, winner, odds, advice, luck."""

from flask import request

from companion.engine.codec import JsonObject
from companion.engine.errors import Rejected
from companion.engine.sentence import Sentence
from companion.games import GAMES
from companion.table import game_file
from companion.table.journal import Journal
from companion.table.snapshot import Snapshot, seen_from
from companion.table.told import snapshot_body
from web_ui.render.render import WATCH
from web_ui.render.results import Advice, Odds, Outcome, Results
from web_ui.render.site import Site

GOES_ON = Sentence("The game goes on.")
MOST_CARDS = 20  # that a seat can name


def results_of(site: Site, game_id: str) -> Results:
    """Return the results of a game of the journal; KeyError if there is none."""
    name, (entries, state) = site.stories.of(game_id)
    game = GAMES[name]
    is_over = game.is_over(state)
    events = game_file.counted(entries, game) if is_over else ()
    view = site.renderer.views[name]
    snapshot = seen_from(Snapshot(0, game_id, game, state), WATCH)
    standing = view.standing(snapshot.state)
    is_left = not is_over and game_id != site.snapshot.game_id
    speech = site.renderer.speech(site.language, snapshot)
    return Results(
        game=name,
        game_id=game_id,
        is_over=is_over,
        outcome=Outcome.LEFT if is_left else standing.outcome,
        sentence=speech.say(view.result(state) if is_over else GOES_ON),
        winners=standing.winners,
        scores=standing.scores,
        cards_left=standing.cards_left,
        luck=view.luck(events),
        minutes=game_file.minutes_of([entry.at for entry in entries]),
        notation=game.notation(snapshot.state),
    )


def snapshot_of(site: Site, game_id: str, step: int | None) -> Snapshot:
    """Return a game after a line of its journal, the last if none is named; KeyError if unknown."""
    with game_file.read_journal(site.table.journal.path) as journal:
        game, seq, state = GAMES[journal.name(game_id)], 0, _empty(journal, game_id)
        for entry, after in game_file.replay(journal, game_id, step):
            seq, state = entry.seq, after
    return Snapshot(seq, game_id, game, state)


def _empty(journal: Journal, game_id: str) -> object:
    return game_file.game_of(journal, game_id).empty


def own_snapshot(site: Site) -> JsonObject:
    """Return what stands on the table, for the seat that asks: what it alone may know, too."""
    snapshot = site.snapshot
    return snapshot_body(snapshot, _own_seat(site, snapshot) or WATCH)


def _own_seat(site: Site, snapshot: Snapshot) -> str:
    """Return the seat that is asked about, "" for none; Rejected if it is not the asker's."""
    seat, phone = request.args.get("seat", ""), site.phone
    sees = phone is None or site.access.sees(phone.id, seat, snapshot)
    if seat and not (site.access.owns(phone, seat) and sees):
        raise Rejected("not_your_seat")
    return seat


def odds_of(site: Site) -> Odds:
    """Return the chances of the game on the table as everybody may know them."""
    snapshot = seen_from(site.snapshot, WATCH)
    return site.renderer.views[snapshot.game.name].odds(snapshot.state)


def advice_of(site: Site) -> Advice:
    """Return what the table waits for; for a seat and its cards the best plays, too."""
    snapshot = site.snapshot
    view = site.renderer.views[snapshot.game.name]
    told = site.say(view.what_next(seen_from(snapshot, WATCH).state))
    seat = _own_seat(site, snapshot)
    if not seat:
        return Advice(told)
    named = request.args.get("cards", "").split(",")[:MOST_CARDS]
    cards = tuple(int(card) for card in named if card.strip().isdecimal())
    return Advice(told, view.plays(seen_from(snapshot, seat).state, seat, cards))

"""Who may open what: every route, for every kind of phone, on open and locked tables."""

from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.web_ui.access.door import HOSTS, IN, JOIN, KINDS, NOT_HOST, NOT_YOURS, WATCHES, Door
from web_ui.access.guest_list import Policy
from web_ui.access.policy import Need, need_of

# Every route, with what it needs. A route that is new fails the test until it stands here.
ROUTES = {
    Need.NOTHING: """
        GET /healthz   GET /join/<key>   POST /language   GET /static/<path:name>
        POST /comfort   POST /door   GET /generate_204   GET /gen_204
        GET /hotspot-detect.html   GET /library/test/success.html   GET /connecttest.txt
        GET /ncsi.txt   GET /success.txt   GET /canonical.html   GET /redirect
        GET /stay   POST /stay
    """,
    Need.GUEST: """
        GET /   GET /seat/<seat>   GET /watch   GET /table   GET /score   GET /odds   GET /correct
        GET /qr.svg   GET /new   GET /why   GET /board   GET /waiting/<name>
          GET /log   GET /games   GET /luck   GET /statistics
        GET /more   GET /times
        GET /people   GET /games/<game_id>   GET /games/<game_id>/summary
        GET /games/<game_id>/bgg.xml   GET /games.xml   GET /games.csv
        GET /overlay
        GET /cards   GET /cards/export   POST /cards/import   GET /fair   GET /records
        GET /pictures   GET /verify.html
        GET /advice   POST /advice   GET /advice/<name>   GET /panel   GET /doctor   GET /host
        POST /take   POST /consent   GET /tray   GET /tray/calibrate
        GET /tray/photo/<int:number>.jpg
        POST /do/<name>   POST /mix/seal   POST /mix/open   POST /api/v1/commands
        GET /api/v1/openapi.json   GET /api/v1/snapshot   GET /api/v1/games
        GET /api/v1/games/<game_id>   GET /api/v1/games/<game_id>/digests
        GET /api/v1/games/<game_id>   GET /api/v1/games/<game_id>/results
        GET /api/v1/games/<game_id>/snapshot   GET /api/v1/results   GET /api/v1/odds
        GET /api/v1/advice
    """,
    Need.CHANGE: """
        POST /do/draw   POST /undo   POST /redo   POST /new   POST /again   POST /games/open
        POST /games/import   POST /tray/read   POST /tray/done   POST /tray/calibrate
        POST /api/v1/draw   POST /api/v1/undo   POST /api/v1/redo   POST /api/v1/games
        POST /api/v1/games/import   POST /api/v1/games/<game_id>/open
    """,
    Need.PANEL: "POST /panel/<button>/<edge>   POST /doctor/test/<move>",
    Need.HOST: """
        POST /host/rotate   POST /host/free   POST /host/remove   POST /host/policy
        POST /host/next   POST /statistics/rename   POST /statistics/assign
    """,
}
LEAVING = ("/again", "/games/open", "/api/v1/games", "/api/v1/games/<game_id>/open")
NEEDED = {
    (method, path): need
    for need, routes in ROUTES.items()
    for method, path in zip(routes.split()[::2], routes.split()[1::2], strict=True)
}


def expected_of_route(need: Need, kind: str, policy: Policy) -> str:
    """Return what this kind of phone is answered, by the table's own words."""
    if need is Need.NOTHING:
        return IN
    if kind == "stranger":
        return JOIN
    if kind in HOSTS or need is Need.GUEST:
        return IN
    if need is Need.HOST:
        return NOT_HOST
    if policy is Policy.HELP:
        return IN
    if kind in ("watcher", "program"):
        return WATCHES
    return NOT_HOST if need is Need.PANEL else IN


def routes_of(app: Flask) -> Iterator[tuple[str, str, str]]:
    for rule in app.url_map.iter_rules():
        for method in (rule.methods or set()) & {"GET", "POST"}:
            yield method, rule.rule, rule.endpoint


def test_every_route_says_what_it_needs_and_stands_in_the_table(door: Door) -> None:
    declared = {
        (method, path): need_of(endpoint, door.app.view_functions[endpoint])
        for method, path, endpoint in routes_of(door.app)
    }
    assert declared == NEEDED


def test_a_route_that_does_not_say_what_it_needs_is_a_mistake() -> None:
    with pytest.raises(LookupError, match="secret_page"):
        need_of("secret_page", lambda: "")


def address_of(path: str) -> str:
    """Return an address of the route; its parts need not exist."""
    parts = {
        "<key>": "x",
        "<seat>": "red",
        "<name>": "MakeClank" if path.startswith("/do") else "x",
        "<int:number>": "1",
        "<game_id>": "x",
        "<button>": "red",
        "<edge>": "press",
        "<move>": "end",
        "<path:filename>": "style.css",
    }
    for part, given in parts.items():
        path = path.replace(part, given)
    return path


def answered(client: FlaskClient, method: str, path: str, number: int = 0) -> str:
    """Return how a route answers; whoever asks too often is let in nowhere, so each asks once."""
    as_json, asker = {"Accept": "application/json"}, {"REMOTE_ADDR": f"192.168.1.{number}"}
    place = address_of(path)
    with client.open(place, method=method, headers=as_json, data={}, environ_base=asker) as answer:
        told = answer.get_json(silent=True) if answer.is_json else None
    code = told.get("code", IN) if isinstance(told, dict) else IN
    return code if code in (JOIN, WATCHES, NOT_YOURS, NOT_HOST) else IN


@pytest.mark.parametrize("policy", list(Policy))
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.slow
def test_every_route_lets_in_whom_it_should(door: Door, kind: str, policy: Policy) -> None:
    door.guests.choose(policy)
    # The form of a command is not complete here; who may do which is the next test's subject.
    routes = {
        place: need
        for place, need in NEEDED.items()
        if place[1]
        not in ("/do/<name>", "/join/<key>", "/host/rotate", "/host/policy", "/host/next")
    }
    for number, ((method, path), need) in enumerate(routes.items()):
        told = answered(door.client(kind), method, path, number)
        wanted = expected_of_route(need, kind, policy)
        if path in LEAVING and method == "POST" and kind in ("watcher", "program"):
            wanted = WATCHES  # a game is going on
        assert told == wanted, (method, path)


@pytest.mark.parametrize(("method", "path"), [place for place, need in NEEDED.items()])
@pytest.mark.slow
def test_an_open_table_lets_everybody_in(client: FlaskClient, method: str, path: str) -> None:
    assert answered(client, method, path) == IN


def test_the_link_of_a_locked_table_is_no_route_of_an_open_one(client: FlaskClient) -> None:
    assert client.get("/join/x").status_code == 404
    assert client.get("/host").status_code == 404

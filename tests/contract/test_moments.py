"""No command counts in a moment that it was not meant for, and none counts twice."""

import random
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from flask.testing import FlaskClient

from companion.app.demo import BOTS
from companion.engine.codec import plain
from companion.engine.errors import Rejected
from companion.engine.game import FAIR_DRAW
from companion.games import GAMES
from companion.games.the_game.box import Pile, Who
from companion.games.the_game.commands import EndTurn, PlayCard, StartGame
from companion.table.snapshot import Snapshot
from companion.table.table import Table
from tests.support.contract.values import messages_of
from tests.support.documents import DOCS, rows, section, spans, text_of

PRINTED = {"clank": "Clank!", "the_game": "The Game", "grave_robbers": "Grave Robbers"}
MEANT = [(name, kind) for name, game in GAMES.items() for kind in game.meant_for]
IDS = [f"{name}-{kind.__name__}" for name, kind in MEANT]
TIMED = [name for name in BOTS if GAMES[name].meant_for]  # bots' games in which moments matter
STEPS = 150  # of a bot's game; long enough for all that its bot does
REFUSED = (428, "moment_missing")


@dataclass
class Tap:
    """Something that a bot taps: a command, or FAIR_DRAW."""

    table: Table
    command: object

    @property
    def moment(self) -> int | None:
        return self.table.snapshot.moment_of(self.command)

    def arrives(self, source: str, meant: int | None) -> Snapshot:
        if self.command is FAIR_DRAW:
            return self.table.draw(source, meant=meant)
        return self.table.submit(self.command, source, meant=meant)


def played(table: Table, name: str, seed: int, act: Callable[[Tap], object]) -> None:
    """Let a bot tap its way through a game."""
    bot, dice = BOTS[name], random.Random(seed)
    table.open_game("demo", name)
    table.submit(bot.set_up(bot.players[seed % len(bot.players)], dice), "demo")
    for _ in range(STEPS):
        snapshot = table.snapshot
        waits = snapshot.game.awaits_hand(snapshot.state)
        command = FAIR_DRAW if waits else bot.step(snapshot.state, dice)
        if command is None:
            return
        act(Tap(table, command))


def came_late(tap: Tap, meant: int) -> Rejected:
    """Let a tap arrive that was meant for another moment; return how it was refused."""
    before = tap.table.snapshot
    with pytest.raises(Rejected) as refused:
        tap.arrives("phone:late", meant)
    assert tap.table.snapshot is before
    return refused.value


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", TIMED)
def test_a_late_tap_does_nothing_and_is_told_what_is_now(
    table: Table, name: str, seed: int
) -> None:
    """Each tap of a bot arrives once as if it had been meant for the moment before."""
    late: list[str] = []

    def tapped(tap: Tap) -> None:
        if (now := tap.moment) is not None:
            refused = came_late(tap, now - 1)
            assert refused.code.endswith(("_has_passed", "_is_over_now", "_was_undone"))
            state = table.snapshot.state
            assert refused.facts.get("turn", state.turn) == state.turn
            late.append(refused.code)
        tap.arrives("phone:red", now)

    played(table, name, seed, tapped)
    assert len(late) > 10


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", TIMED)
def test_a_doubled_and_a_crossed_tap_count_once(table: Table, name: str, seed: int) -> None:
    """Each tap arrives twice more: from the same thumb, and from another phone's."""
    doubled: list[Snapshot] = []

    def tapped(tap: Tap) -> None:
        meant = tap.moment
        done = tap.arrives("phone:red", meant)
        if meant is not None:
            for source in ("phone:red", "phone:green"):
                assert tap.arrives(source, meant).state == done.state
            doubled.append(done)

    played(table, name, seed, tapped)
    assert len(doubled) > 10


@pytest.mark.parametrize("name", BOTS)
def test_after_an_undo_it_is_the_same_moment_again(table: Table, name: str) -> None:
    def tapped(tap: Tap) -> None:
        before = table.snapshot
        done = tap.arrives("phone:red", tap.moment)
        assert table.undo("phone:red").moments == before.moments
        assert table.redo("phone:red").moments == done.moments

    played(table, name, 1, tapped)


def test_a_turn_that_passed_to_the_same_player_is_another_turn(table: Table) -> None:
    """Who plays The Game alone comes after themselves."""
    table.open_game("demo", "the_game")
    table.submit(StartGame(("",), Who.FIRST), "demo")
    for card in (4, 5):
        mine = table.submit(PlayCard(Pile.UP_1, card), "phone:1")
    meant = mine.moment_of(EndTurn)
    ended = table.submit(EndTurn(), "phone:1", meant=meant)
    assert ended.state.turn is mine.state.turn
    assert ended.moment_of(EndTurn) != meant
    assert table.submit(EndTurn(), "phone:1", meant=meant) is ended


@pytest.mark.parametrize(("name", "kind"), MEANT, ids=IDS)
def test_who_does_not_say_the_moment_is_refused(
    table: Table, client: FlaskClient, name: str, kind: type
) -> None:
    """The form and the program alike, whatever else they say."""
    table.open_game("demo", name)
    bot = BOTS[name]
    before = table.submit(bot.set_up(bot.players[0], random.Random(1)), "demo")
    codec_of = {"type": kind.__name__}
    for message in messages_of(kind, 3):
        body = {**codec_of, **plain(message)}
        answer = client.post("/api/v1/commands", json=body)
        assert (answer.status_code, answer.get_json()["code"]) == REFUSED
    assert table.snapshot is before


def test_a_draw_and_an_undo_say_what_they_mean(table: Table, client: FlaskClient) -> None:
    bot = BOTS["clank"]
    table.open_game("demo", "clank")
    table.submit(bot.set_up(2, random.Random(1)), "demo")
    json = {"Accept": "application/json"}
    for path in ("/do/EndTurn", "/do/draw", "/undo", "/redo"):
        answer = client.post(path, headers=json)
        assert (answer.status_code, answer.get_json()["code"]) == REFUSED
    for path in ("/api/v1/draw", "/api/v1/undo", "/api/v1/redo"):
        answer = client.post(path)
        assert (answer.status_code, answer.get_json()["code"]) == REFUSED


def test_the_document_says_of_every_command_what_it_is_meant_for() -> None:
    table = section(text_of(DOCS / "api.md"), "## Say which moment you mean")
    told = {(game, name): moment for game, moment, names in rows(table) for name in spans(names)}
    real = {
        (PRINTED[game.name], command.__name__): str(game.meant_for.get(command, "none"))
        for game in GAMES.values()
        for command in game.commands
    }
    assert told == real

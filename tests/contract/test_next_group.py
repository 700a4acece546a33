"""After "Next group" nothing that a guest can reach tells who sat at the table before."""

import json
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.app.demo import BOTS
from companion.games import GAMES
from companion.games.shared import BOT_NAMES
from companion.table import game_file
from companion.table.fair.verify import verify
from companion.table.table import Table
from tests.support.contract.games import moments_of, play_at, table_for
from tests.support.contract.phones import FOR_PROGRAMS, look_at_all, seats_of, starts, streams_of
from tests.support.two_evenings import Evening, begun

SEED = 1


def host_of(evening: Evening) -> FlaskClient:
    client = evening.app.test_client()
    client.get("/join/" + evening.guests.link("", is_host=True).rpartition("/")[2])
    return client


def texts_for(evening: Evening, name: str) -> dict[str, str]:
    """Return everything that a new guest can open, by its address."""
    guest = evening.phone("")
    seats = seats_of(evening)

    def ask(path: str) -> str:
        return str(guest.get(path).text)

    found = look_at_all(ask, starts(name, seats))
    for path, page in list(found.items()):
        found |= {f"{path} {to}": evening.streamed("", to, query) for to, query in streams_of(page)}
    games = re.findall(r'"id":"([^"]+)"', ask("/api/v1/games"))
    assert games
    files = (*FOR_PROGRAMS, *(f"/api/v1/games/{game}" for game in games), "/cards/export")
    return found | {path: ask(path) for path in files}


def told(texts: dict[str, str]) -> list[tuple[str, str]]:
    found = re.compile(rf"\b({'|'.join(BOT_NAMES)})\b")
    return [(path, name) for path, text in texts.items() for name in found.findall(text)]


@pytest.mark.parametrize("is_over", [False, True])
@pytest.mark.parametrize("name", BOTS)
def test_a_new_guest_finds_no_name_of_the_group_before(
    name: str, is_over: bool, tmp_path: Path
) -> None:
    with table_for(tmp_path, name, SEED) as table:
        play_at(table, name, SEED, 0, list(moments_of(name, SEED, 3))[2 if is_over else 1])
        evening, old = begun(tmp_path, table), table.snapshot.game_id
        assert name_of_first(table) in BOT_NAMES, "else this test finds nothing"
        assert told(texts_for(evening, name)), "before, the names are told"
        host, guest = host_of(evening), evening.phone("")
        assert host.post("/host/next").status_code == 303
        assert guest.get("/").status_code == 401, "the group before is out"
        assert host.get("/host").status_code == 200, "the host is not"
        evening.phones.clear()
        assert told(texts_for(evening, name)) == []
        table.return_to("cli", old)
        assert told(texts_for(evening, name)) == [], "not even when its game goes on"
        assert table.snapshot.version > 0


def name_of_first(table: Table) -> str:
    snapshot = table.snapshot
    seat = snapshot.game.whose_turn(snapshot.state) or next(iter(snapshot.state.players))
    return snapshot.game.name_of(snapshot.state, getattr(seat, "colour", seat))


@pytest.mark.parametrize("name", GAMES)
def test_a_game_without_names_is_still_sound_and_whole(name: str, tmp_path: Path) -> None:
    with table_for(tmp_path, name, SEED) as table:
        play_at(table, name, SEED)
        snapshot = table.snapshot
        game_id, notation = snapshot.game_id, snapshot.game.notation(snapshot.state)
        evening = begun(tmp_path, table)
        host_of(evening).post("/host/next")
        text = game_file.export_game(table.journal, game_id)
        assert verify(text).wrong == ()
        again = table.return_to("cli", table.import_game(text))
        assert again.game.notation(again.state) == notation


def test_the_next_group_has_a_new_key_free_seats_and_no_phones(tmp_path: Path) -> None:
    with table_for(tmp_path, "clank", SEED) as table:
        play_at(table, "clank", SEED, 0, 5)
        evening = begun(tmp_path, table)
        host, link = host_of(evening), evening.guests.link("")
        evening.phone("red")
        host.post("/take", data={"seat": "green"})
        host.post("/host/next")
        assert evening.guests.link("") != link
        (left,) = evening.guests.phones
        assert (left.is_host, left.seat, left.name) == (True, "", "")
        assert not table.snapshot.state.players, "seats are free: no game is set up"
        kept = json.loads((tmp_path / "guests.json").read_text())
        assert not any(name in json.dumps(kept) for name in BOT_NAMES)
        table.close()
        with Table.open(table.journal.path) as later:
            assert later.snapshot.state.players == ()


def test_only_the_host_clears_the_table(tmp_path: Path) -> None:
    with table_for(tmp_path, "clank", SEED) as table:
        play_at(table, "clank", SEED, 0, 5)
        evening, before = begun(tmp_path, table), table.snapshot
        assert evening.phone("red").post("/host/next").status_code == 403
        assert table.snapshot is before

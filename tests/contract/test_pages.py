"""Every page of every game can be seen from every seat, in every language, at any moment."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import GAMES
from companion.language.catalogues import ENGLISH, LANGUAGES
from companion.table.snapshot import Snapshot
from companion.table.table import Table
from tests.support.contract.games import moments_of, play_at, table_for
from tests.support.contract.phones import ID, LANG, STATIC, seats_of, seen_by, streams_of
from tests.support.two_evenings import begun
from web_ui.views import VIEWS

MOMENTS = 3  # of a game: before it, within it, its end
SEED = 1
IN_TURN = [
    language if language == ENGLISH else pytest.param(language, marks=pytest.mark.slow)
    for language in LANGUAGES
]


def moments(table: Table, name: str) -> Iterator[int]:
    """Lead a table through a few moments of a bot's game."""
    played = 0
    for steps in moments_of(name, SEED, MOMENTS):
        play_at(table, name, SEED, played, steps)
        played = steps
        yield steps


@pytest.mark.parametrize("language", IN_TURN)
@pytest.mark.parametrize("name", GAMES)
def test_every_page_renders_for_every_seat_at_any_moment(
    name: str, language: str, tmp_path: Path
) -> None:
    with table_for(tmp_path, name, SEED) as table:
        for _ in moments(table, name):
            evening = begun(tmp_path, table)
            for seat in ("", *seats_of(evening)):
                pages = seen_by(evening, seat, language)
                assert {LANG.findall(page)[0] for page in pages.values()} == {language}
                assert not [path for path, page in pages.items() if "{{" in page or "{%" in page]


@pytest.mark.parametrize("name", GAMES)
def test_what_a_stream_sends_has_its_place_on_the_page(name: str, tmp_path: Path) -> None:
    with table_for(tmp_path, name, SEED) as table:
        for _ in moments(table, name):
            evening = begun(tmp_path, table)
            for seat in ("", *seats_of(evening)[:1]):
                for page in seen_by(evening, seat).values():
                    for path, query in streams_of(page):
                        sent = json.loads(evening.streamed(seat, path, query))
                        assert sent.keys() - {"box", "build"} <= set(ID.findall(page))


@pytest.mark.parametrize("name", GAMES)
def test_every_file_that_a_page_names_is_there(name: str, tmp_path: Path) -> None:
    with table_for(tmp_path, name, SEED) as table:
        play_at(table, name, SEED)
        evening = begun(tmp_path, table)
        files = {file for page in seen_by(evening, "").values() for file in STATIC.findall(page)}
        assert files
        for file in files:
            with evening.phone("").get(file) as answer:
                assert answer.status_code == 200


@pytest.mark.parametrize("name", GAMES)
def test_a_game_has_a_title_a_set_up_and_seats(name: str) -> None:
    view, game = VIEWS[name], GAMES[name]
    assert view.title
    assert view.set_up in {kind.__name__ for kind in game.commands}
    assert len(set(view.every_seat)) == len(view.every_seat) > 0
    assert tuple(view.seats(Snapshot(0, "", game, game.empty))) == ()

"""Live streams at every moment of a bot's game: they can be drawn, and nothing old is kept."""

import itertools
from pathlib import Path

import pytest

from companion.games import GAMES
from companion.language.catalogues import LANGUAGES
from tests.support.contract.games import play_at, steps_of, table_for
from tests.support.contract.phones import seats_of, seen_by, streams_of
from tests.support.two_evenings import Evening, begun
from web_ui.render.render import Renderer
from web_ui.views import VIEWS

pytestmark = pytest.mark.slow

SEED = 1
A_STEP = 3  # streams that are looked at after each step; their number is no multiple of it


def all_streams(folder: Path, name: str) -> list[tuple[str, str]]:
    """Return the streams of all pages, from every seat and in every language."""
    folder.mkdir()
    with table_for(folder, name, SEED) as table:
        play_at(table, name, SEED, 0, 1)
        evening = begun(folder, table)
        seats = ("", *seats_of(evening))
        pages = [page for seat in seats for page in seen_by(evening, seat).values()]
    streams = {stream for page in pages for stream in streams_of(page)}
    return sorted(
        (path, query.replace("lang=en", f"lang={language}"))
        for path, query in streams
        for language in LANGUAGES
    )


def seat_in(query: str) -> str:
    seat = query.partition("seat=")[2].partition("&")[0]
    return "" if seat == "watch" else seat


def drawn_anew(evening: Evening, seat: str, path: str, query: str) -> str:
    """Return what a stream would carry if nothing had been drawn before."""
    kept = evening.app.extensions["renderer"]
    evening.app.extensions["renderer"] = Renderer(evening.app.jinja_env, VIEWS)
    try:
        return evening.streamed(seat, path, query)
    finally:
        evening.app.extensions["renderer"] = kept


@pytest.mark.parametrize("name", GAMES)
def test_a_part_that_is_not_drawn_again_is_what_a_fresh_drawing_would_be(
    name: str, tmp_path: Path
) -> None:
    """What View.depends says of each part of a page is true."""
    streams = itertools.cycle(all_streams(tmp_path / "first", name))
    with table_for(tmp_path, name, SEED) as table:
        evening = begun(tmp_path, table)
        for number in range(len(steps_of(name, SEED)) + 1):
            for path, query in itertools.islice(streams, A_STEP):
                seat = seat_in(query)
                kept = evening.streamed(seat, path, query)
                assert kept == drawn_anew(evening, seat, path, query)
            play_at(table, name, SEED, number, number + 1)

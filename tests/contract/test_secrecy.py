"""What only some seats may know is told to nobody else, by no page, stream, answer or file."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.games import GAMES
from tests.support.contract.games import play_at, states_of, steps_of, table_for
from tests.support.contract.phones import FOR_PROGRAMS, seats_of, seen_by, streams_of
from tests.support.contract.secrets import OTHER_SEED, SEEDS, Pair, pairs_of
from tests.support.two_evenings import Both, Evening, bare, begun, same_for_both
from web_ui.views import VIEWS


@pytest.mark.parametrize("name", GAMES)
def test_a_veil_hides_what_is_secret_and_nothing_else(name: str) -> None:
    game, seats = GAMES[name], ("watch", *VIEWS[name].every_seat)
    for state in states_of(name):
        for seat in seats:
            veiled = game.veil(state, seat)
            assert game.veil(veiled, seat) == veiled
            assert game.veil(veiled, "watch") == game.veil(state, "watch")
            assert game.has_secrets(state) or veiled == state


@pytest.mark.parametrize("name", GAMES)
def test_an_event_as_everybody_may_know_it_stays_as_it_is(name: str) -> None:
    game = GAMES[name]
    for step in steps_of(name, 1):
        for event in step.events:
            known = game.public(event)
            assert type(known) is type(event)
            assert game.public(known) == known


@pytest.mark.parametrize("name", GAMES)
def test_a_game_with_secrets_has_evenings_that_differ_in_them_alone(name: str) -> None:
    """Where there are none, the veil hides too little: the others could tell them apart."""
    has_secrets = any(map(GAMES[name].has_secrets, states_of(name, SEEDS)))
    assert bool(pairs_of(name)) == has_secrets


def evening(folder: Path, name: str, pair: Pair, *, is_other: bool) -> Evening:
    """Return the bot's evening at a table with phones, or the one with the other secret."""
    folder.mkdir()
    is_drawn = pair.other is None
    table = table_for(folder, name, pair.seed, OTHER_SEED if is_other and is_drawn else pair.seed)
    play_at(table, name, pair.seed, 0, pair.step)
    opened = begun(folder, table)
    for seat in ("", *pair.outsiders, *pair.insiders):
        opened.phone(seat)
    if is_other and not is_drawn:
        table.submit(pair.other, "demo")
    else:
        play_at(table, name, pair.seed, pair.step, pair.step + 1)
    assert table.snapshot.state == pair.states[is_other]
    return opened


@pytest.mark.parametrize("name", GAMES)
def test_two_evenings_that_differ_in_a_secret_look_the_same_to_others(
    name: str, tmp_path: Path
) -> None:
    for number, pair in enumerate(pairs_of(name)):
        one = evening(tmp_path / f"{number} one", name, pair, is_other=False)
        with one.table:
            other = evening(tmp_path / f"{number} other", name, pair, is_other=True)
            with other.table:
                compare((one, other), pair)


def compare(both: Both, pair: Pair) -> None:
    """Fail if an outsider can tell the evenings apart, or an insider cannot."""
    for seat in ("", *pair.outsiders):
        tell_the_same(both, seat)
    for seat in pair.insiders:
        own = [bare(each.phone(seat).get(f"/seat/{seat}").text) for each in both]
        assert own[0] != own[1], "so the comparison does see the secret where it is shown"


def tell_the_same(both: Both, seat: str) -> None:
    """Fail if any page, stream or answer to this seat's phone tells the evenings apart."""
    one, other = (seen_by(each, seat) for each in both)
    assert one.keys() == other.keys()
    for path in one:
        assert bare(one[path]) == bare(other[path]), path
    streams = {stream for page in one.values() for stream in streams_of(page)}
    everybody = [f"page=play&seat={each}&lang=en" for each in seats_of(both[0])]
    for path, query in streams | {("/live", query) for query in everybody}:
        same_for_both(both, streamed(seat, path, query))
    same_for_both(both, streamed(seat, "/api/v1/stream", ""))
    for path in (*FOR_PROGRAMS, *(f"/seat/{each}" for each in seats_of(both[0]))):
        same_for_both(both, answered(seat, path))


def streamed(seat: str, path: str, query: str) -> Callable[[Evening], str]:
    return lambda each: each.streamed(seat, path, query)


def answered(seat: str, path: str) -> Callable[[Evening], str]:
    return lambda each: str(each.phone(seat).get(path).text)

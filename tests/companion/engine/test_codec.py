"""Messages to JSON and back, and what is no message."""

import multiprocessing
import sys
import threading
from dataclasses import make_dataclass
from enum import StrEnum
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.codec import Codec, convert, parse
from companion.engine.errors import BadMessage
from companion.games.clank import CLANK
from companion.games.clank.box import Colour, Cubes
from companion.games.clank.commands import MakeClank, ReportDraw, SetDanger, StartGame
from companion.games.clank.events import Event
from companion.games.clank.values import CardCopies, Rulings, Seat
from tests.support.games.clank_strategies import command_of

# Values that refuse nonsense in their constructor need strategies that make sense.
st.register_type_strategy(Seat, st.builds(Seat, st.sampled_from(Colour), st.just("Ann")))
st.register_type_strategy(Cubes, st.builds(Cubes, *[st.integers(0, 30)] * 5))
st.register_type_strategy(
    CardCopies, st.builds(CardCopies, st.text(max_size=5), st.integers(1, 12))
)
COMMANDS, EVENTS = Codec(CLANK.commands), Codec(CLANK.events)


@given(st.one_of([command_of(kind) for kind in CLANK.commands]))
def test_every_command_comes_back_as_it_was_written(command: object) -> None:
    assert COMMANDS.loads(COMMANDS.dumps([command])) == (command,)


@given(st.one_of([st.from_type(kind) for kind in get_args(Event)]))
def test_every_event_comes_back_as_it_was_written(event: object) -> None:
    assert EVENTS.loads(EVENTS.dumps([event])) == (event,)


def test_a_message_is_its_class_name_and_its_fields() -> None:
    assert COMMANDS.plain(MakeClank(Colour.RED, 2)) == {
        "type": "MakeClank",
        "colour": "red",
        "cubes": 2,
    }


def test_a_form_may_send_numbers_and_truth_as_text() -> None:
    read = COMMANDS.read({"type": "SetDanger", "danger": "2"}, as_text=True)
    assert read == SetDanger(2)
    with pytest.raises(BadMessage, match=r"Expected `int`, got `str` - at `\$.danger`"):
        COMMANDS.read({"type": "SetDanger", "danger": "2"})


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({}, "no such message: None"),
        ({"type": "Dance"}, "no such message: 'Dance'"),
        ({"type": "MakeClank"}, "missing required field `colour`"),
        ({"type": "MakeClank", "colour": "pink"}, "Invalid enum value 'pink'"),
        ({"type": "MakeClank", "colour": "red", "cubes": 0}, "cubes is 0"),
        ({"type": "MakeClank", "colour": "red", "cube": 1}, "no such field: cube"),
        ({"type": "ReportDraw", "cubes": {"rde": 1}}, "no such field: cubes.rde"),
        ({"type": "ReportDraw", "cubes": {"red": -1}}, "negative"),
        (
            {"type": "StartGame", "seats": [{"colour": "red", "nam": ""}], "first": "red"},
            "no such field: seats.nam",
        ),
    ],
)
def test_what_is_no_message_says_where_and_why(given: dict[str, object], why: str) -> None:
    with pytest.raises(BadMessage) as bad:
        COMMANDS.read(given)
    assert why in str(bad.value)


def test_defaults_need_not_be_sent() -> None:
    given = {"type": "StartGame", "seats": [{"colour": "red"}], "first": "red"}
    assert COMMANDS.read(given) == StartGame((Seat(Colour.RED),), Colour.RED, rulings=Rulings())
    assert COMMANDS.read({"type": "ReportDraw", "cubes": {"red": 1}}) == ReportDraw(Cubes(red=1))


@pytest.mark.parametrize("text", ["", "{", b"\xff"])
def test_what_is_no_json_is_said_to_be_none(text: str | bytes) -> None:
    with pytest.raises(BadMessage, match="not JSON"):
        parse(text)


PHONES, KINDS = 4, 40


def convert_together() -> None:
    """Let several threads read the first message of a kind at once, again and again."""
    sys.setswitchinterval(1e-6)
    colours = [StrEnum(f"Colour{n}", {"RED": "red", "BLUE": "blue"}) for n in range(KINDS)]
    kinds = [make_dataclass("Tap", [("colour", colour), ("to", colour)]) for colour in colours]
    ready = threading.Barrier(PHONES)

    def tap() -> None:
        for kind in kinds:
            ready.wait()
            for _ in range(3):
                convert({"colour": "red", "to": "blue"}, kind)

    phones = [threading.Thread(target=tap) for _ in range(PHONES)]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()


def test_several_phones_may_send_the_first_message_of_a_kind_at_once() -> None:
    process = multiprocessing.get_context("spawn").Process(target=convert_together)
    process.start()
    process.join()
    assert process.exitcode == 0

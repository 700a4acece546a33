"""Whatever others wrote is read, or refused with a sentence; nothing else is raised."""

from collections.abc import Iterator

import pytest

from tests.support.contract.decoders import Decoder, decoders, try_often

TRIES = 30  # of each; `make bench ARGS="fuzz 5000"` tries more, and other ones each time


@pytest.fixture(scope="module")
def known() -> Iterator[dict[str, Decoder]]:
    with decoders() as known:
        yield known


def test_whole_messages_are_read(known: dict[str, Decoder]) -> None:
    for name, decoder in known.items():
        for whole in decoder.wholes:
            assert decoder.takes(whole), name


def test_no_damaged_message_ends_in_anything_but_a_sentence(known: dict[str, Decoder]) -> None:
    for decoder in known.values():
        try_often(decoder, TRIES, is_anew=False)

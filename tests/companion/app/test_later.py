"""A part that is given after those that ask for it have started."""

import pytest

from companion.app.later import Later


def test_a_value_is_there_once_it_was_given() -> None:
    later = Later[str]()
    assert later.get() is None
    later.give("panel")
    assert later.get() == "panel"


def test_a_value_is_given_once() -> None:
    later = Later[str]()
    later.give("panel")
    with pytest.raises(RuntimeError, match="panel was given before"):
        later.give("another")
    assert later.get() == "panel"

"""A Pi without anything of Dragonbag."""

from pathlib import Path

import pytest

from tests.support.scratch_pi import Pi, new_pi


@pytest.fixture
def pi(tmp_path: Path) -> Pi:
    """Return a Pi in a scratch root: commands are noted, programs are real."""
    return new_pi(tmp_path)

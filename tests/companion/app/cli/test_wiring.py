"""The command `dragonbag wiring` with the settings of an installed table."""

import argparse
from pathlib import Path

import pytest

from companion.app.cli import wiring
from companion.app.upkeep.choices import Choices, choose


@pytest.mark.slow
def test_the_drawings_follow_an_installed_table_and_what_its_host_chose(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    state, installed = tmp_path / "state", tmp_path / "etc.toml"
    state.mkdir()
    installed.write_text(f'data_dir = "{state}"\n[pins.buttons]\nundo = 4\n')
    choose(state, Choices(pins={"buttons": {"next": 5}}))
    parser = argparse.ArgumentParser()
    wiring.add(parser.add_subparsers(), installed)
    parsed = parser.parse_args(["wiring", "--out", str(tmp_path / "mine")])
    parsed.run(parsed)
    tables = (tmp_path / "mine" / "tables.md").read_text()
    assert "| undo | button | 4 | 7 |" in tables
    assert "| next | button | 5 | 29 |" in tables

"""The documents say what the program does."""

import doctest
import re

import pytest

from companion.app.cli.main import main
from tests.support.places import ROOT
from tests.test_architecture import PACKAGES

README = (ROOT / "README.md").read_text()


def test_the_readmes_example_runs() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert result.attempted > 5
    assert result.failed == 0


def test_every_command_is_in_the_readme_and_the_other_way_round(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    commands = set(re.findall(r"^    (\w+)(?: +\w|$)", capsys.readouterr().out, re.MULTILINE))
    shown = set(re.findall(r"dragonbag (\w+)", README)) | {"serve"}
    assert commands == shown


def test_every_make_target_that_is_named_exists() -> None:
    targets = set(re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    texts = README + (ROOT / "CONTRIBUTING.md").read_text()
    assert set(re.findall(r"make ([a-z-]+)", texts)) <= targets | {"and", "sure", "a", "it"}


def test_the_map_names_every_module_of_the_companion() -> None:
    map_ = README.partition("## The map")[2]
    missing = [
        path.stem
        for package in PACKAGES
        for path in (ROOT / package).glob("*.py")
        if not path.stem.startswith("_") and path.stem not in map_
    ]
    # web_ui's modules are told by what they are, not by their names
    assert [name for name in missing if (ROOT / "companion" / f"{name}.py").exists()] == []


def test_the_licence_and_the_distance_to_the_publishers_are_told() -> None:
    assert "not affiliated" in README
    assert "MIT" in README
    assert (ROOT / "LICENSE").read_text().startswith("MIT License")

"""Templates are compiled once and kept on the disk; a file that is no good costs time alone."""

from pathlib import Path

import pytest
from jinja2 import DictLoader

from web_ui.render.templates import Compiled, QuickEnvironment

HELLO = {"hello.html": "Hello {{ who }}"}


class Counted(QuickEnvironment):
    """Counts how often it compiles."""

    compiled = 0

    def _generate(self, *given: object, **named: object) -> str:
        self.compiled += 1
        return super()._generate(*given, **named)  # type: ignore[arg-type]


def compiles(folder: Path, templates: dict[str, str] = HELLO, *, grows: bool = True) -> int:
    """Draw the page as a fresh start would, and return how often something was compiled."""
    cache = Compiled(folder, grows=grows)
    made = Counted(app=None, loader=DictLoader(templates), bytecode_cache=cache)  # type: ignore[arg-type]
    assert made.get_template("hello.html").render(who="Ann") == "Hello Ann"
    return made.compiled


def test_the_next_start_compiles_nothing(tmp_path: Path) -> None:
    assert compiles(tmp_path / "made") == 1
    assert compiles(tmp_path / "made") == 0


def test_a_template_that_has_changed_is_compiled_again(tmp_path: Path) -> None:
    compiles(tmp_path)
    assert compiles(tmp_path, {"hello.html": "{# new #}Hello {{ who }}"}) == 1
    assert compiles(tmp_path, {"hello.html": "{# new #}Hello {{ who }}"}) == 0


@pytest.mark.parametrize("cut", [0, 10, 32, 40, -1])
def test_a_file_that_was_cut_is_compiled_again(tmp_path: Path, cut: int) -> None:
    compiles(tmp_path)
    (file,) = tmp_path.iterdir()
    file.write_bytes(file.read_bytes()[:cut])
    assert compiles(tmp_path) == 1
    assert compiles(tmp_path) == 0


def test_a_file_with_one_other_byte_is_not_run(tmp_path: Path) -> None:
    compiles(tmp_path)
    (file,) = tmp_path.iterdir()
    kept = bytearray(file.read_bytes())
    kept[-1] ^= 1
    file.write_bytes(kept)
    assert compiles(tmp_path) == 1


def test_where_nothing_can_be_written_pages_are_drawn_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    folder = tmp_path / "file" / "templates"
    assert compiles(folder) == 1
    assert compiles(folder) == 1


def test_a_folder_that_does_not_grow_is_read_and_left_alone(tmp_path: Path) -> None:
    assert compiles(tmp_path / "none", grows=False) == 1
    assert not (tmp_path / "none").exists()
    compiles(tmp_path / "made")
    assert compiles(tmp_path / "made", grows=False) == 0
    (file,) = (tmp_path / "made").iterdir()
    kept = file.read_bytes()
    assert compiles(tmp_path / "made", {"hello.html": "{# new #}Hello {{ who }}"}, grows=False) == 1
    assert file.read_bytes() == kept

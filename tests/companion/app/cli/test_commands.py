"""The command line on real journals: what it prints, and one sentence when it cannot."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.app.cli.main import main
from companion.games.clank.box import Colour
from companion.games.clank.commands import GainGold, MakeClank, StartGame
from companion.games.clank.values import Seat
from companion.table.table import Table

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with Table.open(tmp_path / "journal.sqlite") as table:
        table.open_game("cli", "clank")
        table.submit(StartGame((Seat(Colour.RED, "Ann"), Seat(Colour.GREEN)), Colour.RED), "cli")
        table.submit(MakeClank(Colour.RED), "panel")
        table.submit(GainGold(Colour.GREEN, 3), "phone:green")
        table.undo("panel")
    return tmp_path


@pytest.fixture
def run(folder: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*arguments: str, data_dir: Path = folder) -> tuple[int, str, str]:
        code = main([*arguments, "--data-dir", str(data_dir), "--settings", os.devnull])
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


def test_log_tells_the_evening_in_sentences(run: Run) -> None:
    code, out, _ = run("log")
    lines = out.splitlines()
    assert code == 0
    assert "A game of 2 players begins. Ann goes first." in lines[0]
    assert "Ann: Clank! +1. [panel]" in lines[1]
    assert " x Green gains 3 Gold. [phone (Green)]" in lines[2]
    assert "Undone: Green gains 3 Gold. [panel]" in lines[3]


def test_replay_rebuilds_any_moment(run: Run) -> None:
    _, out, _ = run("replay")
    lines = out.splitlines()
    assert len(lines) == 4
    assert "green=28+2+0+0+0$3" in lines[2]
    assert "green=28+2+0+0+0 " in lines[3]
    until = lines[0].split()[0]
    _, out, _ = run("replay", "--until", until, "--json")
    assert json.loads(out)["area"] == {"red": 3, "green": 2, "blue": 0, "yellow": 0, "black": 0}


def test_games_are_listed_for_people_and_programs(run: Run) -> None:
    _, out, _ = run("games")
    assert out.count("clank") == 1
    _, out, _ = run("games", "--json")
    assert json.loads(out)[0]["lines"] == 5


@pytest.mark.slow
def test_a_game_goes_out_as_a_file_and_comes_in_again(folder: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "companion.app.cli"]
    out = subprocess.run(
        [*command, "export", "--data-dir", str(folder)], capture_output=True, check=True
    )
    file = tmp_path / "game.json"
    file.write_bytes(out.stdout)
    taken = subprocess.run(
        [*command, "import", str(file), "--data-dir", str(tmp_path / "other")],
        capture_output=True,
        check=True,
        text=True,
    )
    told = subprocess.run(
        [*command, "log", taken.stdout.strip(), "--data-dir", str(tmp_path / "other")],
        capture_output=True,
        check=True,
        text=True,
    )
    assert "Ann goes first" in told.stdout


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("log", "nonsense"), "no game nonsense; `dragonbag games` lists them"),
        (("replay", "nonsense"), "no game nonsense"),
        (("log", os.fsdecode(b"\xff")), "`dragonbag games` lists them"),
        (("doctor", "--only", "red"), "dragonbag doctor panel --only red"),
        (("export", "nonsense"), "no game nonsense"),
        (("import", "/nowhere.json"), "No such file"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    run: Run, arguments: tuple[str, ...], why: str
) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (1, "")
    assert err.startswith("dragonbag: ")
    assert why in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ("demo", "--pace", "-1"),
        ("demo", "--pace", "nan"),
        ("demo", "--pace", "inf"),
        ("log", "--lang", "xx"),
    ],
)
def test_what_was_mistyped_is_told_with_the_usage(run: Run, arguments: tuple[str, ...]) -> None:
    with pytest.raises(SystemExit) as left:
        run(*arguments)
    assert left.value.code == 2


def test_after_imports_alone_one_says_which_game_one_means(run: Run, tmp_path: Path) -> None:
    _, game, _ = run("export")
    (tmp_path / "game.json").write_text(game)
    other = tmp_path / "other"
    _, game_id, _ = run("import", str(tmp_path / "game.json"), data_dir=other)
    code, _, err = run("export", data_dir=other)
    assert code == 1
    assert "no game is on the table; say which one you mean" in err
    assert run("export", game_id.strip(), data_dir=other)[0] == 0


def test_without_a_journal_the_way_is_shown(run: Run, tmp_path: Path) -> None:
    code, _, err = run("log", data_dir=tmp_path / "empty")
    assert code == 1
    assert "there is no journal yet; run `dragonbag serve` first" in err


def test_a_file_that_is_no_game_is_refused(
    folder: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    file.write_text("{}")
    for command in (["import", "--data-dir", str(folder)], ["verify"]):
        assert main([*command, str(file)]) == 1
        told = capsys.readouterr().err
        assert told.startswith(f"dragonbag: {file}: This is no game file, or it is damaged.")


def test_files_of_an_editor_that_marks_the_byte_order_are_read(
    run: Run, folder: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    mark = b"\xef\xbb\xbf"
    game, settings = tmp_path / "game.json", tmp_path / "mine.toml"
    game.write_bytes(mark + run("export")[1].encode())
    settings.write_bytes(mark + b"port = 8001\n")
    assert main(["verify", str(game)]) == 0
    assert run("import", str(game))[0] == 0
    games = ["games", "--data-dir", str(folder), "--settings", str(settings)]
    assert main(games) == 0
    settings.write_bytes(mark + b"prot = 8001\n")
    assert main(games) == 1
    assert f"{settings}, line 1, prot" in capsys.readouterr().err


def test_a_wrong_settings_file_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = folder / "dragonbag.toml"
    file.write_text("prot = 1")
    assert main(["games", "--settings", str(file)]) == 1
    assert "There is no prot. Did you mean port?" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["serve", "demo", "games", "wiring", "backup", "https run"])
def test_a_settings_file_that_is_named_must_be_there(
    command: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command.split(), "--settings", str(folder / "nope.toml")]) == 1
    assert capsys.readouterr().err == f"dragonbag: {folder}/nope.toml: there is no such file\n"


@pytest.mark.parametrize("command", ["serve", "demo", "games", "log", "replay", "export", "import"])
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main([command, "--help"])
    assert left.value.code == 0
    assert "--data-dir" in capsys.readouterr().out


def test_the_log_needs_neither_pins_nor_pages(folder: Path) -> None:
    program = (
        "import sys; from companion.app.cli.main import main; "
        f"main(['log', '--data-dir', {str(folder)!r}]); "
        "assert not {'flask', 'gpiozero', 'waitress', 'cv2', 'numpy'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)


def test_a_port_in_use_is_a_sentence(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        options = ["--host", "127.0.0.1", "--port", port, "--panel", "none"]
        assert main(["serve", *options, "--data-dir", str(folder)]) == 1
    assert "Choose another port with --port" in capsys.readouterr().err


def greeting(folder: Path, *more: str, **environment: str) -> tuple[str, str, int]:
    """Serve until all is said, then stop: the greeting, the farewell, the exit code."""
    command = [sys.executable, "-m", "companion.app.cli", "serve", "--host", "127.0.0.1"]
    options = ["--port", "0", "--panel", "mock", "--data-dir", str(folder), *more]
    reading, writing = os.pipe()
    out = os.fstat(writing)
    told = {name: value.format(out=out) for name, value in environment.items()}
    with (
        open(reading, encoding="utf-8") as heard,
        subprocess.Popen(
            [*command, *options],
            stdout=writing,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **told},
        ) as process,
    ):
        os.close(writing)
        said = []
        for line in heard:
            said.append(line)
            if "Ctrl+C" in line:
                break
        process.terminate()
        rest = heard.read()
    return "".join(said), rest, process.wait()


@pytest.mark.slow
def test_serve_greets_and_stops_on_a_signal(folder: Path) -> None:
    said, rest, code = greeting(folder)
    assert "Join here:  http://127.0.0.1:" in said
    assert "/join/" in said
    assert "mock pins" in said
    assert "█" in said  # the QR code
    assert "the journal has everything" in rest
    assert code == 0


@pytest.mark.slow
def test_a_folder_of_photos_that_is_not_there_is_told(folder: Path) -> None:
    pytest.importorskip("cv2", reason="no OpenCV here (a 32-bit Pi takes it from apt)")
    said, _, _ = greeting(folder, "--camera", "/not/plugged/in")
    assert "Camera:     camera is /not/plugged/in. Choose none, pi, usb" in said


@pytest.mark.slow
def test_the_system_log_hears_no_key(folder: Path) -> None:
    said, _, _ = greeting(folder, JOURNAL_STREAM="{out.st_dev}:{out.st_ino}")
    assert "Join here:  http://127.0.0.1:" in said
    assert "/join/" not in said
    assert "█" not in said

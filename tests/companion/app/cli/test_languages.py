"""The command line in the language that the shell asks for."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.app.cli.main import main
from companion.games.clank.box import Colour, Cubes
from companion.games.clank.commands import ProvokeDragon, ReportDraw, StartGame
from companion.games.clank.values import Seat
from companion.table.table import Table
from tests.support.places import ROOT

JAPANESE, RUSSIAN, GERMAN = "ja_JP.UTF-8", "ru_RU.UTF-8", "de_DE.UTF-8"
OTHER_LETTERS = re.compile(
    "[\\u0400-\\u04ff\\u3040-\\u30ff\\u4e00-\\u9fff]"
)  # Cyrillic, kana, kanji


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a journal of one game in which cubes were drawn by hand."""
    folder = tmp_path_factory.mktemp("evening")
    with Table.open(folder / "journal.sqlite") as table:
        table.open_game("cli", "clank")
        table.submit(StartGame((Seat(Colour.RED, "Ann"), Seat(Colour.GREEN)), Colour.RED), "cli")
        for _ in range(24):
            table.submit(ProvokeDragon(), "phone:red")
            table.submit(ReportDraw(Cubes(black=3)), "phone:red")
            if table.snapshot.state.bag.black < 3:
                break
    return folder


def run(lang: str, *arguments: str) -> str:
    """Return what a command says, on both streams, in a shell of this language."""
    return python(lang, "-m", "companion.app.cli", *arguments)


def python(lang: str, *arguments: str) -> str:
    shell = {
        name: said for name, said in os.environ.items() if not name.startswith(("LC_", "LANG"))
    }
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**shell, "LANG": lang, "COLUMNS": "100"},
        capture_output=True,
        timeout=240,
        check=False,
    )
    return (done.stdout + done.stderr).decode()


def at(folder: Path) -> tuple[str, ...]:
    return ("--data-dir", str(folder), "--settings", os.devnull)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        (JAPANESE, ("使い方:", "オプション", "コンピューターとパネルを調べ", "この説明を表示して")),
        (RUSSIAN, ("использование:", "параметры", "проверить компьютер", "показать эту справку")),
        (GERMAN, ("usage:", "options", "check computer and panel", "show this help")),
    ],
)
def test_the_help_speaks_the_language_of_the_shell(lang: str, said: tuple[str, ...]) -> None:
    told = run(lang, "--help")
    assert [words for words in said if words not in told] == []


def test_wrong_usage_is_told_in_the_language_of_the_shell() -> None:
    assert "知らない引数です: --nonsense" in run(JAPANESE, "games", "--nonsense")
    assert "не хватает аргументов: file" in run(RUSSIAN, "verify")


@pytest.mark.parametrize("lang", [JAPANESE, RUSSIAN])
def test_the_doctor_names_its_findings_in_the_language_of_the_shell(
    lang: str, folder: Path
) -> None:
    findings = json.loads(run(lang, "doctor", "--json", *at(folder)).splitlines()[0])
    told = run(lang, "doctor", *at(folder)).splitlines()
    labels = {line.split()[1] for line in told if not line.startswith((" ", "dragonbag"))}
    names = {finding["name"] for finding in findings}
    assert {"version", "board", "disk", "writing", "journal", "clock", "port"} <= names
    assert labels & names == set()
    assert [line for line in told if not OTHER_LETTERS.search(line)] == []


def test_what_the_doctor_tells_programs_is_english_everywhere(folder: Path) -> None:
    told = run(JAPANESE, "doctor", "--json", *at(folder)).splitlines()[0]
    assert not OTHER_LETTERS.search(told)


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        (
            JAPANESE,
            ("実際の袋から引いたもの", "2,000個", "偶然の範囲です", r"\d\.\d ± \d+\.\d", "  黒 "),
        ),
        (
            RUSSIAN,
            ("вытянуто из своего мешка", "в пределах случайности", r"\d,\d ± \d+,\d", "  Чёрный "),
        ),
    ],
)
def test_fairness_writes_colours_and_numbers_as_the_language_does(
    lang: str, told: tuple[str, ...]
) -> None:
    of_many = (
        "from companion.app.cli.fairness import KINDS, report",
        "from companion.language.terminal import _",
        "from tests.companion.app.test_fairness import fair",
        "print(*report(_(KINDS['hand']), fair(500)), sep='\\n')",
    )
    said = python(lang, "-c", "; ".join(of_many))
    assert [words for words in told if not re.search(words, said)] == []


def test_the_log_needs_no_option_to_speak_russian(folder: Path) -> None:
    assert "Дракон атакует" in run(RUSSIAN, "log", *at(folder))
    assert "ドラゴンの攻撃" in run(RUSSIAN, "log", "--lang", "ja", *at(folder))
    assert "The dragon attacks" in run(GERMAN, "log", *at(folder))


def test_games_are_counted_in_the_language_of_the_shell(folder: Path) -> None:
    assert re.search(r"\d行$", run(JAPANESE, "games", *at(folder)).strip())
    assert re.search(r"\d+ строк", run(RUSSIAN, "games", *at(folder)))


@pytest.mark.parametrize("lang", [JAPANESE, RUSSIAN])
def test_what_is_wrong_with_settings_journal_pins_and_installer_is_told_in_it_too(
    lang: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", lang)

    def told(*arguments: str) -> list[str]:
        assert main(arguments) == 1
        return capsys.readouterr().err.splitlines()

    file, folder = tmp_path / "dragonbag.toml", str(tmp_path)
    file.write_text('prot = 1\npanel = "pin"\nport = "x"\n')
    said = {"settings": told("games", "--settings", str(file))}
    assert [str(file) in line for line in said["settings"]] == [True] * 3
    file.write_text("[pins.buttons]\nundo = 6\n")
    said["pins"] = told("doctor", "--settings", str(file))
    said["installer"] = told("install", "--source", folder, "--root", folder)
    file.write_text("[lamps]\nresistor_ohm = 10\n")
    said["lamps"] = told("wiring", "--out", folder, "--settings", str(file))
    said["name"] = told("install", "--root", folder, "--hostname", "two words", "--fresh")
    said["backup"] = told("restore", str(file), *at(tmp_path))
    said["part"] = told("doctor", "panel", "--panel", "mock", "--only", "pink", *at(tmp_path))
    with Table.open(tmp_path / "journal.sqlite"):
        said["journal"] = told("import", str(file), *at(tmp_path))
    for what, lines in said.items():
        assert lines[0].startswith("dragonbag: "), what
        for line in lines:
            assert OTHER_LETTERS.search(line), (what, line)
            assert not re.search(r"\b(the|cannot|may|must|no|There)\b", line), (what, line)


def test_a_missing_journal_is_told_in_the_language_of_the_shell(tmp_path: Path) -> None:
    assert "まだ記録がありません" in run(JAPANESE, "log", *at(tmp_path / "empty"))

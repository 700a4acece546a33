"""The documents say what the program does."""

import dataclasses
import doctest
import json
import re
import shlex
from collections.abc import Iterator, Mapping
from functools import cache, reduce
from operator import getitem
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from babel.messages.pofile import read_po
from flask.testing import FlaskClient

from companion.app.cli.main import main
from companion.app.panel_build import ChangedPins
from companion.app.settings import Settings
from companion.beyond.mqtt.settings import Mqtt
from companion.beyond.webhooks.sign import headers
from companion.games import GAMES
from companion.table.table import Table
from hardware.panel.electrics import Buses, Lamps
from hardware.panel.pins.strip import Strip
from tests.support.documents import (
    DOCS,
    ENGLISH,
    EVERY,
    LANGUAGES,
    PAGES,
    PLAYING,
    TRANSLATED,
    code,
    name_of,
    prose,
    rows,
    section,
    spans,
    text_of,
)
from tests.support.pages import locked_app
from tests.support.places import ROOT
from tests.test_architecture import CORE, MAY_IMPORT
from web_ui.access.guests import Guests
from web_ui.api.openapi import document

FOLDERS = ("companion", "hardware", "web_ui", "tests", "docs", "wiring")

README_LINES, README_WORDS = 120, 900

# What style says we never call it, where the word can mean nothing else in these pages.
NEVER = (
    *("noise", "noises", "hp", "hit points", "stash", "stock", "threat", "draw bag", "anger"),
    *("timer", "debt", "killed", "wounds", "sorry", "own seat only", "cannot be had"),
)


# Examples.


def test_the_example_of_a_game_runs() -> None:
    result = doctest.testfile(str(DOCS / "architecture.md"), module_relative=False)
    assert result.attempted > 5
    assert result.failed == 0


def test_the_example_of_a_signature_is_what_the_table_sends() -> None:
    page = DOCS / "beyond-one-table.md"
    result = doctest.testfile(str(page), module_relative=False)
    assert (result.attempted, result.failed) == (4, 0)
    sent = headers("secret", "5f0c-41", 1790000000, b'{"seq": 41}')
    assert sent["webhook-signature"] in text_of(page)


# The README.


def test_the_readme_is_short() -> None:
    text = text_of(ROOT / "README.md")
    assert text.count("\n") <= README_LINES
    assert len(text.split()) <= README_WORDS


def test_the_readme_begins_with_the_other_languages() -> None:
    head = "".join(text_of(ROOT / "README.md").splitlines()[:4])
    assert [f"](docs/{code}/README.md)" in head for code in LANGUAGES] == [True, True]


def test_the_licence_and_the_distance_to_the_publishers_are_told() -> None:
    readme = text_of(ROOT / "README.md")
    assert "not affiliated" in readme
    assert "MIT" in readme
    assert text_of(ROOT / "LICENSE").startswith("MIT License")


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_the_readme_leads_to_every_page(page: Path) -> None:
    assert f"](docs/{page.name}" in text_of(ROOT / "README.md")


# The command line and the settings.


def help_of(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    with pytest.raises(SystemExit):
        main([*words, "--help"])
    return capsys.readouterr().out


def commands(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return re.findall(r"^    (\w+)(?: +\w|$)", help_of(capsys), re.MULTILINE)


def test_every_command_has_its_section(capsys: pytest.CaptureFixture[str]) -> None:
    told = re.findall(r"^### dragonbag (\w+)$", text_of(DOCS / "commands.md"), re.MULTILINE)
    assert sorted(told) == sorted(commands(capsys))


def test_every_option_is_told_with_its_command(capsys: pytest.CaptureFixture[str]) -> None:
    text = text_of(DOCS / "commands.md")
    option = re.compile(r"(?<![\w-])--[a-z][a-z-]+")
    told, real = {}, {}
    for command in commands(capsys):
        told[command] = set(option.findall(code(section(text, f"### dragonbag {command}"))))
        real[command] = set(option.findall(help_of(capsys, command))) - {"--help"}
    assert told == real


@pytest.mark.parametrize("path", EVERY, ids=name_of)
def test_every_command_that_is_named_exists(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    named = r"""^.*?(?<![\w"-])dragonbag ([a-z]\w*)"""
    called = re.findall(named, code(text_of(path)), re.MULTILINE)
    # `systemctl ... dragonbag` and `-u dragonbag` name the service.
    assert set(called) <= set(commands(capsys))


# The tables of the file, and what may stand in each.
OF_PANEL = {"pins": ChangedPins, "lamps": Lamps, "strip": Strip, "buses": Buses}
INNER: Mapping[str, type[Any]] = {**OF_PANEL, "mqtt": Mqtt}


def keys_of(settings: type[Any]) -> Iterator[str]:
    """Yield the keys of dragonbag.toml; a field that is not compared is none."""
    for field in dataclasses.fields(settings):
        if field.name in INNER:
            yield from (f"{field.name}.{key}" for key in INNER[field.name].__struct_fields__)
        elif field.compare:
            yield field.name


def test_every_key_of_the_settings_is_told() -> None:
    text = section(text_of(DOCS / "commands.md"), "## dragonbag.toml")
    told = [spans(row[0])[0] for row in rows(text) if spans(row[0])]
    assert sorted(told) == sorted(keys_of(Settings))


# The API.

API = text_of(DOCS / "api.md")


def told_routes() -> list[tuple[str, str]]:
    return re.findall(r"^### (GET|POST) (/\S+)$", API, re.MULTILINE)


def test_every_route_has_its_section_with_an_example() -> None:
    paths = document(GAMES, "test")["paths"]
    real = {(m.upper(), path) for path, op in paths.items() for m in op if m in ("get", "post")}
    assert set(told_routes()) == real
    without = [
        f"{method} {path}"
        for method, path in told_routes()
        if path.replace("{game_id}", "$GAME") not in code(section(API, f"### {method} {path}"))
    ]
    assert without == []


# A line of curl, which may take a field of the answer: $ NAME=$(curl ... | jq .field)
CURL = re.compile(r"\$ (?:(\w+)=\$\()?(curl .*?)(?: \| jq \.([\w.]+)\))?")


def examples() -> list[re.Match[str]]:
    return [found for line in code(API).splitlines() if (found := CURL.fullmatch(line))]


def call(client: FlaskClient, words: list[str], known: dict[str, str]) -> tuple[str, int, bytes]:
    """Do what a curl line asks for; the address goes to the client."""
    given = [re.sub(r"\$(\w+)", lambda found: known[found[1]], word) for word in words]
    headers = [given[at + 1].split(": ", 1) for at, word in enumerate(given) if word == "-H"]
    body = [given[at + 1] for at, word in enumerate(given) if word in ("-d", "--data-binary")]
    data = known["FILE"] if body == ["@game.json"] else "".join(body)
    method = "POST" if "POST" in given else "GET"
    answer = client.open(given[-1], method=method, headers=headers, data=data)
    return given[-1], answer.status_code, answer.data


def test_the_examples_of_the_api_work_with_the_key(table: Table, tmp_path: Path) -> None:
    guests = Guests(tmp_path / "guests.json")
    app = locked_app(table, guests)
    known = {"TABLE": "", "KEY": guests.link("", is_host=True).rpartition("/")[2], "GAME": ""}
    wrong, seen = [], 0
    for name, curl, field in (example.groups() for example in examples()):
        words = shlex.split(curl)
        if words[-1].endswith("/stream"):
            continue  # served by the hub (tests/companion/app/test_serve.py)
        known["GAME"] = table.snapshot.game_id or known["GAME"]
        path, status, body = call(app.test_client(), words, known)
        known["FILE"] = body.decode() if "-o" in words else known.get("FILE", "")
        wrong += [] if status in (200, 201) else [f"{path}: {status} {body.decode()}"]
        if name:
            known[name] = str(reduce(getitem, field.split("."), json.loads(body)))
        seen += 1
    assert wrong == []
    assert seen == len(examples()) - 1


def test_the_answer_without_a_key_is_the_one_shown(table: Table, tmp_path: Path) -> None:
    app = locked_app(table, Guests(tmp_path / "guests.json"))
    shown = re.search(r"^```json\n(.*?)^```$", API, re.MULTILINE | re.DOTALL)
    answer = app.test_client().get("/api/v1/snapshot")
    assert shown
    assert re.sub(r"\s", "", shown[1]) == re.sub(r"\s", "", answer.text)


# make.

MAKEFILE = text_of(ROOT / "Makefile")


def public_targets() -> set[str]:
    found = re.search(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)
    assert found
    return set(found[1].split())


def named_targets(path: Path) -> set[str]:
    calls = re.findall(
        r"(?<![\w-])make ((?:[a-z][a-z-]*(?: |$))+)", code(text_of(path)), re.MULTILINE
    )
    return {word for words in calls for word in words.split()}


@pytest.mark.parametrize("path", EVERY, ids=name_of)
def test_every_make_target_that_is_named_exists(path: Path) -> None:
    assert named_targets(path) <= public_targets()


def test_every_make_target_is_told() -> None:
    assert public_targets() <= named_targets(ROOT / "CONTRIBUTING.md")


# Links and paths.


def anchor(heading: str) -> str:
    """Return the anchor that GitHub gives a heading."""
    plain = re.sub(r"[`*]|\[([^]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
    return re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")


@cache
def anchors(path: Path) -> frozenset[str]:
    return frozenset(
        anchor(found) for found in re.findall(r"^#+ (.*)$", prose(text_of(path)), re.MULTILINE)
    )


def broken_links(path: Path) -> Iterator[str]:
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(text_of(path))):
        if target.startswith(("http://", "https://")):
            continue
        file, _, part = target.partition("#")
        other = (path.parent / file).resolve() if file else path
        if not other.exists() or (part and part not in anchors(other)):
            yield target


@pytest.mark.parametrize("path", EVERY, ids=name_of)
def test_every_link_leads_somewhere(path: Path) -> None:
    assert list(broken_links(path)) == []


@pytest.mark.parametrize("path", [*ENGLISH, *TRANSLATED], ids=name_of)
def test_every_file_that_is_named_exists(path: Path) -> None:
    named = [
        span
        for span in spans(prose(text_of(path)))
        if re.fullmatch(rf"(?:{'|'.join(FOLDERS)})/[\w./-]*", span)
    ]
    assert [span for span in named if not (ROOT / span).exists()] == []


def test_every_screenshot_is_shown() -> None:
    shown = "".join(map(text_of, (*ENGLISH, *TRANSLATED)))
    assert [path.name for path in (DOCS / "pictures").iterdir() if path.name not in shown] == []


# The import table.


def told_imports() -> dict[str, set[str]]:
    text = section(text_of(DOCS / "architecture.md"), "## Who may import whom")
    told = {}
    for folders, may in ((row[0], row[1]) for row in rows(text) if spans(row[1])):
        names = [CORE if name == "CORE" else (name,) for name in spans(may)]
        told.update(
            {folder: {each for name in names for each in name} for folder in spans(folders)}
        )
    return told


def test_the_import_table_is_that_of_the_test() -> None:
    assert told_imports() == {row: set(names) for row, names in MAY_IMPORT.items() if names}


def test_the_core_is_told() -> None:
    text = section(text_of(DOCS / "architecture.md"), "## Who may import whom")
    line = next(line for line in text.splitlines() if line.startswith("*CORE*"))
    assert tuple(spans(line)) == CORE


# Adding a game: the list that tests/contract plays through with a toy game.


def test_the_list_for_a_new_game_is_true_of_the_games_there_are() -> None:
    listed = re.findall(
        r"^- `([^`]+)`:",
        section(text_of(ROOT / "CONTRIBUTING.md"), "## Adding a game"),
        re.MULTILINE,
    )
    assert len(listed) > 5
    for game in ("clank", "the_game", "grave_robbers"):
        missing = [path for path in listed if not (ROOT / path.replace("<name>", game)).exists()]
        assert missing == []


# Words.


@pytest.mark.parametrize("path", ENGLISH, ids=name_of)
def test_no_word_is_used_that_we_never_use(path: Path) -> None:
    text = re.sub(r"`[^`\n]*`|\*\*[^*]+\*\*", "", prose(text_of(path)))
    if path.name == "words.md":  # it has to name them, in the last column
        text = re.sub(r"\|[^|\n]*\|$", "|", text, flags=re.MULTILINE)
    used = [word for word in NEVER if re.search(rf"\b{word}\b", text, re.IGNORECASE)]
    assert used == []


# The playing pages.

OWN_WORDS = (".", ":", "。", "\N{FULLWIDTH COLON}", "+", "−")  # a lead-in ends so; + is a button
LEAST_SAID = 1  # character beside the facts: "{who}" alone would fit everything
LOCALES = ROOT / "companion/language/translations"


@cache
def said_on_screen(language: str) -> MappingProxyType[str, re.Pattern[str]]:
    """Return what the pages say in a language, each as a pattern with its facts open."""
    file = LOCALES / (language if language in LANGUAGES else "ja") / "LC_MESSAGES/messages.po"
    with file.open("rb") as source:
        entries = [each for each in read_po(source) if each.id]
    said = {}
    for entry in entries:
        given = (entry.string if language in LANGUAGES else entry.id) or ""
        for text in (given,) if isinstance(given, str) else given:
            if len(re.sub(r"\{\w+\}", "", text)) >= LEAST_SAID:
                said[text] = re.compile(re.sub(r"\\\{\w+\\\}", ".+", re.escape(text)))
    return MappingProxyType(said)


def labels_of(path: Path) -> list[str]:
    """Return what a page has in bold and does not mark as its own words, lines joined."""
    gap = "" if path.parent.name == "ja" else " "
    bold = re.findall(r"\*\*([^*]+?)\*\*", text_of(path))
    return [each.replace("\n", gap) for each in bold if not each.endswith(OWN_WORDS)]


def is_said(label: str, language: str) -> bool:
    said = said_on_screen(language)
    return label in said or any(pattern.fullmatch(label) for pattern in said.values())


@pytest.mark.parametrize("path", PLAYING, ids=name_of)
def test_every_label_in_bold_is_on_the_screen(path: Path) -> None:
    labels = labels_of(path)
    assert labels
    assert [label for label in labels if not is_said(label, path.parent.name)] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", [path for path in PLAYING if path.parent == DOCS], ids=name_of)
def test_a_playing_page_has_the_same_sections_in_every_language(page: Path, language: str) -> None:
    other = DOCS / language / page.name
    assert text_of(other).count("\n## ") == text_of(page).count("\n## ")

"""A game's texts: every event is told, every refusal has a sentence, a translation is whole."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from companion.games import GAMES
from companion.language.catalogues import LANGUAGES, catalogue
from companion.language.speech import TABLE_REFUSALS, Speech
from tests.support.contract.games import events_of, states_of
from tests.support.contract.lacking import OTHERS, forms, is_translated, written
from tests.support.contract.values import messages_of
from tests.support.places import ROOT

SHARED = "what all games share"


def voices(name: str) -> list[Speech]:
    return [Speech(catalogue(each), GAMES[name], states_of(name)[-1]) for each in LANGUAGES]


@pytest.mark.parametrize("name", GAMES)
def test_every_event_is_told_in_every_language(name: str) -> None:
    made = [event for kind in GAMES[name].events for event in messages_of(kind, 30)]
    for speech in voices(name):
        for event in (*events_of(name), *made):
            told = speech.tell(event)
            assert told.strip()
            assert "{" not in told


def codes_in(name: str) -> set[str]:
    """Return the codes that the game's source refuses commands with."""
    found = set[str]()
    for path in (ROOT / "companion" / "games" / name).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "Rejected":
                said = ast.walk(node.args[0])
                found |= {str(each.value) for each in said if isinstance(each, ast.Constant)}
    return found


@pytest.mark.parametrize("name", GAMES)
def test_every_refusal_of_a_game_has_its_sentence(name: str) -> None:
    assert codes_in(name) <= TABLE_REFUSALS.keys() | GAMES[name].refusals.keys()


@pytest.mark.parametrize("name", GAMES)
def test_every_sentence_of_a_refusal_is_used(name: str) -> None:
    games = ROOT / "companion" / "games"
    paths = [games / "shared.py", *(games / name).rglob("*.py")]
    source = "\n".join(path.read_text() for path in paths)
    unused = [code for code in GAMES[name].refusals if source.count(f'"{code}"') < 2]
    assert unused == []


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """Return all that the program can say, read from its code and templates now."""
    target = tmp_path_factory.mktemp("said") / "messages.pot"
    keywords = [f"--keyword=Sentence{way}" for way in ("", ":1,2,2t", ":1,2,3t")]
    extract = [sys.executable, "-m", "babel.messages.frontend", "--quiet", "extract"]
    subprocess.run(
        [*extract, "--mapping-file=babel.cfg", f"--output-file={target}", *keywords, "."],
        cwd=ROOT,
        check=True,
        timeout=120,
    )
    with target.open("rb") as file:
        return read_po(file)


def owner(path: str) -> str:
    """Return the game in whose folder or face a sentence stands, SHARED if in none."""
    names = (part for part in (*Path(path).parts[:-1], Path(path).stem) if part in GAMES)
    return next(names, SHARED)


def said_by(whose: str, said: Catalog) -> Iterator[str]:
    """Yield the English of what only this game says, or of what is said in several places."""
    for message in said:
        owners = {owner(path) for path, _ in message.locations}
        if message.id and (owners == {whose} or (whose == SHARED and len(owners) > 1)):
            yield forms(message.id)[0]


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("whose", [*GAMES, SHARED])
def test_all_or_nothing_is_translated(language: str, whose: str, said: Catalog) -> None:
    """A game without a translation is legal; a half translated one is not."""
    known = written(language)
    missing = [text for text in said_by(whose, said) if text not in known]
    if whose == SHARED or is_translated(whose, language):
        assert missing == []
    else:
        assert missing


@pytest.mark.parametrize("name", GAMES)
def test_every_word_of_a_game_is_printed_in_every_language(name: str) -> None:
    for speech in voices(name):
        for word in GAMES[name].words:
            assert speech.printed(word).strip()

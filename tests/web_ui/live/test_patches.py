"""Patches of HTML: small, and they make exactly the newest text."""

import random

from companion.engine.codec import dump
from companion.games.clank.box import Colour
from companion.games.clank.commands import GainGold, MakeClank, StartGame
from companion.games.clank.values import Seat
from tests.web_ui.access.door import Door
from tests.web_ui.live.test_hub import patched
from web_ui.live.patches import patch
from web_ui.render.render import WATCH, Role

EVENT_BYTES = 600  # of a Clank! more, to any phone


def roles(language: str) -> list[Role]:
    return [Role("play", seat, language) for seat in (*Colour, WATCH)]


def as_sent(text: str, after: str) -> str:
    news = patch(text, after)
    return patched(str(text), str(news) if isinstance(news, str) else list(news))


def test_a_patch_makes_the_newest_text() -> None:
    chance = random.Random(25)
    tags = ["<b>", "</b>", "<li>", "Ann", "🐉🎲", "ドラゴン", "", '<i data-n="1">', "2"]
    before = ""
    for _ in range(3000):
        parts = chance.choices(tags, k=chance.randrange(30))
        after = "".join(parts) if chance.random() < 0.3 else changed(before, chance, tags)
        assert as_sent(before, after) == after
        before = after


def changed(text: str, chance: random.Random, tags: list[str]) -> str:
    for _ in range(chance.randrange(1, 5)):
        place, gone = chance.randrange(len(text) + 1), chance.choice((0, 1, 5))
        text = text[:place] + chance.choice(tags) + text[place + gone :]
    return text


def test_what_has_hardly_anything_in_common_is_sent_whole() -> None:
    assert patch("<b>1</b>", "<p>The dragon attacks!</p>") == "<p>The dragon attacks!</p>"


def test_a_line_more_in_a_list_that_moves_on_is_that_line() -> None:
    lines = [f"<li>{name} takes an Artifact</li>" for name in ("Ann", "Bo", "Cy", "Di", "Ed")]
    before, after = "".join(lines[:4]), "".join(lines[1:])
    news = patch(before, after)
    assert not isinstance(news, str)
    assert sum(len(text) for _, _, text in news) <= len(lines[4])


def test_one_more_clank_is_a_few_hundred_bytes_to_every_phone(door: Door) -> None:
    renderer, table = door.app.extensions["renderer"], door.table
    table.open_game("cli", "clank")
    table.submit(StartGame(tuple(map(Seat, Colour)), Colour.RED), "cli")
    for language in ("en", "ja", "ru"):
        for command in (MakeClank(Colour.RED), GainGold(Colour.GREEN)):
            table.submit(command, "cli")
            table.submit(command, "cli")
            shown = {role: renderer.fragments(role, table.snapshot) for role in roles(language)}
            table.submit(command, "cli")
            for role, before in shown.items():
                after = renderer.fragments(role, table.snapshot)
                news = {
                    name: patch(before[name], text)
                    for name, text in after.items()
                    if before[name] != text
                }
                assert len(dump(news)) < EVENT_BYTES, (role, news)
                assert all(as_sent(before[name], after[name]) == after[name] for name in news)

"""The browser's own verifier against honest and dishonest tables; it shares no code with ours."""

import hashlib
import json
import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.app.serve import Served
from companion.draws import fair_draw
from companion.games.clank.box import Arrival, Colour, Cube
from companion.games.clank.commands import (
    AddArrivals,
    CorrectCubes,
    CorrectNumber,
    ProvokeDragon,
    RefillRow,
    RemoveClank,
    StartGame,
    Withdraw,
)
from companion.games.clank.values import Number, Place, Seat
from companion.table import game_file
from companion.table.fair.verify import verify
from tests.browser.conftest import until
from tests.companion.table.fair.test_fair_table import LIES as LIES_ABOUT_LINKS
from tests.companion.table.fair.test_fair_table import finish, play_on
from tests.companion.table.test_verify import drop, is_fair_draw, play, reroll, swap
from tests.support.games.clank_bots import first_command
from tests.support.games.fair_vectors import FOLDER
from tests.support.games.link_phone import LinkPhone
from tests.support.places import FAIR_DRAWS

Phone = Callable[..., Page]
File = dict[str, Any]
VECTORS = FAIR_DRAWS.read_text()
# As one text: Playwright is slow with trees.
IN_PAGE = """async (text) => {
  const [name, given] = JSON.parse(text);
  const verifier = await import("/static/verify.js");
  const plain = await import("/static/sha256.js");
  const { hmac } = await import("/static/hmac.js");
  if (name === "verify") return await verifier.verify(given);
  if (name === "draw") return await verifier.draw(plain.unhex(given[0]), ...given.slice(1));
  if (name === "sha256") return plain.hex(plain.sha256(plain.bytes(given)));
  return plain.hex(hmac(plain.unhex(given[0]), plain.bytes(given[1])));
}"""


@pytest.fixture
def page(phone: Phone) -> Page:
    return phone("/fair")


@pytest.fixture
def file(served: Served) -> File:
    table = served.table
    found: File = json.loads(game_file.export_game(table.journal, play(table)))
    return found


def run(page: Page, name: str, given: object) -> Any:
    return page.evaluate(IN_PAGE, json.dumps([name, given]))


def codes(page: Page, file: File) -> list[str]:
    return [wrong["why"] for wrong in run(page, "verify", file)["wrong"]]


@pytest.mark.parametrize("length", [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000])
def test_the_plain_sha256_is_sha256(page: Page, length: int) -> None:
    text = "".join(random.Random(length).choices("abcdefghij", k=length))
    assert run(page, "sha256", text) == hashlib.sha256(text.encode()).hexdigest()


def test_the_plain_hmac_and_the_draws_are_those_of_the_written_method(page: Page) -> None:
    key = fair_draw.key(bytes(range(32)))
    assert run(page, "hmac", [bytes(range(32)).hex(), "dragonbag"]) == key.hex()
    rows = re.findall(r"^\| key \| (\d) \| `(.*)` \| (\d) \| (.*) \|$", VECTORS, re.MULTILINE)
    assert len(rows) == 3
    for number, content, cubes, result in rows:
        bag = {colour: int(count) for colour, count in re.findall(r"(\w+)=(\d+)", content)}
        assert " ".join(run(page, "draw", [key.hex(), int(number), bag, int(cubes)])) == result


def test_an_honest_game_is_right(page: Page, file: File) -> None:
    found = run(page, "verify", file)
    assert found["wrong"] == []
    assert found["draws"] == sum(map(is_fair_draw, file["lines"])) > 3


def test_the_written_vectors_are_right_and_both_verifiers_say_the_same(page: Page) -> None:
    for vector in sorted(FOLDER.glob("*.json")):
        text = vector.read_bytes()
        ours, found = verify(text), run(page, "verify", json.loads(text))
        besides = ours.besides
        told = {
            "draws": ours.draws,
            "byHand": besides.by_hand,
            "uncheckable": besides.uncheckable,
            "pictures": [[number, list(places)] for number, places in besides.pictures],
            "unopened": [list(each) for each in besides.unopened],
            "again": list(besides.again),
            "wrong": [],
        }
        assert {name: found[name] for name in told} == told, vector.name


def test_a_knock_out_that_is_left_out_is_caught(page: Page) -> None:
    file = json.loads((FOLDER / "knocked_out.json").read_bytes())
    for line in file["lines"]:
        line["events"] = [each for each in line["events"] if each["type"] != "KnockedOut"]
    assert codes(page, file) == ["damage"]


def test_two_numbers_in_one_are_no_number(page: Page) -> None:
    """Until 0.1 whoever sealed two numbers as one could have left the second out of the key."""
    one = "00112233445566778899aabbccddeeff"
    assert codes(page, of_the_first_version(one)) == []
    assert codes(page, of_the_first_version(f"{one}\n{one}")) == ["mix"]


def of_the_first_version(number: str) -> File:
    def step(kind: str, **event: object) -> File:
        return {"kind": "command", "command": {"type": kind}, "events": [event]}

    seal = hashlib.sha256(number.encode()).hexdigest()
    lines = [
        step("StartGame", type="GameStarted", seats=[{"colour": "red"}]),
        {"kind": "seal", "command": {"sha256": seal}, "events": []},
        step("RefillRow", type="AttackBegan", cubes_to_draw=3),
        {"kind": "number", "command": {"number": number}, "events": []},
    ]
    return {"game": "clank", "format_version": 2, "commitment": "", "seed": "", "lines": lines}


def test_a_file_of_a_later_version_is_not_called_right(page: Page, file: File) -> None:
    assert codes(page, {**file, "format_version": 4}) == ["version"]


def test_an_attack_that_was_corrected_while_it_waited_is_right(served: Served, page: Page) -> None:
    table = served.table
    table.open_game("cli", "clank")
    table.submit(StartGame((Seat(Colour.RED), Seat(Colour.GREEN)), Colour.RED), "cli")
    table.submit(RefillRow(symbol_revealed=True), "cli")
    for command in (
        CorrectNumber(Number.DANGER, 2, "miscounted"),
        CorrectCubes(Cube.GREEN, Place.AREA, 5, Place.SUPPLY, "forgotten"),
        AddArrivals((Arrival.OVERLORD,)),
    ):
        table.submit(command, "cli")
    table.draw("cli")
    table.submit(RemoveClank(Colour.RED), "cli")
    table.submit(ProvokeDragon(), "cli")
    for colour in (Colour.RED, Colour.GREEN):
        table.submit(Withdraw(colour, "late"), "cli")
    text = game_file.export_game(table.journal, table.snapshot.game_id)
    assert verify(text).wrong == ()
    found = run(page, "verify", json.loads(text))
    assert (found["wrong"], found["draws"], found["isOpen"]) == ([], 1, False)


def quieter(file: File) -> None:
    """Tell of less noise than there was."""
    line = next(line for line in file["lines"][1:] for event in line["events"] if has_noise(event))
    next(filter(has_noise, line["events"]))["cubes"] -= 1


def has_noise(event: File) -> bool:
    return bool(event["type"] == "ClankMade" and event["cubes"])


LIES: list[tuple[Callable[[File], object], set[str]]] = [
    (reroll, {"draw"}),
    (lambda file: file.update(seed="00" * 32), {"seed"}),
    (lambda file: file.update(commitment="00" * 32), {"seed"}),
    (drop, {"order", "draw"}),
    (swap, {"order", "draw"}),
    (quieter, {"draw", "bag"}),
]


@pytest.mark.parametrize(("lie", "told"), LIES)
def test_a_lie_is_caught_by_the_browser_too(
    page: Page, file: File, lie: Callable[[File], object], told: set[str]
) -> None:
    lie(file)
    found = codes(page, file)
    assert found
    assert found[0] in told


def test_the_page_checks_the_game_that_is_over(served: Served, phone: Phone) -> None:
    play(served.table)
    page = phone("/fair")
    page.get_by_role("button", name="Check this game").click()
    expect(page.locator("#told")).to_contain_text("draws by Dragonbag are correct")


def test_the_page_says_that_the_seed_is_still_secret(served: Served, phone: Phone) -> None:
    served.table.open_game("cli", "clank")
    served.table.submit(first_command(3, random.Random(3)), "cli")
    page = phone("/fair")
    page.get_by_role("button", name="Check this game").click()
    expect(page.locator("#told")).to_contain_text("You see the seed when the game is over")


def opened(phones: list[Page], served: Served) -> None:
    """Wait until every phone has sealed; begin an attack; wait until all links are open."""
    table = served.table
    until(table, lambda: len(table.snapshot.part.seals) == len(phones))
    table.submit(RefillRow(symbol_revealed=True, danger=3), "cli")
    until(table, lambda: not any(ask.missing for ask in table.snapshot.part.asks))


def test_phones_open_their_links_by_themselves_and_both_verifiers_agree(
    served: Served, phone: Phone
) -> None:
    served.table.open_game("cli", "clank")
    served.table.submit(first_command(3, random.Random(3)), "cli")
    seats = [str(player.colour) for player in served.table.snapshot.state.players]
    phones = [phone(f"/seat/{seat}") for seat in seats]
    opened(phones, served)
    for page in phones[1:]:
        page.close()
    file = finish(served.table)
    assert verify(json.dumps(file).encode()).wrong == ()
    page = phones[0]
    page.goto(page.url.replace(f"/seat/{seats[0]}", "/fair"))
    expect(page.locator("[data-seal]")).to_have_count(len(seats))
    expect(page.locator("[data-seal].own")).to_have_count(1)
    page.get_by_role("button", name="Check this game").click()
    expect(page.locator("#told")).to_contain_text("draws by Dragonbag are correct")
    expect(page.locator("#told")).to_contain_text("did not open a link")


@pytest.mark.parametrize("lie", LIES_ABOUT_LINKS)
def test_a_lie_about_the_phones_part_is_caught_by_the_browser_too(
    served: Served, phone: Phone, lie: Callable[[File], None]
) -> None:
    table = served.table
    table.open_game("cli", "clank")
    table.submit(first_command(3, random.Random(3)), "cli")
    phones = tuple(LinkPhone(str(player.colour)) for player in table.snapshot.state.players)
    for each in phones:
        each.seal(table)
    file = play_on(table, phones)
    page = phone("/fair")
    assert codes(page, file) == []
    lie(file)
    assert codes(page, file)[0] in ("mix", "draw", "unasked", "withheld")


def test_a_phone_misses_a_link_that_it_has_opened(phone: Phone) -> None:
    file = {"lines": [], "commitment": "", "seed": ""}
    found = phone("/fair").evaluate(
        "async ([file, mine]) => (await import('/static/verify.js')).verify(file, mine)",
        [file, {"links": {"end": "00" * 32, "sent": [1]}}],
    )
    assert found["wrong"] == [{"line": 0, "why": "mine"}]

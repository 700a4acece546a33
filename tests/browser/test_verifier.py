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
from companion.draws.sealed_numbers import seal_of
from companion.games.clank.commands import RefillRow
from companion.table import game_file
from companion.table.verify import verify
from tests.companion.draws.test_sealed_numbers import (
    ONE,
    TWO,
    finish,
    hidden,
    late,
    swapped,
    unfitting,
)
from tests.companion.table.test_verify import drop, is_fair_draw, play, reroll, swap
from tests.support.games.clank_bots import first_command
from tests.support.places import FAIR_DRAWS

Phone = Callable[..., Page]
File = dict[str, Any]
VECTORS = FAIR_DRAWS.read_text()
IN_PAGE = """async ([name, given]) => {
  const verifier = await import("/static/verify.js");
  const plain = await import("/static/sha256.js");
  if (name === "verify") return await verifier.verify(given);
  if (name === "draw") return await verifier.draw(plain.unhex(given[0]), ...given.slice(1));
  if (name === "sha256") return plain.hex(plain.sha256(plain.bytes(given)));
  return plain.hex(plain.hmac(plain.unhex(given[0]), plain.bytes(given[1])));
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
    return page.evaluate(IN_PAGE, [name, given])


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
    served.table.open_game("cli")
    served.table.submit(first_command(3, random.Random(3)), "cli")
    page = phone("/fair")
    page.get_by_role("button", name="Check this game").click()
    expect(page.locator("#told")).to_contain_text("You see the seed when the game is over")


def mixed(phones: list[Page], served: Served) -> None:
    """Wait until every phone has sealed its number; begin an attack; wait until all are open."""
    table = served.table

    def until(is_so: Callable[[], bool]) -> None:
        while not is_so():
            assert table.wait_newer(table.snapshot.version, 10.0), "a phone is silent"

    until(lambda: len(table.snapshot.seals) == len(phones))
    table.submit(RefillRow(symbol_revealed=True, danger=3), "cli")
    until(lambda: all(is_open for _, is_open in table.snapshot.seals))


def test_phones_mix_their_numbers_in_by_themselves_and_both_verifiers_agree(
    served: Served, phone: Phone
) -> None:
    served.table.open_game("cli")
    served.table.submit(first_command(3, random.Random(3)), "cli")
    phones = [phone("/watch"), phone("/watch")]
    mixed(phones, served)
    file = finish(served.table)
    assert verify(json.dumps(file).encode()).wrong == ()
    page = phones[0]
    page.goto(page.url.replace("/watch", "/fair"))
    expect(page.locator("[data-seal]")).to_have_count(2)
    expect(page.locator("[data-seal].own")).to_have_count(1)
    page.get_by_role("button", name="Check this game").click()
    expect(page.locator("#told")).to_contain_text("draws by Dragonbag are correct")


@pytest.mark.parametrize("lie", [swapped, unfitting, hidden, late])
def test_a_lie_about_a_number_is_caught_by_the_browser_too(
    served: Served, phone: Phone, lie: Callable[[File], None]
) -> None:
    table = served.table
    table.open_game("cli")
    table.submit(first_command(3, random.Random(3)), "cli")
    for number in (ONE, TWO):
        table.seal("phone:red", seal_of(number))
    table.submit(RefillRow(symbol_revealed=True, danger=3), "cli")
    for number in (ONE, TWO):
        table.open_number("phone:red", number)
    file = finish(table)
    page = phone("/fair")
    assert codes(page, file) == []
    lie(file)
    assert codes(page, file) in (["mix"], ["draw"])


def test_a_phone_knows_its_own_number_again(served: Served, phone: Phone) -> None:
    file = {"lines": [], "commitment": "", "seed": ""}
    mine = {"number": ONE, "sha256": seal_of(ONE), "isOpen": True}
    found = phone("/fair").evaluate(
        "async ([file, mine]) => (await import('/static/verify.js')).verify(file, mine)",
        [file, mine],
    )
    assert found["wrong"] == [{"line": 0, "why": "mine"}]

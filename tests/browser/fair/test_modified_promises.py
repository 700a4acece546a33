"""An owner who promises one thing and another, and two real phones (test_modified_table.py)."""

import json
import sqlite3
from contextlib import closing

from playwright.sync_api import Page, Route, expect

from companion.draws import fair_draw
from companion.draws.sealed_numbers import seal_of
from companion.engine.codec import dump, parse
from companion.games.clank.box import Colour
from companion.table.fair.verify import verify
from companion.table.journal import Journal
from companion.table.line import Kind, promise_to
from companion.table.table import Table
from tests.browser.fair.test_modified_table import (
    attacked,
    both,
    ended,
    phones,
    served,
    table,
    told_by_check,
)
from tests.support.fair.forged import rechained
from tests.support.fair.forged_promises import draw_hidden

__all__ = ["both", "phones", "served", "table"]


def promised_again(journal: Journal) -> Journal:
    """Promise another seed, as if the table turned to this game again, and draw with that."""
    game, seed = str(journal.current_game()), fair_draw.new_seed()
    promise = dump(promise_to(game, "clank", seed)).decode()
    journal.append(game, "cli", None, Kind.OPEN, promise, "[]")
    with closing(sqlite3.connect(journal.path)) as db, db:
        db.execute("UPDATE games SET seed = ? WHERE id = ?", (seed, game))
    return journal


def numbers_sealed(journal: Journal) -> Journal:
    """Seal a number of version 0.1, to open it when all links are known, or not."""
    sealed = dump({"sha256": seal_of("ab" * 16)}).decode()
    journal.append(str(journal.current_game()), "cli", None, Kind.SEAL, sealed, "[]")
    return journal


def test_a_seed_that_is_promised_when_links_are_open_is_caught(
    table: Table, phones: list[Page]
) -> None:
    """Whoever knows all links could try seeds until the draw suits them."""
    attacked(table)
    table.adopt(promised_again)
    table.draw("panel")
    assert verify(json.dumps(ended(table)).encode()).wrong
    assert "a new seed, although no end was taken back" in told_by_check(phones[0])


def test_numbers_of_an_early_version_are_caught(table: Table, phones: list[Page]) -> None:
    """Each could be opened or not when all links are known."""
    table.adopt(numbers_sealed)
    attacked(table)
    table.draw("panel")
    assert verify(json.dumps(ended(table)).encode()).wrong
    assert "a phone's link does not fit its seal" in told_by_check(phones[0])


def test_a_draw_that_hides_behind_its_digest_is_caught(table: Table, phones: list[Page]) -> None:
    """The phone remembers the chain, and the chain is as it was."""
    attacked(table)
    table.draw("panel")
    ended(table)

    def hide(route: Route) -> None:
        answer = route.fetch()
        file = parse(answer.body())
        draw_hidden(file)
        rechained(file)
        route.fulfill(response=answer, json=file)

    page = phones[0]
    page.route(f"**/api/v1/games/{table.snapshot.game_id}", hide)
    try:
        assert "is not what was written into the game's chain" in told_by_check(page)
    finally:
        page.unroute_all(behavior="wait")


def test_a_phone_that_is_not_asked_at_the_end_is_listed(table: Table, phones: list[Page]) -> None:
    table.listening = lambda: {Colour.RED}
    ended(table)
    page = phones[1]
    page.goto(page.url.partition("/seat/")[0] + "/fair")
    page.get_by_role("button", name="Check this game").click()
    expect(page.locator("#told")).to_contain_text("End of the game: green did not open a link")

"""Web addresses that are told: signed, in order, until they have it, and never by surprise."""

import base64
import hashlib
import hmac
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.app.beyond import beyond_of
from companion.app.settings import load
from companion.beyond.outbox import Outbox
from companion.beyond.webhooks.messenger import Messenger
from companion.beyond.webhooks.post import post
from companion.beyond.webhooks.settings import Format, Webhook
from companion.engine.errors import BadSettings
from companion.games.clank.box import Colour
from companion.games.clank.commands import RefillRow, StartGame
from companion.games.clank.values import Seat
from companion.table.table import Table
from tests.companion.beyond.receiver import Post, Receiver
from tests.companion.beyond.tables import QUICK_S, begin, knock
from tests.support.contract.games import play_at, table_for

AT_S = 1_790_000_000


@contextmanager
def telling(table: Table, url: str, **more: Any) -> Iterator[None]:
    """Tell an address of the table."""
    hook = Webhook(url, **{"secret": "secret", "private": True, **more})
    with (
        Outbox(table.journal.path) as outbox,
        Messenger("club", hook, table, outbox, first_wait_s=QUICK_S, clock_s=lambda: AT_S + 0.5),
    ):
        yield


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """Return a web server that takes everything."""
    with Receiver() as receiver:
        yield receiver


def seqs(posts: list[Post]) -> list[int]:
    return [each.body["seq"] for each in posts]


def test_every_line_is_posted_in_order(table: Table, receiver: Receiver) -> None:
    begin(table)
    with telling(table, receiver.url):
        last = knock(table, 15)
        posts = receiver.wait(lambda posts: len(posts) >= last)
    assert seqs(posts) == list(range(1, last + 1))
    assert {each.path for each in posts} == {"/hook?club=1"}
    assert posts[0].headers["Content-Type"] == "application/json"
    with telling(table, receiver.url):
        knock(table)
        posts = receiver.wait(lambda posts: len(posts) >= last + 2)
    assert seqs(posts)[last:] == [last + 1, last + 2], "a restart repeats nothing"


def test_the_signature_covers_name_time_and_body(table: Table, receiver: Receiver) -> None:
    begin(table)
    key = base64.b64encode(b"a long random key").decode()
    with telling(table, receiver.url, secret=f"whsec_{key}"):
        first, second = receiver.wait(lambda posts: len(posts) == 2)
    head = {name.lower(): value for name, value in first.headers.items()}
    assert head["webhook-timestamp"] == str(AT_S)
    assert head["webhook-id"] == f"{first.body['series']}-1"
    signed = f"{head['webhook-id']}.{AT_S}.".encode() + first.payload
    digest = hmac.digest(b"a long random key", signed, hashlib.sha256)
    assert head["webhook-signature"] == f"v1,{base64.b64encode(digest).decode()}"
    assert second.headers["webhook-signature"] != head["webhook-signature"]


def test_what_was_not_received_is_sent_again_before_anything_else(
    table: Table, receiver: Receiver
) -> None:
    receiver.answers += [(503, {}), (429, {}), (302, {"Location": receiver.url}), (204, {})]
    begin(table)
    with telling(table, receiver.url):
        posts = receiver.wait(lambda posts: len(posts) == 5)
    assert seqs(posts) == [1, 1, 1, 1, 2]
    names = [each.headers["webhook-id"] for each in posts]
    assert len(set(names)) == 2, "the same line has the same name"


def test_what_is_refused_for_ever_does_not_hold_up_the_rest(
    table: Table, receiver: Receiver
) -> None:
    receiver.answers += [(400, {})]
    begin(table)
    with telling(table, receiver.url):
        posts = receiver.wait(lambda posts: len(posts) == 2)
    assert seqs(posts) == [1, 2]


def test_a_receiver_that_was_away_is_told_everything_when_it_is_back(table: Table) -> None:
    begin(table)
    with socket.socket() as nobody:  # has the port and does not listen
        nobody.bind(("127.0.0.1", 0))
        with telling(table, f"http://127.0.0.1:{nobody.getsockname()[1]}/"):
            last = knock(table)
    with Receiver() as receiver, telling(table, receiver.url):
        assert seqs(receiver.wait(lambda posts: len(posts) == last)) == list(range(1, last + 1))


@pytest.mark.parametrize("host", ["127.0.0.1", "[::1]", "localhost", "[::ffff:127.0.0.1]"])
def test_a_private_address_is_told_nothing_unless_it_was_chosen(
    receiver: Receiver, host: str
) -> None:
    port = receiver.url.split(":")[2].partition("/")[0]
    answer = post(Webhook(f"http://{host}:{port}/"), b"{}", {})
    assert (answer.status, "private" in answer.why) == (0, True)
    assert receiver.posts == []
    assert post(Webhook(f"http://127.0.0.1:{port}/", private=True), b"{}", {}).is_received


def test_how_long_to_wait_may_be_asked_for(receiver: Receiver) -> None:
    receiver.answers += [(429, {"Retry-After": "7"}), (503, {"Retry-After": "soon"})]
    hook = Webhook(receiver.url, private=True)
    assert post(hook, b"{}", {}).wait_s == 7
    assert post(hook, b"{}", {}).wait_s == 0


# A chat.


def test_a_chat_is_told_when_a_game_begins_and_the_dragon_attacks(
    table: Table, receiver: Receiver
) -> None:
    table.open_game("cli", "clank")
    names = ("@everyone", "<b>Bo</b>")
    seats = tuple(map(Seat, (Colour.RED, Colour.GREEN), names))
    with telling(table, receiver.url, format=Format.DISCORD, secret=""):
        table.submit(StartGame(seats, Colour.RED), "cli")
        knock(table, 3)
        table.submit(RefillRow(True), "cli")
        begun, attack = receiver.wait(lambda posts: len(posts) == 2)
    assert "@everyone" in begun.body["content"]
    assert begun.body["allowed_mentions"] == {"parse": []}
    assert attack.body["content"] == "The dragon attacks (Rage 3, Danger 0): 3 cubes."
    assert "webhook-signature" not in begun.headers


def test_a_chat_is_told_how_a_game_ended_in_its_language(
    tmp_path: Path, receiver: Receiver
) -> None:
    with (
        table_for(tmp_path, "the_game", 1) as table,
        telling(table, receiver.url, format=Format.SLACK, language="ja"),
    ):
        play_at(table, "the_game", 1)
        begun, ended = receiver.wait(lambda posts: len(posts) == 2)
    assert set(begun.body) == {"text"}
    assert any("\u3040" <= letter <= "\u30ff" for letter in ended.body["text"])


# The settings.


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("url = 'club'", "must be an address such as"),
        ("url = 'ftp://a/b'", "must be an address such as"),
        ("url = 'https://a:99999/b'", "must be an address such as"),
        ("url = 'http://a/b'\nsecret = 'x'", "Use https, or say private = true"),
        ("url = 'https://a/b'", "webhooks.club.secret is missing"),
        ("url = 'https://a/b'\nformat = 'irc'", "It may be events, discord, slack"),
        ("url = 'https://a/b'\nsecret = 'x'\nlanguage = 'xx'", "It may be en, ja, ru"),
        ("uri = 'https://a/b'", "Did you mean url"),
    ],
)
def test_what_is_wrong_with_a_webhook_is_named(tmp_path: Path, text: str, why: str) -> None:
    file = tmp_path / "dragonbag.toml"
    file.write_text(f"[webhooks.club]\n{text}\n")
    with pytest.raises(BadSettings) as error:
        beyond_of(load(file, {}))
    assert "webhooks.club" in str(error.value)
    assert why in str(error.value)

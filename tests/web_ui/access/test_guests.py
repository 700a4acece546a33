"""Who may come in, and who may do what: keys, cookies, roles, other sites, floods."""

import json
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.games.clank.box import Colour
from companion.games.clank.commands import MakeClank, StartGame
from companion.games.clank.values import Seat
from companion.language.catalogues import catalogue
from companion.language.speech import Speech
from companion.table.table import Table
from tests.support.pages import Page, create_app, locked_app
from web_ui.access.buckets import Buckets
from web_ui.access.gate import BURST, PER_S, is_own_host
from web_ui.access.guest_list import Phone, Policy
from web_ui.access.guests import Guests
from web_ui.app import Options


@pytest.fixture
def now() -> list[float]:
    return [0.0]


@pytest.fixture
def guests(tmp_path: Path, now: list[float]) -> Guests:
    return Guests(tmp_path / "guests.json", lambda: now[0])


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with Table.open(tmp_path / "journal.sqlite") as table:
        table.open_game("cli", "clank")
        seats = (Seat(Colour.RED, "Ann"), Seat(Colour.GREEN, "Bo"))
        table.submit(StartGame(seats, Colour.RED), "cli")
        yield table


@pytest.fixture
def phone(table: Table, guests: Guests) -> FlaskClient:
    return new_phone(table, guests)


def new_phone(table: Table, guests: Guests) -> FlaskClient:
    app = locked_app(table, guests)
    app.config["PROPAGATE_EXCEPTIONS"] = True
    return app.test_client()


def path_of(link: str) -> str:
    return "/" + link.split("/", 3)[3]


def joined(phone: FlaskClient, guests: Guests, *, is_host: bool = False) -> Phone:
    answer = phone.get(path_of(guests.link("http://t", is_host=is_host)))
    assert answer.status_code == 303
    cookie = phone.get_cookie("phone")
    found = guests.of(cookie.value if cookie else "")
    assert found is not None
    return found


EVERYWHERE = (
    *("/", "/seat/red", "/watch", "/score", "/correct", "/new", "/log", "/games", "/fair", "/odds"),
    *(
        "/luck",
        "/table",
        "/tray",
        "/doctor",
        "/panel",
        "/qr.svg",
        "/api/v1/snapshot",
        "/api/v1/games",
    ),
    *("/host", "/live?page=play&seat=red", "/api/v1/stream", "/api/v1/openapi.json", "/nowhere"),
)


@pytest.mark.parametrize("path", EVERYWHERE)
def test_who_has_not_joined_sees_how_to_and_nothing_of_the_game(
    phone: FlaskClient, path: str
) -> None:
    answer = phone.get(path)
    assert answer.status_code == 401
    assert "Ann" not in answer.text
    assert "QR code" in answer.text


def test_health_tells_a_stranger_nothing_of_the_game(phone: FlaskClient) -> None:
    told = phone.get("/healthz").get_json()
    assert told == {"version": "test", "panel": "none", "panel_away": False, "camera": "none"}


def test_nothing_can_be_done_without_joining(phone: FlaskClient, table: Table) -> None:
    version = table.snapshot.version
    for path in ("/do/MakeClank", "/do/draw", "/undo", "/api/v1/undo", "/api/v1/commands", "/take"):
        assert phone.post(path, data={"colour": "red"}).status_code == 401
    assert table.snapshot.version == version


def test_the_link_lets_a_phone_in_and_the_cookie_keeps_it_in(
    phone: FlaskClient, guests: Guests
) -> None:
    joined(phone, guests)
    assert "Ann" in phone.get("/").text
    cookie = phone.get_cookie("phone")
    assert cookie is not None
    assert (cookie.http_only, cookie.same_site) == (True, "Lax")


@pytest.mark.parametrize("key", ["wrong", "", "../", "a" * 4000, "ключ"])
def test_a_wrong_key_lets_nobody_in(phone: FlaskClient, key: str) -> None:
    assert phone.get(f"/join/{key}").status_code in (401, 404)
    assert phone.get("/").status_code == 401


def test_a_forged_or_planted_cookie_is_worth_nothing(
    phone: FlaskClient, guests: Guests, tmp_path: Path
) -> None:
    """Session fixation: a cookie that the table did not sign makes no phone, before or after."""
    phone.set_cookie("phone", "attacker")
    assert phone.get("/").status_code == 401
    mine = joined(phone, guests)
    assert mine.id != "attacker"
    other = Guests(tmp_path / "other.json")
    phone.set_cookie("phone", other.cookie(mine))
    assert phone.get("/").status_code == 401


def test_phones_outlive_a_restart_and_the_file_is_the_owners_alone(
    phone: FlaskClient, guests: Guests, tmp_path: Path
) -> None:
    mine = joined(phone, guests)
    again = Guests(tmp_path / "guests.json")
    assert again.of(guests.cookie(mine)) == mine
    assert again.link("x") == guests.link("x")
    assert stat.S_IMODE((tmp_path / "guests.json").stat().st_mode) == 0o600


def test_the_export_of_a_game_holds_no_key(
    phone: FlaskClient, guests: Guests, tmp_path: Path
) -> None:
    joined(phone, guests)
    games = phone.get("/api/v1/games").get_json()["games"]
    text = phone.get(f"/api/v1/games/{games[0]['id']}").text
    kept = json.loads((tmp_path / "guests.json").read_text())
    assert not any(kept[name] in text for name in ("secret", "key", "host_key"))


def test_the_log_names_the_phones_own_seat_when_it_helps(
    phone: FlaskClient, guests: Guests, table: Table
) -> None:
    joined(phone, guests)
    page = Page(phone.get("/").text)
    take = page.to("/take")[0]
    assert phone.post("/take", data=take.sent()).headers["Location"] == "/seat/red"
    phone.post("/do/MakeClank", data={"colour": "green", "back": "/seat/green"})
    assert table.snapshot.source == "phone:red"


def test_own_seat_only_refuses_others_and_watchers(
    phone: FlaskClient, guests: Guests, table: Table
) -> None:
    mine = joined(phone, guests)
    guests.choose(Policy.OWN)
    version = table.snapshot.version
    watching = phone.post("/do/MakeClank", data={"colour": "red", "back": "/watch"})
    assert "you only watch" in watching.text
    guests.take(mine, "red")
    for path, data in (
        ("/do/MakeClank", {"colour": "green"}),
        ("/api/v1/commands", '{"type": "MakeClank", "colour": "green"}'),
    ):
        assert phone.post(path, data=data).status_code == 409
    assert table.snapshot.version == version
    assert phone.post("/do/MakeClank", data={"colour": "red"}).status_code == 303
    assert phone.post("/undo", data={"step": table.snapshot.version}).status_code == 303


def test_who_only_watches_reads_no_tray_where_everybody_keeps_to_the_own_seat(
    phone: FlaskClient, guests: Guests
) -> None:
    joined(phone, guests)
    guests.choose(Policy.OWN)
    for path in ("/tray/read", "/tray/done", "/tray/calibrate"):
        answer = phone.post(path, data={"purpose": "area", "step": "again"})
        assert (answer.status_code, "you only watch" in answer.text) == (409, True)


def test_the_hosts_link_makes_a_host_who_may_send_phones_away(
    phone: FlaskClient, guests: Guests, table: Table
) -> None:
    other = new_phone(table, guests)
    theirs = guests.take(joined(other, guests), "green")
    assert other.get("/host").status_code == 403
    assert other.post("/host/remove", data={"phone": "x"}).status_code == 403
    mine = joined(phone, guests, is_host=True)
    assert mine.is_host
    assert phone.get("/host").status_code == 200
    phone.post("/host/free", data={"seat": "green"})
    assert guests.of(guests.cookie(theirs)) == Phone(theirs.id)
    phone.post("/host/remove", data={"phone": theirs.id})
    assert other.get("/").status_code == 401
    phone.post("/host/remove", data={"phone": mine.id})
    assert phone.get("/host").status_code == 200, "the host stays"
    assert phone.post("/host/policy", data={"policy": "own"}).status_code == 303
    assert guests.policy is Policy.OWN
    assert phone.post("/host/policy", data={"policy": "x"}).status_code == 400


def test_a_new_code_shuts_out_the_old_one_but_nobody_who_is_in(
    phone: FlaskClient, guests: Guests, table: Table
) -> None:
    old = path_of(guests.link("http://t"))
    joined(phone, guests, is_host=True)
    phone.post("/host/rotate")
    assert phone.get("/").status_code == 200
    assert "no longer works" in new_phone(table, guests).get(old).text


def test_a_program_shows_the_key(phone: FlaskClient, guests: Guests) -> None:
    key = guests.link("").rpartition("/")[2]
    said = {"Authorization": f"Bearer {key}"}
    assert phone.get("/api/v1/snapshot", headers=said).status_code == 200
    assert phone.get("/api/v1/snapshot", headers={"Authorization": "Bearer x"}).status_code == 401


@pytest.mark.parametrize(
    ("host", "is_own"),
    [
        ("192.168.1.4:8000", True),
        ("[fe80::1]:80", True),
        ("localhost", True),
        ("dragonbag.local", True),
        ("raspberrypi", True),
        ("evil.example", False),
        ("192.168.1.4.evil.example:8000", False),
        ("dragonbag.local.evil.example", False),
        ("", True),
    ],
)
def test_a_name_from_elsewhere_is_not_this_tables(host: str, is_own: bool) -> None:
    assert is_own_host(host) is is_own


@pytest.mark.parametrize("is_locked", [True, False])
def test_a_rebound_name_and_another_site_are_turned_away(
    table: Table, guests: Guests, is_locked: bool
) -> None:
    phone = new_phone(table, guests) if is_locked else open_phone(table)
    assert phone.get("/", headers={"Host": "evil.example"}).status_code == 421
    other = {"Origin": "http://evil.example"}
    assert phone.post("/undo", data={}, headers=other).status_code == 403


def open_phone(table: Table) -> FlaskClient:
    return create_app(table, Options(address=lambda: "", version="test")).test_client()


def test_a_flood_of_one_phone_is_held_back_and_others_are_not() -> None:
    now = [0.0]
    patience = Buckets(BURST, PER_S, lambda: now[0])
    allowed = sum(patience.allows("noisy") for _ in range(1000))
    assert allowed == BURST
    assert patience.allows("quiet")
    now[0] += 1
    assert sum(patience.allows("noisy") for _ in range(1000)) == PER_S


def test_whoever_was_held_back_is_not_forgotten_among_a_thousand_others() -> None:
    patience = Buckets(BURST, PER_S, lambda: 0.0)
    while patience.allows("noisy"):
        pass
    assert all(patience.allows(f"from {number}") for number in range(5000))
    assert not patience.allows("noisy")


def test_the_gate_speaks_the_readers_language(phone: FlaskClient) -> None:
    asked = {"Accept-Language": "ru"}
    assert phone.get("/api/v1/snapshot", headers=asked).get_json()["title"].startswith("Сначала")
    assert "считайте QR-код" in phone.get("/", headers=asked).text


def test_a_flood_is_answered_with_a_refusal(
    phone: FlaskClient, guests: Guests, now: list[float]
) -> None:
    joined(phone, guests)
    now[0] += 10  # the burst is whole again
    codes = [phone.get("/watch").status_code for _ in range(int(BURST) + 5)]
    assert codes == [200] * int(BURST) + [429] * 5


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", '"><img src=x>', "<b>Аня", "ｱﾝ<i>", "{{7*7}}"]
)
def test_a_name_is_text_and_never_markup(
    phone: FlaskClient, guests: Guests, table: Table, name: str
) -> None:
    joined(phone, guests, is_host=True)
    seats = (Seat(Colour.RED, name[:20]), Seat(Colour.GREEN))
    table.open_game("cli", "clank")
    table.submit(StartGame(seats, Colour.RED), "cli")
    for path in ("/", "/seat/red", "/table", "/log", "/score", "/correct", "/odds"):
        page = phone.get(path).text
        assert name[:20] not in page or "<" not in name
        assert name != "{{7*7}}" or name in page


@pytest.mark.parametrize("trick", ["\u202eevil", "\u2066a", "a\u200fb", "a\nb", "a\x00b"])
def test_a_name_that_turns_the_line_round_is_refused(trick: str) -> None:
    with pytest.raises(ValueError, match="printable"):
        Seat(Colour.RED, trick)


def test_a_name_written_from_right_to_left_stays_in_its_place(table: Table) -> None:
    table.open_game("cli", "clank")
    seats = (Seat(Colour.RED, "דרור"), Seat(Colour.GREEN))
    state = table.submit(StartGame(seats, Colour.RED), "cli")
    speech = Speech(catalogue("en"), state.game, state.state)
    assert speech.word(Colour.RED) == f"\u2068{seats[0].name}\u2069"
    made = table.submit(MakeClank(Colour.GREEN, 1), "cli").events[0]
    assert "\u2068" not in speech.tell(made)


@pytest.mark.parametrize(
    "path", ["/seat/../../etc/passwd", "/static/../app.py", "/join/a%0d%0ab: c"]
)
def test_paths_lead_nowhere_else(phone: FlaskClient, path: str) -> None:
    answer = phone.get(path)
    assert answer.status_code in (401, 404)
    assert "b" not in answer.headers


def test_a_body_that_is_too_large_is_refused(phone: FlaskClient, guests: Guests) -> None:
    joined(phone, guests)
    assert phone.post("/do/MakeClank", data={"colour": "r" * 100_000}).status_code == 413


def test_the_pages_headers_keep_frames_and_scripts_out(phone: FlaskClient) -> None:
    policy = phone.get("/").headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in policy
    assert "unsafe-inline" not in policy
    assert "script-src 'self'" in policy


def test_a_phone_seals_for_its_own_seat_alone_and_once(
    phone: FlaskClient, guests: Guests, table: Table
) -> None:
    """It may make a new chain, which is counted, but never takes the place of another phone."""
    found = joined(phone, guests)
    guests.take(found, "red")
    for number in range(32):
        phone.post("/mix/seal", data={"seat": "red", "sha256": f"{number:064x}"})
    answer = phone.post("/mix/seal", data={"seat": "green", "sha256": "ab" * 32})
    assert answer.status_code == 403
    (seal,) = table.snapshot.part.seals
    assert (seal.seat, seal.times) == ("red", 32)
    new_one = new_phone(table, guests)
    guests.take(joined(new_one, guests), "green")
    new_one.post("/mix/seal", data={"seat": "green", "sha256": "ab" * 32})
    assert [each.seat for each in table.snapshot.part.seals] == ["red", "green"]

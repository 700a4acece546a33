"""Whose request is next, and whom a request counts to."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from web_ui.access.askers import asker, network_of, sent_from
from web_ui.access.guests import Guests
from web_ui.access.policy import Access
from web_ui.live.limits import HALF_S, HEAVY_S, Turns, Use


@dataclass(frozen=True)
class Request:
    owner: str
    number: int = 0
    is_strangers: bool = False


@pytest.fixture
def now() -> list[float]:
    return [0.0]


@pytest.fixture
def use(now: list[float]) -> Use:
    return Use(lambda: now[0])


def test_requests_are_answered_in_order_while_nobody_has_used_much(use: Use) -> None:
    turns = Turns[Request](use)
    asked = [Request("ann"), Request("bo"), Request("ann", 2)]
    for request in asked:
        turns.append(request)
    assert [turns.popleft() for _ in asked] == asked


def test_whoever_has_used_least_is_next(use: Use) -> None:
    turns = Turns[Request](use)
    use.add("greedy", HEAVY_S / 2)
    use.add("ann", HEAVY_S / 4)
    for request in (Request("greedy"), Request("greedy", 2), Request("ann"), Request("new")):
        turns.append(request)
    assert [turns.popleft().owner for _ in range(4)] == ["new", "ann", "greedy", "greedy"]


def test_those_who_use_much_share_one_thread(use: Use) -> None:
    turns = Turns[Request](use)
    for name in ("greedy", "worse"):
        use.add(name, 2 * HEAVY_S)
    for request in (Request("greedy"), Request("worse"), Request("ann")):
        turns.append(request)
    assert turns.popleft().owner == "ann"
    first = turns.popleft()
    assert turns.is_apart(first)
    assert len(turns) == 0, "the other one has to wait for this one"
    turns.ended(first)
    assert len(turns) == 1
    assert turns.popleft().owner == "worse"


def test_strangers_share_one_thread_and_phones_come_first(use: Use) -> None:
    turns = Turns[Request](use)
    use.add("ann", 0.05)
    for address in ("10.0.0.1", "10.0.0.2"):
        turns.append(Request(address, is_strangers=True))
    turns.append(Request("ann"))
    assert turns.popleft().owner == "ann"
    assert turns.popleft().owner == "10.0.0.1"
    assert len(turns) == 0


def test_a_server_that_ends_can_take_out_all_who_wait(use: Use) -> None:
    turns = Turns[Request](use)
    asked = [Request(f"10.0.0.{number}", is_strangers=True) for number in range(3)]
    for request in asked:
        turns.append(request)
    turns.hold_nobody_back()
    left = []
    while turns:
        left.append(turns.popleft())
    assert left == asked


def test_what_was_used_counts_half_after_a_while(use: Use, now: list[float]) -> None:
    use.add("ann", 1.0)
    now[0] += HALF_S
    assert use.of("ann") == pytest.approx(0.5)
    use.add("ann", 0.5)
    assert use.of("ann") == pytest.approx(1.0)
    assert use.of("bo") == 0.0


def test_whoever_asks_much_more_often_than_a_thumb_taps_is_greedy(
    use: Use, now: list[float]
) -> None:
    for _ in range(120):
        now[0] += 0.25
        use.add("a thumb", 0.01)
        use.add("a program", 0.001)
        use.add("a program", 0.001)
    assert not use.is_greedy("a thumb")
    assert use.is_greedy("a program")
    now[0] += HALF_S
    assert not use.is_greedy("a program")


def test_what_thousands_of_addresses_have_used_is_forgotten(use: Use, now: list[float]) -> None:
    for number in range(5000):
        now[0] += 1.0
        use.add(f"address {number}", 0.01)
    known = [number for number in range(5000) if use.of(f"address {number}")]
    assert len(known) < 1100


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.168.1.4", "192.168.1.4"),
        ("::ffff:192.168.1.4", "192.168.1.4"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%wlan0", "fe80::/64"),
        ("watchdog", "watchdog"),
    ],
)
def test_a_limit_counts_an_address_or_the_network_of_a_home(address: str, network: str) -> None:
    assert network_of(address) == network


@pytest.mark.parametrize(
    ("peer", "said", "found"),
    [
        ("127.0.0.1", "10.0.0.7", "10.0.0.7"),
        ("::1", "[2001:db8::7]", "2001:db8::7"),
        ("10.0.0.2", "10.0.0.7", "10.0.0.7"),  # the proxy asks at this machine's own address
        ("127.0.0.1", "6.6.6.6, 10.0.0.7", "10.0.0.7"),  # what a phone wrote there is not believed
        ("10.0.0.9", "10.0.0.7", "10.0.0.9"),
        ("127.0.0.1", "", "127.0.0.1"),
        ("127.0.0.1", "10.0.0.7, nonsense", "127.0.0.1"),
    ],
)
def test_only_a_proxy_on_this_machine_is_believed(peer: str, said: str, found: str) -> None:
    assert sent_from(peer, "10.0.0.2", said) == found


def test_a_phone_counts_by_itself_and_a_stranger_by_the_address(tmp_path: Path) -> None:
    guests = Guests(tmp_path / "guests.json")
    key = guests.link("").rpartition("/")[2]
    mine, other = guests.join(key), guests.join(key)
    assert mine is not None
    assert other is not None
    access = Access(guests)

    def of(address: str, **headers: str) -> str:
        return asker(access, headers, address).name

    ours = [of("10.0.0.1", COOKIE=f"phone={guests.cookie(each)}") for each in (mine, other)]
    assert len(set(ours)) == 2, "two phones behind one router"
    assert of("10.0.0.2", COOKIE=f"phone={guests.cookie(mine)}") == ours[0]
    assert of("10.0.0.1", COOKIE="phone=forged") == of("10.0.0.1") == "10.0.0.1"
    assert of("10.0.0.1", AUTHORIZATION=f"Bearer {key}") == "program 10.0.0.1"
    assert not asker(access, {}, "10.0.0.1").has_joined
    assert asker(Access(None), {}, "10.0.0.1").has_joined

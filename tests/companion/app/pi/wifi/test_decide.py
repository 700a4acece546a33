"""When the table opens its own Wi-Fi, and when it closes it."""

import pytest

from companion.app.pi.wifi.decide import LOOK_S, Move, Past, follow, moved, next_move
from companion.app.pi.wifi.sight import Seen, seen_in
from companion.engine.value import replace

ALONE = Seen(card="wlan0")
OWN = Seen(card="wlan0", is_own=True, known=("Home",))
CABLE = Seen(card="wlan0", cable=True)
HOME = Seen(card="wlan0", wifi="Home", known=("Home",))


def at(now_s: float, seen: Seen, past: Past | None = None, wish: Move | None = None) -> Move | None:
    past = follow(past or Past(), seen, now_s)
    return next_move(past, seen, now_s, wish)


def test_without_a_network_it_opens_a_minute_after_the_start() -> None:
    past = follow(Past(), ALONE, 12.0)
    assert at(59.9, ALONE, past) is None
    assert at(60.0, ALONE, past) is Move.OPEN


def test_a_network_that_is_lost_in_the_evening_has_a_minute_to_come_back() -> None:
    past = follow(follow(Past(), HOME, 12.0), ALONE, 3000.0)
    assert at(3059.0, ALONE, past) is None
    assert at(3060.0, ALONE, past) is Move.OPEN
    back = follow(past, HOME, 3030.0)
    assert at(3070.0, ALONE, back) is None, "it was there in between"


def test_a_table_that_is_started_anew_waits_a_minute_too() -> None:
    assert at(5000.0, ALONE) is None


@pytest.mark.parametrize("seen", [CABLE, HOME, Seen()], ids=["cable", "wifi", "no card"])
def test_it_stays_closed_with_a_network_and_without_a_card(seen: Seen) -> None:
    past = follow(Past(), seen, 10.0)
    assert at(1000.0, seen, past) is None


def test_a_wish_opens_it_at_once_also_beside_the_house() -> None:
    assert at(5.0, ALONE, wish=Move.OPEN) is Move.OPEN
    assert at(5.0, HOME, wish=Move.OPEN) is Move.OPEN
    assert at(5.0, OWN, wish=Move.OPEN) is None


def test_never_while_a_cable_works() -> None:
    assert at(500.0, CABLE, wish=Move.OPEN) is None
    assert at(500.0, replace(OWN, cable=True)) is Move.CLOSE, "a cable was plugged in"
    assert at(500.0, replace(OWN, cable=True), wish=Move.OPEN) is Move.CLOSE


def test_the_host_closes_it_and_it_opens_again_if_the_house_is_not_there() -> None:
    past = moved(Past(), Move.OPEN, 60.0, is_wished=True)
    assert at(900.0, OWN, past, wish=Move.CLOSE) is Move.CLOSE
    past = follow(moved(past, Move.CLOSE, 900.0, is_wished=True), ALONE, 901.0)
    assert at(960.0, ALONE, past) is None
    assert at(961.0, ALONE, past) is Move.OPEN
    assert at(900.0, HOME, wish=Move.CLOSE) is None


def test_while_nobody_has_joined_it_looks_for_the_house_every_five_minutes() -> None:
    past = moved(Past(), Move.OPEN, 60.0, is_wished=False)
    assert at(59.9 + LOOK_S, OWN, past) is None
    assert at(60.0 + LOOK_S, OWN, past) is Move.CLOSE


@pytest.mark.parametrize(
    ("seen", "is_wished"),
    [(replace(OWN, has_guests=True), False), (replace(OWN, known=()), False), (OWN, True)],
    ids=["a phone has joined", "no house is known", "somebody asked for it"],
)
def test_it_stays_open_for_those_who_need_it(seen: Seen, is_wished: bool) -> None:
    past = moved(Past(), Move.OPEN, 60.0, is_wished=is_wished)
    assert at(60.0 + 10 * LOOK_S, seen, past) is None


def test_an_order_that_failed_is_tried_again_after_a_minute() -> None:
    past = moved(follow(Past(), ALONE, 10.0), Move.OPEN, 60.0, is_wished=False)
    past = follow(past, ALONE, 62.0)
    assert at(119.0, ALONE, past) is None
    assert at(122.0, ALONE, past) is Move.OPEN


# Recorded of NetworkManager 1.42.4, with names of ours.
DEVICES = """\
eth0:ethernet:connected:Wired connection 1
wlan0:wifi:disconnected:
p2p-dev-wlan0:wifi-p2p:disconnected:
lo:loopback:connected (externally):lo
"""
PROFILES = "Wired connection 1:802-3-ethernet\nEva\\: 5 GHz:802-11-wireless\nlo:loopback\n"
ARP = """\
IP address       HW type     Flags       HW address            Mask     Device
10.42.0.23       0x1         {flags}         6a:1d:0c:45:aa:10     *        wlan0
"""


def test_a_cable_counts_when_it_has_an_address() -> None:
    seen = seen_in(DEVICES, PROFILES, "")
    assert seen == Seen("wlan0", cable=True, known=("Eva: 5 GHz",))
    getting = DEVICES.replace("connected:Wired", "connecting (getting IP configuration):Wired")
    assert seen_in(getting, PROFILES, "").is_lonely
    assert seen_in(
        DEVICES.replace("eth0:ethernet:connected", "eth0:ethernet:unavailable"), "", ""
    ).is_lonely


def test_the_houses_wifi_and_our_own_are_told_apart() -> None:
    house = DEVICES.replace("wlan0:wifi:disconnected:", "wlan0:wifi:connected:Eva\\: 5 GHz")
    assert seen_in(house, PROFILES, "").wifi == "Eva: 5 GHz"
    own = DEVICES.replace("wlan0:wifi:disconnected:", "wlan0:wifi:connected:dragonbag-hotspot")
    known = PROFILES + "dragonbag-hotspot:802-11-wireless\n"
    seen = seen_in(own, known, "")
    assert (seen.wifi, seen.is_own, seen.known) == ("", True, ("Eva: 5 GHz",))


def test_a_phone_that_has_answered_is_a_guest() -> None:
    assert seen_in("", "", ARP.format(flags="0x2")).has_guests
    assert not seen_in("", "", ARP.format(flags="0x0")).has_guests
    assert not seen_in(
        "", "", ARP.format(flags="0x2").replace("10.42.0.23", "192.168.1.9")
    ).has_guests

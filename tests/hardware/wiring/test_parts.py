"""The parts list: as many of each as the panel has, what to ask for, and what it may cost."""

import csv
import io
from collections import Counter

import pytest

from hardware.panel.electrics import Lamps, Light
from hardware.panel.pins import BUTTONS, Pins
from hardware.wiring.build import Build
from hardware.wiring.parts import Group, parts_csv, parts_of, wire_m
from hardware.wiring.stripboard import Kind, stripboard
from hardware.wiring.tables import parts_table

USUAL = Build()
FEWER = Build(Pins().changed({}, {}, without=("yellow", "rage_7", "buzzer")))
OTHER = Build(lamps=Lamps(ohms={"blue": 330}, colours={"yellow": Light.WHITE}))


def counts(build: Build) -> dict[str, int]:
    return {part.what: part.count for part in parts_of(build)}


def how_many(build: Build, words: str) -> int:
    return sum(count for what, count in counts(build).items() if words in what)


def test_the_parts_are_as_many_as_the_panel_has() -> None:
    assert how_many(USUAL, "LED 5 mm,") == how_many(USUAL, "LED holder") == 11
    assert how_many(USUAL, "arcade button") == how_many(USUAL, "push button 6 × 6") == 7
    assert counts(USUAL)["resistor 470 Ω, 0.25 W, 5 %"] == 10
    assert counts(USUAL)["resistor 220 Ω, 0.25 W, 5 %"] == 1  # blue


def test_fewer_lamps_are_fewer_parts() -> None:
    assert how_many(FEWER, "LED 5 mm,") == how_many(FEWER, "LED holder") == 9
    assert how_many(FEWER, "buzzer") == how_many(FEWER, "NPN transistor") == 0
    assert how_many(FEWER, "resistor") == 9
    assert how_many(FEWER, "jumper wire female to male") == 22 - 4  # and 3.3 V


def test_lamps_of_other_colours_have_their_own_lines() -> None:
    assert counts(OTHER)["LED 5 mm, white, diffuse"] == 1
    assert counts(OTHER)["resistor 220 Ω, 0.25 W, 5 %"] == 1  # white
    assert counts(OTHER)["resistor 330 Ω, 0.25 W, 5 %"] == 1


def test_every_button_is_listed_in_the_colour_of_its_cap() -> None:
    lines = [part for part in parts_of(USUAL) if "arcade button" in part.what]
    named = {part.what.rpartition(": ")[2].lower(): part.what for part in lines}
    assert set(named) == set(BUTTONS)
    for colour in ("red", "green", "blue", "yellow"):
        assert f"30 mm hole, {colour}:" in named[colour]
    assert all("24 mm" in named[name] for name in ("next", "undo"))


def test_a_capacitor_for_each_button_of_the_soldered_board() -> None:
    board = stripboard(USUAL.pins, USUAL.lamps)
    used = Counter(part.kind for part in board.parts)
    assert how_many(USUAL, "capacitor") == used[Kind.CAPACITOR] == len(BUTTONS)


def test_there_is_wire_for_two_leads_to_everything() -> None:
    assert wire_m(FEWER) <= wire_m(USUAL)
    assert 5 <= wire_m(USUAL) <= 20
    assert f"{wire_m(USUAL)} m in several colours" in parts_table(USUAL)


def test_a_resistor_without_rings_is_listed_without_them() -> None:
    odd = Build(lamps=Lamps(ohms={"red": 475}))
    (resistor,) = (part for part in parts_of(odd) if part.what.startswith("resistor 475"))
    assert resistor.example == ""


@pytest.mark.parametrize("build", [USUAL, OTHER, FEWER], ids=["ours", "other", "fewer"])
def test_every_line_has_a_count_a_price_and_words_to_search_for(build: Build) -> None:
    for part in parts_of(build):
        assert part.count > 0, part.what
        least, most = part.eur
        assert 0 <= least <= most, part.what
        assert (part.search and most) or part.what.startswith("printer"), part.what
    groups = [part.group for part in parts_of(build)]
    assert list(dict.fromkeys(groups)) == list(Group)  # group after group, none empty


def test_the_parts_list_opens_as_a_spreadsheet() -> None:
    lines = list(csv.DictReader(io.StringIO(parts_csv(USUAL))))
    assert len(lines) == len(parts_of(USUAL))
    assert all(None not in line and int(line["count"]) > 0 for line in lines)
    assert {line["for"] for line in lines} == set(Group)


def test_the_guides_table_has_every_line_and_the_sum_of_each_group() -> None:
    text = parts_table(USUAL)
    for part in parts_of(USUAL):
        assert f"| {part.count} | {part.what} |" in text
    for group in Group:
        mine = [part.eur for part in parts_of(USUAL) if part.group is group]
        least, most = (sum(prices) for prices in zip(*mine, strict=True))
        assert f"**{group}**: {least}–{most} euros" in text

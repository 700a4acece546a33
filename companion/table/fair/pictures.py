"""The pictures with which people compare what their phones have seen (FAIR_DRAWS.md)."""

import hashlib
from collections.abc import Iterable

from companion.engine.sentence import N_

MADE_OF = b"dragonbag pictures\n"
EACH = 5  # of 64: a billion to one against two histories that look the same

PICTURES = (
    ("🐉", N_("dragon")),
    ("🗝️", N_("key")),
    ("🌙", N_("moon")),
    ("⛵", N_("ship")),
    ("🔔", N_("bell")),
    ("🌞", N_("sun")),
    ("⭐", N_("star")),
    ("☁️", N_("cloud")),
    ("🌈", N_("rainbow")),
    ("❄️", N_("snowflake")),
    ("🔥", N_("fire")),
    ("💧", N_("drop")),
    ("🌊", N_("wave")),
    ("⛰️", N_("mountain")),
    ("🌲", N_("fir")),
    ("🌵", N_("cactus")),
    ("🌷", N_("tulip")),
    ("🍀", N_("clover")),
    ("🍄", N_("mushroom")),
    ("🍎", N_("apple")),
    ("🍌", N_("banana")),
    ("🍒", N_("cherries")),
    ("🍇", N_("grapes")),
    ("🥕", N_("carrot")),
    ("🌽", N_("corn")),
    ("🍞", N_("bread")),
    ("🧀", N_("cheese")),
    ("🥚", N_("egg")),
    ("🍕", N_("pizza")),
    ("🎂", N_("cake")),
    ("🐱", N_("cat")),
    ("🐶", N_("dog")),
    ("🐭", N_("mouse")),
    ("🐰", N_("rabbit")),
    ("🐻", N_("bear")),
    ("🦁", N_("lion")),
    ("🐷", N_("pig")),
    ("🐸", N_("frog")),
    ("🐔", N_("hen")),
    ("🦉", N_("owl")),
    ("🐟", N_("fish")),
    ("🐙", N_("octopus")),
    ("🐢", N_("turtle")),
    ("🐌", N_("snail")),
    ("🐝", N_("bee")),
    ("🦋", N_("butterfly")),
    ("🕷️", N_("spider")),
    ("🐘", N_("elephant")),
    ("👑", N_("crown")),
    ("🎩", N_("hat")),
    ("👓", N_("glasses")),
    ("🧦", N_("sock")),
    ("☂️", N_("umbrella")),
    ("🎈", N_("balloon")),
    ("🎁", N_("present")),
    ("🥁", N_("drum")),
    ("🎸", N_("guitar")),
    ("⚓", N_("anchor")),
    ("🚲", N_("bicycle")),
    ("🚂", N_("train")),
    ("🚀", N_("rocket")),
    ("🏰", N_("castle")),
    ("🔨", N_("hammer")),
    ("🕯️", N_("candle")),
)


def pictures_of(hash_of_ask: bytes, links: Iterable[str]) -> tuple[int, ...]:
    """Return the places of the five pictures that an ask and its opened links lead to."""
    made = hashlib.sha256(MADE_OF + hash_of_ask + bytes.fromhex("".join(links))).digest()
    return tuple(byte % len(PICTURES) for byte in made[:EACH])

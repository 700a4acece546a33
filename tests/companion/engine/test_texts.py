"""Names and reasons in any script, and what no screen can show."""

import sys

import pytest

from companion.engine.codec import Codec
from companion.engine.errors import BadField, BadMessage, Rejected, Unfit
from companion.engine.game import NAME_LENGTH, check_name
from companion.engine.texts import is_seen, is_showable, seen_length, shown, tidied
from companion.games.clank import CLANK
from companion.games.grave_robbers import commands as robbers
from companion.games.grave_robbers.box import Colour as Robber
from companion.games.grave_robbers.values import Effect, EffectKind, ItemCard
from companion.games.shared import REASON_LENGTH, needs_reason
from companion.venue.messages import clean

FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
PERSIAN = "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"  # with a non-joiner
NAMES = [
    "Ann",
    "山田\u3000太郎",
    "Jean\u00a0Luc",
    FAMILY,
    f"{FAMILY} Miller",
    "\u2764\ufe0f",
    "\U0001f44d\U0001f3fd",
    ENGLAND,
    "葛\U000e0100城",  # a variant of a Chinese character, as names have it
    PERSIAN,
    "\u05e9\u05e8\u05d4",
    "\U0001fae8",  # newer than the Unicode of Python 3.11
]
BAD = [
    "A\x00nn",
    "A\x1b[31mnn",
    "A\u2028nn",
    "A\u202enn",
    "A\u2066nn",
    "A\ud800nn",
    "A\ufffenn",
    "A\nnn",
]
UNSEEN = ["\u200d", "\u200b", "\ufeff", "\u200e\u200d", "\u2060 \u2060", "\ufe0f\u200d"]
DRAWN_AS_NOTHING = ["\u3164", "\u2800", "\u115f\u1160", "\uffa0", "\ufe0f"]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_may_hold_any_blank_letter_or_emoji(name: str) -> None:
    check_name(name)
    needs_reason(name)
    ItemCard(name)
    Effect(EffectKind.OPEN, name)
    robbers.UseItem(Robber.RED, name)
    robbers.EndTurn((name,))


@pytest.mark.parametrize("name", BAD)
def test_what_a_screen_cannot_show_is_refused_everywhere(name: str) -> None:
    for make in (check_name, ItemCard):
        with pytest.raises(Unfit, match="printable"):
            make(name)
    with pytest.raises(Unfit):
        Effect(EffectKind.OPEN, name)
    with pytest.raises(Unfit):
        robbers.UseItem(Robber.RED, name)
    with pytest.raises(Unfit):
        robbers.EndTurn((name,))
    with pytest.raises(Rejected, match="reason_missing"):
        needs_reason(name)


@pytest.mark.parametrize("name", UNSEEN)
def test_a_name_that_nobody_sees_is_refused(name: str) -> None:
    assert not is_seen(name)
    with pytest.raises(Unfit):
        check_name(name)


@pytest.mark.parametrize("reason", ["", " ", "\u3000", "\u00a0 \u2003", *UNSEEN, *DRAWN_AS_NOTHING])
def test_a_reason_of_blanks_is_no_reason(reason: str) -> None:
    with pytest.raises(Rejected, match="reason_missing"):
        needs_reason(reason)


def test_what_an_earlier_version_took_for_a_name_is_still_one() -> None:
    """Journals hold it: it is read with the same class by which a name is set."""
    for code in range(sys.maxunicode + 1):
        if chr(code).isprintable():
            check_name(chr(code))
    check_name(" " * NAME_LENGTH)


@pytest.mark.parametrize("name", DRAWN_AS_NOTHING)
def test_a_form_refuses_letters_that_are_drawn_as_nothing(name: str) -> None:
    check_name(name)
    given = {"type": "StartGame", "seats": [{"colour": "red", "name": name}], "first": "red"}
    with pytest.raises(BadField, match="nothing of what you typed can be seen"):
        Codec(CLANK.commands).read(given, as_text=True)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        (" Ann ", "Ann"),
        ("Ann  Lee", "Ann Lee"),
        ("山田\u3000太郎", "山田 太郎"),
        ("\u3000山田\u00a0\u2003太郎\u3000", "山田 太郎"),
        ("Ann\nLee", "Ann Lee"),
        ("An\u200bn\ufeff", "Ann"),
        ("\u200eAnn\u200f", "Ann"),
        ("An\u200dn", "Ann"),
        ("\u00ad \u200b Ann", "Ann"),
        (FAMILY, FAMILY),
        (ENGLAND, ENGLAND),
        (PERSIAN, PERSIAN),
        ("\u200b", "\u200b"),  # is refused and does not become no name
        ("", ""),
    ],
)
def test_names_that_look_alike_become_the_same(typed: str, kept: str) -> None:
    assert tidied(typed) == kept


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("Ann", 3),
        (FAMILY, 1),
        ("e\u0301", 1),
        ("\u2764\ufe0f", 1),
        (ENGLAND, 1),
        ("山田\u3000太郎", 5),
    ],
)
def test_characters_are_counted_as_people_see_them(text: str, length: int) -> None:
    assert seen_length(text) == length


def test_a_name_has_twenty_characters_that_are_seen() -> None:
    check_name("x" * NAME_LENGTH)
    check_name(FAMILY * 10)
    with pytest.raises(Unfit, match=r"up to 20 printable characters: 'x{21}'"):
        check_name("x" * (NAME_LENGTH + 1))
    with pytest.raises(Unfit):
        check_name("x" + "\u0301" * 4 * NAME_LENGTH)
    needs_reason("\U0001f44d\U0001f3fd" * REASON_LENGTH)
    with pytest.raises(Rejected):
        needs_reason("x" * (REASON_LENGTH + 1))


def test_what_a_sentence_repeats_is_short_and_turns_nothing() -> None:
    assert shown("A\u202enn\x00") == "A\ufffdnn\ufffd"
    assert len(shown("x" * 1000)) < 50
    assert is_showable(shown("".join(BAD)))


def test_a_venue_shows_names_as_they_were_typed() -> None:
    assert [clean(name) for name in NAMES] == NAMES
    assert clean("A\x00n\u202en") == "Ann"


def test_a_program_is_told_as_before() -> None:
    codec = Codec(CLANK.commands)
    given = {"type": "StartGame", "seats": [{"colour": "red", "name": "x" * 21}], "first": "red"}
    with pytest.raises(BadMessage, match="up to 20 printable characters") as bad:
        codec.read(given)
    assert str(bad.value).startswith("StartGame: ")
    assert str(bad.value).endswith(" - at `$.seats[0]`")
    kept = {"colour": "red", "name": "山田\u3000太郎"}
    assert codec.read({**given, "seats": [kept]}).seats[0].name == kept["name"]

"""Texts that people type, as screens show them: names, reasons, what is printed on a card.

A name may hold any blank, letter or emoji. What a text is refused for: control characters, ends of
lines, halves of surrogate pairs, signs that are no characters, and what turns the text around them
(the bidirectional marks, embeddings, overrides and isolates). Its length is counted about as people
do, see seen_length().
"""

import re
import unicodedata

from companion.engine.errors import Unfit
from companion.engine.sentence import Sentence

LONGEST = 40  # characters of a text that a sentence repeats
MOST_PARTS = 4  # code points for each character that may be seen: emoji are joined of several
REFUSED = ("Cc", "Cs", "Zl", "Zp")
TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# Nobody sees whether they are there, so they would only make two names look alike.
IDLE = re.compile("[\u00ad\u061c\u180e\u200b\u200e\u200f\u2060-\u2064\u206a-\u206f\ufeff]")
JOINER = "\N{ZERO WIDTH JOINER}"
# Latin, Greek, Cyrillic and Armenian letters are never joined: there a joiner is idle too.
IDLE_JOINERS = re.compile("(^|(?<=[\\x00-\u058f]))[\u200c\u200d]+")
# Letters and signs that are drawn as nothing, though Unicode does not call them blanks.
EMPTY = frozenset("\u115f\u1160\u3164\uffa0\u2800")
SKIN_TONES = frozenset(map(chr, range(0x1F3FB, 0x1F400)))

# {field} is what the page calls the field.
TOO_LONG = Sentence("{field}: up to {n} characters fit here, and “{typed}” is longer.")
NOT_SHOWABLE = Sentence(
    "{field}: “{typed}” holds a character that a screen cannot show. Please type it without that."
)
NOT_SEEN = Sentence("{field}: nothing of what you typed can be seen. Please type something else.")


def tidied(text: str) -> str:
    """Return a text without what nobody sees: blanks of all kinds become one, idle signs none."""
    blanks_once = " ".join(text.split())
    without = " ".join(IDLE_JOINERS.sub("", IDLE.sub("", blanks_once)).split())
    return without if is_seen(without) else blanks_once


def is_seen(text: str) -> bool:
    """Is there anything in a text that can be seen?"""
    return any(
        sign not in EMPTY and unicodedata.category(sign) not in ("Cc", "Cf", "Mn", "Me", "Zs")
        for sign in text
        if not sign.isspace()
    )


def is_showable(text: str) -> bool:
    """Can a screen show all of a text, in one line and in its order?"""
    return text.isprintable() or all(map(_is_showable, text))


def _is_showable(sign: str) -> bool:
    is_character = ord(sign) & 0xFFFE != 0xFFFE and not "\ufdd0" <= sign <= "\ufdef"
    return is_character and sign not in TURNING and unicodedata.category(sign) not in REFUSED


def seen_length(text: str) -> int:
    """Count the characters of a text about as people do.

    What belongs to the one before it counts nothing: accents, variation selectors, skin tones, and
    what a joiner binds to it, so that a family is one. A flag of two letters counts two.
    """
    signs = zip(text, ("", *text), strict=False)
    return sum(not _belongs(sign, before) for sign, before in signs)


def _belongs(sign: str, before: str) -> bool:
    is_mark = unicodedata.category(sign) in ("Mn", "Mc", "Me", "Cf")
    return is_mark or sign in SKIN_TONES or before == JOINER


def fits(text: str, most: int) -> bool:
    """Has a text at most so many characters, each of a length that people can read?"""
    return len(text) <= most or (seen_length(text) <= most and len(text) <= most * MOST_PARTS)


def check_text(field: str, text: str, most: int, told: str) -> None:
    """Raise Unfit for a text that a screen cannot show; `told` is what programs are told.

    Journals of earlier versions hold what str.isprintable() takes, so all of that may stay: forms
    alone refuse letters that are drawn as nothing.
    """
    if not is_showable(text):
        raise Unfit(told, field, NOT_SHOWABLE.about(typed=shown(text)))
    if text and not text.isprintable() and not is_seen(text):
        raise Unfit(told, field, NOT_SEEN)
    if not fits(text, most):
        raise Unfit(told, field, TOO_LONG.about(n=most, typed=shown(text)))


def shown(text: str) -> str:
    """Return a text as a sentence may repeat it: what cannot be shown replaced, and short."""
    safe = "".join(sign if is_showable(sign) else "\N{REPLACEMENT CHARACTER}" for sign in text)
    return safe if len(safe) <= LONGEST else f"{safe[:LONGEST]}…"

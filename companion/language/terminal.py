"""Speaks to whoever runs a command, in the language that their shell asks for.

    LANG=ja_JP.UTF-8 dragonbag doctor

LANGUAGE, LC_ALL, LC_MESSAGES and LANG count, as in every program with gettext.
"""

import gettext
import os
import re
import sys
import unicodedata
from collections.abc import Mapping

from companion.engine.game import AnyGame
from companion.engine.sentence import N_
from companion.language.catalogues import DOMAIN, ENGLISH, LANGUAGES, TRANSLATIONS, catalogue
from companion.language.formats import Formats, formats_of
from companion.language.speech import Speech

LOCALES = ("LC_ALL", "LC_MESSAGES", "LANG")  # the first one that is set counts
# What argparse says by itself; it looks its own sentences up, so they need to be here only.
OF_ARGPARSE = (
    N_("usage: "),
    N_("positional arguments"),
    N_("options"),
    N_("show this help message and exit"),
    N_("the following arguments are required: %s"),
    N_("unrecognized arguments: %s"),
    N_("expected one argument"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("invalid %(type)s value: %(value)r"),
    N_("%(prog)s: error: %(message)s\n"),
)


def asked_for(environ: Mapping[str, str]) -> str:
    """Return the language that a shell asks for; English if it asks for none of ours."""
    locale = next((environ[name] for name in LOCALES if environ.get(name)), "")
    if _code(locale) in ("", "C", "POSIX"):
        return ENGLISH
    wishes = map(_code, (*environ.get("LANGUAGE", "").split(":"), locale))
    return next((wish for wish in wishes if wish in LANGUAGES), ENGLISH)


def _code(locale: str) -> str:
    return re.split("[_.@]", locale)[0]


def language() -> str:
    """Return the language of this command."""
    return asked_for(os.environ)


def prepare() -> None:
    """Let argparse speak this language too; what is no letter, or none here, becomes a sign."""
    if language() != ENGLISH:
        gettext.bindtextdomain(DOMAIN, TRANSLATIONS)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _(message: str, **facts: object) -> str:
    """Return a message of the program in this language, with its facts in place."""
    return catalogue(language()).gettext(message).format_map(facts)


def ngettext(one: str, many: str, n: int, **facts: object) -> str:
    """Return a message with a count in this language."""
    text = catalogue(language()).ngettext(one, many, n)
    return text.format_map({"n": formats().number(n), **facts})


def formats() -> Formats:
    """Return how this language writes numbers, percentages and lists."""
    return formats_of(language())


def speech(game: AnyGame, state: object, said_in: str = "") -> Speech:
    """Return the voice of a game in this language, or in another one."""
    return Speech(catalogue(said_in or language()), game, state)


def width(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    return sum(1 + (unicodedata.east_asian_width(letter) in "WF") for letter in text)


def padded(text: str, columns: int) -> str:
    """Return a text filled up with spaces to this many columns."""
    return text + " " * (columns - width(text))

"""The languages that Dragonbag speaks, and the catalogue of each."""

import gettext
from functools import cache
from pathlib import Path

LANGUAGES = {"en": "English", "ja": "日本語", "ru": "Русский"}
ENGLISH = "en"
DOMAIN = "messages"
TRANSLATIONS = Path(__file__).parent / "translations"


@cache
def catalogue(language: str, folder: Path = TRANSLATIONS) -> gettext.NullTranslations:
    """Return the catalogue of a language; a sentence that it lacks stays English.

    It is read when the first sentence needs it: a table of one language never reads the others.
    """
    return gettext.translation(DOMAIN, folder, [language], fallback=True)

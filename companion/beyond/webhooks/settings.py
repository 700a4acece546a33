"""The tables [webhooks.NAME] of the settings: who is told, and in which words."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from urllib.parse import urlsplit

from companion.engine.sentence import Sentence
from companion.engine.value import Value
from companion.language.catalogues import LANGUAGES

NO_URL = Sentence("{key} is {given}. It must be an address such as https://example.org/hook.")
PLAIN = Sentence(
    "{key} begins with http, so everybody on the way could read it. Use https, or say "
    "private = true if it is in your own network."
)
NO_LANGUAGE = Sentence("{key} is {given}. It may be {languages}.")
NO_SECRET = Sentence("{key} is missing. Whoever is told checks with it that the table has written.")


class Format(StrEnum):
    """What is sent."""

    EVENTS = "events"  # every line, signed
    DISCORD = "discord"  # sentences when a game begins or ends and when the dragon attacks
    SLACK = "slack"


class Webhook(Value, frozen=True):
    """Whom to tell; unchecked, see wrong(). Only with `private` it may be in your own network."""

    url: str = ""
    secret: str = ""
    format: Format = Format.EVENTS
    private: bool = False
    language: str = "en"


def wrong(given: Mapping[str, Webhook]) -> Iterator[tuple[str, Sentence]]:
    """Yield each key with which nobody can be told, and why."""
    for name, hook in given.items():
        key = f"webhooks.{name}"
        if not _is_address(hook.url):
            yield f"{key}.url", NO_URL.about(key=f"{key}.url", given=repr(hook.url))
        elif hook.url.startswith("http:") and not hook.private:
            yield f"{key}.url", PLAIN.about(key=f"{key}.url")
        if hook.format is Format.EVENTS and not hook.secret:
            yield key, NO_SECRET.about(key=f"{key}.secret")
        if hook.language not in LANGUAGES:
            facts = {"given": repr(hook.language), "languages": tuple(LANGUAGES)}
            yield f"{key}.language", NO_LANGUAGE.about(key=f"{key}.language", **facts)


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # such as port 99999
        return False

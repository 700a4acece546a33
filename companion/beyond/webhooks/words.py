"""What a line says to a receiver: the line itself, or sentences for a chat."""

from companion.beyond.outbox import Told
from companion.beyond.webhooks.settings import Format, Webhook
from companion.engine.codec import dump
from companion.language.catalogues import catalogue
from companion.language.speech import Speech
from companion.table.line import Kind

MOST_LETTERS = 1900  # Discord takes 2,000
SENDER = "Dragonbag"


def body_of(hook: Webhook, told: Told) -> bytes | None:
    """Return what to send of a line, None if this receiver is not told of it."""
    if hook.format is Format.EVENTS:
        return dump(told.body)
    text = _sentences(hook.language, told)
    if not text:
        return None
    if hook.format is Format.SLACK:
        return dump({"text": _for_slack(text)})
    # Nobody is called by a name that a player chose, such as @everyone.
    return dump({"content": text, "username": SENDER, "allowed_mentions": {"parse": []}})


def _sentences(language: str, told: Told) -> str:
    """Return what a chat is told: when a game begins or ends, and when the dragon attacks."""
    if told.kind is not Kind.COMMAND:
        return ""
    speech = Speech(catalogue(language), told.game, told.state)
    is_whole = told.begins or told.ends
    shown = (each for each in told.events if is_whole or told.game.house.alarm(each))
    return " ".join(map(speech.tell, shown))[:MOST_LETTERS]


def _for_slack(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")

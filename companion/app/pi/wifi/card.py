"""The table's card with the codes of its own Wi-Fi, in a language."""

import re
from pathlib import Path

import segno
from segno import helpers

from companion.app.pi.wifi.secret import Secret
from companion.app.saying import say
from companion.engine.sentence import Sentence
from hardware.wiring.drawings.card import Step, card

JOIN = Sentence("Join this Wi-Fi")
NAME = Sentence("Wi-Fi: {name}")
PASSWORD = Sentence("Password: {password}")
OPEN = Sentence("Open the table")
TITLE = "Dragonbag"
MARK = rb"<svg [^>]*>\s*<title>" + TITLE.encode() + b"</title>"  # how every card begins
MARK_BYTES = 1024


def is_card(file: Path) -> bool:
    """Is this file a card?"""
    with file.open("rb") as opened:
        return re.match(MARK, opened.read(MARK_BYTES)) is not None


def card_of(secret: Secret, address: str, language: str = "") -> str:
    """Return the card as an SVG; whoever holds it can join, but is not yet a player."""
    wifi = helpers.make_wifi(ssid=secret.name, password=secret.password, security="WPA")
    told = (NAME.about(name=secret.name), PASSWORD.about(password=secret.password))
    joins = Step(say(JOIN, language), wifi.matrix, [say(each, language) for each in told])
    opens = Step(say(OPEN, language), segno.make(address, error="m").matrix, [address])
    return card(TITLE, joins, opens)

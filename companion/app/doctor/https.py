"""The doctor on HTTPS: is it wished and served, and how long is its certificate valid?"""

from collections.abc import Iterator
from datetime import UTC, datetime

from companion.app.doctor.machine import Finding, bad, fine, note
from companion.app.https.places import Status, is_installed, places_of, status_in, wishes_in
from companion.app.settings import Settings
from companion.engine.errors import StepFailed
from companion.engine.sentence import N_

SOON_DAYS = 30  # it is renewed long before
NAME = N_("https")


def check_https(settings: Settings, now: datetime | None = None) -> Iterator[Finding]:
    """Yield what there is to say, nothing while it is off."""
    places = places_of(settings)
    if not wishes_in(places.wishes).is_on:
        return
    status = status_in(places.public)
    if status is None:
        yield _unserved(settings)
    else:
        yield _served(status, now or datetime.now(UTC))


def _unserved(settings: Settings) -> Finding:
    from companion.app.https.terminator import haproxy

    text = N_("HTTPS is on, but nothing serves it.")
    try:
        haproxy()
    except StepFailed:
        return bad(NAME, text, N_("Run sudo apt install haproxy."))
    if is_installed(settings):
        return bad(NAME, text, N_("See why: journalctl -u dragonbag-https -n 20"))
    return bad(NAME, text, N_("Serve it in another terminal: dragonbag https run"))


def _served(status: Status, now: datetime) -> Finding:
    until = datetime.strptime(status.until, "%Y-%m-%d %H:%M").replace(tzinfo=UTC)
    left = (until - now).days
    if left < 0:
        return bad(
            NAME,
            N_("The certificate has ended: {until}."),
            N_("Check the clock, then run sudo systemctl restart dragonbag-https."),
            until=until,
        )
    if left < SOON_DAYS:
        return note(
            NAME,
            N_("The certificate ends soon: {until}."),
            N_("It should have been renewed. Run sudo systemctl restart dragonbag-https."),
            until=until,
        )
    return fine(NAME, N_("served; the certificate is valid until {until}"), until=until)

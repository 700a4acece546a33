"""What the caretaker does, as root: look at a release, use it, or use the version before.

It trusts nothing that the table sends. A release has to be signed by the `release_key` of the
settings, which only root writes, and must be newer than what is in use; what was checked is kept
where only root can change it.
"""

import re
import shutil
import socket
import tempfile
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.client import HTTPException
from pathlib import Path
from urllib.request import urlopen

from companion.app.pi import versions
from companion.app.pi.caretaker.orders import (
    FILE_NAME,
    PROGRESS,
    Offer,
    Order,
    Progress,
    State,
    Verb,
    at_work,
    read_progress,
    receive,
)
from companion.app.pi.caretaker.units import KEPT
from companion.app.pi.place import Place
from companion.app.pi.release import (
    MANIFEST,
    MOST_ARCHIVE_BYTES,
    MOST_MANIFEST_BYTES,
    PIECE_BYTES,
    SIGNATURE,
    SUFFIXES,
)
from companion.app.pi.system_files import SETTINGS
from companion.app.pi.update import NOTHING_IN, release_key, roll_back, unpacked, update
from companion.app.saying import say
from companion.app.settings.files import text_of
from companion.engine.codec import dump
from companion.engine.errors import BadMessage, DragonbagError, StepFailed
from companion.engine.sentence import Sentence
from companion.engine.value import replace

OFFERED = KEPT / "release"
FETCH_S = 30.0  # of silence
MOST_NEWS = 6000  # letters
NO_KEY = Sentence(
    "A phone may only install signed releases. Write the public key of their makers into "
    "/etc/dragonbag/dragonbag.toml first, as release_key."
)
NO_ADDRESS = Sentence(
    "Your settings do not say where releases are. Send one from your phone, or write the address "
    "of their folder into /etc/dragonbag/dragonbag.toml, as releases."
)
NOT_THERE = Sentence("{address} cannot be read: {error}")
NO_RELEASE = Sentence("{address} holds no release.")
ONE_ARCHIVE = Sentence(
    "Choose all three files of a release at once: the archive, SHA256SUMS and SHA256SUMS.sig."
)
NOT_NEWER = Sentence("There is nothing newer: this is version {offered}, {used} is in use.")
FETCHING = Sentence("Fetching the release")
CHECKING = Sentence("Checking the release")
CHECKED = Sentence("{version} is signed by your release_key, and whole.")
NO_OFFER = Sentence("There is no release to install. Choose one first.")
BROKEN = Sentence("Something went wrong that Dragonbag did not expect: {error}")


@dataclass
class Report:
    """Keeps the progress of one order in its file, for pages."""

    file: Path
    now: Progress
    tell_log: Callable[[str], None] = field(default=print)

    def tell(self, text: str) -> None:
        """Add a step."""
        self.tell_log(text)
        self.put(told=(*self.now.told, text))

    def put(self, **changes: object) -> None:
        """Change the progress, in one atomic step: pages read it at any time."""
        self.now = replace(self.now, **changes)
        self.file.parent.mkdir(parents=True, exist_ok=True)
        fresh = self.file.with_suffix(".new")
        fresh.write_bytes(dump(self.now))
        fresh.chmod(0o644)
        fresh.replace(self.file)


def serve(place: Place, line: socket.socket) -> None:
    """Take one order from the table, answer, and carry it out."""
    with (
        at_work(place.at(PROGRESS.parent)),
        tempfile.TemporaryDirectory(prefix="dragonbag-") as given,
    ):
        try:
            order = receive(line, Path(given), MOST_ARCHIVE_BYTES + 2 * MOST_MANIFEST_BYTES)
            report = _report(place, order)  # before the answer: pages then see it at once
            line.sendall(b"\n")
        except (BadMessage, OSError) as error:
            place.tell(f"no order: {error}")
            return
        finally:
            line.close()
        carry_out(place, order, Path(given), report)


def _report(place: Place, order: Order) -> Report:
    file = place.at(PROGRESS)
    before = read_progress(file)
    offer = before.offer if before and order.verb is not Verb.OFFER else None
    at = datetime.now(UTC).isoformat(timespec="seconds")
    report = Report(file, Progress(order.verb, State.RUNNING, at, offer=offer), place.tell)
    report.put()
    return report


def carry_out(place: Place, order: Order, given: Path, report: Report) -> None:
    """Do what was ordered, and report it to the end, whatever happens."""
    place.tell, place.language = report.tell, order.language
    place.begin = lambda step: report.put(now=say(step, order.language))
    try:
        DUTIES[order.verb](place, given, report)
    except (DragonbagError, OSError) as error:
        told = error.told if isinstance(error, DragonbagError) else BROKEN.about(error=str(error))
        report.tell(say(told, order.language))
        report.put(state=State.FAILED, now="")
    else:
        report.put(state=State.DONE, now="")


def offer(place: Place, given: Path, report: Report) -> None:
    """Check a release and keep it; StepFailed if it is none that may be installed."""
    place.remove(OFFERED)
    key = release_key(place)
    if not key:
        raise StepFailed(NO_KEY)
    if not any(given.iterdir()):
        place.begin(FETCHING)
        _fetch(_address(place), given)
    archive = _archive_in(given)
    place.begin(CHECKING)
    with unpacked(archive, Path(), key) as source:
        if not versions.is_source(source):
            raise StepFailed(NOTHING_IN.about(given=archive.name))
        found = Offer(versions.number_of(versions.name_of(source)), _news(source))
    used = versions.number_of(versions.current(place))
    if _order_of(found.version) <= _order_of(used):
        raise StepFailed(NOT_NEWER.about(offered=found.version, used=used))
    place.note(CHECKED.about(version=found.version))
    kept = place.folder(OFFERED)
    for file in given.iterdir():
        shutil.copyfile(file, kept / file.name)
    report.put(offer=found)


def _archive_in(folder: Path) -> Path:
    archives = [file for file in folder.iterdir() if _is_archive(file.name)]
    if len(archives) != 1:
        raise StepFailed(ONE_ARCHIVE)
    return archives[0]


def _is_archive(name: str) -> bool:
    return name.endswith(SUFFIXES)


def _order_of(version: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", version)))


def _news(source: Path) -> str:
    """Return the first chapter of a release's CHANGELOG.md, "" if it has none."""
    file = source / "CHANGELOG.md"
    text = file.read_text(errors="replace") if file.is_file() else ""
    news = text.partition("\n## ")[2].partition("\n## ")[0].strip()
    return news if len(news) <= MOST_NEWS else news[:MOST_NEWS].rpartition("\n- ")[0] + "\n- ..."


def _address(place: Place) -> str:
    """Return where the settings say that releases are; StepFailed if they do not."""
    file = place.at(SETTINGS)
    given = tomllib.loads(text_of(file)) if file.exists() else {}
    address = str(given.get("releases", ""))
    if not address:
        raise StepFailed(NO_ADDRESS)
    return address.rstrip("/") + "/"


def _fetch(address: str, folder: Path) -> None:
    """Get the three files of a release; they are checked as those from a phone are."""
    try:
        for name in (MANIFEST, SIGNATURE):
            _download(address + name, folder / name, MOST_MANIFEST_BYTES)
        names = (line.partition("  ")[2] for line in (folder / MANIFEST).read_text().splitlines())
        archives = [name for name in names if FILE_NAME.fullmatch(name) and _is_archive(name)]
        if not archives:
            raise StepFailed(NO_RELEASE.about(address=address))
        _download(address + archives[0], folder / archives[0], MOST_ARCHIVE_BYTES)
    except (OSError, HTTPException, ValueError) as error:
        raise StepFailed(NOT_THERE.about(address=address, error=str(error))) from error


def _download(address: str, to: Path, most_bytes: int) -> None:
    if not address.startswith(("https://", "http://")):  # urlopen reads files of root, too
        raise ValueError(address)
    with urlopen(address, timeout=FETCH_S) as answer, to.open("wb") as file:
        while piece := answer.read(PIECE_BYTES):
            file.write(piece)
            if file.tell() > most_bytes:
                raise ValueError(f"{to.name} is too large")


def install_offer(place: Place, given: Path, report: Report) -> None:
    """Use what was offered, as `dragonbag update` does; the signature is checked once more."""
    kept = place.at(OFFERED)
    if not kept.is_dir():
        raise StepFailed(NO_OFFER)
    update(place, _archive_in(kept))
    place.remove(OFFERED)
    report.put(offer=None)


def go_back(place: Place, given: Path, report: Report) -> None:
    """Use the version before, as `dragonbag rollback` does."""
    roll_back(place)


DUTIES: Mapping[Verb, Callable[[Place, Path, Report], None]] = {
    Verb.OFFER: offer,
    Verb.UPDATE: install_offer,
    Verb.ROLLBACK: go_back,
}

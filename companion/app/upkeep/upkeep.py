"""The upkeep of a served table: backup, restore, brightness, log, updates, and switching off."""

import re
import shutil
from collections.abc import Callable, Mapping
from functools import partial
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from secrets import token_hex
from tempfile import TemporaryDirectory
from typing import IO, TYPE_CHECKING

from companion.app.panel_keeper import PanelKeeper
from companion.app.pi import versions
from companion.app.pi.backup import RESTORING, SAVING, Manifest, reading, saving
from companion.app.pi.caretaker.orders import (
    MOST_FILES,
    PROGRESS,
    SOCKET,
    Progress,
    Verb,
    read_progress,
    send,
)
from companion.app.pi.place import Place
from companion.app.pi.power import power_off
from companion.app.pi.release import MANIFEST, SIGNATURE
from companion.app.settings import INSTALLED_SETTINGS, Settings
from companion.app.upkeep.again import Again, outcome_in
from companion.app.upkeep.choices import CAMERAS, Choices, choose, chosen, kept_brightness
from companion.app.upkeep.log_tail import LogTail
from companion.engine.errors import BadBackup, BadSettings, DragonbagError, StepFailed
from companion.engine.sentence import Sentence, in_lines
from companion.engine.unknown import no_such
from companion.engine.value import Value, replace
from companion.table.journal import Journal
from companion.table.line import SELF, EpochCause
from companion.table.table import Table
from companion.worker.work import Desk, Job, Ticket, Urgency, Work

if TYPE_CHECKING:
    from companion.app.upkeep.pins import PinPlan

SAVE_S = 600.0  # a thousand evenings on a Zero
PATIENCE_S = 15.0
CHECK = ".check-"
SAVED, GIVEN = "download.zip", "upload.zip"
UNFINISHED = (SAVING, RESTORING, CHECK)  # folders with a copy of a journal
COMING = "upload-"  # and more: what is checked now; two phones may send at once
GOES_ON = Sentence(
    "A game goes on, and a backup holds all its secrets. Wait until it is over, or use the command "
    "dragonbag backup at the computer."
)
NOT_CHECKED = Sentence("Choose a backup first.")
NOT_AS_SEEN = Sentence(
    "Another phone has changed this in the meantime. Look at the page again before you go on."
)
NOT_OURS = Sentence("This computer is not the table's own, so a phone cannot switch it off.")


class Kept(Value, frozen=True):
    """A backup that waits: to be downloaded, or to be restored."""

    manifest: Manifest
    file: Path


# What phones add to the name of a file that they have already, or that has no ending.
RENAMED = re.compile(r" ?\(\d+\)|\.txt$")
THREE_FILES = Sentence(
    "Choose all three files of a release at once: the archive, SHA256SUMS and SHA256SUMS.sig."
)


def checked_backup(file: Path, called: str) -> Job[Manifest]:
    """Check everything about a backup, game by game; BadBackup calls it as its sender does."""
    try:
        with TemporaryDirectory(dir=file.parent, prefix=CHECK) as folder:
            return (yield from reading(file, Path(folder) / "journal.sqlite"))
    except BadBackup as error:
        file.unlink(missing_ok=True)
        facts = dict(error.told.facts) | {"file": called}
        raise BadBackup(error.told.about(**facts)) from error


def _clear(folder: Path) -> None:
    """Remove what an earlier life or a power cut left half done in the folder of the journal.

    Nobody knows any more what the files hold; the journal is ours, so nobody restores it now.
    """
    (folder / SAVED).unlink(missing_ok=True)
    for file in folder.glob(f"{Path(GIVEN).stem}*.zip"):
        file.unlink()
    for unfinished in UNFINISHED:
        for left in folder.glob(f"{unfinished}*"):
            shutil.rmtree(left)


class Upkeep:
    """What the host's page /upkeep may do with one table."""

    def __init__(
        self,
        table: Table,
        settings: Settings,
        desk: Desk,
        panel: PanelKeeper,
        again: Again,
        log: LogTail,
        *,
        root: Path = Path("/"),
        switch_off: Callable[[], None] = power_off,
    ) -> None:
        """Look after this table; `root` is where the caretaker and the versions are looked for."""
        self._table, self._settings, self._desk = table, settings, desk
        self._panel, self._again, self._log = panel, again, log
        self._place = Place(root)
        self._switch_off = switch_off
        self.saved: Kept | None = None
        self.given: Kept | None = None
        self.restored = outcome_in(settings.data_dir)
        self.life = token_hex(4)  # pages tell by it whether the table has started again
        _clear(settings.data_dir)

    # Backup and restore.

    def save(self) -> Ticket[None]:
        """Begin to make a backup for a download; BadBackup while a game goes on."""
        self._must_be_over()
        file = self._settings.data_dir / SAVED
        args = (self._settings.journal, self._settings.file, file)
        return self._desk.ask(
            Work(saving, args, Urgency.PAGE, SAVE_S), partial(self._keep, file), PATIENCE_S
        )

    def _must_be_over(self) -> None:
        if self._table.snapshot.is_going_on:
            raise BadBackup(GOES_ON)

    def _keep(self, file: Path, made: tuple[Manifest, tuple[str, ...]]) -> None:
        manifest, unfinished = made
        try:
            self._table.adopt(partial(self._tell_games, unfinished))
        except DragonbagError:
            file.unlink()  # nobody knows that it exists
            raise
        self.saved = Kept(manifest, file)

    def _tell_games(self, unfinished: tuple[str, ...], journal: Journal) -> None:
        """Let the games whose secrets are in the backup tell so; under the table's lock."""
        self._must_be_over()
        snapshot = self._table.snapshot
        if snapshot.game_id in unfinished:  # nobody has begun it: another one has another seed
            self._table.open_game(SELF, snapshot.game.name)
        for game in unfinished:
            journal.begin_epoch(game, EpochCause.COPIED)

    def check(self, upload: IO[bytes], called: str) -> Ticket[None]:
        """Begin to check a backup that somebody sends, as the command does."""
        file = self._settings.data_dir / f"{COMING}{token_hex(8)}.zip"
        self.given = None
        with file.open("xb") as target:
            file.chmod(0o600)
            shutil.copyfileobj(upload, target)
        work = Work(checked_backup, (file, called), Urgency.PAGE, SAVE_S)
        return self._desk.ask(work, partial(self._take, file), PATIENCE_S)

    def _take(self, file: Path, manifest: Manifest) -> None:
        if self._again.is_wanted:
            return
        given = self._settings.data_dir / GIVEN
        file.replace(given)
        self.given = Kept(manifest, given)

    def restore(self, seen: str = "") -> None:
        """Let the table start again with the backup that was checked; BadBackup without one.

        seen: the digest of the backup that the host has seen, "" for whatever is there.
        """
        if self._again.is_wanted:
            return
        if self.given is None:
            raise BadBackup(NOT_CHECKED)
        if seen not in ("", self.given.manifest.journal_sha256):
            raise BadBackup(NOT_AS_SEEN)
        self._again.ask(self.given.file)

    # The lamps and the log.

    @property
    def has_lamps(self) -> bool:
        """Is there a panel whose lamps shine?"""
        return self._panel.get() is not None

    @property
    def brightness(self) -> float:
        """Return the brightness of the lamps, 0 to 1."""
        return kept_brightness(self._settings)

    def dim(self, brightness: float) -> None:
        """Let the lamps shine with this brightness, also after the next start; or OSError."""
        self._choose(replace(self._chosen, brightness=brightness))
        if ready := self._panel.get():
            ready.panel.dim(kept_brightness(self._settings))

    # Pins and camera. The table starts again to use them.

    @property
    def _chosen(self) -> Choices:
        return chosen(self._settings.data_dir)

    def _choose(self, choices: Choices) -> None:
        choose(self._settings.data_dir, choices)

    @property
    def has_pins(self) -> bool:
        """Does this table have a panel, whose pins can be moved?"""
        return self._settings.panel != "none"

    def plan(self, wished: Mapping[str, int]) -> "PinPlan":
        """Return the panel with parts on other pins, such as {"lamps.red": 6}, and the check."""
        from companion.app.upkeep.pins import plan  # it brings the wiring's drawings

        return plan(self._settings, wished)

    def move_pins(self, wished: Mapping[str, int]) -> None:
        """Keep these pins and start again; BadSettings if they do not pass the check."""
        planned = self.plan(wished)
        if planned.wrong:
            raise BadSettings(in_lines(planned.wrong))
        self._choose(replace(self._chosen, pins=planned.table))
        self._again.ask()

    def forget_pins(self) -> None:
        """Use the pins of the settings again."""
        self._choose(replace(self._chosen, pins={}))
        self._again.ask()

    @property
    def has_own_pins(self) -> bool:
        """Did the host choose pins?"""
        return bool(self._chosen.pins)

    @property
    def camera(self) -> str:
        """Return which camera is used, as in the settings."""
        return self._settings.camera

    @property
    def cameras(self) -> tuple[str, ...]:
        """Return those that may be chosen: nothing to choose where no photo can be read."""
        if find_spec("cv2") is None:
            return ()
        return tuple(dict.fromkeys((*CAMERAS, self.camera)))

    def choose_camera(self, camera: str) -> None:
        """Use this camera and start again; BadSettings if it is none of `cameras`."""
        if camera not in self.cameras:
            raise BadSettings(no_such(camera, self.cameras))
        wished = camera if camera in CAMERAS else None
        self._choose(replace(self._chosen, camera=wished))
        self._again.ask()

    @property
    def log(self) -> tuple[str, ...]:
        """Return the newest lines of the log, the newest last."""
        return self._log.lines

    # What only an installed table has.

    @property
    def is_installed(self) -> bool:
        """Is this the service of an installed table, which may switch its computer off?"""
        return self._settings.file == self._place.at(PurePosixPath(INSTALLED_SETTINGS))

    @property
    def has_caretaker(self) -> bool:
        """Is there somebody who may update?"""
        return self.is_installed and self._place.at(SOCKET).exists()

    @property
    def version_before(self) -> str:
        """Return the number of the version to go back to, "" if there is none."""
        return versions.number_of(versions.previous(self._place))

    @property
    def progress(self) -> Progress | None:
        """Return how far the newest order is, None if there was none."""
        return read_progress(self._place.at(PROGRESS))

    def offer(self, language: str, files: list[tuple[str, IO[bytes], int]]) -> None:
        """Let a release be checked; without files, the one at the address of the settings."""
        given = [(RENAMED.sub("", name), content, size) for name, content, size in files]
        names = {name for name, _, _ in given}
        if given and not (
            len(given) == len(names) == MOST_FILES and names >= {MANIFEST, SIGNATURE}
        ):
            raise StepFailed(THREE_FILES)
        self._order(Verb.OFFER, language, given)

    def update(self, language: str, seen: str = "") -> None:
        """Let what was offered be installed; this table ends and the new one starts.

        seen: the version that the host has seen there, "" for whatever it is.
        """
        offer = self.progress.offer if self.progress else None
        self._must_be(seen, offer.version if offer else "")
        self._order(Verb.UPDATE, language, [])

    def roll_back(self, language: str, seen: str = "") -> None:
        """Let the version before be used again; `seen` as for an update."""
        self._must_be(seen, self.version_before)
        self._order(Verb.ROLLBACK, language, [])

    @staticmethod
    def _must_be(seen: str, now: str) -> None:
        if seen not in ("", now):
            raise StepFailed(NOT_AS_SEEN)

    def _order(self, verb: Verb, language: str, files: list[tuple[str, IO[bytes], int]]) -> None:
        send(self._place.at(SOCKET), verb, language, files)

    def switch_off(self) -> None:
        """Switch the computer off; PowerOffFailed if it refuses, StepFailed if it is not ours."""
        if not self.is_installed:
            raise StepFailed(NOT_OURS)
        self._switch_off()

"""Where the steps of an installation are done: on a Pi, or in a folder to try in."""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from companion.app.saying import say
from companion.engine.errors import StepFailed
from companion.engine.sentence import Sentence

# TRANSLATORS: a step of the installation that is only shown, as in "would write /etc/hosts".
WOULD = Sentence("would {step}")
WRITE = Sentence("write {path}")
COPY = Sentence("copy {source} to {path}")
MOVE = Sentence("move {path} to {to}")
POINT = Sentence("point {path} to {to}")
REMOVE = Sentence("remove {path}")
RUN = Sentence("run {command}")
NOT_RUN = Sentence("{command} failed: {why}")
Runner = Callable[[tuple[str, ...]], bool]


def _nobody_listens(step: Sentence) -> None:
    """Do nothing: steps are told anyway."""


def run_for_real(words: tuple[str, ...]) -> bool:
    """Run a command; StepFailed with the last line that it printed if it fails."""
    try:
        subprocess.run(words, capture_output=True, text=True, check=True)
    except OSError as error:
        raise StepFailed(NOT_RUN.about(command=words[0], why=error.strerror)) from error
    except subprocess.CalledProcessError as error:
        said = (error.stderr or error.stdout).strip().splitlines()
        why = said[-1] if said else str(error)
        raise StepFailed(NOT_RUN.about(command=" ".join(words), why=why)) from error
    return True


def succeeds(words: tuple[str, ...]) -> bool:
    """Run a command such as `systemctl is-enabled` and return whether its exit code is 0."""
    try:
        return subprocess.run(words, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


@dataclass(slots=True)
class Place:
    """A file system under `root`, and how commands are run for it.

    run: runs a command. asks: runs a command and returns whether its exit code is 0. flush: waits
    until everything that was written is on the disk. tell: prints what is done, in `language` or,
    if that is "", in that of the shell. In a dry run steps are only printed.
    begin: hears what now begins and may take minutes, in a few words.
    """

    root: Path = Path("/")
    run: Runner = run_for_real
    asks: Runner = succeeds
    tell: Callable[[str], None] = print
    is_dry: bool = False
    language: str = ""
    flush: Callable[[], None] = os.sync
    begin: Callable[[Sentence], None] = _nobody_listens
    changes: int = field(default=0, init=False)
    made: list[PurePosixPath] = field(
        default_factory=list, init=False
    )  # folders that were not there

    def at(self, path: PurePosixPath) -> Path:
        """Return where a path of the Pi is under the root."""
        return self.root / path.relative_to("/")

    def has(self, path: PurePosixPath) -> bool:
        """Is there a file, folder or link, even a link to nothing?"""
        return os.path.lexists(self.at(path))

    @contextmanager
    def _change(self, step: Sentence, **facts: object) -> Iterator[bool]:
        self.changes += 1
        self.say(step, **facts)
        yield not self.is_dry

    def say(self, step: Sentence, **facts: object) -> None:
        """Tell a step; in a dry run, that it would be done."""
        said = step.about(**{name: str(fact) for name, fact in facts.items()})
        self.note(WOULD.about(step=said) if self.is_dry else said)

    def note(self, sentence: Sentence) -> None:
        """Tell something."""
        self.tell(say(sentence, self.language))

    def folder(self, path: PurePosixPath) -> Path:
        """Make a folder and its parents, note which are new, and return it under the root."""
        self.made += [new for new in (path, *path.parents) if not self.at(new).exists()]
        self.at(path).mkdir(parents=True, exist_ok=True)
        return self.at(path)

    def remove_if_empty(self, path: PurePosixPath) -> None:
        """Remove a folder if it is empty."""
        folder = self.at(path)
        if folder.is_dir() and not self.is_dry and not any(folder.iterdir()):
            self.remove(path)

    def write(self, path: PurePosixPath, text: str, mode: int = 0o644) -> bool:
        """Write a file unless it holds this text already; return whether it changed."""
        file = self.at(path)
        if file.is_file() and file.read_text() == text:
            return False
        with self._change(WRITE, path=path) as is_real:
            if is_real:
                self.folder(path.parent)
                file.write_text(text)
                file.chmod(mode)
        return True

    def copy(
        self,
        source: Path,
        path: PurePosixPath,
        copy: Callable[[Path, Path], object] = shutil.copyfile,
        mode: int = 0o600,
    ) -> None:
        """Copy a file of the computer to a path."""
        with self._change(COPY, source=source, path=path) as is_real:
            if is_real:
                self.folder(path.parent)
                copy(source, self.at(path))
                self.at(path).chmod(mode)

    def move(self, path: PurePosixPath, to: PurePosixPath) -> None:
        """Give a file or folder another name."""
        with self._change(MOVE, path=path, to=to) as is_real:
            if is_real:
                self.at(path).rename(self.at(to))

    def link(self, path: PurePosixPath, target: PurePosixPath) -> bool:
        """Point a link to a target, in one atomic step; return whether it changed."""
        link = self.at(path)
        if link.is_symlink() and link.readlink() == Path(target):
            return False
        with self._change(POINT, path=path, to=target) as is_real:
            if is_real:
                self.folder(path.parent)
                fresh = link.with_name(link.name + ".new")
                fresh.unlink(missing_ok=True)
                fresh.symlink_to(target)
                fresh.replace(link)
        return True

    def remove(self, path: PurePosixPath) -> bool:
        """Remove a file or a whole folder; return whether there was one."""
        if not self.has(path):
            return False
        with self._change(REMOVE, path=path) as is_real:
            if is_real:
                found = self.at(path)
                if found.is_dir() and not found.is_symlink():
                    shutil.rmtree(found)
                else:
                    found.unlink()
        return True

    def settle(self) -> None:
        """Wait until what was written is on the disk, so that a power cut cannot take it."""
        if not self.is_dry:
            self.flush()

    def do(self, *words: str) -> None:
        """Run a command; StepFailed if it fails."""
        with self._change(RUN, command=" ".join(words)) as is_real:
            if is_real:
                self.run(words)

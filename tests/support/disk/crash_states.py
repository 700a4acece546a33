"""Every state in which a power cut can leave a folder whose writes were recorded.

A disk keeps what was waited for (Sync). Of what was not, it may have anything: all, nothing, half
of the last write, or any of its sectors in any order. The list of names in a folder is waited for
like a file; names that were not come back in their order, as with any journalling file system.
"""

import random
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.disk.recorder import Cut, Gone, Name, Said, Step, Sync, Write

SECTOR_BYTES = 512  # what a disk writes whole; nobody promises more
NOT_KEPT = ("-shm", ".lock")  # ends of names: what is only of use while a program runs
Files = dict[str, bytes]


@dataclass(slots=True)
class _File:
    """What the disk surely has of a file, and what it may have besides."""

    sure: bytearray = field(default_factory=bytearray)
    open: list[Write | Cut] = field(default_factory=list)

    def settle(self) -> None:
        for step in self.open:
            _do(self.sure, step)
        self.open.clear()


@dataclass(frozen=True, slots=True)
class State:
    """What may be found in the folder, by path, after so many promises were given."""

    files: Files
    promises: int


class Disk:
    """A folder on a disk that forgets; `names` are those that its programs see."""

    def __init__(self, folder: Path) -> None:
        """Begin with an empty folder."""
        self._folder = str(folder)
        self._names: dict[str, _File] = {}
        self._sure_names: dict[str, _File] = {}
        self._open_names: list[dict[str, _File]] = []  # what they became one after the other
        self.promises = 0

    def do(self, step: Step) -> None:
        """Let a program do this."""
        match step:
            case Said():
                self.promises += 1
            case Sync(path) if path == self._folder:
                self._sure_names = copy(self._names)
                self._open_names.clear()
            case Sync(path):
                self._names[path].settle()
            case Write(path) | Cut(path):
                self._names[path].open.append(step)
            case Gone(path):
                self._rename(path, path, None)
            case Name(how, path, before):
                file = self._names[before] if before else _File()
                self._rename(before if how == "rename" else path, path, file)

    def _rename(self, before: str, path: str, file: _File | None) -> None:
        self._names.pop(before, None)
        if file is not None:
            self._names[path] = file
        self._open_names.append(copy(self._names))

    def all(self) -> Files:
        """Return what a program sees, and the disk has if no power is cut."""
        return {path: _all(file) for path, file in self._names.items()}

    def states(self, dice: random.Random, mixtures: int) -> Iterator[State]:
        """Yield the states that are possible now: three plain ones, and so many by chance."""
        newest = self._names
        for names in (newest, self._sure_names):
            yield self._state({path: _all(file) for path, file in names.items()})
            yield self._state({path: bytes(file.sure) for path, file in names.items()})
        yield self._state({path: _torn(file) for path, file in newest.items()})
        for _ in range(mixtures if self._is_open() else 0):
            names = dice.choice([self._sure_names, *self._open_names])
            yield self._state({path: _mixed(file, dice) for path, file in names.items()})

    def _is_open(self) -> bool:
        return bool(self._open_names) or any(file.open for file in self._names.values())

    def _state(self, files: Files) -> State:
        kept = {path: text for path, text in files.items() if not path.endswith(NOT_KEPT)}
        return State(kept, self.promises)


def crash_states(
    steps: Sequence[Step], folder: Path, mixtures: int, seed: int = 1
) -> Iterator[State]:
    """Yield each state that a power cut can leave; once more where more was promised by then."""
    disk, dice = Disk(folder), random.Random(seed)
    seen: set[int] = set()
    for step in steps:
        disk.do(step)
        if isinstance(step, Write | Cut | Sync | Name | Gone) and step.path.endswith(NOT_KEPT):
            continue
        for state in disk.states(dice, mixtures):
            mark = hash((state.promises, *sorted(state.files.items())))
            if mark not in seen:
                seen.add(mark)
                yield state


def _do(text: bytearray, step: Write | Cut) -> None:
    length = step.length if isinstance(step, Cut) else step.offset
    if isinstance(step, Cut):
        del text[length:]
    text.extend(bytes(max(0, length - len(text))))
    if isinstance(step, Write):
        text[length : length + len(step.text)] = step.text


def _applied(file: _File, steps: Sequence[Write | Cut]) -> bytes:
    text = bytearray(file.sure)
    for step in steps:
        _do(text, step)
    return bytes(text)


def _all(file: _File) -> bytes:
    return _applied(file, file.open)


def _sectors(step: Write | Cut) -> Iterator[Write | Cut]:
    if isinstance(step, Cut):
        yield step
        return
    at = 0
    while at < len(step.text):
        end = at + SECTOR_BYTES - (step.offset + at) % SECTOR_BYTES
        yield Write(step.path, step.offset + at, step.text[at:end])
        at = end


def _torn(file: _File) -> bytes:
    """Return a file whose last write was done by half, to the sector."""
    if not file.open:
        return bytes(file.sure)
    last = list(_sectors(file.open[-1]))
    return _applied(file, [*file.open[:-1], *last[: len(last) // 2]])


def _mixed(file: _File, dice: random.Random) -> bytes:
    """Return a file with any of the sectors that were not waited for."""
    sectors = [sector for step in file.open for sector in _sectors(step)]
    return _applied(file, [sector for sector in sectors if dice.random() < 0.5])

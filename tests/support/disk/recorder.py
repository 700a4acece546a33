"""Records what a program writes to its files, in order and with every sync, as a debugger would.

The program is stopped at each call of the kernel (ptrace), so nothing in it has to know. Only its
first thread is watched: that one must do all the writing. crash_states.py compares the files at
the end with what was recorded, so what was not seen is noticed.
"""

import ctypes
import errno
import os
import platform
import signal
import struct
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

# Numbers of calls: asm/unistd_64.h of x86_64, asm-generic/unistd.h for aarch64.
CALLS: dict[str, dict[int, str]] = {
    "x86_64": {
        1: "write", 18: "pwrite64", 2: "open", 257: "openat", 77: "ftruncate",
        74: "fsync", 75: "fdatasync", 87: "unlink", 263: "unlinkat", 82: "rename",
        264: "renameat", 316: "renameat2", 86: "link", 265: "linkat",
    },
    "aarch64": {
        64: "write", 68: "pwrite64", 56: "openat", 46: "ftruncate", 82: "fsync",
        83: "fdatasync", 35: "unlinkat", 38: "renameat", 276: "renameat2", 37: "linkat",
    },
}  # fmt: skip
CAN_RECORD = sys.platform == "linux" and platform.machine() in CALLS
TRACE_ME, GO_ON, SET_OPTIONS, CALL_INFO = 0, 24, 0x4200, 0x420E  # linux/ptrace.h
MARK_CALLS, DIE_WITH_US = 1, 1 << 20
AT_CALL = signal.SIGTRAP | 0x80
ENTRY = 1  # of the two stops at each call, the one before it is done
STDOUT = 1


@dataclass(frozen=True, slots=True)
class Write:
    """Bytes that went to a place in a file."""

    path: str
    offset: int
    text: bytes


@dataclass(frozen=True, slots=True)
class Cut:
    """A file was given this length."""

    path: str
    length: int


@dataclass(frozen=True, slots=True)
class Sync:
    """All of a file, or of a folder's list of names, was waited for."""

    path: str


@dataclass(frozen=True, slots=True)
class Name:
    """A file got a name: a new one ("open"), a second one ("link") or another one ("rename")."""

    how: str
    path: str
    before: str = ""


@dataclass(frozen=True, slots=True)
class Gone:
    """A name was taken away."""

    path: str


@dataclass(frozen=True, slots=True)
class Said:
    """What the program told the world: a promise."""

    text: bytes


Step = Write | Cut | Sync | Name | Gone | Said


def let_watch() -> None:
    """Be recorded from here on; for the program itself, when all its modules are loaded."""
    _ptrace(TRACE_ME)
    os.kill(os.getpid(), signal.SIGSTOP)


def record(command: Sequence[str], folder: Path) -> list[Step]:
    """Run a program that calls let_watch(), and return what it did to this folder."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        _, status = os.waitpid(process.pid, os.WUNTRACED)
        assert os.WIFSTOPPED(status), f"{command} ended before it could be recorded"
        _ptrace(SET_OPTIONS, process.pid, MARK_CALLS | DIE_WITH_US)
        steps = list(_Watched(process.pid, str(folder)).steps())
        process.returncode = 0  # it was waited for already
    return steps


class _Watched:
    """One program, stopped at each of its calls."""

    def __init__(self, pid: int, folder: str) -> None:
        self._pid, self._folder = pid, folder
        self._memory = os.open(f"/proc/{pid}/mem", os.O_RDONLY)
        self._calls = CALLS[platform.machine()]

    def steps(self) -> Iterator[Step]:
        call, given, opened = "", tuple[int, ...](), None
        for kind, numbers in self._stops():
            if kind == ENTRY:
                call, given = self._calls.get(numbers[0], ""), numbers[1:]
                opened = self._opened(given[call == "openat" :]) if "open" in call else None
            elif call and numbers[0] >= 0:
                step = opened or self._step(call, given, numbers[0])
                if isinstance(step, Said) or (step is not None and self._is_ours(step.path)):
                    yield step
        os.close(self._memory)

    def _stops(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Yield at which side of a call it stopped, and its numbers: the call's, or its answer."""
        passed_on = 0
        while True:
            _ptrace(GO_ON, self._pid, passed_on)
            _, status = os.waitpid(self._pid, 0)
            if not os.WIFSTOPPED(status):
                assert status == 0, f"the recorded program ended with {status}"
                return
            passed_on = os.WSTOPSIG(status)
            if passed_on != AT_CALL:
                continue
            passed_on = 0
            told = ctypes.create_string_buffer(88)
            _ptrace(CALL_INFO, self._pid, ctypes.addressof(told), len(told))
            kind = told.raw[0]
            yield kind, struct.unpack_from("<7Q" if kind == ENTRY else "<q", told.raw, 24)

    def _opened(self, given: tuple[int, ...]) -> Step | None:
        """Return what opening a file will do to it, before it is done."""
        path, flags = self._text(given[0]), given[1]
        if not flags & os.O_CREAT or not self._is_ours(path):
            return None
        if not os.path.exists(path):
            return Name("open", path)
        return Cut(path, 0) if flags & os.O_TRUNC else None

    def _step(self, call: str, of: tuple[int, ...], answer: int) -> Step | None:
        match call:
            case "write" | "pwrite64":
                return self._written(call, of, answer)
            case "ftruncate":
                return Cut(self._file(of[0]), of[1])
            case "fsync" | "fdatasync":
                return Sync(self._file(of[0]))
            case "unlink" | "unlinkat":
                return Gone(self._text(of[call == "unlinkat"]))
            case "rename" | "link":
                return Name(call, self._text(of[1]), self._text(of[0]))
            case "renameat" | "renameat2" | "linkat":
                how = "link" if call == "linkat" else "rename"
                return Name(how, self._text(of[3]), self._text(of[1]))
        return None

    def _written(self, call: str, of: tuple[int, ...], length: int) -> Step:
        text = os.pread(self._memory, length, of[1])
        if call == "write" and of[0] == STDOUT:
            return Said(text)
        path = self._file(of[0])
        is_placed = call == "pwrite64" or not self._is_ours(path)
        return Write(path, of[3] if is_placed else self._place(of[0]) - length, text)

    def _is_ours(self, path: str) -> bool:
        return path == self._folder or path.startswith(self._folder + "/")

    def _file(self, number: int) -> str:
        return os.readlink(f"/proc/{self._pid}/fd/{number}").removesuffix(" (deleted)")

    def _place(self, number: int) -> int:
        return int(Path(f"/proc/{self._pid}/fdinfo/{number}").read_text().split()[1])

    def _text(self, address: int) -> str:
        """Return a name in the program's memory; it may end where the next page is not there."""
        found = b""
        while b"\0" not in found:
            at = address + len(found)
            found += os.pread(self._memory, 4096 - at % 4096, at)
        return os.fsdecode(found.partition(b"\0")[0])


def _ptrace(what: int, pid: int = 0, *facts: int) -> None:
    """Ask the kernel; OSError if it refuses. With one fact it is the last, with two both."""
    ask = ctypes.CDLL(None, use_errno=True).ptrace
    ask.argtypes = [ctypes.c_ulong, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
    ask.restype = ctypes.c_long
    address, given = (facts[1], facts[0]) if len(facts) == 2 else (0, facts[0] if facts else 0)
    if ask(what, pid, address, given) < 0 and (number := ctypes.get_errno()) != errno.ESRCH:
        raise OSError(number, os.strerror(number))

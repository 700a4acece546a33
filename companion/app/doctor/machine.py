"""What a check may look at, and what it says."""

import grp
import os
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from companion.engine.sentence import Sentence
from hardware.panel.factories import line_users

COMMAND_S = 10.0  # rpicam-hello takes two seconds on a Zero 2 W


class Verdict(StrEnum):
    """How a check ended."""

    FINE = "fine"
    NOTE = "note"  # works, but could be better
    BAD = "bad"  # a table would miss it


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the doctor's: what was looked at, how it is, and what to do about it."""

    name: str
    verdict: Verdict
    text: Sentence
    cure: Sentence | None = None


def fine(name: str, text: str, /, **facts: object) -> Finding:
    """Return a good finding; `facts` fill the {places} of its text."""
    return Finding(name, Verdict.FINE, Sentence(text, "", facts))


def note(name: str, text: str, cure: str, /, **facts: object) -> Finding:
    """Return what could be better, and how; `facts` fill both texts."""
    return Finding(name, Verdict.NOTE, Sentence(text, "", facts), Sentence(cure, "", facts))


def bad(name: str, text: str, cure: str, /, **facts: object) -> Finding:
    """Return what has to be mended, and how; `facts` fill both texts."""
    return Finding(name, Verdict.BAD, Sentence(text, "", facts), Sentence(cure, "", facts))


def run_command(words: tuple[str, ...]) -> str | None:
    """Return what a command prints; None if it is missing, fails or takes too long."""
    environ = {**os.environ, "LC_ALL": "C"}
    try:
        done = subprocess.run(
            words, capture_output=True, text=True, timeout=COMMAND_S, check=True, env=environ
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout + done.stderr


def own_groups() -> frozenset[str]:
    """Return the names of the groups that this process is in."""
    known = {group.gr_gid: group.gr_name for group in grp.getgrall()}
    return frozenset(known.get(number, str(number)) for number in (*os.getgroups(), os.getegid()))


@dataclass(frozen=True, slots=True)
class Machine:
    """The computer: its files under `root`, its commands, who asks, and who holds which pin."""

    root: Path = Path("/")
    run: Callable[[tuple[str, ...]], str | None] = run_command
    environ: Mapping[str, str] = field(default_factory=lambda: os.environ)
    groups: frozenset[str] = field(default_factory=own_groups)
    line_users: Callable[[], Mapping[int, str]] = line_users

    def read(self, path: str) -> str:
        """Return a file's text, "" if there is none; `path` is relative to the root."""
        try:
            return (self.root / path).read_text(errors="replace")
        except OSError:
            return ""

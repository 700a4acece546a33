"""The computer that is checked, and a finding about it."""

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
    BAD = "bad"  # something at the table will not work


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding: what was checked, how it is, and what to do about it."""

    name: str
    verdict: Verdict
    text: Sentence
    cure: Sentence | None = None


def fine(name: str, text: str, /, **facts: object) -> Finding:
    """Return a good finding; `facts` fill the {places} of its text."""
    return Finding(name, Verdict.FINE, Sentence(text, "", facts))


def note(name: str, text: str, cure: str, /, **facts: object) -> Finding:
    """Return a finding of something that could be better; `facts` fill both texts."""
    return Finding(name, Verdict.NOTE, Sentence(text, "", facts), Sentence(cure, "", facts))


def bad(name: str, text: str, cure: str, /, **facts: object) -> Finding:
    """Return a finding of something that must be repaired; `facts` fill both texts."""
    return Finding(name, Verdict.BAD, Sentence(text, "", facts), Sentence(cure, "", facts))


def run_command(words: tuple[str, ...]) -> str | None:
    """Return what a command prints; None if it is missing, fails or takes over COMMAND_S."""
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
    """The computer: its files under `root`, its commands, our groups, and who uses which pin."""

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

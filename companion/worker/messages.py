"""What the table's process and the worker's process tell each other."""

import pickle
from dataclasses import dataclass
from typing import Any

from companion.engine.sentence import Sentence
from companion.worker.work import Job, R, Work


@dataclass(frozen=True, slots=True)
class Do:
    """Begin this, before anything that was begun already."""

    number: int
    packed: bytes  # the job and its arguments


@dataclass(frozen=True, slots=True)
class Stop:
    """Nobody waits for this any more."""

    number: int


@dataclass(frozen=True, slots=True)
class Progress:
    """So far is it."""

    number: int
    progress: object


@dataclass(frozen=True, slots=True)
class Done:
    """This came of it."""

    number: int
    result: object


@dataclass(frozen=True, slots=True)
class Refused:
    """The work itself says no."""

    number: int
    told: Sentence


@dataclass(frozen=True, slots=True)
class Failed:
    """A fault of ours; or it wanted more memory than it may have."""

    number: int
    is_memory: bool = False


@dataclass(frozen=True, slots=True)
class Stopped:
    """It was stopped, as told."""

    number: int


def packed(work: Work[R]) -> bytes:
    """Return a job and its arguments as bytes. Both processes are ours, so they may be pickled."""
    return pickle.dumps((work.job, work.args), pickle.HIGHEST_PROTOCOL)


def begun(packed: bytes) -> Job[Any]:
    """Do a packed job; what it needs is imported when it begins, so that a failure is its own."""
    job, args = pickle.loads(packed)
    result = yield from job(*args)
    return result

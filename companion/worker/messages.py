"""What the table's process and the worker's process tell each other."""

import pickle

from companion.engine.sentence import Sentence
from companion.engine.value import Value
from companion.worker.work import Job, R, Work


class Do(Value, frozen=True):
    """Begin this, before anything that was begun already."""

    number: int
    packed: bytes  # the job and its arguments


class Stop(Value, frozen=True):
    """Nobody waits for this any more."""

    number: int


class Progress(Value, frozen=True):
    """So far is it."""

    number: int
    progress: object


class Done(Value, frozen=True):
    """This came of it."""

    number: int
    result: object


class Refused(Value, frozen=True):
    """The work itself says no."""

    number: int
    told: Sentence


class Failed(Value, frozen=True):
    """A fault of ours; or it wanted more memory than it may have."""

    number: int
    is_memory: bool = False


class Stopped(Value, frozen=True):
    """It was stopped, as told."""

    number: int


def packed(work: Work[R]) -> bytes:
    """Return a job and its arguments as bytes. Both processes are ours, so they may be pickled."""
    return pickle.dumps((work.job, work.args), pickle.HIGHEST_PROTOCOL)


def begun(packed: bytes) -> Job[object]:
    """Do a packed job; what it needs is imported when it begins, so that a failure is its own."""
    job, args = pickle.loads(packed)
    result = yield from job(*args)
    return result

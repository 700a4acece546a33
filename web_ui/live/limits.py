"""How long a connection may take, how many there may be, and whose request is next. No sockets."""

import time
from collections import deque
from collections.abc import Callable, Collection
from typing import Generic, Protocol, TypeVar

from companion.engine.value import Value

HALF_S = 5.0  # what somebody has used counts half after this
HEAVY_S = 0.4  # of processor time, so counted: 55 ms a second, or a thumb that taps all the time
OFTEN = 45.0  # requests, so counted: 6 a second; a thumb taps four times a second
APART_AT_ONCE = 1  # of the server's threads, for all strangers and all who have used that much
Whose = tuple[bool, str]


class Limits(Value, frozen=True):
    """The bounds of a server; tests set smaller ones."""

    connections: int = 512  # without the streams, which leave the server
    per_address: int = 400  # 60 browsers behind one router open 360
    unheard_s: int = 5  # before the kernel (Linux) hands over one that has said nothing
    first_s: float = 10.0  # for a connection that has said nothing yet
    header_s: float = 10.0  # from the first byte of a request to the end of its header
    header_reads: int = 20  # a header comes in one or two pieces
    idle_s: float = 30.0  # for a connection that waits for the next tap
    slow_s: float = 20.0  # a body or an answer takes as long as it likes, and after that
    slow_bytes_per_s: int = 4096  # as long as it goes on at this rate
    look_s: float = 1.0  # how often the server looks for those that took too long
    last_s: float = 5.0  # for what is being answered when the server closes
    rests: float = 2.0  # times as long as something took strangers and the greedy rest after it
    longest_rest_s: float = 0.3

    def rest_s(self, took_s: float) -> float:
        """Return how long to leave the processor to phones after what took so long."""
        return min(self.longest_rest_s, self.rests * took_s)


class Task(Protocol):
    """A request that waits for a thread."""

    @property
    def owner(self) -> str:
        """Return whom it counts to."""

    @property
    def is_strangers(self) -> bool:
        """Return whether that is nobody who has joined."""


T = TypeVar("T", bound=Task)


class Use:
    """How much processor time everybody has used of late, and for how many requests.

    Both halve every HALF_S.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin with nothing used."""
        self._clock = clock
        self._used: dict[str, tuple[float, float, float]] = {}  # seconds, requests, and when

    def of(self, owner: str) -> float:
        """Return what somebody has used, in seconds."""
        return self._of(owner)[0]

    def is_greedy(self, owner: str) -> bool:
        """Tell whether somebody has used much, or has asked very often."""
        used_s, asked = self._of(owner)
        return used_s > HEAVY_S or asked > OFTEN

    def add(self, owner: str, seconds: float) -> None:
        """Count what a request has used."""
        if len(self._used) > 1000:
            self._used = {name: self._used[name] for name in self._used if self.of(name) > 0.001}
        used_s, asked = self._of(owner)
        self._used[owner] = used_s + seconds, asked + 1.0, self._clock()

    def _of(self, owner: str) -> tuple[float, float]:
        if owner not in self._used:
            return 0.0, 0.0
        used_s, asked, at_s = self._used[owner]
        left = 0.5 ** ((self._clock() - at_s) / HALF_S)
        return used_s * left, asked * left


class Turns(Generic[T]):
    """The queue of requests: whoever has used least of late is next.

    Strangers, and those who have used HEAVY_S, share APART_AT_ONCE threads. So however many
    requests they send, a tap of another phone waits for one of them at most.

    It stands in for the queue of waitress's dispatcher, and is used under its lock. Its length is
    the number of requests that may begin now.
    """

    def __init__(self, use: Use) -> None:
        """Ask `use` who has used how much."""
        self._use = use
        # By whether it is a stranger's, and by owner; whoever waits for nothing is not in it.
        self._waiting: dict[Whose, deque[T]] = {}
        self._apart: set[int] = set()  # the ids of those that run
        self._holds_back = True

    def __len__(self) -> int:
        """Count the requests that may begin now."""
        return sum(len(self._waiting[whose]) for whose in self._next())

    def append(self, task: T) -> None:
        """Let a request wait."""
        self._waiting.setdefault((task.is_strangers, task.owner), deque()).append(task)

    def popleft(self) -> T:
        """Return the next request."""
        whose = min(self._next(), key=lambda each: (self._is_apart(each), self._use.of(each[1])))
        tasks = self._waiting.pop(whose)
        task = tasks.popleft()
        if tasks:
            self._waiting[whose] = tasks  # behind the others
        if self._is_apart(whose):
            self._apart.add(id(task))
        return task

    def ended(self, task: T) -> None:
        """Let another one begin."""
        self._apart.discard(id(task))

    def hold_nobody_back(self) -> None:
        """Let everybody be next from now on: a server that ends takes out all who wait."""
        self._holds_back = False

    def is_apart(self, task: T) -> bool:
        """Tell whether a request that runs has had to wait for others of its kind."""
        return id(task) in self._apart

    def _next(self) -> Collection[Whose]:
        if not self._holds_back or len(self._apart) < APART_AT_ONCE:
            return self._waiting
        return [whose for whose in self._waiting if not self._is_apart(whose)]

    def _is_apart(self, whose: Whose) -> bool:
        is_strangers, owner = whose
        return is_strangers or self._use.is_greedy(owner)

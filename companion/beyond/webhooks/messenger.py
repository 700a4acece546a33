"""Brings every line of the journal to one web address, in order, until it has been received.

with Messenger("club", hook, table, outbox):
    ...
"""

import logging
import random
import sqlite3
import threading
import time
from collections.abc import Callable
from typing import Self

from companion.beyond.outbox import Outbox, Told
from companion.beyond.webhooks.post import Answer, post
from companion.beyond.webhooks.settings import Webhook
from companion.beyond.webhooks.sign import headers
from companion.beyond.webhooks.words import body_of
from companion.engine.errors import DragonbagError
from companion.table.table import Table

FIRST_WAIT_S, LONGEST_WAIT_S = 1.0, 600.0
LINES = 20  # read at once
STOP_S = 1.0  # who is still waiting for an answer then is told again next time

log = logging.getLogger(__name__)


class Messenger:
    """One thread that tells one address. The game never waits for it."""

    def __init__(
        self,
        name: str,
        hook: Webhook,
        table: Table,
        outbox: Outbox,
        *,
        version: str = "",
        first_wait_s: float = FIRST_WAIT_S,
        clock_s: Callable[[], float] = time.time,
    ) -> None:
        """Send nothing yet."""
        self._name, self._hook, self._table = name, hook, table
        self._reader = outbox.reader(f"webhooks.{name}")
        self._agent = f"Dragonbag/{version}"
        self._first_wait_s, self._clock_s = first_wait_s, clock_s
        self._trouble = ""
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"webhook {name}", daemon=True)

    def __enter__(self) -> Self:
        """Begin to tell."""
        self._thread.start()
        return self

    def __exit__(self, *failure: object) -> None:
        """Stop; what was not received yet is told next time."""
        self._ended.set()
        self._table.wake()
        self._thread.join(STOP_S)

    def _run(self) -> None:
        while not self._is_ending():
            try:
                self._tell_all()
            except (sqlite3.Error, DragonbagError) as error:
                self._lose(str(error))
                self._ended.wait(LONGEST_WAIT_S)

    def _is_ending(self) -> bool:
        return self._ended.is_set() or self._table.is_closed

    def _tell_all(self) -> None:
        """Tell everything that is new, then wait for more."""
        version = self._table.snapshot.version
        while not self._is_ending() and (lines := self._reader.after(self._reader.position, LINES)):
            for told in lines:
                if not self._tell(told):
                    return
                self._reader.acknowledge(told.seq)
            self._reader.save()
        self._table.wait_newer(version, or_when=self._ended.is_set)

    def _tell(self, told: Told) -> bool:
        """Send a line until it is received or refused for ever; False if the table ends first."""
        body, wait_s = body_of(self._hook, told), self._first_wait_s
        while body is not None and not self._is_ending():
            answer = self._post(told, body)
            if answer.is_received:
                self._trouble = ""
                return True
            if answer.is_final:
                log.warning("webhook %s refuses line %s: %s", self._name, told.seq, answer.status)
                return True
            self._lose(answer.why)
            self._ended.wait(max(answer.wait_s, wait_s * random.uniform(0.5, 1.0)))
            wait_s = min(2 * wait_s, LONGEST_WAIT_S)
        return body is None

    def _post(self, told: Told, body: bytes) -> Answer:
        name = f"{self._reader.series}-{told.seq}"
        signed = (
            headers(self._hook.secret, name, int(self._clock_s()), body)
            if self._hook.secret
            else {}
        )
        return post(self._hook, body, {"User-Agent": self._agent, **signed})

    def _lose(self, why: str) -> None:
        if why != self._trouble:  # once, not at every try
            log.warning("webhook %s: %s", self._name, why)
        self._trouble = why

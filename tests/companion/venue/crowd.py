"""Many tables in one process, for a venue: they count, keep their journals and send again.

A table's journal is a list of moments; what an event says follows from its number. A real table is
tested in test_tables.py.
"""

import json
import threading
import time
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Self

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion

SERIES = "s1"
RETRY_S = 0.05


class Crowd:
    """Tables that share one connection; `say` goes through it, cut or not."""

    def __init__(self, port: int, names: Iterable[str], *, prefix: str = "dragonbag") -> None:
        self.journals: dict[str, list[float]] = {name: [] for name in names}
        self._prefix = prefix
        self._lock = threading.RLock()
        self.sent_again = 0
        self._port, self._is_over = port, threading.Event()
        self._lost = threading.Event()
        self._client = self._connected()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def _connected(self) -> Client:
        # A new client each time: an old one would send again what is no longer true.
        client = Client(CallbackAPIVersion.VERSION2, protocol=MQTTProtocolVersion.MQTTv5)
        client.max_inflight_messages_set(0)
        client.on_connect = lambda *_: self._greet()
        client.on_disconnect = lambda *_: self._lost.set()
        client.on_message = lambda _1, _2, message: self._resend(message)
        client.connect("127.0.0.1", self._port, 30)
        return client

    def __enter__(self) -> Self:
        self._client.loop_start()
        self._thread.start()
        return self

    def __exit__(self, *failure: object) -> None:
        self._is_over.set()
        self._client.disconnect()
        self._lost.set()
        self._thread.join()
        self._client.loop_stop()

    def _run(self) -> None:
        """Connect anew whenever the line is lost."""
        while self._lost.wait() and not self._is_over.is_set():
            self._client.loop_stop()
            with suppress(OSError):
                self._lost.clear()
                self._client = self._connected()
                self._client.loop_start()
                continue
            self._lost.set()
            self._is_over.wait(RETRY_S)

    def _greet(self) -> None:
        self._client.subscribe(f"{self._prefix}/+/resend", 1)
        for name in self.journals:
            self._client.publish(f"{self._prefix}/{name}/availability", "online", 1, True)
            self.show(name)

    def play(self, name: str, times: int = 1) -> None:
        """Let something happen at a table and tell it."""
        with self._lock:
            for _ in range(times):
                self.journals[name].append(time.time())
                self._tell(name, len(self.journals[name]))
            self.show(name)

    def quietly(self, name: str, times: int) -> None:
        """Let something happen at a table that nobody is told of."""
        with self._lock:
            self.journals[name] += [time.time()] * times

    def publish(self, topic: str, payload: bytes) -> None:
        """Publish anything."""
        self._client.publish(f"{self._prefix}/{topic}", payload, 1)

    def show(self, name: str) -> None:
        """Publish the newest state."""
        state = {
            "version": len(self.journals[name]),
            "series": SERIES,
            "since": 0,
            "is_over": False,
            "standing": {
                "title": "Clank!",
                "is_going_on": True,
                "players": [{"seat": "red", "name": "Ann"}, {"seat": "green", "name": "Bo"}],
                "turn": "red",
            },
            "state": {"filler": "x" * 1500},  # a real one is about as long
        }
        self._client.publish(f"{self._prefix}/{name}/state", json.dumps(state), 1, True)

    def _tell(self, name: str, seq: int) -> None:
        at = datetime.fromtimestamp(self.journals[name][seq - 1], UTC)
        body = {
            "table": name,
            "series": SERIES,
            "seq": seq,
            "at": at.isoformat(),
            "game": "clank",
            "game_id": "game-1",
            "kind": "command",
            "source": "panel",
            "step": None,
            "is_over": False,
            "events": [{"type": "ClankMade", "colour": "red", "cubes": 1, "credit": 0}],
        }
        self._client.publish(f"{self._prefix}/{name}/events", json.dumps(body), 1)

    def _resend(self, message: MQTTMessage) -> None:
        name = message.topic.split("/")[-2]
        after = json.loads(message.payload)["after"]
        if name in self.journals:
            with self._lock:
                last = len(self.journals[name])
                self.sent_again += last - after
                for seq in range(after + 1, last + 1):
                    self._tell(name, seq)

    @property
    def whole(self) -> dict[str, int]:
        """Return how many events each table has had."""
        return {name: len(journal) for name, journal in self.journals.items() if journal}

"""A real Mosquitto for tests: started, killed, cut off; and who listens at it."""

import getpass
import shutil
import subprocess
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from companion.engine.codec import parse
from tests.support.places import free_port

WAIT_S = 30.0
PLACES = "/usr/sbin:/usr/local/sbin:/usr/bin:/opt/homebrew/sbin"


class Mosquitto:
    """A broker on a port of its own; a missing Mosquitto is a failure."""

    def __init__(self, folder: Path, *lines: str) -> None:
        program = shutil.which("mosquitto", path=PLACES)
        assert program, "the tests need mosquitto: sudo apt install mosquitto"
        self.port = free_port()
        self._file = folder / "mosquitto.conf"
        self._file.write_text(
            "\n".join(
                (
                    f"listener {self.port} 127.0.0.1",
                    f"user {getpass.getuser()}",
                    "log_dest stderr",
                    "max_queued_messages 0",
                    *(lines or ("allow_anonymous true",)),
                    "",
                )
            )
        )
        self._program = program

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *failure: object) -> None:
        self.kill()

    def start(self) -> None:
        """Start, and wait until it takes connections."""
        self._process = subprocess.Popen(
            [self._program, "-c", self._file], stderr=subprocess.PIPE, text=True
        )
        out = self._process.stderr
        assert out is not None
        told = ""
        while "running" not in told:
            told = out.readline()
            assert told, "mosquitto has ended"
        self._drain = threading.Thread(target=out.read, daemon=True)
        self._drain.start()

    def kill(self) -> None:
        """End it as a power cut would; what it kept is gone."""
        self._process.kill()
        self._process.wait()
        self._drain.join()
        assert self._process.stderr is not None
        self._process.stderr.close()


@dataclass(frozen=True)
class Heard:
    """A message that came to a listener."""

    topic: str
    payload: bytes
    retained: bool
    mark: bytes = b""

    @property
    def body(self) -> Any:
        return parse(self.payload)


class Ear:
    """Somebody who listens at a broker, and may speak; `heard` is everything, in order."""

    def __init__(self, port: int, topic: str = "dragonbag/#", name: str = "", **login: str) -> None:
        self.heard: list[Heard] = []
        self._news = threading.Condition()
        self._topic = topic
        self._client = Client(
            CallbackAPIVersion.VERSION2, client_id=name, protocol=MQTTProtocolVersion.MQTTv5
        )
        if login:
            self._client.username_pw_set(login["username"], login["password"])
        self._is_listening = False
        self._client.on_connect = self._on_connect
        self._client.on_subscribe = lambda *_: self._listening()
        self._client.on_message = lambda _1, _2, message: self._note(message)
        self._client.connect("127.0.0.1", port)

    def __enter__(self) -> Self:
        self._client.loop_start()
        with self._news:
            assert self._news.wait_for(lambda: self._is_listening, WAIT_S)
        return self

    def __exit__(self, *failure: object) -> None:
        self._client.disconnect()
        self._client.loop_stop()

    def _on_connect(self, *_: object) -> None:
        self._client.subscribe(self._topic, 1)

    def _listening(self) -> None:
        with self._news:
            self._is_listening = True
            self._news.notify_all()

    def _note(self, message: MQTTMessage) -> None:
        mark = getattr(message.properties, "CorrelationData", b"")
        with self._news:
            self.heard.append(Heard(message.topic, bytes(message.payload), message.retain, mark))
            self._news.notify_all()

    def wait(self, is_there: Callable[[Sequence[Heard]], bool], timeout_s: float = WAIT_S) -> None:
        """Wait until what was heard fulfils this."""
        with self._news:
            assert self._news.wait_for(lambda: is_there(self.heard), timeout_s), self.topics()

    def topics(self) -> Counter[str]:
        return Counter(each.topic for each in self.heard)

    def wait_line(self, seq: int, timeout_s: float = WAIT_S) -> list[Any]:
        """Wait until the newest event is this line, and return all events."""

        def is_newest(heard: Sequence[Heard]) -> bool:
            events = (each for each in reversed(heard) if each.topic.endswith("/events"))
            return next((each.body["seq"] == seq for each in events), False)

        self.wait(is_newest, timeout_s)
        return self.of("events")

    def of(self, topic: str) -> list[Any]:
        """Return the JSON of all messages on the table's topic."""
        with self._news:
            return [each.body for each in self.heard if each.topic.endswith(f"/{topic}")]

    def wait_for(self, topic: str, is_there: Callable[[list[Any]], bool]) -> list[Any]:
        """Wait until the messages on a topic fulfil this, and return them."""
        self.wait(
            lambda heard: is_there(
                [each.body for each in heard if each.topic.endswith(f"/{topic}")]
            )
        )
        return self.of(topic)

    def wait_text(self, topic: str, text: str) -> None:
        """Wait until the newest message on a topic is this."""

        def is_newest(heard: Sequence[Heard]) -> bool:
            found = [each.payload for each in heard if each.topic.endswith(f"/{topic}")]
            return bool(found) and found[-1] == text.encode()

        self.wait(is_newest)

    def say(
        self,
        topic: str,
        payload: bytes,
        *,
        retain: bool = False,
        answer_to: str = "",
        mark: bytes = b"",
    ) -> None:
        """Publish, and wait until the broker has it."""
        properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]  # of paho
        if answer_to:
            properties.ResponseTopic = answer_to
            properties.CorrelationData = mark
        sent = self._client.publish(topic, payload, 1, retain, properties)
        sent.wait_for_publish(WAIT_S)

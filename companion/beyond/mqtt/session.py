"""One connection to a broker, from greeting to loss; the only home of paho.

What happens on it is put into an inbox by paho's thread; nobody waits for that thread.
"""

import ssl
from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

from paho.mqtt.client import MQTT_ERR_SUCCESS, Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from companion.beyond.mqtt.settings import Mqtt
from companion.beyond.mqtt.topics import OFFLINE, Topics

KEEPALIVE_S = 30
CONNECT_S = 5.0
QOS = 1
MOST_BYTES = 64 * 1024  # of what is published for us; an order has a few hundred


@dataclass(frozen=True, slots=True)
class Greeted:
    """The broker has let us in."""


@dataclass(frozen=True, slots=True)
class Lost:
    """The connection is gone, or the broker refuses us."""

    why: str


@dataclass(frozen=True, slots=True)
class Received:
    """The broker has what was published under this number."""

    number: int


@dataclass(frozen=True, slots=True)
class Arrived:
    """Something was published for us. `answer_to` and `mark` are how the sender is answered."""

    topic: str
    payload: bytes
    answer_to: str = ""
    mark: bytes = b""


Happening = Greeted | Lost | Received | Arrived


class Session:
    """One connection; `note` is called in paho's thread with each happening.

    with Session(settings, topics, inbox.append) as session:
        number = session.publish(topics.state, b"{}", retain=True)
    """

    def __init__(self, settings: Mqtt, topics: Topics, note: Callable[[Happening], None]) -> None:
        """Connect to nothing yet."""
        self._settings, self._note = settings, note
        self._client = client = Client(
            CallbackAPIVersion.VERSION2,
            # The same id again ends our own half-open connection, and with it its last will.
            client_id=topics.base.replace("/", "-"),
            protocol=MQTTProtocolVersion.MQTTv5,
            reconnect_on_failure=False,
        )
        client.connect_timeout = CONNECT_S
        client.will_set(topics.availability, OFFLINE, QOS, retain=True)
        if settings.username:
            client.username_pw_set(settings.username, settings.password or None)
        if settings.tls:
            client.tls_set_context(ssl.create_default_context(cafile=settings.ca_file or None))
        client.on_connect = lambda _1, _2, _3, code, _4: note(
            Lost(str(code)) if code.is_failure else Greeted()
        )
        client.on_disconnect = lambda _1, _2, _3, code, _4: note(Lost(f"cut off ({code})"))
        client.on_publish = lambda _1, _2, number, code, _3: note(
            Lost(f"not taken: {code}") if code.is_failure else Received(number)
        )
        # No callback holds the session: paho closes its last sockets only when it is forgotten.
        client.on_message = lambda _1, _2, message: _arrived(message, note)

    def __enter__(self) -> Self:
        """Connect; OSError if the broker cannot be reached."""
        properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]  # of paho
        properties.MaximumPacketSize = MOST_BYTES  # the broker leaves out what is larger
        host, port = self._settings.host, self._settings.usual_port
        self._client.connect(host, port, KEEPALIVE_S, properties=properties)
        self._client.loop_start()
        return self

    def __exit__(self, *failure: object) -> None:
        """Say goodbye and end paho's thread; without a goodbye the last will would come."""
        self._client.disconnect()
        self._client.loop_stop()

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> int:
        """Send with at-least-once delivery, and return the number that Received will have."""
        sent = self._client.publish(topic, payload, QOS, retain)
        if sent.rc != MQTT_ERR_SUCCESS:
            self._note(Lost(f"cannot send: {sent.rc}"))
        return sent.mid

    def answer(self, topic: str, payload: bytes, mark: bytes) -> None:
        """Send an answer, marked as the question was."""
        properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]  # of paho
        if mark:
            properties.CorrelationData = mark
        self._client.publish(topic, payload, QOS, properties=properties)

    def listen(self, topic: str) -> None:
        """Ask for what is published on a topic."""
        self._client.subscribe(topic, QOS)


def _arrived(message: MQTTMessage, note: Callable[[Happening], None]) -> None:
    """Note a message; one that was kept was meant for a moment that nobody knows."""
    if message.retain:
        return
    given = message.properties
    answer_to = getattr(given, "ResponseTopic", "")
    mark = getattr(given, "CorrelationData", b"")
    note(Arrived(message.topic, bytes(message.payload), answer_to, mark))

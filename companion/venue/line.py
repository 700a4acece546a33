"""One connection of a venue to its broker; a home of paho.

Events come through a shared subscription: each to one process of the venue. What the broker keeps
of each table comes to every process. The broker holds nothing back for a process that is away:
whatever it misses is asked for again (see venue.py).
"""

import ssl
from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from companion.beyond.mqtt.settings import Mqtt

KEEPALIVE_S = 30
CONNECT_S = 5.0
QOS = 1
KEPT = ("state", "availability", "call")
EVENTS = "events"
UNACKNOWLEDGED = 500  # most messages on their way to us
MOST_BYTES = 64 * 1024  # of one of them; an event or a state of a whole game had under 21 kB


@dataclass(frozen=True, slots=True)
class Message:
    """What a table has published: the last part of the topic, and its number on this line."""

    table: str
    topic: str
    payload: bytes
    number: int


class Line:
    """Connected from __enter__ to __exit__; its callbacks are called in paho's thread.

    with Line(settings, "venue", take=inbox.put, lost=tell) as line:
        line.say("kitchen", "resend", b'{"after": 41}')
    """

    def __init__(
        self,
        settings: Mqtt,
        group: str,
        take: Callable[[Message], None],
        lost: Callable[[str], None],
    ) -> None:
        """Connect to nothing yet. `group` is the same for all processes of a venue."""
        self._settings, self._group = settings, group
        self._prefix = f"{settings.prefix}/"
        self._client = client = Client(
            CallbackAPIVersion.VERSION2,
            protocol=MQTTProtocolVersion.MQTTv5,
            reconnect_on_failure=False,
            manual_ack=True,  # an event is acknowledged when it is in the database
        )
        client.connect_timeout = CONNECT_S
        if settings.username:
            client.username_pw_set(settings.username, settings.password or None)
        if settings.tls:
            client.tls_set_context(ssl.create_default_context(cafile=settings.ca_file or None))
        prefix = self._prefix

        def read(_1: object, _2: object, message: MQTTMessage) -> None:
            table, _, topic = message.topic.removeprefix(prefix).rpartition("/")
            take(Message(table, topic, bytes(message.payload), message.mid))

        client.on_connect = lambda _1, _2, _3, code, _4: (
            lost(str(code)) if code.is_failure else self._listen()
        )
        client.on_disconnect = lambda _1, _2, _3, code, _4: lost(f"cut off ({code})")
        client.on_message = read

    def __enter__(self) -> Self:
        """Connect; OSError if the broker cannot be reached."""
        properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]  # of paho
        properties.ReceiveMaximum = UNACKNOWLEDGED
        properties.MaximumPacketSize = MOST_BYTES  # the broker leaves out what is larger
        host, port = self._settings.host, self._settings.usual_port
        self._client.connect(host, port, KEEPALIVE_S, properties=properties)
        self._client.loop_start()
        return self

    def __exit__(self, *failure: object) -> None:
        """Say goodbye and end paho's thread."""
        self._client.disconnect()
        self._client.loop_stop()

    def _listen(self) -> None:
        self._client.subscribe(f"$share/{self._group}/{self._prefix}+/{EVENTS}", QOS)
        self.refresh()

    def refresh(self) -> None:
        """Let the broker tell what it keeps once more: it may have dropped something meanwhile."""
        self._client.subscribe([(f"{self._prefix}+/{topic}", QOS) for topic in KEPT])

    def acknowledge(self, message: Message) -> None:
        """Tell the broker that a message has been dealt with."""
        self._client.ack(message.number, QOS)

    def say(self, table: str, topic: str, payload: bytes, *, retain: bool = False) -> None:
        """Publish something for a table."""
        self._client.publish(f"{self._prefix}{table}/{topic}", payload, QOS, retain)

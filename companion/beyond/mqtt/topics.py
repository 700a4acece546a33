"""The names under which a table speaks and listens at a broker."""

from dataclasses import dataclass

from companion.beyond.mqtt.settings import Mqtt

ONLINE, OFFLINE = "online", "offline"
PRESSES = ("attack", "undo")


@dataclass(frozen=True, slots=True)
class Topics:
    """All topics of one table, such as "dragonbag/table/state"."""

    base: str

    @classmethod
    def of(cls, settings: Mqtt) -> "Topics":
        """Return the topics of the table that these settings name."""
        return cls(f"{settings.prefix}/{settings.table}")

    @property
    def availability(self) -> str:
        """Return where "online" or "offline" is kept."""
        return f"{self.base}/availability"

    @property
    def state(self) -> str:
        """Return where the newest snapshot is kept."""
        return f"{self.base}/state"

    @property
    def home(self) -> str:
        """Return where the newest values for a smart home are kept."""
        return f"{self.base}/home"

    @property
    def events(self) -> str:
        """Return where each line of the journal goes, with its number."""
        return f"{self.base}/events"

    @property
    def alarm(self) -> str:
        """Return where it is told at once that the dragon attacks."""
        return f"{self.base}/alarm"

    @property
    def resend(self) -> str:
        """Return where others ask for the events after a number again."""
        return f"{self.base}/resend"

    @property
    def call(self) -> str:
        """Return where it is kept whether the table wants staff."""
        return f"{self.base}/call"

    @property
    def staff(self) -> str:
        """Return where staff answer a call."""
        return f"{self.base}/staff"

    @property
    def command(self) -> str:
        """Return where commands come in."""
        return f"{self.base}/command"

    @property
    def answer(self) -> str:
        """Return where commands are answered that name no topic for it."""
        return f"{self.base}/answer"

    def press(self, button: str) -> str:
        """Return where the presses of a smart home's button come in."""
        return f"{self.base}/press/{button}"

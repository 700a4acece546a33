"""Everything that Dragonbag raises on purpose: one base, and one class for each who has to act.

    try:
        table.submit(command, "phone:red")
    except Rejected as refused:  # the player: the rules say no
        print(speech.refusal(refused))
    except BadMessage as error:  # the sender: this is no command
        print(error)
    except JournalError as error:  # the host: the disk refuses
        print(error)

Outside the core each error stands beside the device or the port that it is about, and has the same
base: PanelMissing (hardware/panel/factories.py), WrongPins (hardware/panel/pins/), UnknownPart
(hardware/panel/self_test.py), CameraLost (hardware/tray/cameras/reopening.py), CubeReaderError
(hardware/tray/reader/reading.py) and PortTaken (web_ui/live/server.py).
"""

from companion.engine.sentence import Sentence

AS_IT_IS = "{text}"  # nothing to translate
DISK_REFUSES = Sentence("The disk refuses: {error}")  # with the words of an OSError


class DragonbagError(Exception):
    """The base of all; `str()` of it says in English what is wrong.

    `sentence` says the same in any language; None if the text is all there is.
    """

    def __init__(self, told: Sentence | str = "", *more: object) -> None:
        """Keep what is told, as a sentence where it can be translated."""
        super().__init__(str(told), *more)
        self.sentence = told if isinstance(told, Sentence) else None

    @property
    def told(self) -> Sentence:
        """Return what is told as a sentence: in English if that is all there is."""
        return self.sentence or Sentence(AS_IT_IS, "", {"text": str(self)})


class Rejected(DragonbagError):
    """The rules or the table refuse: a stable code and the facts of who and why.

    The sentence is made later, in the reader's language (`Game.refusals`).
    """

    def __init__(self, code: str, **facts: object) -> None:
        """Keep the code (snake_case) and the facts that fill its sentence."""
        super().__init__(code, facts)
        self.code = code
        self.facts = facts

    def __str__(self) -> str:
        """Return the code, and its facts if it has any, for a log line."""
        return f"{self.code} {self.facts}" if self.facts else self.code


class BadMessage(DragonbagError, ValueError):
    """What was sent is no message of this game; the text says where and why."""


class BadField(BadMessage):
    """What somebody typed into a form cannot be taken.

    `field` is where; `sentence` says why. Its fact "field" is for what the page calls that.
    """

    sentence: Sentence

    def __init__(self, field: str, sentence: Sentence) -> None:
        """Keep both."""
        told = sentence.about(**{**sentence.facts, "field": field})
        super().__init__(told)
        self.field, self.sentence = field, told


class Unfit(ValueError):
    """A value refuses one of its fields: the text is for programs, the rest as in BadField."""

    def __init__(self, text: str, field: str, sentence: Sentence) -> None:
        """Keep them."""
        super().__init__(text)
        self.field, self.sentence = field, sentence


class BadGameFile(BadMessage):
    """A file cannot be taken for a game; `sentence` says why, its fact `detail` what exactly."""

    sentence: Sentence

    def __init__(self, sentence: Sentence) -> None:
        """Keep the sentence."""
        super().__init__(sentence)

    def __str__(self) -> str:
        """Return the sentence in English, and the detail, which is for programs and logs alone."""
        detail = self.sentence.facts.get("detail")
        return f"{self.sentence} {detail}" if detail else str(self.sentence)


class RulesBroken(DragonbagError):
    """A rule of ours made an impossible state. Nothing was written; the last state stands."""


class JournalError(DragonbagError):
    """The journal cannot be opened or written; the text is the reason to show."""


class UnwritableJournal(JournalError):
    """The disk refuses: it is full, broken, read-only or away. The journal may be whole."""


class DamagedJournal(JournalError):
    """The journal is not as it was written: lines are missing, or are not Dragonbag's."""


class DamagedLine(DamagedJournal):
    """A line of the journal is not as it was written; `number` is its place in its game."""

    def __init__(self, told: Sentence, *, game: str, number: int, at: str = "") -> None:
        """Keep which line it is; `at` is its time, "" if that cannot be read either."""
        super().__init__(told)
        self.game, self.number, self.at = game, number, at


class TrayError(DragonbagError):
    """The tray cannot be read or calibrated now; `sentence` tells the players why."""

    sentence: Sentence

    def __init__(self, sentence: Sentence) -> None:
        """Keep the sentence."""
        super().__init__(sentence)


class CommandError(DragonbagError):
    """A command of `dragonbag` cannot be done; the text says what happened and what to do.

    The command line prints it and ends with exit code 1.
    """


class BadSettings(CommandError):
    """The settings file cannot be used; the text says which line or key and why."""


class NotServed(CommandError):
    """The table cannot be served."""


class BadBackup(CommandError):
    """A backup cannot be used, or a journal cannot be backed up."""


class StepFailed(CommandError):
    """A step of installing or updating failed; whoever planned it may take the others back."""


class PowerOffFailed(CommandError):
    """The Pi could not be switched off."""

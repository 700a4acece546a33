"""What everybody is shown of the table at one moment."""

from collections.abc import Mapping

from companion.engine.game import AnyCommand, AnyGame, AnyState, Placeholder, known_to_all
from companion.engine.sentence import Sentence
from companion.engine.value import Value, field, replace
from companion.table.fair.part import Part
from companion.table.history import NO_EPOCH, NO_MOMENTS, Entry, Epoch, History, Moments
from companion.table.line import Kind, Line
from companion.table.reading import Seen


class ChainHead(Value, frozen=True):
    """Where the chain of a game stands (CHAIN.md); hash and digest are hexadecimal."""

    number: int
    hash: str
    digest: str  # of the newest line

    @classmethod
    def of(cls, newest: Line | None) -> "ChainHead | None":
        """Return the head after this line; None before the first, or in a journal without chain."""
        if newest is None or not newest.number:
            return None
        return cls(newest.number, newest.hash.hex(), newest.digest().hex())


class Snapshot(Value, frozen=True):
    """What everybody is shown: the state, its version, and how it came about.

    `version` is the seq of the newest journal line and `events` is what that line made happen.
    `story` holds the last lines, oldest first. `part` is the phones' part in the draws.
    `notices` say what is wrong with the table now, by a key of who says it. `seen` is what the
    camera read and nobody has confirmed yet. Notices and `seen` change without a new version.
    `moments` say which turn, attack and fight it is. `head` is what phones remember of the game,
    `epoch` what happened last to its journal.
    `keeps_secrets`: some seats know what others may not, or would if what was undone were done
    again."""

    version: int
    game_id: str  # "" before any game was opened
    game: AnyGame
    state: AnyState  # of `game`: code of one game says which, as in `state: Clank = snapshot.state`
    events: tuple[object, ...] = ()
    kind: Kind = Kind.OPEN
    source: str = ""
    story: tuple[Entry, ...] = ()
    undo_takes: Entry | None = None
    redo_does: Entry | None = None
    notices: Mapping[str, Sentence] = field(default_factory=dict)
    seen: Seen | None = None
    part: Part = field(default_factory=Part)
    moments: Moments = field(default_factory=lambda: NO_MOMENTS)
    head: ChainHead | None = None
    epoch: Epoch = NO_EPOCH
    keeps_secrets: bool = False
    shown_again: int = 0  # counts redraws for facts that pages show and no snapshot holds

    @classmethod
    def of(
        cls,
        history: History,
        game_id: str,
        *,
        version: int,
        events: tuple[object, ...],
        kind: Kind,
        source: str,
        notices: Mapping[str, Sentence],
    ) -> "Snapshot":
        """Return what is shown of a game now."""
        return cls(
            version=version,
            game_id=game_id,
            game=history.game,
            state=history.state,
            events=events,
            kind=kind,
            source=source,
            story=history.story,
            undo_takes=history.last_done(),
            redo_does=history.last_undone(),
            notices=notices,
            part=Part.of(history),
            moments=history.moments,
            head=ChainHead.of(history.newest),
            epoch=history.epoch,
            keeps_secrets=history.keeps_secrets,
        )

    @property
    def is_going_on(self) -> bool:
        """Has a game been set up that is not over?"""
        return bool(self.state.players) and not self.game.is_over(self.state)

    def moment_of(self, command: AnyCommand | Placeholder) -> int | None:
        """Return the moment now of a command, its class, or FAIR_DRAW.

        That is what `meant` of Table.submit() and draw() takes; None if it is meant for no moment.
        """
        moment = self.game.moment_of(command)
        return None if moment is None else self.moments.get(moment, 0)


def seen_from(snapshot: Snapshot, seat: str) -> Snapshot:
    """Return the snapshot as a seat may know it; "watch" knows only what everybody knows.

    Events are told as everybody may know them at any time: a step that was taken back may hold
    what nobody else has seen.
    """
    game = snapshot.game
    if game.public is known_to_all and not game.has_secrets(snapshot.state):
        return snapshot
    story = tuple(_public(game, entry) for entry in snapshot.story)
    events = tuple(map(game.public, snapshot.events))
    state = snapshot.state
    if game.has_secrets(state):
        state = game.veil(state, seat)
    return replace(snapshot, state=state, events=events, story=story)


def _public(game: AnyGame, entry: Entry) -> Entry:
    events = tuple(map(game.public, entry.events))
    return entry if events == entry.events else replace(entry, events=events)

"""What everybody is shown of the table at one moment."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from companion.draws.sealed_numbers import Phase
from companion.engine.game import AnyGame, AnyState
from companion.engine.sentence import Sentence
from companion.table.history import NO_MOMENTS, Entry, Kind, Moments
from companion.table.reading import Seen


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What everybody is shown: the state, its version, and how it came about.

    `version` is the seq of the newest journal line and `events` is what that line made happen.
    `story` holds the last lines, oldest first. `phase` is what phones may do for the draws.
    `notices` say what is wrong with the table now, by a key of who says it. `seen` is what the
    camera read and nobody has confirmed yet. Notices and `seen` change without a new version.
    `moments` say which turn, attack and fight it is.
    """

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
    phase: Phase = Phase.SEAL
    seals: tuple[tuple[str, bool], ...] = ()  # of a phone's number, and whether it was opened
    moments: Moments = field(default_factory=lambda: NO_MOMENTS)

    @property
    def is_going_on(self) -> bool:
        """Has a game been set up that is not over?"""
        return bool(self.state.players) and not self.game.is_over(self.state)

    def moment_of(self, command: object) -> int | None:
        """Return the moment now of a command, its class, or None for a fair draw.

        That is what `meant` of Table.submit() and draw() takes; None if it is meant for no moment.
        """
        moment = self.game.moment_of(command)
        return None if moment is None else self.moments.get(moment, 0)


def seen_from(snapshot: Snapshot, seat: str) -> Snapshot:
    """Return the snapshot as a seat may know it; "watch" knows only what everybody knows."""
    game = snapshot.game
    if not game.has_secrets(snapshot.state):
        return snapshot
    story = tuple(
        replace(entry, events=tuple(map(game.public, entry.events))) for entry in snapshot.story
    )
    events = tuple(map(game.public, snapshot.events))
    return replace(snapshot, state=game.veil(snapshot.state, seat), events=events, story=story)

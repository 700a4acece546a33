"""What a command can be meant for: done later, it would mean something else.

"End turn" means the turn that was shown when somebody tapped it. A tap can arrive late, twice, or
together with another phone's. So each game says which commands are meant for a moment
(`Game.meant_for`) and which events begin a new one (`Game.begins`). A moment is known by the
journal line with which it began (`Snapshot.moments`), so that undo leads back to the same one.
"""

from enum import StrEnum


class Moment(StrEnum):
    """A kind of moment. A new turn is also a new moment of each other kind."""

    TURN = "turn"
    ATTACK = "attack"  # Clank!: until the next attack begins, or this one is settled
    ROW = "row"  # Clank!: until the Dungeon Row changes, or a card that arrived is carried out
    MARKET = "market"  # Clank!: until somebody takes a token
    ITEM = "item"  # Grave Robbers: until somebody uses an item
    FIGHT = "fight"  # Grave Robbers: until the next fight begins, or this one is settled

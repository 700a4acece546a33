"""What happened, as sentences in no language yet (see engine/game.py).

No sentence says what a player has laid in a fight: the log is read by both sides.
"""

from functools import singledispatch

from companion.engine.sentence import Sentence
from companion.games.grave_robbers import events as ev
from companion.games.grave_robbers.box import Kind
from companion.games.grave_robbers.values import Against, EffectKind, Source, Why


def tell(event: ev.Event) -> Sentence:
    """Return the log's sentence for one event."""
    return _told(event)


@singledispatch
def _told(event: object) -> Sentence:
    raise TypeError(f"no event of this game: {event!r}")


@_told.register
def _(event: ev.GameStarted) -> Sentence:
    return Sentence(
        "A game of {n} player begins; {first} goes first.",
        "A game of {n} players begins; {first} goes first.",
        {"n": len(event.seats), "first": event.first},
    )


@_told.register
def _(event: ev.DungeonCardLaid) -> Sentence:
    return Sentence("A dungeon card is laid face down.")


@_told.register
def _(event: ev.ItemsDrawn) -> Sentence:
    facts = {"who": event.colour, "n": event.items}
    return Sentence("{who} draws {n} item.", "{who} draws {n} items.", facts)


@_told.register
def _(event: ev.ItemsShuffled) -> Sentence:
    return Sentence("The item pile is empty: shuffle the discards into a new one.")


@_told.register
def _(event: ev.ActionPointsSpent) -> Sentence:
    return Sentence(
        "{n} action point is spent.", "{n} action points are spent.", {"n": event.action_points}
    )


@_told.register
def _(event: ev.Rested) -> Sentence:
    return Sentence("{who} rests and stands again.", "", {"who": event.colour})


@_told.register
def _(event: ev.CardFlipped) -> Sentence:
    facts = {"what": event.kind, "n": event.strength}
    if event.kind is Kind.ENEMY:
        return Sentence("A card is flipped: an enemy, attack {n}.", "", facts)
    if event.kind is Kind.CHEST:
        return Sentence("A card is flipped: a chest, difficulty {n}.", "", facts)
    return Sentence("A card is flipped: {what}.", "", facts)


@_told.register
def _(event: ev.RewardsPlaced) -> Sentence:
    return Sentence(
        "{n} item is put on the card as a reward.",
        "{n} items are put on the card as a reward.",
        {"n": event.items},
    )


@_told.register
def _(event: ev.PawnMoved) -> Sentence:
    facts = {"who": event.colour, "reason": event.reason}
    if event.why is Why.PUSHED:
        return Sentence("{who} flees from the falling card.", "", facts)
    if event.why is Why.PLACED:
        return Sentence("{who} is put on another card ({reason}).", "", facts)
    return Sentence("{who} moves.", "", facts)


@_told.register
def _(event: ev.TreasureTaken) -> Sentence:
    facts = {"who": event.colour, "loser": event.loser or "", "reason": event.reason}
    if event.reason:
        return Sentence("Correction: {who} holds the treasure ({reason}).", "", facts)
    if event.loser is not None:
        return Sentence("{who} takes the treasure from {loser}!", "", facts)
    return Sentence(
        "{who} finds the treasure! From now on cards fall at every turn's end.", "", facts
    )


@_told.register
def _(event: ev.FightBegan) -> Sentence:
    facts = {"who": event.colour, "target": event.target or "", "n": event.strength}
    if event.against is Against.PLAYER:
        return Sentence("{who} attacks {target}.", "", facts)
    if event.against is Against.CHEST:
        return Sentence("{who} tries to open a chest, difficulty {n}.", "", facts)
    return Sentence("{who} fights an enemy, attack {n}.", "", facts)


@_told.register
def _(event: ev.ItemLaid) -> Sentence:
    facts = {"who": event.colour}
    if event.source is Source.PILE:
        return Sentence("{who} takes the die from the pile.", "", facts)
    if event.source is Source.HAND:
        return Sentence("{who} takes the die from the hand.", "", facts)
    return Sentence("{who} takes an open card as the die.", "", facts)


@_told.register
def _(event: ev.PileDieShown) -> Sentence:
    return Sentence("The pile's card shows {n}.", "", {"n": event.die})


@_told.register
def _(event: ev.DieShown) -> Sentence:
    return Sentence("{who}'s card shows {n}.", "", {"who": event.colour, "n": event.die})


@_told.register
def _(event: ev.BonusSet) -> Sentence:
    return Sentence("{who}: items add {n}.", "", {"who": event.colour, "n": event.bonus})


@_told.register
def _(event: ev.FightSettled) -> Sentence:
    facts = {
        "who": event.colour,
        "target": event.target or "",
        "first": _sum(event, 0),
        "second": _sum(event, 1),
    }
    if event.one_beats_six:
        return _one_beat_six(event).about(**facts)
    if event.against is Against.PLAYER and event.has_won:
        return Sentence("{who} beats {target}: {first} against {second}.", "", facts)
    if event.against is Against.PLAYER:
        return Sentence("{target} beats {who}: {second} against {first}.", "", facts)
    if event.against is Against.ENEMY and event.has_won:
        return Sentence("{who} beats the enemy: {first} against {second}.", "", facts)
    if event.against is Against.ENEMY:
        return Sentence("The enemy beats {who}: {second} against {first}.", "", facts)
    if event.has_won:
        return Sentence("{who} opens the chest: {first} against {second}.", "", facts)
    return Sentence("The chest stays shut: {first} for {who} against {second}.", "", facts)


def _one_beat_six(event: ev.FightSettled) -> Sentence:
    if event.against is Against.PLAYER and event.has_won:
        return Sentence("A 1 beats a 6: {who} beats {target}.")
    if event.against is Against.PLAYER:
        return Sentence("A 1 beats a 6: {target} beats {who}.")
    if event.against is Against.ENEMY and event.has_won:
        return Sentence("A 1 beats a 6: {who} beats the enemy.")
    if event.against is Against.ENEMY:
        return Sentence("A 1 beats a 6: the enemy beats {who}.")
    if event.has_won:
        return Sentence("A 1 beats a 6: {who} opens the chest.")
    return Sentence("A 1 beats a 6: the chest stays shut for {who}.")


def _sum(event: ev.FightSettled, side: int) -> str:
    """Return one side's sum as it was reached: "4 + 2 = 6", or "4"."""
    die, bonus = event.dice[side], event.bonuses[side]
    if not bonus:
        return str(die)
    return f"{die} {'+' if bonus > 0 else '−'} {abs(bonus)} = {die + bonus}"


@_told.register
def _(event: ev.RewardsWon) -> Sentence:
    facts = {"who": event.colour, "n": event.items}
    return Sentence(
        "{who} takes {n} item as a reward.", "{who} takes {n} items as a reward.", facts
    )


@_told.register
def _(event: ev.ItemTaken) -> Sentence:
    facts = {"who": event.colour, "loser": event.loser}
    return Sentence("{who} looks at {loser}'s hand and takes a card.", "", facts)


@_told.register
def _(event: ev.Injured) -> Sentence:
    return Sentence("{who} is injured and lies down.", "", {"who": event.colour})


@_told.register
def _(event: ev.ItemUsed) -> Sentence:
    facts = {"who": event.colour, "card": event.card}
    if event.kind is EffectKind.NORMAL:
        return Sentence("{who} uses {card}, a normal effect.", "", facts)
    return Sentence("{who} uses {card}, a special effect.", "", facts)


@_told.register
def _(event: ev.ItemDiscarded) -> Sentence:
    facts = {"who": event.colour, "card": event.card}
    if event.card:
        return Sentence("{who} discards {card}.", "", facts)
    return Sentence("{who} discards an item.", "", facts)


@_told.register
def _(event: ev.ItemsGiven) -> Sentence:
    return Sentence(
        "{giver} gives {taker} {n} item.",
        "{giver} gives {taker} {n} items.",
        {"giver": event.giver, "taker": event.taker, "n": event.items},
    )


@_told.register
def _(event: ev.OpenCardsArranged) -> Sentence:
    return Sentence(
        "{who} has {n} open card.",
        "{who} has {n} open cards.",
        {"who": event.colour, "n": len(event.cards)},
    )


@_told.register
def _(event: ev.RockfallBegan) -> Sentence:
    return Sentence("Rockfall: a card must be chosen.")


@_told.register
def _(event: ev.NothingFell) -> Sentence:
    return Sentence("No card has exactly one neighbour: nothing falls.")


@_told.register
def _(event: ev.CardFell) -> Sentence:
    if not event.items:
        return Sentence("A dungeon card falls.")
    return Sentence(
        "A dungeon card falls with {n} item on it.",
        "A dungeon card falls with {n} items on it.",
        {"n": event.items},
    )


@_told.register
def _(event: ev.TurnEnded) -> Sentence:
    facts = {"who": event.colour, "following": event.following}
    if event.must_rest:
        return Sentence("{who}'s turn ends; {following} is next and rests first.", "", facts)
    return Sentence("{who}'s turn ends; {following} is next.", "", facts)


@_told.register
def _(event: ev.GameEnded) -> Sentence:
    return Sentence(
        "{who} brings the treasure to the entrance and wins!", "", {"who": event.winner}
    )


@_told.register
def _(event: ev.CardWritten) -> Sentence:
    return Sentence("The card list has {card}.", "", {"card": event.card.name})


@_told.register
def _(event: ev.CardErased) -> Sentence:
    return Sentence("The card list has {card} no more.", "", {"card": event.name})


@_told.register
def _(event: ev.CardsReplaced) -> Sentence:
    return Sentence(
        "The card list was replaced: {n} name.",
        "The card list was replaced: {n} names.",
        {"n": len(event.cards)},
    )


@_told.register
def _(event: ev.ConditionCorrected) -> Sentence:
    facts = {"who": event.colour, "what": event.condition, "reason": event.reason}
    return Sentence("Correction: {who} is {what} ({reason}).", "", facts)


@_told.register
def _(event: ev.ActionPointsCorrected) -> Sentence:
    return Sentence(
        "Correction: {n} action point ({reason}).",
        "Correction: {n} action points ({reason}).",
        {"n": event.action_points, "reason": event.reason},
    )


@_told.register
def _(event: ev.TurnCorrected) -> Sentence:
    facts = {"who": event.colour, "reason": event.reason}
    return Sentence("Correction: it is {who}'s turn ({reason}).", "", facts)


@_told.register
def _(event: ev.CardCorrected) -> Sentence:
    facts = {"what": event.kind, "n": event.strength, "reason": event.reason}
    return Sentence("Correction: the card is {what}, number {n} ({reason}).", "", facts)


@_told.register
def _(event: ev.ItemsCorrected) -> Sentence:
    source, target = event.balance, event.place
    if event.items < 0:
        source, target = target, source
    return Sentence(
        "Correction: {n} item from {source} to {target} ({reason}).",
        "Correction: {n} items from {source} to {target} ({reason}).",
        {"n": abs(event.items), "source": source, "target": target, "reason": event.reason},
    )

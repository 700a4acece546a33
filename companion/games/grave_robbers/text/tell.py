"""What happened in Grave Robbers, as sentences in no language yet.

No sentence says what a player has laid in a fight: the log is read by both sides.
"""

from typing import assert_never

from companion.engine.sentence import Sentence
from companion.games.grave_robbers import events as ev
from companion.games.grave_robbers.box import Kind
from companion.games.grave_robbers.values import Against, EffectKind, Source, Why
from companion.games.shared import (
    game_went_on,
    goes_home,
    players_added,
    rulings_corrected,
    seats_corrected,
    turn_corrected,
)


def tell(event: ev.Event) -> Sentence:
    """Return the log's sentence for one event."""
    if isinstance(event, ev.TurnEvent):
        return _turn(event)
    if isinstance(event, ev.DungeonEvent):
        return _dungeon(event)
    if isinstance(event, ev.FightEvent):
        return _fight(event)
    if isinstance(event, ev.ItemEvent):
        return _items(event)
    if isinstance(event, ev.ListEvent):
        return _card_list(event)
    if isinstance(event, ev.CorrectionEvent):
        return _correction(event)
    assert_never(event)


def _turn(event: ev.TurnEvent) -> Sentence:
    match event:
        case ev.ActionPointsSpent():
            return Sentence(
                "{n} action point is spent.",
                "{n} action points are spent.",
                {"n": event.action_points},
            )
        case ev.TurnEnded():
            return _turn_ended(event)
        case ev.Rested():
            return Sentence("{who} rests and stands again.", "", {"who": event.colour})
        case ev.RockfallBegan():
            return Sentence("Rockfall: choose the card that falls.")
        case ev.NothingFell():
            return _nothing_fell(event)
        case ev.GameStarted():
            return Sentence(
                "A game of {n} player begins. {first} goes first.",
                "A game of {n} players begins. {first} goes first.",
                {"n": len(event.seats), "first": event.first},
            )
        case ev.GameEnded():
            return Sentence(
                "{who} brings the treasure to the entrance and wins!", "", {"who": event.winner}
            )
    assert_never(event)


def _nothing_fell(event: ev.NothingFell) -> Sentence:
    if event.reason:
        return Sentence("No card falls this time ({reason}).", "", {"reason": event.reason})
    return Sentence("No card has exactly one neighbour: nothing falls.")


def _turn_ended(event: ev.TurnEnded) -> Sentence:
    facts = {"who": event.colour, "following": event.following}
    if event.must_rest:
        return Sentence("{who}'s turn ends. {following} is next and rests first.", "", facts)
    return Sentence("{who}'s turn ends. {following} is next.", "", facts)


def _dungeon(event: ev.DungeonEvent) -> Sentence:
    match event:
        case ev.PawnMoved():
            return _pawn_moved(event)
        case ev.DungeonCardLaid():
            return Sentence("A dungeon card is laid face down.")
        case ev.CardFlipped():
            return _card_flipped(event)
        case ev.RewardsPlaced():
            return Sentence(
                "{n} item is put on the card as a reward.",
                "{n} items are put on the card as a reward.",
                {"n": event.items},
            )
        case ev.CardFell():
            return _card_fell(event)
        case ev.TreasureTaken():
            return _treasure_taken(event)
    assert_never(event)


def _pawn_moved(event: ev.PawnMoved) -> Sentence:
    facts = {"who": event.colour, "reason": event.reason}
    if event.why is Why.PUSHED:
        return Sentence("{who} flees from the falling card.", "", facts)
    if event.why is Why.PLACED:
        return Sentence("{who} is moved to another card ({reason}).", "", facts)
    return Sentence("{who} moves.", "", facts)


def _card_flipped(event: ev.CardFlipped) -> Sentence:
    facts = {"what": event.kind, "n": event.strength}
    if event.kind is Kind.ENEMY:
        return Sentence("A card is flipped: an enemy, attack {n}.", "", facts)
    if event.kind is Kind.CHEST:
        return Sentence("A card is flipped: a chest, difficulty {n}.", "", facts)
    return Sentence("A card is flipped: {what}.", "", facts)


def _card_fell(event: ev.CardFell) -> Sentence:
    if not event.items:
        return Sentence("A dungeon card falls.")
    return Sentence(
        "A dungeon card falls with {n} item on it.",
        "A dungeon card falls with {n} items on it.",
        {"n": event.items},
    )


def _treasure_taken(event: ev.TreasureTaken) -> Sentence:
    facts = {"who": event.colour, "loser": event.loser or "", "reason": event.reason}
    if event.reason:
        return Sentence("Correction: {who} holds the treasure ({reason}).", "", facts)
    if event.loser is not None:
        return Sentence("{who} takes the treasure from {loser}!", "", facts)
    return Sentence(
        "{who} finds the treasure! From now on, a card falls at the end of every turn.", "", facts
    )


def _fight(event: ev.FightEvent) -> Sentence:
    match event:
        case ev.ItemLaid():
            return _item_laid(event)
        case ev.FightBegan():
            return _fight_began(event)
        case ev.FightSettled():
            return _fight_settled(event)
        case ev.PileDieShown():
            return Sentence("The pile's card shows {n}.", "", {"n": event.die})
        case ev.Injured():
            return Sentence("{who} is injured and lies down.", "", {"who": event.colour})
        case ev.RewardsWon():
            return Sentence(
                "{who} takes {n} item as a reward.",
                "{who} takes {n} items as a reward.",
                {"who": event.colour, "n": event.items},
            )
        case ev.ItemTaken():
            return Sentence(
                "{who} looks at {loser}'s hand and takes a card.",
                "",
                {"who": event.colour, "loser": event.loser},
            )
        case ev.DieShown():
            return Sentence("{who}'s card shows {n}.", "", {"who": event.colour, "n": event.die})
        case ev.BonusSet():
            return Sentence("{who}: items add {n}.", "", {"who": event.colour, "n": event.bonus})
        case ev.DieReplaced():
            return _die_replaced(event)
        case ev.FightCalledOff():
            return Sentence(
                "The fight ends without a winner ({reason}).", "", {"reason": event.reason}
            )
    assert_never(event)


def _die_replaced(event: ev.DieReplaced) -> Sentence:
    facts = {"who": event.colour or "", "n": event.die, "reason": event.reason}
    if event.colour is None and event.source is None:
        return Sentence("The other side's die counts as {n} now ({reason}).", "", facts)
    if event.colour is None:
        return Sentence("The other side draws again: {n} ({reason}).", "", facts)
    if event.source is None:
        return Sentence("{who}'s die counts as {n} now ({reason}).", "", facts)
    return Sentence("{who} has another die: {n} ({reason}).", "", facts)


def _item_laid(event: ev.ItemLaid) -> Sentence:
    facts = {"who": event.colour}
    if event.source is Source.PILE:
        return Sentence("{who} takes the die value from the pile.", "", facts)
    if event.source is Source.HAND:
        return Sentence("{who} takes the die value from the hand.", "", facts)
    return Sentence("{who} takes the die value from an open card.", "", facts)


def _fight_began(event: ev.FightBegan) -> Sentence:
    facts = {"who": event.colour, "target": event.target or "", "n": event.strength}
    if event.against is Against.PLAYER:
        return Sentence("{who} attacks {target}.", "", facts)
    if event.against is Against.CHEST:
        return Sentence("{who} tries to open a chest, difficulty {n}.", "", facts)
    return Sentence("{who} fights an enemy, attack {n}.", "", facts)


def _fight_settled(event: ev.FightSettled) -> Sentence:
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


def _items(event: ev.ItemEvent) -> Sentence:
    match event:
        case ev.ItemsDrawn():
            return Sentence(
                "{who} draws {n} item.",
                "{who} draws {n} items.",
                {"who": event.colour, "n": event.items},
            )
        case ev.OpenCardsArranged():
            return Sentence(
                "{who} has {n} open card.",
                "{who} has {n} open cards.",
                {"who": event.colour, "n": len(event.cards)},
            )
        case ev.ItemUsed():
            return _item_used(event)
        case ev.ItemDiscarded():
            return _item_discarded(event)
        case ev.ItemsShuffled():
            return Sentence("The item pile is empty: shuffle the discards into a new one.")
        case ev.ItemsGiven():
            return Sentence(
                "{giver} gives {taker} {n} item.",
                "{giver} gives {taker} {n} items.",
                {"giver": event.giver, "taker": event.taker, "n": event.items},
            )
    assert_never(event)


def _item_used(event: ev.ItemUsed) -> Sentence:
    facts = {"who": event.colour, "card": event.card}
    if event.kind is EffectKind.NORMAL:
        return Sentence("{who} uses {card}, a normal effect.", "", facts)
    return Sentence("{who} uses {card}, a special effect.", "", facts)


def _item_discarded(event: ev.ItemDiscarded) -> Sentence:
    facts = {"who": event.colour, "card": event.card}
    if event.card:
        return Sentence("{who} discards {card}.", "", facts)
    return Sentence("{who} discards an item.", "", facts)


def _card_list(event: ev.ListEvent) -> Sentence:
    match event:
        case ev.CardWritten():
            return Sentence("{card} is in the card list.", "", {"card": event.card.name})
        case ev.CardErased():
            return Sentence("{card} is no longer in the card list.", "", {"card": event.name})
        case ev.CardsReplaced():
            return Sentence(
                "The card list was replaced: {n} name.",
                "The card list was replaced: {n} names.",
                {"n": len(event.cards)},
            )
    assert_never(event)


def _correction(event: ev.CorrectionEvent) -> Sentence:
    match event:
        case ev.ConditionCorrected():
            return Sentence(
                "Correction: {who} is {what} ({reason}).",
                "",
                {"who": event.colour, "what": event.condition, "reason": event.reason},
            )
        case ev.ActionPointsCorrected():
            return Sentence(
                "Correction: {n} action point ({reason}).",
                "Correction: {n} action points ({reason}).",
                {"n": event.action_points, "reason": event.reason},
            )
        case ev.TurnCorrected():
            return turn_corrected(event.colour, event.reason)
        case ev.CardCorrected():
            return _card_corrected(event)
        case (
            ev.OrderCorrected()
            | ev.FaceCorrected()
            | ev.PlaceCorrected()
            | ev.DungeonCorrected()
            | ev.TreasurePutBack()
        ):
            return _dungeon_corrected(event)
        case ev.ItemsCorrected():
            return _items_corrected(event)
        case ev.RulingsCorrected():
            return rulings_corrected(event.reason)
        case ev.SeatsCorrected():
            return seats_corrected(event)
        case ev.GameWentOn():
            return game_went_on(event)
        case ev.PlayersAdded():
            return players_added(event)
        case ev.PlayerWithdrew():
            return goes_home(event.colour, event.reason)
    assert_never(event)


def _card_corrected(event: ev.CardCorrected) -> Sentence:
    facts = {"what": event.kind, "n": event.strength, "reason": event.reason}
    if event.number is None:
        return Sentence("Correction: the card is {what}, number {n} ({reason}).", "", facts)
    return Sentence(
        "Correction: the card is {what}, number {n}, placement number {laid} ({reason}).",
        "",
        {**facts, "laid": event.number},
    )


def _dungeon_corrected(
    event: ev.OrderCorrected
    | ev.FaceCorrected
    | ev.PlaceCorrected
    | ev.DungeonCorrected
    | ev.TreasurePutBack,
) -> Sentence:
    facts = {"reason": event.reason}
    match event:
        case ev.OrderCorrected():
            return Sentence(
                "Correction: two dungeon cards were laid the other way round ({reason}).", "", facts
            )
        case ev.FaceCorrected():
            return Sentence("Correction: a dungeon card lies face down ({reason}).", "", facts)
        case ev.PlaceCorrected():
            return Sentence("Correction: a dungeon card lies elsewhere ({reason}).", "", facts)
        case ev.TreasurePutBack():
            return Sentence("Correction: nobody has found the treasure yet ({reason}).", "", facts)
        case ev.DungeonCorrected() if event.drawn_as:
            return Sentence("Correction: one dungeon card more lies there ({reason}).", "", facts)
        case ev.DungeonCorrected():
            return Sentence(
                "Correction: a dungeon card does not lie there any more ({reason}).", "", facts
            )
    assert_never(event)


def _items_corrected(event: ev.ItemsCorrected) -> Sentence:
    source, target = event.balance, event.place
    if event.items < 0:
        source, target = target, source
    return Sentence(
        "Correction: {n} item from {source} to {target} ({reason}).",
        "Correction: {n} items from {source} to {target} ({reason}).",
        {"n": abs(event.items), "source": source, "target": target, "reason": event.reason},
    )

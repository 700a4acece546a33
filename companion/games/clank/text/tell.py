"""What happened in Clank!, as sentences in no language yet."""

from typing import assert_never

from companion.engine.sentence import Either, Sentence
from companion.games.clank import events as ev
from companion.games.clank.box import Cubes
from companion.games.clank.values import Cause, DrawnBy
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
    if isinstance(event, ev.CubeEvent):
        return _cubes(event)
    if isinstance(event, ev.TurnEvent):
        return _turn(event)
    if isinstance(event, ev.DragonEvent):
        return _dragon(event)
    if isinstance(event, ev.LootEvent):
        return _loot(event)
    if isinstance(event, ev.OutEvent):
        return _way_out(event)
    if isinstance(event, ev.CountEvent):
        return _count(event)
    if isinstance(event, ev.CorrectionEvent):
        return _correction(event)
    assert_never(event)


def _cubes(event: ev.CubeEvent) -> Sentence:
    match event:
        case ev.ClankMade():
            return _clank_made(event)
        case ev.DamageTaken():
            return Sentence("{who} takes {n} damage.", "", {"who": event.colour, "n": event.cubes})
        case ev.Healed():
            return Sentence("{who} heals {n}.", "", {"who": event.colour, "n": event.cubes})
        case ev.TunnelDamageTaken():
            return Sentence(
                "{who} takes {n} damage in a tunnel.", "", {"who": event.colour, "n": event.cubes}
            )
        case ev.DragonCubesReturned():
            return Sentence(
                "{n} dragon cube goes back into the bag.",
                "{n} dragon cubes go back into the bag.",
                {"n": event.cubes},
            )
        case ev.CreditLeft():
            return Sentence(
                "{who} has −{n} Clank! left for this turn.",
                "",
                {"who": event.colour, "n": event.credit},
            )
        case ev.ClankRemoved():
            return Sentence("{who}: Clank! −{n}.", "", {"who": event.colour, "n": event.cubes})
    assert_never(event)


def _clank_made(event: ev.ClankMade) -> Sentence:
    facts = {"who": event.colour, "n": event.cubes, "credit": event.credit_used}
    if event.cubes and event.credit_used:
        return Sentence("{who}: Clank! +{n} ({credit} avoided by −Clank!).", "", facts)
    if event.cubes and event.unplaced:
        return Sentence("{who}: Clank! +{n}. The supply is empty now.", "", facts)
    if event.cubes:
        return Sentence("{who}: Clank! +{n}.", "", facts)
    if event.credit_used:
        return Sentence("{who}: no Clank!, {credit} avoided by −Clank!.", "", facts)
    return Sentence("{who}: no Clank!, the supply is empty.", "", facts)


def _turn(event: ev.TurnEvent) -> Sentence:
    match event:
        case ev.TurnEnded():
            return Sentence(
                "{who}'s turn ends. {following} is next.",
                "",
                {"who": event.colour, "following": event.following},
            )
        case ev.RowRefilled():
            return _row_refilled(event)
        case ev.CardArrived():
            return Sentence("{card} arrives in the Dungeon Row.", "", {"card": event.arrival})
        case ev.DangerSet():
            return Sentence(
                "{n} Danger card is in the Dungeon Row.",
                "{n} Danger cards are in the Dungeon Row.",
                {"n": event.danger},
            )
        case ev.GameStarted():
            return Sentence(
                "A game of {n} player begins. {first} goes first.",
                "A game of {n} players begins. {first} goes first.",
                {"n": len(event.seats), "first": event.first},
            )
        case ev.GameEnded():
            return Sentence("The game is over: {ending}.", "", {"ending": event.ending})
        case ev.OffTurnAsked():
            return Sentence(
                "{who} did that on another player's turn. Is this all right at your table?",
                "",
                {"who": event.colour},
            )
        case ev.OffTurnSettled():
            return _off_turn_settled(event)
    assert_never(event)


def _off_turn_settled(event: ev.OffTurnSettled) -> Sentence:
    if event.is_allowed:
        return Sentence("Potions, Market and tunnels may also be logged on another player's turn.")
    return Sentence("Potions, the Market and tunnels count only on your own turn.")


def _row_refilled(event: ev.RowRefilled) -> Sentence:
    if event.symbol_revealed:
        return Sentence("The Dungeon Row is refilled: a Dragon Attack symbol!")
    return Sentence("The Dungeon Row is refilled.")


def _dragon(event: ev.DragonEvent) -> Sentence:
    match event:
        case ev.AttackBegan():
            return _attack_began(event)
        case ev.CubesDrawn():
            return _cubes_drawn(event)
        case ev.RageRose():
            return Sentence(
                "The Dragon marker moves to space {n} of the Rage Track.", "", {"n": event.space}
            )
        case ev.AttackCorrected():
            return Sentence(
                "So the dragon draws {n} cube (Rage {rage}, Danger {danger}).",
                "So the dragon draws {n} cubes (Rage {rage}, Danger {danger}).",
                {
                    "n": event.cubes_to_draw,
                    "rage": event.because.rage,
                    "danger": event.because.danger,
                },
            )
    assert_never(event)


def _attack_began(event: ev.AttackBegan) -> Sentence:
    facts = {
        "n": event.cubes_to_draw,
        "rage": event.because.rage,
        "danger": event.because.danger,
        "countdown": event.because.countdown,
    }
    if event.cause is Cause.COUNTDOWN:
        return Sentence(
            "The dragon attacks (Rage {rage}, Danger {danger}, countdown +{countdown}): {n} cube.",
            "The dragon attacks (Rage {rage}, Danger {danger}, countdown +{countdown}): {n} cubes.",
            facts,
        )
    return Sentence(
        "The dragon attacks (Rage {rage}, Danger {danger}): {n} cube.",
        "The dragon attacks (Rage {rage}, Danger {danger}): {n} cubes.",
        facts,
    )


def _cubes_drawn(event: ev.CubesDrawn) -> Sentence:
    facts = {"by": event.drawn_by, "cubes": event.order or _listed(event.cubes)}
    if event.drawn_by is not DrawnBy.CAMERA:
        return Sentence("Drawn by {by}: {cubes}.", "", facts)
    if event.seen is None:
        return Sentence("Drawn, and read by the camera: {cubes}.", "", facts)
    if not event.seen.total:
        return Sentence("Drawn: {cubes}. The camera saw no cube.", "", facts)
    facts["seen"] = _listed(event.seen)
    return Sentence("Drawn: {cubes}. The camera saw {seen}.", "", facts)


def _listed(cubes: Cubes) -> tuple[tuple[str, int], ...]:
    return tuple((cube, count) for cube, count in cubes.counts().items() if count)


def _loot(event: ev.LootEvent) -> Sentence:
    match event:
        case ev.GoldGained():
            return Sentence("{who} gains {n} Gold.", "", {"who": event.colour, "n": event.gold})
        case ev.TokenTaken():
            return _token_taken(event)
        case ev.SecretDiscovered():
            return Sentence(
                "{who} discovers a Secret: {what}.", "", {"who": event.colour, "what": event.secret}
            )
        case ev.ArtifactTaken():
            return _artifact_taken(event)
        case ev.PotionUsed():
            return Sentence("{who} uses {what}.", "", {"who": event.colour, "what": event.potion})
        case ev.ArtifactNamed():
            return Sentence(
                "{who}'s Artifact has the number {value}.",
                "",
                {"who": event.colour, "value": event.value},
            )
        case ev.GoldSpent():
            return Sentence("{who} spends {n} Gold.", "", {"who": event.colour, "n": event.gold})
    assert_never(event)


def _token_taken(event: ev.TokenTaken) -> Sentence:
    facts = {"who": event.colour, "what": event.token, "gold": event.gold}
    if event.gold:
        return Sentence("{who} buys {what} for {gold} Gold.", "", facts)
    return Sentence("{who} takes {what}.", "", facts)


def _artifact_taken(event: ev.ArtifactTaken) -> Sentence:
    facts = {"who": event.colour, "value": event.value}
    if not event.value:
        return Sentence("{who} takes an Artifact.", "", facts)
    return Sentence("{who} takes the Artifact {value}.", "", facts)


def _way_out(event: ev.OutEvent) -> Sentence:
    match event:
        case ev.CountdownAdvanced():
            return Sentence(
                "{who} is on space {n} of the Countdown Track.",
                "",
                {"who": event.colour, "n": event.space},
            )
        case ev.KnockedOut():
            return Sentence("{who} is knocked out.", "", {"who": event.colour})
        case ev.DepthsTold():
            return _depths_told(event)
        case ev.DungeonLeft():
            return Sentence("{who} leaves the dungeon.", "", {"who": event.colour})
        case ev.FirstOutAsked():
            return Sentence(
                "Whose cube was drawn first: {colours}?", "", {"colours": Either(event.colours)}
            )
        case ev.PlayerWithdrew():
            return goes_home(event.colour, event.reason)
    assert_never(event)


def _depths_told(event: ev.DepthsTold) -> Sentence:
    facts = {"who": event.colour, "status": event.status}
    if event.in_depths:
        return Sentence("{who} was in the Depths: {status}.", "", facts)
    return Sentence("{who} was above the Depths: {status}.", "", facts)


def _count(event: ev.CountEvent) -> Sentence:
    match event:
        case ev.DeckPointsRecorded():
            return Sentence(
                "{who}'s deck is worth {n} point.",
                "{who}'s deck is worth {n} points.",
                {"who": event.colour, "n": event.points},
            )
        case ev.DeckRecorded():
            copies = sum(entry.copies for entry in event.cards)
            return Sentence(
                "{who}'s deck holds {n} card with points.",
                "{who}'s deck holds {n} cards with points.",
                {"who": event.colour, "n": copies},
            )
        case ev.HoldingsCounted():
            return _holdings_counted(event)
    assert_never(event)


def _holdings_counted(event: ev.HoldingsCounted) -> Sentence:
    facts = {"who": event.colour, "reason": event.reason}
    if event.reason:
        return Sentence("Correction: what {who} holds was counted again ({reason}).", "", facts)
    return Sentence("What {who} holds was counted.", "", facts)


def _correction(event: ev.CorrectionEvent) -> Sentence:
    match event:
        case (
            ev.CubesCorrected()
            | ev.NumberCorrected()
            | ev.GoneCorrected()
            | ev.RemovedArtifactsCorrected()
        ):
            return _pieces_corrected(event)
        case ev.CreditCorrected() | ev.StatusCorrected() | ev.CountdownCorrected():
            return _player_corrected(event)
        case ev.TurnCorrected():
            return turn_corrected(event.colour, event.reason)
        case ev.SeatsCorrected():
            return seats_corrected(event)
        case ev.RulingsCorrected():
            return rulings_corrected(event.reason)
        case ev.GameWentOn():
            return game_went_on(event)
        case ev.PlayersAdded():
            return players_added(event)
    assert_never(event)


def _pieces_corrected(
    event: ev.CubesCorrected | ev.NumberCorrected | ev.GoneCorrected | ev.RemovedArtifactsCorrected,
) -> Sentence:
    match event:
        case ev.CubesCorrected():
            return Sentence(
                "Correction: {cube}, {n} from {source} to {target} ({reason}).",
                "",
                {
                    "cube": event.cube,
                    "n": event.cubes,
                    "source": event.source,
                    "target": event.target,
                    "reason": event.reason,
                },
            )
        case ev.NumberCorrected():
            return Sentence(
                "Correction: {what} is {n} ({reason}).",
                "",
                {"what": event.number, "n": event.value, "reason": event.reason},
            )
        case ev.GoneCorrected():
            return Sentence(
                "Correction: {what}, {n} gone ({reason}).",
                "",
                {"what": event.piece, "n": event.gone, "reason": event.reason},
            )
        case ev.RemovedArtifactsCorrected():
            return _removed_corrected(event)
    assert_never(event)


def _player_corrected(
    event: ev.CreditCorrected | ev.StatusCorrected | ev.CountdownCorrected,
) -> Sentence:
    match event:
        case ev.CreditCorrected():
            return Sentence(
                "Correction: {who} has −{n} Clank! left ({reason}).",
                "",
                {"who": event.colour, "n": event.credit, "reason": event.reason},
            )
        case ev.StatusCorrected():
            return Sentence(
                "Correction: {who} is {status} ({reason}).",
                "",
                {"who": event.colour, "status": event.status, "reason": event.reason},
            )
        case ev.CountdownCorrected():
            return _countdown_corrected(event)
    assert_never(event)


def _countdown_corrected(event: ev.CountdownCorrected) -> Sentence:
    facts = {"who": event.colour, "n": event.space, "reason": event.reason}
    if event.colour is None:
        return Sentence("Correction: no pawn is on the Countdown Track ({reason}).", "", facts)
    return Sentence(
        "Correction: {who} is on space {n} of the Countdown Track ({reason}).", "", facts
    )


def _removed_corrected(event: ev.RemovedArtifactsCorrected) -> Sentence:
    what = tuple(str(value) for value in event.artifacts_out)
    facts = {"what": what, "reason": event.reason}
    if not what:
        return Sentence(
            "Correction: nobody knows which Artifacts are in the box ({reason}).", "", facts
        )
    return Sentence("Correction: Artifacts in the box: {what} ({reason}).", "", facts)

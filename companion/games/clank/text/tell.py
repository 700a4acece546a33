"""What happened and what is refused, as sentences in no language yet (see engine/game.py)."""

from collections.abc import Mapping
from functools import singledispatch

from companion.engine.sentence import Sentence
from companion.games.clank import events as ev
from companion.games.clank.box import Cubes
from companion.games.clank.values import Cause, DrawnBy


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
def _(event: ev.ClankMade) -> Sentence:
    facts = {"who": event.colour, "n": event.cubes, "credit": event.credit_used}
    if event.cubes and event.credit_used:
        return Sentence("{who}: Clank! +{n} (and {credit} spared by credit).", "", facts)
    if event.cubes and event.unplaced:
        return Sentence("{who}: Clank! +{n}; the supply is empty now.", "", facts)
    if event.cubes:
        return Sentence("{who}: Clank! +{n}.", "", facts)
    if event.credit_used:
        return Sentence("{who}: no noise, {credit} spared by credit.", "", facts)
    return Sentence("{who}: no noise, the supply is empty.", "", facts)


@_told.register
def _(event: ev.ClankRemoved) -> Sentence:
    return Sentence("{who}: Clank! −{n}.", "", {"who": event.colour, "n": event.cubes})


@_told.register
def _(event: ev.CreditLeft) -> Sentence:
    facts = {"who": event.colour, "n": event.credit}
    return Sentence("{who} has −{n} Clank! left for this turn.", "", facts)


@_told.register
def _(event: ev.RageRose) -> Sentence:
    return Sentence(
        "The Dragon marker moves to space {n} of the Rage Track.", "", {"n": event.space}
    )


@_told.register
def _(event: ev.DangerSet) -> Sentence:
    return Sentence(
        "{n} Danger card lies in the Dungeon Row.",
        "{n} Danger cards lie in the Dungeon Row.",
        {"n": event.danger},
    )


@_told.register
def _(event: ev.CardArrived) -> Sentence:
    return Sentence("{card} arrives in the Dungeon Row.", "", {"card": event.arrival})


@_told.register
def _(event: ev.RowRefilled) -> Sentence:
    if event.symbol_revealed:
        return Sentence("The Dungeon Row is refilled: a Dragon Attack symbol!")
    return Sentence("The Dungeon Row is refilled.")


@_told.register
def _(event: ev.AttackBegan) -> Sentence:
    facts = {
        "n": event.cubes_to_draw,
        "rage": event.because.rage,
        "danger": event.because.danger,
        "countdown": event.because.countdown,
    }
    if event.cause is Cause.COUNTDOWN:
        return Sentence(
            "The dragon attacks (rage {rage}, Danger {danger}, countdown +{countdown}): {n} cube.",
            "The dragon attacks (rage {rage}, Danger {danger}, countdown +{countdown}): {n} cubes.",
            facts,
        )
    return Sentence(
        "The dragon attacks (rage {rage}, Danger {danger}): {n} cube.",
        "The dragon attacks (rage {rage}, Danger {danger}): {n} cubes.",
        facts,
    )


@_told.register
def _(event: ev.CubesDrawn) -> Sentence:
    facts = {"by": event.drawn_by, "cubes": event.order or _listed(event.cubes)}
    if event.drawn_by is not DrawnBy.CAMERA:
        return Sentence("Drawn by {by}: {cubes}.", "", facts)
    if event.seen is None:
        return Sentence("Drawn, and read by the camera: {cubes}.", "", facts)
    if not event.seen.total:
        return Sentence("Drawn: {cubes}. The camera had seen no cube.", "", facts)
    facts["seen"] = _listed(event.seen)
    return Sentence("Drawn: {cubes}. The camera had seen {seen}.", "", facts)


def _listed(cubes: Cubes) -> tuple[tuple[str, int], ...]:
    return tuple((cube, count) for cube, count in cubes.counts().items() if count)


@_told.register
def _(event: ev.DamageTaken) -> Sentence:
    return Sentence("{who} takes {n} damage.", "", {"who": event.colour, "n": event.cubes})


@_told.register
def _(event: ev.TunnelDamageTaken) -> Sentence:
    facts = {"who": event.colour, "n": event.cubes}
    return Sentence("{who} takes {n} damage in a tunnel.", "", facts)


@_told.register
def _(event: ev.Healed) -> Sentence:
    return Sentence("{who} heals {n}.", "", {"who": event.colour, "n": event.cubes})


@_told.register
def _(event: ev.DragonCubesReturned) -> Sentence:
    return Sentence(
        "{n} dragon cube goes back into the bag.",
        "{n} dragon cubes go back into the bag.",
        {"n": event.cubes},
    )


@_told.register
def _(event: ev.KnockedOut) -> Sentence:
    return Sentence("{who} is knocked out.", "", {"who": event.colour})


@_told.register
def _(event: ev.DepthsTold) -> Sentence:
    facts = {"who": event.colour, "status": event.status}
    if event.in_depths:
        return Sentence("{who} was in the Depths: {status}.", "", facts)
    return Sentence("{who} was out of the Depths: {status}.", "", facts)


@_told.register
def _(event: ev.FirstOutAsked) -> Sentence:
    return Sentence("Whose cube came first: {colours}?", "", {"colours": event.colours})


@_told.register
def _(event: ev.CountdownAdvanced) -> Sentence:
    facts = {"who": event.colour, "n": event.space}
    return Sentence("{who} stands on space {n} of the Countdown Track.", "", facts)


@_told.register
def _(event: ev.ArtifactTaken) -> Sentence:
    facts = {"who": event.colour, "value": event.value}
    if not event.value:
        return Sentence("{who} takes an Artifact.", "", facts)
    return Sentence("{who} takes the Artifact {value}.", "", facts)


@_told.register
def _(event: ev.ArtifactNamed) -> Sentence:
    facts = {"who": event.colour, "value": event.value}
    return Sentence("{who}'s Artifact is the {value}.", "", facts)


@_told.register
def _(event: ev.SecretDiscovered) -> Sentence:
    facts = {"who": event.colour, "what": event.secret}
    return Sentence("{who} discovers a Secret: {what}.", "", facts)


@_told.register
def _(event: ev.TokenTaken) -> Sentence:
    facts = {"who": event.colour, "what": event.token, "gold": event.gold}
    if event.gold:
        return Sentence("{who} buys {what} for {gold} Gold.", "", facts)
    return Sentence("{who} takes {what}.", "", facts)


@_told.register
def _(event: ev.PotionUsed) -> Sentence:
    return Sentence("{who} uses {what}.", "", {"who": event.colour, "what": event.potion})


@_told.register
def _(event: ev.GoldGained) -> Sentence:
    return Sentence("{who} gains {n} Gold.", "", {"who": event.colour, "n": event.gold})


@_told.register
def _(event: ev.GoldSpent) -> Sentence:
    return Sentence("{who} spends {n} Gold.", "", {"who": event.colour, "n": event.gold})


@_told.register
def _(event: ev.DungeonLeft) -> Sentence:
    return Sentence("{who} leaves the dungeon.", "", {"who": event.colour})


@_told.register
def _(event: ev.TurnEnded) -> Sentence:
    facts = {"who": event.colour, "following": event.following}
    return Sentence("{who}'s turn ends; {following} is next.", "", facts)


@_told.register
def _(event: ev.GameEnded) -> Sentence:
    return Sentence("The game is over: {ending}.", "", {"ending": event.ending})


@_told.register
def _(event: ev.DeckRecorded) -> Sentence:
    copies = sum(entry.copies for entry in event.cards)
    return Sentence(
        "{who}'s deck holds {n} card with points.",
        "{who}'s deck holds {n} cards with points.",
        {"who": event.colour, "n": copies},
    )


@_told.register
def _(event: ev.DeckPointsRecorded) -> Sentence:
    return Sentence(
        "{who}'s deck is worth {n} point.",
        "{who}'s deck is worth {n} points.",
        {"who": event.colour, "n": event.points},
    )


@_told.register
def _(event: ev.HoldingsCounted) -> Sentence:
    facts = {"who": event.colour, "reason": event.reason}
    if event.reason:
        return Sentence("Correction: what {who} holds was counted ({reason}).", "", facts)
    return Sentence("What {who} holds is counted.", "", facts)


@_told.register
def _(event: ev.CubesCorrected) -> Sentence:
    facts = {
        "cube": event.cube,
        "n": event.cubes,
        "source": event.source,
        "target": event.target,
        "reason": event.reason,
    }
    return Sentence("Correction: {cube}, {n} from {source} to {target} ({reason}).", "", facts)


@_told.register
def _(event: ev.NumberCorrected) -> Sentence:
    facts = {"what": event.number, "n": event.value, "reason": event.reason}
    return Sentence("Correction: {what} is {n} ({reason}).", "", facts)


@_told.register
def _(event: ev.CreditCorrected) -> Sentence:
    facts = {"who": event.colour, "n": event.credit, "reason": event.reason}
    return Sentence("Correction: {who} has −{n} Clank! left ({reason}).", "", facts)


@_told.register
def _(event: ev.TurnCorrected) -> Sentence:
    facts = {"who": event.colour, "reason": event.reason}
    return Sentence("Correction: it is {who}'s turn ({reason}).", "", facts)


@_told.register
def _(event: ev.StatusCorrected) -> Sentence:
    facts = {"who": event.colour, "status": event.status, "reason": event.reason}
    return Sentence("Correction: {who} is {status} ({reason}).", "", facts)


REFUSALS: Mapping[str, Sentence] = {
    "no_game": Sentence("No game has been set up yet. Start one first."),
    "game_is_on": Sentence("A game is going on. Open a new one to set up again."),
    "game_is_over": Sentence("The game is over. Undo the last step if it ended by mistake."),
    "draw_first": Sentence(
        "The dragon waits: draw {n} cube first, or undo the attack.",
        "The dragon waits: draw {n} cubes first, or undo the attack.",
    ),
    "players_two_to_four": Sentence(
        "{n} player cannot play: the rulebook is for two to four.",
        "{n} players cannot play: the rulebook is for two to four.",
    ),
    "colour_twice": Sentence("{player} was chosen twice. Each player needs a colour of their own."),
    "colour_not_playing": Sentence("Nobody plays {player} at this table."),
    "player_is_out": Sentence("{player} is out: no noise, no damage, no turns."),
    "artifacts_out_wrong": Sentence(
        "With this many players {n} Artifact goes back to the box; name that one or none.",
        "With this many players {n} different Artifacts go back to the box; name those or none.",
    ),
    "danger_out_of_range": Sentence("{danger} Danger cards are not possible: the box has {most}."),
    "row_already_refilled": Sentence(
        "The row was already refilled on {player}'s turn. End the turn, or undo."
    ),
    "countdown_turn_refills_nothing": Sentence(
        "{player} only moves the countdown: no row is refilled on this turn."
    ),
    "no_attack": Sentence("The dragon is not attacking, so no cubes are drawn."),
    "wrong_number_of_cubes": Sentence(
        "The dragon draws {n} cube, not {reported}.",
        "The dragon draws {n} cubes, not {reported}.",
    ),
    "not_in_the_bag": Sentence("{reported} × {cube} cannot have been drawn: the bag holds {n}."),
    "order_differs": Sentence("The order of the cubes and their counts do not agree."),
    "no_black_set_aside": Sentence("No dragon cube is set aside, so none goes back."),
    "nothing_changes": Sentence("That would change nothing."),
    "nobody_else_inside": Sentence("Nobody else is inside the dungeon."),
    "no_clank_in_area": Sentence("{player} does not have enough Clank! in the area to take back."),
    "not_asked_first_out": Sentence("{player} is not among those who fell together."),
    "not_knocked_out": Sentence("{player} was not knocked out."),
    "supply_too_small": Sentence(
        "{player} cannot take that damage: {n} cube is left in the supply.",
        "{player} cannot take that damage: {n} cubes are left in the supply.",
    ),
    "would_fill_the_meter": Sentence(
        "{player} cannot choose that damage: it would fill the Health Meter ({n} space free).",
        "{player} cannot choose that damage: it would fill the Health Meter ({n} spaces free).",
    ),
    "nothing_to_heal": Sentence("{player} has no damage to heal."),
    "no_room_for_artifact": Sentence(
        "{player} already carries {n} Artifact; a Backpack makes room for one more.",
        "{player} already carries {n} Artifacts; a Backpack makes room for one more.",
    ),
    "no_artifacts_left": Sentence("Every Artifact of this game has been taken."),
    "artifact_not_in_game": Sentence("The Artifact {value} is not in this game."),
    "artifact_taken": Sentence("{player} already took the Artifact {value}."),
    "no_unnamed_artifact": Sentence("{player} has no Artifact without a number."),
    "none_left": Sentence(
        "No {what} is left: the box has {n}.",
        "No {what} is left: the box has {n}, all taken.",
    ),
    "holds_none": Sentence("{player} holds no {what}."),
    "not_enough_gold": Sentence("{player} has {n} Gold and needs {price}."),
    "counts_at_the_end": Sentence("{player} is still inside: points are counted when out."),
    "card_unknown": Sentence("{card} is no card with points, or is named twice."),
    "copies_left": Sentence(
        "{card}: the other decks leave {n} copy at most.",
        "{card}: the other decks leave {n} copies at most.",
    ),
    "points_out_of_range": Sentence("A whole number from 0 to {n} is needed."),
    "gold_out_of_range": Sentence("Gold is a whole number from 0 to {n}."),
    "needs_artifact": Sentence("{player} needs an Artifact to leave the dungeon or be rescued."),
    "reason_missing": Sentence(
        "A correction needs its reason, in one line of up to {n} characters."
    ),
    "no_such_place": Sentence("{cube} cubes cannot lie there now: {place}."),
    "not_that_many_there": Sentence(
        "{place} holds only {n} {cube} cube to move.",
        "{place} holds only {n} {cube} cubes to move.",
    ),
    "number_out_of_range": Sentence("{number} goes from {least} to {most}."),
    "nobody_on_countdown": Sentence("Nobody is out yet, so the countdown has no pawn."),
    "pawn_on_countdown": Sentence("{player}'s pawn is on the Countdown Track. Undo instead."),
    "meter_is_full": Sentence("{player}'s Health Meter is full. Heal or correct it first."),
    "not_your_turn": Sentence("{player} can leave on their own turn; it is {turn}'s turn."),
}

"""Why the rules of Clank! say no, as sentences in no language yet."""

from collections.abc import Mapping

from companion.engine.sentence import Sentence
from companion.games import shared

REFUSALS: Mapping[str, Sentence] = {
    **shared.REFUSALS,
    "draw_first": Sentence(
        "The dragon attacks. First draw {n} cube, or undo the attack.",
        "The dragon attacks. First draw {n} cubes, or undo the attack.",
    ),
    "players_two_to_four": Sentence("Clank! is for two to four players, not {n}."),
    "player_is_out": Sentence("{player} is out: no Clank!, no damage, no turns."),
    "artifacts_out_wrong": Sentence(
        "With this many players, you put {n} Artifact back into the box. Enter "
        "that one, or leave it empty.",
        "With this many players, you put {n} different Artifacts back into the "
        "box. Enter those, or leave it empty.",
    ),
    "danger_out_of_range": Sentence("{danger} Danger cards are not possible: the box has {most}."),
    "row_already_refilled": Sentence(
        "The row was already refilled on {player}'s turn. End the turn, or undo."
    ),
    "countdown_turn_refills_nothing": Sentence(
        "{player} only moves the countdown. Do not refill the row on this turn."
    ),
    "no_attack": Sentence("The dragon is not attacking, so you draw no cubes."),
    "wrong_number_of_cubes": Sentence(
        "The dragon draws {n} cube, not {reported}.",
        "The dragon draws {n} cubes, not {reported}.",
    ),
    "not_in_the_bag": Sentence("You cannot draw {reported} × {cube}: the bag holds {n}."),
    "order_differs": Sentence("The order of the cubes does not match their counts."),
    "no_black_set_aside": Sentence("No dragon cube is set aside, so none can go back."),
    "nobody_else_inside": Sentence("Nobody else is inside the dungeon."),
    "no_clank_in_area": Sentence("{player} does not have enough Clank! in the area to take back."),
    "not_asked_first_out": Sentence("{player} was not knocked out together with the others."),
    "not_knocked_out": Sentence("{player} was not knocked out."),
    "supply_too_small": Sentence(
        "{player} cannot take that damage: {n} cube is left in the supply.",
        "{player} cannot take that damage: {n} cubes are left in the supply.",
    ),
    "would_fill_the_meter": Sentence(
        "{player} cannot choose that damage. It would fill the Health Meter ({n} space free).",
        "{player} cannot choose that damage. It would fill the Health Meter ({n} spaces free).",
    ),
    "nothing_to_heal": Sentence("{player} has no damage to heal."),
    "no_room_for_artifact": Sentence(
        "{player} already carries {n} Artifact. A Backpack makes room for one more.",
        "{player} already carries {n} Artifacts. A Backpack makes room for one more.",
    ),
    "no_artifacts_left": Sentence("All Artifacts of this game are taken."),
    "artifact_not_in_game": Sentence("The Artifact {value} is not in this game."),
    "artifact_taken": Sentence("{player} already took the Artifact {value}."),
    "no_unnamed_artifact": Sentence("{player} has no Artifact without a number."),
    "none_left": Sentence(
        "No {what} is left: the box has {n}.",
        "No {what} is left: the box has {n}, all taken.",
    ),
    "holds_none": Sentence("{player} holds no {what}."),
    "not_enough_gold": Sentence("{player} has {n} Gold and needs {price}."),
    "counts_at_the_end": Sentence(
        "{player} is still in the dungeon. Count the points when they are out."
    ),
    "card_unknown": Sentence("{card} has no points, or you named it twice."),
    "copies_left": Sentence(
        "{card}: with the other decks, this deck can hold {n} copy at most.",
        "{card}: with the other decks, this deck can hold {n} copies at most.",
    ),
    "points_out_of_range": Sentence("Enter a whole number from 0 to {n}."),
    "gold_out_of_range": Sentence("Enter Gold as a whole number from 0 to {n}."),
    "needs_artifact": Sentence("{player} needs an Artifact to leave the dungeon or be rescued."),
    "reason_missing": Sentence(
        "Give a reason for the correction, in one line of up to {n} characters."
    ),
    "no_such_place": Sentence("You cannot put {cube} cubes there now: {place}."),
    "not_that_many_there": Sentence(
        "{place} holds only {n} {cube} cube to move.",
        "{place} holds only {n} {cube} cubes to move.",
    ),
    "number_out_of_range": Sentence("{number} can be {least} to {most}."),
    "nobody_on_countdown": Sentence("Nobody is out yet, so the countdown has no pawn."),
    "pawn_on_countdown": Sentence(
        "{player}'s pawn is on the Countdown Track. Under Corrections, first say whose pawn it is."
    ),
    "pawn_is_inside": Sentence(
        "{player} is still in the dungeon, so their pawn is not on the Countdown Track."
    ),
    "meter_is_full": Sentence("{player}'s Health Meter is full. Heal or correct it first."),
    "only_on_the_own_turn": Sentence(
        "It is {turn}'s turn. At this table, {player} uses potions, Market and tunnels only on "
        "their own turn."
    ),
    "all_arrived": Sentence(
        "{card}: the Dungeon Deck has only {n}, and it has arrived. If that was logged by "
        "mistake, correct it.",
        "{card}: the Dungeon Deck has only {n}, and all have arrived. If one was logged by "
        "mistake, correct it.",
    ),
    "not_your_turn": Sentence("It is {turn}'s turn. {player} can only leave on their own turn."),
}

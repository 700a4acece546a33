"""Why the rules of Grave Robbers say no, as sentences in no language yet."""

from collections.abc import Mapping

from companion.engine.sentence import Sentence
from companion.games import shared

REFUSALS: Mapping[str, Sentence] = {
    **shared.REFUSALS,
    "players_three_or_four": Sentence(
        "{n} player cannot play: the manual is for three or four.",
        "{n} players cannot play: the manual is for three or four.",
    ),
    "lay_cards_first": Sentence(
        "{n} dungeon card must be laid first: tap a free place beside the flipped one.",
        "{n} dungeon cards must be laid first: tap free places beside the flipped one.",
    ),
    "settle_first": Sentence("{player} is rolling: settle that first, or undo it."),
    "rockfall_first": Sentence("{player}'s turn waits for its rockfall: choose the card."),
    "rest_first": Sentence("{player} is injured and rests before anything else."),
    "fight_first": Sentence("{player} stands on an enemy with items and must fight it first."),
    "pawn_is_injured": Sentence("{player} lies injured: only the end of the turn is left."),
    "no_action_points": Sentence("{player} has no action points left. End the turn, or undo."),
    "no_need_to_rest": Sentence("{player} need not rest: only who begins a turn injured does."),
    "nothing_to_explore_there": Sentence("No face-down card lies there beside the pawn."),
    "no_way_there": Sentence("No face-up card lies there beside the pawn."),
    "only_one_entrance": Sentence("The dungeon has one entrance, and it lies there already."),
    "only_one_treasure_room": Sentence("The treasure room was found already: there is only one."),
    "too_early_for_treasure": Sentence(
        "{n} card has left the pile; the treasure room is number {first} at the earliest.",
        "{n} cards have left the pile; the treasure room is number {first} at the earliest.",
    ),
    "nothing_to_lay": Sentence("No dungeon card is to be laid now."),
    "no_free_place_there": Sentence("A card can only lie on a free place beside the other one."),
    "no_enemy_here": Sentence("{player} stands on no enemy with items on it."),
    "no_chest_here": Sentence("{player} stands on no chest with items on it."),
    "nothing_to_roll": Sentence("{player} could roll with nothing: no item card is left."),
    "not_against_yourself": Sentence("Nobody fights against themselves. Choose another player."),
    "not_on_the_same_card": Sentence("{player} stands on another card."),
    "target_is_injured": Sentence("{player} lies injured and cannot be attacked."),
    "nobody_fights": Sentence("Nobody is fighting or opening a chest now."),
    "not_in_this_fight": Sentence("{player} takes no part in this fight."),
    "has_laid_already": Sentence("{player} has chosen an item already. Undo it to choose again."),
    "die_is_missing": Sentence("Say the die value of that card, 1 to 6."),
    "last_card_is_needed": Sentence(
        "The last card of the pile is left for the other side. {player} has items to choose from."
    ),
    "lay_first": Sentence("{player} has not chosen an item yet."),
    "die_is_known": Sentence("That die value is known already. Undo it if it is wrong."),
    "say_whose_die": Sentence("Say whose card shows that die value."),
    "dice_are_missing": Sentence("Both die values are needed before this can be settled."),
    "nothing_to_draw": Sentence("No item is left to draw. Use one of the hand or an open card."),
    "nothing_to_draw_here": Sentence("Dragonbag draws nothing here: the cards are your own."),
    "hand_is_empty": Sentence("{player} has no item in the hand."),
    "not_an_open_card": Sentence("{player} has no such open card."),
    "open_effects_work_by_themselves": Sentence(
        "An open effect works while the card lies open; there is nothing to use."
    ),
    "card_needs_a_name": Sentence("Say the name of the card."),
    "not_your_turn": Sentence("{player} uses normal effects on the own turn; it is {turn}'s turn."),
    "used_this_turn": Sentence("{card}: that effect was used this turn already."),
    "not_that_many_in_hand": Sentence(
        "{player} has {n} item in the hand.", "{player} has {n} items in the hand."
    ),
    "too_many_open_cards": Sentence(
        "{player} may have {n} open card.", "{player} may have {n} open cards."
    ),
    "not_that_many_items": Sentence(
        "{player} has {n} item altogether.", "{player} has {n} items altogether."
    ),
    "no_rockfall_now": Sentence("No card falls now: that comes at the end of a turn."),
    "that_card_holds": Sentence(
        "That card holds: only one with exactly one neighbour falls, and never the entrance."
    ),
    "say_where_pawns_flee": Sentence("Several cards are equally near: say where the pawns go."),
    "not_the_nearest_card": Sentence("Pawns flee to a nearest face-up card."),
    "reason_missing": Sentence(
        "A correction needs its reason, in one line of up to {n} character.",
        "Give a reason for the correction, in one line of up to {n} characters.",
    ),
    "no_face_up_card_there": Sentence("No face-up dungeon card lies there."),
    "treasure_not_found": Sentence("Nobody has found the treasure yet."),
    "undo_that_card": Sentence("Entrance and treasure room are set right by undo only."),
    "balance_is_a_pile": Sentence("The difference comes from the pile or the discards."),
    "not_that_many_there": Sentence(
        "{place}: only {n} item there to move.", "{place}: only {n} items there to move."
    ),
    "say_whose_hand": Sentence("Say whose hand is counted."),
    "card_not_in_list": Sentence("The card list has no {card}."),
    "card_twice": Sentence("{card} is in the list twice."),
    "too_many_cards": Sentence(
        "{n} copy of cards is too many: the box has {most}.",
        "{n} copies of cards are too many: the box has {most}.",
    ),
}

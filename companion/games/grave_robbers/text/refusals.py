"""Why the rules of Grave Robbers say no, as sentences in no language yet."""

from collections.abc import Mapping

from companion.engine.sentence import Sentence
from companion.games import shared

REFUSALS: Mapping[str, Sentence] = {
    **shared.REFUSALS,
    "players_three_or_four": Sentence("Grave Robbers is for three or four players, not {n}."),
    "lay_cards_first": Sentence(
        "First lay {n} dungeon card: tap a free place beside the flipped card.",
        "First lay {n} dungeon cards: tap free places beside the flipped card.",
    ),
    "settle_first": Sentence("{player} is rolling. Settle that first, or undo it."),
    "rockfall_first": Sentence("{player}'s turn ends with a rockfall. Choose the card that falls."),
    "rest_first": Sentence("{player} is injured and must rest first."),
    "fight_first": Sentence("{player} is on an enemy with items and must fight first."),
    "pawn_is_injured": Sentence("{player} is injured and can only end the turn."),
    "no_action_points": Sentence("{player} has no action points left. End the turn, or undo."),
    "no_need_to_rest": Sentence(
        "{player} cannot rest. Only a player who begins the turn injured rests."
    ),
    "nothing_to_explore_there": Sentence("There is no face-down card beside the pawn there."),
    "no_way_there": Sentence("There is no face-up card beside the pawn there."),
    "only_one_entrance": Sentence("There is only one entrance, and it is already in the dungeon."),
    "only_one_treasure_room": Sentence("There is only one treasure room, and it is already found."),
    "too_early_for_treasure": Sentence(
        "This card left the pile as number {n}. The treasure room is number {first} at the "
        "earliest. If cards were laid in another order, correct that."
    ),
    "not_two_laid_cards": Sentence("Choose two dungeon cards, neither of them the entrance."),
    "nothing_to_lay": Sentence("You lay no dungeon card now."),
    "no_free_place_there": Sentence("You can only lay it on a free place beside the other card."),
    "no_enemy_here": Sentence("{player} is not on an enemy with items."),
    "no_chest_here": Sentence("{player} is not on a chest with items."),
    "nothing_to_roll": Sentence("{player} cannot roll: no item card is left."),
    "not_against_yourself": Sentence("You cannot fight yourself. Choose another player."),
    "not_on_the_same_card": Sentence("{player} is on another card."),
    "target_is_injured": Sentence("{player} is injured. You cannot attack them."),
    "nobody_fights": Sentence("Nobody is fighting or opening a chest now."),
    "not_in_this_fight": Sentence("{player} is not in this fight."),
    "has_laid_already": Sentence("{player} has already chosen an item. Undo to choose again."),
    "attacker_lays_first": Sentence("{player} attacks and chooses first. Then {target} chooses."),
    "choice_is_known": Sentence(
        "Both have seen {player}'s card, from {source}. Choose the same one again. When both are "
        "in, you can change a wrong value, with a reason."
    ),
    "other_side_rolls_from_pile": Sentence("An enemy or a chest only draws from the pile."),
    "die_is_missing": Sentence("Enter the die value of that card, 1 to 6."),
    "last_card_is_needed": Sentence(
        "Leave the last card of the pile for the other side. {player} has other "
        "items to choose from."
    ),
    "lay_first": Sentence("{player} has not chosen an item yet."),
    "die_is_known": Sentence("That die value is already known. If it is wrong, undo it."),
    "say_whose_die": Sentence("Choose whose card shows that die value."),
    "dice_are_missing": Sentence("Enter both die values first."),
    "nothing_to_draw": Sentence("No item is left to draw. Use one from the hand or an open card."),
    "nothing_to_draw_here": Sentence(
        "Dragonbag does not draw in this game. Draw from your own cards."
    ),
    "hand_is_empty": Sentence("{player} has no item in hand."),
    "not_an_open_card": Sentence("{player} has no such open card."),
    "open_effects_work_by_themselves": Sentence(
        "An open effect works while the card lies open. You do not use it."
    ),
    "card_needs_a_name": Sentence("Enter the name of the card."),
    "not_your_turn": Sentence(
        "It is {turn}'s turn. {player} can only use normal effects on their own turn."
    ),
    "used_this_turn": Sentence("{card}: you already used that effect this turn."),
    "not_that_many_in_hand": Sentence(
        "{player} has {n} item in hand.", "{player} has {n} items in hand."
    ),
    "too_many_open_cards": Sentence(
        "{player} may have {n} open card.", "{player} may have {n} open cards."
    ),
    "not_that_many_items": Sentence(
        "{player} has {n} item in total.", "{player} has {n} items in total."
    ),
    "no_rockfall_now": Sentence("No card falls now. Cards fall at the end of a turn."),
    "that_card_holds": Sentence(
        "That card does not fall. Only a card with exactly one neighbour falls, "
        "and never the entrance."
    ),
    "say_where_pawns_flee": Sentence("Several cards are equally near. Choose where the pawns go."),
    "not_the_nearest_card": Sentence("Pawns flee to the nearest face-up card."),
    "reason_missing": Sentence(
        "Give a reason for the correction, in one line of up to {n} characters."
    ),
    "no_face_up_card_there": Sentence("No face-up dungeon card lies there."),
    "too_few_would_play": Sentence(
        "The last two players cannot go home. Set up a new game instead."
    ),
    "holds_the_treasure": Sentence(
        "{player} has the treasure. First say under Corrections who has it now."
    ),
    "treasure_not_found": Sentence("Nobody has found the treasure yet."),
    "entrance_stays": Sentence("The entrance stays where it is."),
    "treasure_was_found": Sentence(
        "The treasure was found. If that is wrong, first correct who has it: nobody."
    ),
    "no_card_lies_there": Sentence("No dungeon card lies there."),
    "card_lies_there": Sentence("A dungeon card lies there already."),
    "pawn_stands_there": Sentence("{player} stands on that card. First correct where the pawn is."),
    "dungeon_falls_apart": Sentence(
        "Then a part of the dungeon would lie apart. First correct the cards behind that one."
    ),
    "no_card_is_left": Sentence("No dungeon card is left to lie there."),
    "balance_is_a_pile": Sentence("Take the difference from the pile or the discards."),
    "not_that_many_there": Sentence(
        "{place}: only {n} item there to move.", "{place}: only {n} items there to move."
    ),
    "say_whose_hand": Sentence("Choose whose hand it is."),
    "card_not_in_list": Sentence("The card list has no {card}."),
    "card_in_list": Sentence("The card list has {card} already. Open it there to change it."),
    "card_twice": Sentence("{card} is in the list twice."),
    "too_many_cards": Sentence(
        "{n} copy is too many: the box has {most} cards.",
        "{n} copies are too many: the box has {most} cards.",
    ),
}

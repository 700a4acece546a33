"""Why the rules of The Game say no, as sentences in no language yet."""

from collections.abc import Mapping

from companion.engine.sentence import Sentence

REFUSALS: Mapping[str, Sentence] = {
    "game_is_on": Sentence("This game has begun already."),
    "game_is_over": Sentence("This game is over. Undo takes the last step back."),
    "players_one_to_five": Sentence("The Game is for one to five players, not {n}."),
    "nobody_sits_there": Sentence("Nobody plays as {player}."),
    "everyone_needs_a_name": Sentence("Say a name, or none, for each of the {n} players."),
    "first_not_chosen": Sentence("First agree on who begins."),
    "shuffle_first": Sentence("The cards have not been dealt yet."),
    "drawn_cards_were_seen": Sentence(
        "The next cards have been seen. Put back what was undone until they are drawn again."
    ),
    "nothing_to_shuffle": Sentence("There is nothing to shuffle now."),
    "only_dragonbag_shuffles": Sentence("Only Dragonbag shuffles."),
    "not_all_cards": Sentence("A shuffle has each card from 2 to 99 once."),
    "not_your_turn": Sentence("It is {turn}'s turn, not {player}'s."),
    "say_who": Sentence("In practice, you play from your own seat. Take a seat first."),
    "card_lies_already": Sentence("{card} is already on a pile."),
    "card_not_held": Sentence("{player} does not hold {card}."),
    "hand_is_empty": Sentence("{player} has no cards left."),
    "must_be_higher": Sentence(
        "You cannot lay {card} on {top}. Lay a card higher than {top}, or exactly {back}."
    ),
    "must_be_lower": Sentence(
        "You cannot lay {card} on {top}. Lay a card lower than {top}, or exactly {back}."
    ),
    "too_few_cards": Sentence(
        "{player} must lay {n} more card before the turn can end.",
        "{player} must lay {n} more cards before the turn can end.",
    ),
    "fire_burns": Sentence(
        "Cover blue {cards} with a card that is not blue before you end the turn.",
        "Cover blue {cards} with cards that are not blue before you end the turn.",
    ),
    "turn_may_end": Sentence("{player} has laid enough cards. End the turn."),
    "somebody_can": Sentence(
        "{player} can lay {n} more card from any hand. Look again.",
        "{player} can lay {n} more cards from any hand. Look again.",
    ),
    "hand_can": Sentence("{player} can complete the turn. Look again: the order matters."),
    "own_turn_needs_no_flag": Sentence("It is {player}'s turn. No wish is needed."),
    "flag_is_up": Sentence("This wish is already there."),
    "advice_on_own_turn": Sentence("Advice is for the player whose turn it is, not for {player}."),
    "no_such_card": Sentence("There is no card {card}, only 2 to 99."),
    "hand_has_other_size": Sentence(
        "{player} holds {n} card, not {typed}. Enter all of them.",
        "{player} holds {n} cards, not {typed}. Enter all of them.",
    ),
    "no_flag": Sentence("There is no such wish."),
    "reason_missing": Sentence(
        "Give a reason for the correction, in one line of up to {n} characters."
    ),
    "practice_keeps_itself": Sentence(
        "In practice Dragonbag deals the cards, so there is nothing to correct. Use Undo."
    ),
    "card_lies_nowhere": Sentence("{card} lies on no pile."),
    "balance_is_another_place": Sentence("Choose another place for the difference."),
    "not_that_many_there": Sentence(
        "There is only {n} card to take from.", "There are only {n} cards to take from."
    ),
    "not_that_many_lie": Sentence("Only {n} card lies.", "Only {n} cards lie."),
    "hand_is_full": Sentence(
        "{player} can hold at most {n} card.", "{player} can hold at most {n} cards."
    ),
    "no_more_seats": Sentence("At most {n} can play."),
    "last_player_stays": Sentence("The last player cannot go home. Set up a new game instead."),
    "all_cards_lie": Sentence("All cards lie. First correct what lies on a pile."),
    "nothing_changes": Sentence("That would change nothing."),
}

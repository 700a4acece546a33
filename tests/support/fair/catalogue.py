"""All attacks that were thought of, and who catches each: the table in docs/fair-draws.md.

`python -m tests.support.fair.catalogue` writes that table anew.
"""

from dataclasses import dataclass
from enum import StrEnum

from tests.support.fair import forged as f
from tests.support.fair import forged_promises as p
from tests.support.fair.forged import Forgery
from tests.support.places import ROOT

DOCUMENT = ROOT / "docs/fair-draws.md"
BEGIN, END = "<!-- attacks -->\n", "<!-- end of the attacks -->\n"


class Caught(StrEnum):
    """When a verifier catches an attack."""

    ALWAYS = "always"
    MEMORY = "if it remembers"  # what was written down, or what the phone has seen
    NOT = "-"


@dataclass(frozen=True)
class Attack:
    """One attack: who tries what, and who catches it; `shown_by` is the test, `else_` who else."""

    who: str
    what: str
    command_line: Caught = Caught.NOT
    phone: Caught = Caught.NOT
    forgery: Forgery | None = None
    else_: str = ""
    shown_by: str = ""


def _file(what: str, forgery: Forgery, by: tuple[Caught, Caught], else_: str = "") -> Attack:
    return Attack("owner", what, *by, forgery, else_)


BOTH = (Caught.ALWAYS, Caught.ALWAYS)
RULES = (Caught.ALWAYS, Caught.MEMORY)  # only the command line knows the rules of the game
REMEMBERED = (Caught.MEMORY, Caught.MEMORY)

IN_A_FILE = (
    _file("change when a step was made", f.time_changed, REMEMBERED),
    _file("change who made a step", f.source_changed, REMEMBERED),
    _file("change a house rule", f.ruling_changed, REMEMBERED),
    _file("change the edition", f.edition_changed, RULES),
    _file("give the file another game's id", f.id_changed, BOTH),
    _file("change the commitment", f.commitment_changed, BOTH),
    _file("show another seed", f.seed_changed, BOTH),
    _file("change seed and commitment", f.seed_and_commitment_changed, BOTH),
    _file("keep the seed back after the end", f.seed_withheld, BOTH),
    _file("draw other cubes", f.rerolled, BOTH),
    _file("leave the order of the cubes empty", f.order_emptied, BOTH),
    _file("turn the order of the cubes round", f.order_turned, BOTH),
    _file("say that a draw was by hand", f.relabelled, REMEMBERED, "listed: links were opened"),
    _file("report one draw and do another", f.cubes_exchanged, BOTH),
    _file("tell of less damage", f.damage_less, BOTH),
    _file("leave damage out", f.damage_left_out, BOTH),
    _file("make an attack smaller", f.attack_smaller, BOTH),
    _file("leave an attack out", f.attack_left_out, BOTH),
    _file("leave a draw out", f.draw_left_out, BOTH),
    _file("tell of less Clank!", f.noise_less, BOTH),
    _file("exchange two steps", f.steps_exchanged, BOTH),
    _file("invent a correction of the bag", f.correction_invented, BOTH),
    _file("hide an undo and a redo", f.undo_hidden, REMEMBERED),
    _file("cut the game off before its end", f.cut_off, REMEMBERED),
    _file("leave the chain out", f.chain_left_out, BOTH),
    _file("leave out the chain and all phones", f.chain_and_phones_left_out, REMEMBERED),
    _file("leave out all links", f.links_left_out, BOTH),
    _file("leave out asks and links", f.asks_left_out, BOTH),
    _file("leave one phone out of an ask", f.phone_left_out, BOTH),
    _file("ask for a draw from another bag", f.other_bag_asked, BOTH),
    _file("exchange a link", f.link_exchanged, BOTH),
    _file("open a link twice", f.link_twice, BOTH),
    _file("take a link after the draw", f.link_late, BOTH),
    _file("put a chain of their own in a phone's place", f.seal_exchanged, BOTH),
    _file("give two seats one seal", f.seal_twice, BOTH),
    _file("seal one of their own after all phones have opened", f.sealed_after_collecting, BOTH),
    _file("ask twice for one draw", f.asked_twice, BOTH),
    _file("close a draw before its phones have opened", f.closed_early, BOTH),
    _file("seal a chain of a thousand links", f.chain_too_long, BOTH),
    _file("open a number of version 0.1 between links", f.number_in_a_later_game, BOTH),
    _file("renew the seed in the middle of a game", f.new_seed_early, BOTH),
    _file("renew the seed without telling the old one", f.new_seed_silent, BOTH),
    _file("tell another old seed", f.seed_before_changed, BOTH),
    _file(
        "invent a damaged card",
        f.recovery_invented,
        REMEMBERED,
        "listed: draws whose seed was lost; news on every phone",
    ),
    _file("promise another seed once links are open", p.promised_again, BOTH),
    _file("promise another seed, and call it a backup", p.promised_again_in_a_restore, BOTH),
    _file("promise another game in the middle", p.other_game_promised, BOTH),
    _file("seal numbers of 0.1, to choose which to open after the links", p.numbers_sealed, BOTH),
    _file("call a draw one by hand, and show only its digest", p.draw_hidden, BOTH),
    _file("show only the digests of an undo and a redo", p.undo_hidden_by_digest, BOTH),
    _file("show only the digest of a new seed", p.epoch_hidden, BOTH),
    _file("show blind and digest of a line", p.blind_and_digest, BOTH),
    _file("take a longer blind", p.blind_longer, BOTH),
    _file("renew the seed, and call it a copied journal", p.new_seed_called_moved, BOTH),
    _file("renew the seed, and call it an import", p.new_seed_called_import, BOTH),
    _file("renew the seed, and call it a damaged card", p.new_seed_called_recovery, BOTH),
    _file("tell of something unknown that happened to the journal", p.epoch_of_no_kind, BOTH),
    _file("go on after the end with the seed that all know", p.seed_kept_after_the_end, BOTH),
    _file("seal for a seat that does not exist", p.seat_of_nobody, BOTH),
    _file("write more into an ask than belongs there", p.ask_with_more, BOTH),
    _file("leave out that the game is over, to keep the seed back", p.end_unsaid, BOTH),
    _file("close the end before any link", p.end_closed_at_once, BOTH),
    _file(
        "do not ask a phone at the end",
        p.left_out_of_the_end,
        REMEMBERED,
        "listed: not opened",
    ),
    _file("set the game up twice", p.set_up_twice, BOTH),
    _file("say of a full bag that it was empty", p.attack_of_nothing, BOTH),
    _file("make Clank! of no colour", p.noise_of_no_colour, BOTH),
    _file("make half a Clank!", p.noise_by_halves, BOTH),
    _file("name two who drew", p.drawn_by_two, BOTH),
    _file("exchange colours so that cubes vanish", p.cubes_vanish, BOTH),
    _file("let a step tell another seed, and draw other cubes", p.seed_told_by_a_step, BOTH),
    _file("tell of a new seed that nobody promised", p.new_seed_without_promise, BOTH),
    _file("let a player leave the dungeon by a word", p.gone_by_a_word, RULES),
)

WITNESS = "tests/browser/fair/test_witness.py::"
PHONES = "tests/browser/fair/test_phones.py::"
MODIFIED = "tests/browser/fair/test_modified_table.py::"
PROMISES = "tests/browser/fair/test_modified_promises.py::"
GUESTS = "tests/web_ui/access/test_guests.py::"
TABLE = "tests/companion/table/fair/test_fair_table.py::"
NEW_SEED = "tests/companion/table/fair/test_new_seed.py::"
ELSEWHERE = (
    Attack(
        "owner",
        "play the game otherwise, with the same id and seed, and a sound chain",
        Caught.MEMORY,
        Caught.MEMORY,
        shown_by=f"{WITNESS}test_a_game_that_was_played_otherwise_is_noticed_and_stays_told",
    ),
    Attack(
        "owner",
        "show two histories to one phone",
        Caught.MEMORY,
        Caught.MEMORY,
        shown_by=f"{WITNESS}test_two_histories_of_one_game_are_noticed_by_whoever_changes_between_them",
    ),
    Attack(
        "owner",
        "show two phones two games",
        Caught.MEMORY,
        else_="people: other pictures",
        shown_by=f"{MODIFIED}test_two_phones_that_are_shown_two_games_see_other_pictures",
    ),
    Attack(
        "owner",
        "leave out, exchange, change or invent a line while phones look on",
        Caught.MEMORY,
        Caught.MEMORY,
        shown_by=f"{MODIFIED}test_both_phones_say_at_once_that_lines_were_changed",
    ),
    Attack(
        "owner",
        "promise another seed after phones have seen the first",
        Caught.MEMORY,
        Caught.MEMORY,
        shown_by=f"{MODIFIED}test_another_seed_with_a_new_promise_is_told_as_that",
    ),
    Attack(
        "owner",
        "change the seed in the database after phones have seen its promise",
        Caught.ALWAYS,
        Caught.ALWAYS,
        shown_by=f"{MODIFIED}test_a_seed_row_that_was_changed_is_found_by_phone_and_command_line",
    ),
    Attack(
        "owner",
        "tell of a backup that never was, to hide a dropped line",
        Caught.MEMORY,
        Caught.MEMORY,
        else_="listed on each phone that saw it: which lines are gone",
        shown_by=f"{MODIFIED}test_a_backup_that_never_was_cannot_hide_a_dropped_line",
    ),
    Attack(
        "owner",
        "renew the seed while phones look on",
        Caught.ALWAYS,
        Caught.ALWAYS,
        else_="news on every phone",
        shown_by=f"{MODIFIED}test_a_new_seed_for_no_reason_is_told_on_both_phones_and_found_at_the_end",
    ),
    Attack(
        "owner",
        "say of a draw that it was by hand, once links are open",
        else_="listed: by hand after links were opened",
        shown_by=f"{MODIFIED}test_a_draw_that_is_called_one_by_hand_at_once_is_listed",
    ),
    Attack(
        "owner",
        "say of a draw that it was by hand, after it was shown",
        Caught.MEMORY,
        Caught.MEMORY,
        shown_by=f"{MODIFIED}test_a_draw_that_is_called_one_by_hand_afterwards_is_noticed",
    ),
    Attack(
        "owner",
        "collect all links, and seal one of their own then",
        else_="impossible: it counts from the next draw on",
        shown_by=f"{MODIFIED}test_a_table_that_seals_its_own_after_it_has_collected_cannot_draw_with_it",
    ),
    Attack(
        "owner",
        "answer a phone's link with an error, and say that it never came",
        else_="listed: not opened; the phone adds that it has sent it, or was late",
        shown_by=f"{MODIFIED}test_a_link_that_the_table_did_not_take_is_told_by_its_phone_without_blame",
    ),
    Attack(
        "owner",
        "ask for a link on the page alone, before there is an attack",
        phone=Caught.ALWAYS,
        else_="the phone does not open",
        shown_by=f"{MODIFIED}test_a_phone_opens_nothing_for_an_attack_that_is_only_on_its_page",
    ),
    Attack(
        "phone",
        "seal for all seats, so that nobody else can",
        else_="impossible: one chain a seat, by the seat's own phone",
        shown_by=f"{GUESTS}test_a_phone_seals_for_its_own_seat_alone_and_once",
    ),
    Attack(
        "owner",
        "ask for links before the bag is fixed in the chain",
        phone=Caught.ALWAYS,
        else_="the phone does not open",
        shown_by=f"{PHONES}test_a_phone_opens_nothing_that_is_not_in_its_chain",
    ),
    Attack(
        "owner",
        "drop a link that was taken from a phone",
        phone=Caught.MEMORY,
        else_="listed: not opened",
        shown_by=f"{PHONES}test_a_phone_misses_a_link_that_it_has_sent",
    ),
    Attack(
        "owner",
        "ask a phone for a link that is not its next one",
        phone=Caught.ALWAYS,
        else_="the phone does not open",
        shown_by=f"{PHONES}test_a_phone_opens_no_link_but_its_own",
    ),
    Attack(
        "owner",
        "change the bag after links were opened, and draw anew",
        else_="listed: drawn again",
        shown_by=f"{TABLE}test_another_bag_asks_again_and_everybody_is_shown_it",
    ),
    Attack(
        "owner",
        "undo the end to draw with a new seed",
        else_="listed: drawn again; news on every phone",
        shown_by=f"{NEW_SEED}test_dragonbag_draws_again_and_every_draw_is_checked",
    ),
    Attack(
        "guest",
        "import a game with a seed of their own, and play it on",
        else_="impossible: it gets a new seed",
        shown_by=f"{NEW_SEED}test_an_import_takes_no_seed_that_the_file_did_not_promise",
    ),
    Attack(
        "phone",
        "open another link than the one sealed",
        else_="impossible: refused",
        shown_by=f"{TABLE}test_what_comes_too_late_is_refused_and_changes_nothing",
    ),
    Attack(
        "phone",
        "draw at once, before the others can open",
        else_="impossible: Dragonbag waits",
        shown_by=f"{TABLE}test_dragonbag_waits_for_a_phone_that_listens",
    ),
    Attack(
        "phone",
        "keep its link back",
        else_="listed: not opened",
        shown_by=f"{TABLE}test_a_game_with_links_verifies_and_says_whose_link_was_missing",
    ),
    Attack(
        "owner",
        "seal k seats of their own, and open those links last that suit them",
        else_="listed: not opened; nobody can forbid it: 2^k draws to choose from",
    ),
    Attack(
        "owner",
        "ask only their own seat at the end, and try lines until two games have the same pictures",
        Caught.MEMORY,
        else_="listed: not opened",
        shown_by=f"{PROMISES}test_a_phone_that_is_not_asked_at_the_end_is_listed",
    ),
    Attack(
        "owner",
        "promise another seed when phones look on and have opened their links",
        Caught.ALWAYS,
        Caught.ALWAYS,
        shown_by=f"{PROMISES}test_a_seed_that_is_promised_when_links_are_open_is_caught",
    ),
    Attack(
        "owner",
        "send phones a file in which a draw shows only its fingerprint",
        Caught.ALWAYS,
        Caught.ALWAYS,
        shown_by=f"{PROMISES}test_a_draw_that_hides_behind_its_digest_is_caught",
    ),
    Attack(
        "owner",
        "play alone, or with people without phones, knowing the seed",
        else_="nobody: only somebody else's number can surprise who knows the seed",
    ),
    Attack(
        "owner",
        "tell other cubes than came out of the real bag",
        else_="nobody: no computer sees a hand; `dragonbag fairness` sees it over many games",
    ),
    Attack(
        "owner",
        "send phones other scripts",
        else_="nobody at that phone: check the file with a verifier from somewhere else",
    ),
    Attack("network", "change what is sent on the way", else_="as the owner: plain HTTP"),
)
ATTACKS = (*IN_A_FILE, *ELSEWHERE)


def table() -> str:
    """Return the table for the document."""
    rows = [
        f"| {number} | {each.who} | {each.what} | {each.command_line} | {each.phone} "
        f"| {each.else_ or '-'} |"
        for number, each in enumerate(ATTACKS, 1)
    ]
    head = "| | Who | What | Command line | Phone | Besides |\n|---|---|---|---|---|---|\n"
    return head + "\n".join(rows) + "\n"


def written(text: str) -> str:
    """Return a document with the table in its place."""
    before, _, rest = text.partition(BEGIN)
    return f"{before}{BEGIN}\n{table()}\n{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    DOCUMENT.write_text(written(DOCUMENT.read_text()))

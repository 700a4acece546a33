"""What was found wrong with the first fair draws, and the tests that show each is mended."""

TABLE = "tests/companion/table/"
BROWSER = "tests/browser/fair/"
MODIFIED = f"{BROWSER}test_modified_table.py::"
FOUND = {
    "1 an imported game that went on kept a chosen seed": (
        f"{TABLE}fair/test_new_seed.py::test_an_import_takes_no_seed_that_the_file_did_not_promise",
        f"{TABLE}fair/test_fair_table.py::test_a_game_that_was_imported_and_goes_on_verifies",
    ),
    "2 phones forgot the commitment": (
        f"{MODIFIED}test_another_seed_with_a_new_promise_is_told_as_that",
        f"{MODIFIED}test_a_seed_row_that_was_changed_is_found_by_phone_and_command_line",
        f"{TABLE}fair/test_digests.py::test_what_was_written_down_is_compared_with_the_file",
    ),
    "3 the phone's verifier passed forged files": (
        f"{BROWSER}test_phones.py::test_the_phone_catches_what_the_catalogue_says",
        f"{BROWSER}test_verifier.py::test_a_knock_out_that_is_left_out_is_caught",
        f"{BROWSER}test_verifier.py::test_two_numbers_in_one_are_no_number",
        f"{BROWSER}test_verifier.py::test_a_file_of_a_later_version_is_not_called_right",
    ),
    "4 a table sealed after it had collected, and denied what it got": (
        f"{MODIFIED}test_a_table_that_seals_its_own_after_it_has_collected_cannot_draw_with_it",
        f"{MODIFIED}test_a_link_that_the_table_did_not_take_is_told_by_its_phone_without_blame",
    ),
    "5 two histories for two phones went unnoticed": (
        f"{MODIFIED}test_two_phones_that_are_shown_two_games_see_other_pictures",
        f"{BROWSER}test_witness.py::"
        "test_two_histories_of_one_game_are_noticed_by_whoever_changes_between_them",
    ),
    "6 an owner who knew the seed could steer by playing": (
        f"{TABLE}fair/test_fair_table.py::test_the_bag_is_in_the_chain_before_any_link_is_opened",
        f"{TABLE}fair/test_fair_table.py::test_a_draw_follows_from_the_seed_and_the_links",
    ),
    "7 one phone took all seals, a quick draw shut phones out, an undone end was the end": (
        "tests/web_ui/access/test_guests.py::test_a_phone_seals_for_its_own_seat_alone_and_once",
        f"{TABLE}fair/test_fair_table.py::test_dragonbag_waits_for_a_phone_that_listens",
        f"{TABLE}fair/test_new_seed.py::test_an_end_that_was_taken_back_commits_to_a_new_seed",
    ),
    "8 a verifier written from the document accused honest games": (
        f"{TABLE}fair/test_strangers_verifier.py::test_an_honest_game_is_accepted",
        f"{BROWSER}test_verifier.py::"
        "test_the_written_vectors_are_right_and_both_verifiers_say_the_same",
    ),
    "9 luck leaned to one side, fairness counted twice and reassured too soon": (
        "tests/companion/games/clank/test_luck.py::"
        "test_ranks_are_uniform_even_if_bad_luck_ends_the_game",
        "tests/companion/app/test_fairness.py::"
        "test_an_imported_copy_and_a_game_that_goes_on_do_not_count",
        "tests/companion/app/test_fairness.py::test_few_cubes_do_not_reassure",
        "tests/companion/app/test_fairness.py::"
        "test_a_draw_that_could_not_be_another_one_says_nothing",
    ),
}

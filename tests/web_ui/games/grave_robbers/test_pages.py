"""Grave Robbers on the phones, without script: the map, fights, the card list, larger forms."""

import io
import json
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.games.grave_robbers import commands as co
from companion.games.grave_robbers.advice import CLOSED, CLOSED_DONE, what_next
from companion.games.grave_robbers.bot import next_command
from companion.games.grave_robbers.box import Kind
from companion.games.grave_robbers.rules.dungeon import may_lay
from companion.games.grave_robbers.state import DungeonCard, GraveRobbers
from companion.games.grave_robbers.values import (
    Cell,
    Effect,
    EffectKind,
    ItemCard,
    Place,
    Rulings,
    Seat,
)
from companion.table.table import Table
from tests.support.games.grave_robbers_table import BLUE, FAR_NORTH, GREEN, HOME, NORTH, RED, three
from tests.support.pages import Form, Page
from web_ui.games.grave_robbers.map import COLUMNS, ROWS, drawn, name_of

SEATS = (Seat(RED, "Ann"), Seat(GREEN), Seat(BLUE))
ROPE = ItemCard("Rope", 3, 4, (Effect(EffectKind.NORMAL, "Pull a pawn"),))
PAGES = ("/", "/watch", "/table", "/odds", "/correct", "/cards", "/why", "/new", "/log", "/games")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    with Table.open(tmp_path / "journal.sqlite") as table:
        table.open_game("cli", "grave_robbers")
        yield table


def begin(table: Table, **more: object) -> None:
    table.submit(co.StartGame(SEATS, RED, **more), "cli")  # type: ignore[arg-type]


def page(client: FlaskClient, path: str = "/seat/red") -> Page:
    answer = client.get(path)
    assert answer.status_code == 200
    return Page(answer.text)


def send(client: FlaskClient, form: Form, button: int = 0, **more: str) -> int:
    """Send a form as a browser without script does; return the status."""
    return client.post(form.action, data=form.sent(button, **more)).status_code


def only(client: FlaskClient, action: str, path: str = "/seat/red", **fields: str) -> Form:
    """Return the first form of a page that goes there with these fields."""
    return next(
        form
        for form in page(client, path).to(action)
        if all(form.fields.get(name) == value for name, value in fields.items())
    )


def state_of(table: Table) -> GraveRobbers:
    state: GraveRobbers = table.snapshot.state
    return state


def test_before_a_game_the_pages_offer_to_set_one_up(client: FlaskClient) -> None:
    assert "/new?game=grave_robbers" in page(client, "/watch").links
    for path in PAGES:
        assert client.get(path).status_code == 200


def test_a_game_is_set_up_by_a_form(client: FlaskClient, table: Table) -> None:
    (form,) = page(client, "/new?game=grave_robbers").to("/new")
    form.fields |= {"name1": "Ann", "rulings.ties_win": "on"}
    assert send(client, form) == 303
    state = state_of(table)
    assert [player.colour for player in state.players] == [RED, GREEN, BLUE]
    assert (state.players[0].name, state.turn) == ("Ann", RED)  # the first row begins
    assert state.rulings == Rulings(ties_win=True)


def test_two_players_are_refused_in_a_sentence(client: FlaskClient) -> None:
    (form,) = page(client, "/new?game=grave_robbers").to("/new")
    answer = client.post("/new", data=form.sent(colour3=""))
    assert answer.status_code == 409
    assert "three or four" in answer.text


def test_a_short_game_is_played_by_forms_alone(client: FlaskClient, table: Table) -> None:
    begin(table)
    flip = only(client, "/do/Explore")
    assert flip.fields["cell"] == "0,-1"  # the only one is chosen already
    assert send(client, flip, kind="chest", strength="1", number="2", rewards="2") == 303
    assert send(client, only(client, "/do/LayDungeonCard", cell="0,-2")) == 303
    assert send(client, only(client, "/do/Move", cell="0,-1")) == 303
    assert "Open it 28%" in page(client).text  # 10 of 36
    assert send(client, only(client, "/do/OpenChest")) == 303
    lay = only(client, "/do/LayItem")
    assert send(client, lay, 4, bonus="1") == 303  # the fifth button: a 5 off the pile
    assert send(client, only(client, "/do/ShowDie"), 1) == 303
    assert "Ann opens the chest: 5 + 1 = 6 against 2 + 1 = 3." in page(client).text
    assert send(client, only(client, "/do/SettleFight")) == 303
    assert state_of(table).players[0].hand == 7
    assert send(client, only(client, "/do/EndTurn")) == 303
    assert state_of(table).turn is GREEN


def test_a_refused_form_says_why_and_leads_back(client: FlaskClient, table: Table) -> None:
    begin(table)
    meant = {"moment": table.snapshot.moment_of(co.Move)}
    answer = client.post("/do/Move", data={"cell": "0,-1", "back": "/seat/red", **meant})
    assert answer.status_code == 409
    assert "There is no face-up card beside the pawn there" in answer.text
    assert client.post("/do/Move", data={"cell": "somewhere"}).status_code == 400


def test_a_fight_between_players_is_laid_on_two_phones(client: FlaskClient, table: Table) -> None:
    begin(table)
    send(client, only(client, "/do/FightPlayer", target="green"))
    assert page(client, "/seat/blue").to("/do/LayItem") == []
    assert page(client, "/watch").to("/do/LayItem") == []
    send(client, only(client, "/do/LayItem", "/seat/red"), 5, source="hand")
    assert "has chosen in secret" in page(client, "/seat/green").text
    assert page(client, "/seat/red").to("/do/LayItem") == []
    later = only(client, "/do/LayItem", "/seat/green")
    send(client, later, 0)  # the value is said when the card is turned up
    send(client, only(client, "/do/ShowDie", "/watch", colour="green"), 1)
    assert "Ann beats Green: 5 against 2." in page(client, "/watch").text
    send(client, only(client, "/do/SetBonus", colour="green"), bonus="3")
    assert "Green beats Ann: 2 + 3 = 5 against 5." in page(client, "/watch").text
    send(client, only(client, "/do/SettleFight", "/seat/green"))
    assert not state_of(table).players[0].is_standing
    assert "injured" in page(client, "/seat/red").text


def test_an_open_card_is_chosen_as_the_die_and_its_value_is_known(
    client: FlaskClient, table: Table
) -> None:
    begin(table, cards=(ROPE,))
    send(client, only(client, "/do/EndTurn", arranged="1"), open1="Rope")
    assert state_of(table).players[0].open_cards == ("Rope",)
    for _ in range(2):
        send(client, only(client, "/do/EndTurn"))
    send(client, only(client, "/do/FightPlayer", target="green"))
    assert send(client, only(client, "/do/LayItem"), source="open:Rope") == 303  # in the list
    assert state_of(table).contest is not None
    text = page(client, "/seat/green").text
    assert "3 Ann the open cards · Rope" in text
    green = only(client, "/do/LayItem", "/seat/green")
    assert "100%" in page(client, "/seat/green").text
    assert "0%" in page(client, "/seat/green").text
    assert green.fields["colour"] == "green"


def test_open_cards_without_names_are_ticked(client: FlaskClient, table: Table) -> None:
    begin(table)
    send(client, only(client, "/do/EndTurn", arranged="1"), lies1="true", lies3="true")
    assert state_of(table).players[0].open_cards == ("", "")
    assert "2 open cards" in page(client, "/watch").text


def test_the_drawing_marks_what_may_fall_and_where_pawns_may_flee() -> None:
    tiles = {tile.cell: tile for tile in drawn(at_a_rockfall()).tiles}
    assert tiles[FAR_NORTH].action == "LetFall"
    assert tiles[FAR_NORTH].flights == (HOME, Cell(1, -1))
    assert tiles[NORTH].action == ""
    assert tiles[FAR_NORTH].may_fall
    assert not tiles[HOME].may_fall
    assert tiles[FAR_NORTH].pawns[0].has_treasure


def at_a_rockfall() -> GraveRobbers:
    """Return the end of red's turn, with two equally near ways for red to flee."""
    copy = three()
    copy.find_treasure(RED)
    copy.build(DungeonCard(NORTH, 1), DungeonCard(Cell(1, -1), 2, Kind.PASSAGE))
    copy.end()
    return copy.state


def test_the_drawing_has_a_place_for_every_card_and_free_ones_only_where_one_may_be_laid() -> None:
    table = three()
    assert {tile.look for tile in drawn(table.state).tiles} == {"entrance", "dark"}
    assert drawn(table.state).doing("Explore")[0].cell == NORTH
    table.explore(number=3)
    shown = drawn(table.state)
    assert [tile.look for tile in shown.tiles].count("free") == 3
    assert (shown.columns, len(shown.rows)) == (COLUMNS, ROWS)
    assert shown.rows[-1][COLUMNS // 2] == shown.tiles[-1]  # the entrance, in the middle below
    assert {tile.cell for tile in shown.doing("LayDungeonCard")} == {
        FAR_NORTH,
        Cell(1, -1),
        Cell(-1, -1),
    }


def test_a_closed_dungeon_offers_all_that_is_lawful_and_its_banner_says_so() -> None:
    table = three()
    table.explore()
    grid = drawn(table.state)
    assert {tile.cell for tile in grid.doing("LayDungeonCard")} == set(may_lay(table.state))
    assert [tile.cell for tile in grid.doing("Move")] == [NORTH]
    assert what_next(table.state) == CLOSED
    table.do(co.FightPlayer(GREEN))
    table.duel(5, 2)
    table.do(co.Move(NORTH))
    assert what_next(table.state) == CLOSED_DONE  # no points: lay, or end the turn
    assert drawn(table.state).doing("LayDungeonCard")
    table.do(co.LayDungeonCard(FAR_NORTH))
    assert not what_next(table.state).one.startswith("Nothing is left")
    assert not drawn(table.state).doing("LayDungeonCard")


def test_a_grid_grows_only_where_the_dungeon_does() -> None:
    copy = three()
    copy.build(*(DungeonCard(Cell(column, 0), column) for column in range(1, 4)))
    shown = drawn(copy.state)
    assert [tile.at for tile in shown.rows[-1] if tile] == ["0,0", "1,0", "2,0", "3,0"]
    assert (shown.columns, len(shown.rows)) == (COLUMNS, ROWS)
    copy.build(*(DungeonCard(Cell(0, row), row) for row in range(1, 6)))
    assert (drawn(copy.state).columns, len(drawn(copy.state).rows)) == (COLUMNS, 7)


def test_places_are_named_as_steps_from_the_entrance() -> None:
    assert [name_of(cell) for cell in (HOME, NORTH, Cell(2, 1), Cell(-1, 0))] == [
        "⌂",
        "↑1",
        "↓1→2",
        "←1",
    ]


def test_a_rockfall_is_chosen_by_a_form_with_the_way_to_flee(
    client: FlaskClient, table: Table
) -> None:
    begin(table)
    dice = random.Random(5)
    while not state_of(table).must_fall:
        command = next_command(state_of(table), dice)
        assert command is not None
        table.submit(command, "cli")
    before = state_of(table).fallen
    form = page(client).to("/do/LetFall")[0]
    assert send(client, form) == 303
    assert state_of(table).fallen == before + 1


def test_a_card_is_typed_once_changed_and_taken_out(client: FlaskClient, table: Table) -> None:
    begin(table)
    add = page(client, "/cards").to("/do/WriteCard")[-1]
    send(client, add, name="Rope", die="3", copies="4", kind1="normal", text1="Pull a pawn")
    assert state_of(table).cards == (ROPE,)
    assert "Pull a pawn" in page(client, "/cards").text
    change = page(client, "/cards").to("/do/WriteCard")[0]
    assert change.fields["text1"] == "Pull a pawn"
    send(client, change, die="5")
    assert state_of(table).cards[0].die == 5
    send(client, page(client, "/cards").to("/do/EraseCard")[0])
    assert state_of(table).cards == ()


def test_what_an_open_effect_adds_is_typed_in_the_card_list(
    client: FlaskClient, table: Table
) -> None:
    begin(table)
    form = next(each for each in page(client, "/cards").forms if each.action == "/do/WriteCard")
    send(client, form, name="Sword", die="4", kind1="open_effect", attack1="2", opening1="0")
    (card,) = state_of(table).cards
    assert card.effects == (Effect(EffectKind.OPEN, attack=2),)
    assert "+2 in fights" in page(client, "/cards").text


def test_the_card_list_goes_along_to_the_next_evening(client: FlaskClient, table: Table) -> None:
    begin(table, cards=(ROPE,))
    table.open_game("cli", "clank")
    form = page(client, "/new?game=grave_robbers").to("/new")[0]
    assert "Rope" in form.fields["cards"]
    send(client, form)
    assert state_of(table).cards == (ROPE,)


def test_the_card_list_is_saved_as_a_file_and_taken_in_again(
    client: FlaskClient, table: Table
) -> None:
    begin(table, cards=(ROPE,))
    saved = client.get("/cards/export")
    assert "attachment" in saved.headers["Content-Disposition"]
    begin_again = table.open_game("cli", "grave_robbers")
    assert begin_again.state.cards == ()
    begin(table)
    answer = client.post("/cards/import", data=upload(saved.data))
    assert (answer.status_code, answer.headers["Location"]) == (303, "/cards")
    assert state_of(table).cards == (ROPE,)


def upload(text: bytes) -> dict[str, object]:
    return {"file": (io.BytesIO(text), "cards.json"), "back": "/cards"}


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"no JSON",
        b"[]",
        b'{"format": "dragonbag-game", "cards": []}',
        b'{"format": "dragonbag-cards", "game": "clank", "cards": []}',
        b'{"format": "dragonbag-cards", "game": "grave_robbers", "cards": [{"die": 3}]}',
        b'{"format": "dragonbag-cards", "game": "grave_robbers"}',
    ],
)
def test_another_file_is_no_card_list(client: FlaskClient, table: Table, text: bytes) -> None:
    begin(table, cards=(ROPE,))
    assert client.post("/cards/import", data=upload(text)).status_code == 400
    assert state_of(table).cards == (ROPE,)


def test_a_list_that_was_emptied_stays_empty_and_none_is_taken_in_before_a_game(
    client: FlaskClient, table: Table
) -> None:
    begin(table, cards=(ROPE,))
    table.submit(co.EraseCard("Rope"), "cli")
    assert client.get("/cards/export").get_json()["cards"] == []
    table.open_game("cli", "grave_robbers")
    file = {"format": "dragonbag-cards", "game": "grave_robbers", "cards": [{"name": "Rope"}]}
    answer = client.post("/cards/import", data=upload(json.dumps(file).encode()))
    assert answer.status_code == 409
    assert "No game has been set up yet" in answer.text


def test_a_list_that_the_box_cannot_hold_is_refused(client: FlaskClient, table: Table) -> None:
    begin(table)
    cards = [{"name": "Rope", "copies": 48}, {"name": "Lamp"}]
    file = json.dumps({"format": "dragonbag-cards", "game": "grave_robbers", "cards": cards})
    answer = client.post("/cards/import", data=upload(file.encode()))
    assert answer.status_code == 409
    assert "the box has 48" in answer.text
    form = page(client, "/new?game=grave_robbers").to("/new")[0]
    assert client.post("/new", data=form.sent(cards='"Rope"')).status_code == 400


def test_games_without_cards_have_no_such_page(client: FlaskClient, table: Table) -> None:
    table.open_game("cli", "clank")
    for path in ("/cards", "/cards/export"):
        assert client.get(path).status_code == 404
    assert client.post("/cards/import", data=upload(b"")).status_code == 404


def test_corrections_are_forms_with_their_reason(client: FlaskClient, table: Table) -> None:
    begin(table)
    pawn = only(client, "/do/CorrectCondition", "/correct")
    assert send(client, pawn, colour="red", condition="injured", reason="a trap") == 303
    items = only(client, "/do/CorrectItems", "/correct")
    items.fields |= {"place": Place.HAND, "balance": "discards"}
    assert send(client, items, colour="red", items="3", reason="counted") == 303
    red = state_of(table).players[0]
    assert (red.is_standing, red.hand, state_of(table).discards) == (False, 3, 2)
    pawn = only(client, "/do/CorrectCondition", "/correct")
    assert send(client, pawn, colour="red", condition="standing", reason="") == 409


def test_items_are_used_drawn_discarded_and_given_by_forms(
    client: FlaskClient, table: Table
) -> None:
    begin(table)
    send(client, only(client, "/do/UseItem"), card="Rope", spent="hand")
    assert "Used this turn: Rope 1" in page(client).text
    send(client, only(client, "/do/DrawItems"), items="2")
    send(client, only(client, "/do/DiscardItem"), die="4")
    send(client, only(client, "/do/GiveItems", taker="blue"))
    players = state_of(table).players
    assert [player.hand for player in players] == [4, 5, 6]
    assert page(client, "/watch").to("/do/UseItem") == []


def test_where_the_table_plays_without_odds_none_are_shown(
    client: FlaskClient, table: Table
) -> None:
    begin(table, rulings=Rulings(show_odds=False))
    assert "This table does not show the odds." in page(client, "/odds").text
    assert "/odds" not in page(client).links
    send(client, only(client, "/do/FightPlayer", target="green"))
    assert "%" not in page(client).text


def test_the_odds_page_says_how_ties_are_settled_and_where_the_room_may_be(
    client: FlaskClient, table: Table
) -> None:
    begin(table, rulings=Rulings(ties_win=True))
    text = page(client, "/odds").text
    assert "With equal sums, the acting side wins at this table." in text
    assert "58%" in text  # 21 of 36
    assert "Cards out of it so far: 1." in text

"""Any commands of Grave Robbers, for hypothesis."""

from hypothesis import strategies as st

from companion.games.grave_robbers import commands as co
from companion.games.grave_robbers.box import Colour, Kind
from companion.games.grave_robbers.values import (
    Cell,
    Condition,
    Effect,
    EffectKind,
    ItemCard,
    Place,
    Rulings,
    Seat,
    Source,
)

colours = st.sampled_from(Colour)
cells = st.builds(Cell, st.integers(-2, 2), st.integers(-3, 2))
dice = st.integers(0, 6)
few = st.integers(0, 4)
bonuses = st.integers(-2, 3)
names = st.sampled_from(("", "Rope", "Lamp", "Herb"))
sources = st.sampled_from(Source)
places = st.sampled_from(Place)
reasons = st.sampled_from(("why", ""))
effects = st.builds(
    Effect,
    st.sampled_from(EffectKind),
    st.sampled_from(("", "Draw one")),
    st.integers(-1, 2),
    st.integers(0, 2),
)
item_cards = st.builds(
    ItemCard,
    st.sampled_from(("Rope", "Lamp", "Herb")),
    dice,
    st.integers(1, 20),
    st.lists(effects, max_size=2).map(tuple),
)
lists = st.lists(item_cards, max_size=3).map(tuple)


@st.composite
def set_ups(draw: st.DrawFn) -> co.StartGame:
    """Return a lawful set-up."""
    playing = draw(st.permutations(list(Colour)))[: draw(st.integers(3, 4))]
    rulings = Rulings(ties_win=draw(st.booleans()))
    first = draw(st.sampled_from(playing))
    return co.StartGame(tuple(map(Seat, playing)), first, rulings=rulings)


explorations = st.builds(
    co.Explore,
    cells,
    st.sampled_from(Kind),
    strength=few,
    number=few,
    rewards=few,
    has_item=st.booleans(),
)
laid_items = st.builds(co.LayItem, colours, sources, dice, names, bonuses)
shown_dice = st.builds(co.ShowDie, dice, st.none() | colours, names)
arrangements = st.none() | st.lists(names, max_size=4).map(tuple)
play = st.one_of(
    st.builds(co.Rest),
    explorations,
    st.builds(co.LayDungeonCard, cells),
    st.builds(co.Move, cells),
    st.builds(co.FightEnemy),
    st.builds(co.FightPlayer, colours),
    st.builds(co.OpenChest),
    st.builds(co.EndTurn, arrangements),
    st.builds(co.LetFall, cells, st.none() | cells),
)
fight = st.one_of(
    laid_items,
    shown_dice,
    st.builds(co.SetBonus, colours, bonuses),
    st.builds(co.ReplaceDie, dice, reasons, st.none() | colours, st.none() | sources, names),
    st.builds(co.CallOffFight, reasons, st.none() | colours, st.none() | cells),
    st.builds(co.StopRockfall, reasons),
    st.builds(co.SettleFight),
)
items = st.one_of(
    st.builds(
        co.UseItem,
        colours,
        names,
        st.sampled_from(EffectKind),
        st.integers(1, 2),
        st.none() | sources,
    ),
    st.builds(co.DrawItems, colours, st.integers(0, 30)),
    st.builds(co.DiscardItem, colours, sources, dice, names),
    st.builds(co.GiveItems, colours, colours, few),
)
card_list = st.one_of(
    st.builds(co.WriteCard, item_cards),
    st.builds(co.EraseCard, names),
    st.builds(co.ReplaceCards, lists),
)
correction = st.one_of(
    st.builds(co.CorrectPawn, colours, cells, reasons),
    st.builds(co.CorrectCondition, colours, st.sampled_from(Condition), reasons),
    st.builds(co.CorrectActionPoints, st.integers(0, 9), reasons),
    st.builds(co.CorrectTurn, colours, reasons),
    st.builds(co.CorrectTreasure, st.none() | colours, reasons),
    st.builds(co.CorrectFace, cells, reasons),
    st.builds(co.CorrectPlace, cells, cells, reasons),
    st.builds(co.CorrectDungeon, cells, st.booleans(), reasons),
    st.builds(co.CorrectCard, cells, st.sampled_from(Kind), reasons, few),
    st.builds(co.CorrectOrder, cells, cells, reasons),
    st.builds(co.CorrectRulings, reasons, st.builds(Rulings, st.booleans(), st.booleans())),
    st.builds(
        co.CorrectItems,
        places,
        st.integers(0, 48),
        places,
        reasons,
        st.none() | colours,
        st.none() | cells,
    ),
    st.builds(
        co.AddPlayers, st.lists(st.builds(Seat, colours), max_size=2).map(tuple), colours, reasons
    ),
    st.builds(co.Withdraw, colours, reasons),
    st.builds(
        co.CorrectSeats,
        st.permutations([Seat(each) for each in Colour]).map(lambda each: tuple(each[:3])),
        st.just(()) | st.permutations(list(Colour)[:3]).map(tuple),
    ),
)
any_command = st.one_of(set_ups(), play, fight, items, card_list, correction)

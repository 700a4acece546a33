"""Hypothesis strategies for commands of Clank!: lawful ones, doubtful ones and nonsense."""

import random
from typing import Any

from hypothesis import strategies as st

from companion.games.clank import CLANK
from companion.games.clank import commands as co
from companion.games.clank.box import ARTIFACTS, Arrival, Colour, Cube, Cubes, Token
from companion.games.clank.cards import POINT_CARDS
from companion.games.clank.state import Clank
from companion.games.clank.values import CardCopies, Rulings, Seat
from tests.support.contract.values import field_names

colours = st.sampled_from(Colour)
few = st.integers(1, 4)
reasons = st.sampled_from(["why"] * 4 + [""])
counts = st.builds(Cubes, *[st.integers(0, 3)] * 5)
danger = st.none() | st.integers(-1, 6)
arrivals = st.lists(st.sampled_from(Arrival), max_size=3).map(tuple)
artifacts = st.sampled_from([0, *ARTIFACTS, 6])
cards = st.builds(CardCopies, st.sampled_from([*POINT_CARDS, "Burgle"]), few)
seats = st.lists(st.builds(Seat, colours), max_size=5).map(tuple)

# What takes another value than any of its type; counts are few.
SPECIAL: dict[type, dict[str, st.SearchStrategy[Any]]] = {
    co.StartGame: {
        "seats": seats,
        "danger": st.integers(-1, 6),
        "artifacts_out": st.lists(artifacts, max_size=2).map(tuple),
        "arrivals": arrivals,
    },
    co.RefillRow: {"danger": danger, "arrivals": arrivals},
    co.ReplaceRowCard: {"danger": danger, "arrivals": arrivals},
    co.SetDanger: {"danger": st.integers(-1, 6)},
    co.ReportDraw: {
        "cubes": counts,
        "order": st.lists(st.sampled_from(Cube), max_size=4).map(tuple),
        "seen": st.none() | counts,
    },
    co.TakeArtifact: {"value": artifacts},
    co.NameArtifact: {"value": artifacts},
    co.RecordDeck: {"cards": st.lists(cards, max_size=3).map(tuple)},
    co.RecordDeckPoints: {"points": st.integers(-1, 50)},
    co.CountHoldings: {
        "gold": st.integers(-1, 20),
        "artifacts": st.lists(artifacts, max_size=3).map(tuple),
        "tokens": st.lists(st.sampled_from(Token), max_size=4).map(tuple),
        "reason": reasons,
    },
    co.CorrectCubes: {"cubes": st.integers(-1, 31), "reason": reasons},
    co.CorrectNumber: {"value": st.integers(-1, 8), "reason": reasons},
    co.CorrectCredit: {"credit": st.integers(-1, 4), "reason": reasons},
    co.CorrectTurn: {"reason": reasons},
    co.CorrectStatus: {"reason": reasons},
    co.CorrectSeats: {"seats": seats, "was": st.lists(colours, max_size=4).map(tuple)},
    co.CorrectCountdown: {"space": st.integers(-1, 5), "reason": reasons},
    co.CorrectRemovedArtifacts: {
        "artifacts_out": st.lists(artifacts, max_size=2).map(tuple),
        "reason": reasons,
    },
    co.CorrectRulings: {"reason": reasons},
    co.Withdraw: {"reason": reasons},
    co.AddPlayers: {"seats": seats, "reason": reasons},
    co.CorrectGone: {"gone": st.integers(-1, 4), "reason": reasons},
    co.AddArrivals: {"danger": danger, "arrivals": arrivals},
}
COUNTS = ("cubes", "gold", "damage")


def command_of(kind: type) -> st.SearchStrategy[Any]:
    """Return commands of one class, sensible and nonsensical ones."""
    usual = {name: few if name in COUNTS else ... for name in field_names(kind)}
    return st.builds(kind, **{**usual, **SPECIAL.get(kind, {})})


rulings = st.builds(Rulings, **dict.fromkeys(field_names(Rulings), ...))
any_command = st.one_of([command_of(kind) for kind in CLANK.commands])


def one_of(*kinds: type) -> st.SearchStrategy[Any]:
    """Return commands of one of these classes."""
    return st.one_of([command_of(kind) for kind in kinds])


clank = one_of(co.MakeClank, co.EveryoneMakesClank, co.RemoveClank, co.MoveClank)
row = one_of(
    co.SetDanger,
    co.RefillRow,
    co.ReplaceRowCard,
    co.AddArrivals,
    co.ProvokeDragon,
    co.ReturnDragonCubes,
)
health = one_of(co.TakeTunnelDamage, co.Heal, co.TellFirstOut, co.TellDepths)
loot = one_of(
    co.TakeArtifact,
    co.NameArtifact,
    co.DiscoverSecret,
    co.UsePotion,
    co.TakeMonkeyIdol,
    co.BuyItem,
    co.GainGold,
    co.SpendGold,
)
count = one_of(co.TellDepths, co.RecordDeck, co.RecordDeckPoints, co.CountHoldings)
correction = one_of(
    co.CorrectCubes,
    co.CorrectNumber,
    co.CorrectCredit,
    co.CorrectTurn,
    co.CorrectStatus,
    co.CorrectSeats,
    co.CorrectCountdown,
    co.CorrectRemovedArtifacts,
    co.CorrectRulings,
    co.CorrectGone,
    co.SettleOffTurn,
    co.Withdraw,
    co.AddPlayers,
)


@st.composite
def set_ups(draw: st.DrawFn) -> co.StartGame:
    """Return lawful set-ups: two to four players in any order, any rulings."""
    playing = draw(st.permutations(list(Colour)))[: draw(st.integers(2, 4))]
    return co.StartGame(
        tuple(Seat(colour) for colour in playing),
        draw(st.sampled_from(playing)),
        danger=draw(st.integers(0, 2)),
        arrivals=draw(st.lists(st.sampled_from(Arrival), max_size=3, unique=True).map(tuple)),
        rulings=draw(rulings),
    )


def draws_of(state: Clank) -> st.SearchStrategy[co.ReportDraw]:
    """Return lawful draws by hand for the waiting attack, with and without their order."""
    assert state.attack is not None
    bag = [cube for cube in Cube for _ in range(state.bag.of(cube))]
    size = state.attack.cubes_to_draw
    seeds = st.integers(0, 2**16)  # a shuffle of forty cubes by choices would drown the rest
    order = seeds.map(lambda seed: tuple(random.Random(seed).sample(bag, size)))
    return st.builds(_report, order, st.booleans())


def _report(order: tuple[Cube, ...], is_seen: bool) -> co.ReportDraw:
    counts_ = {cube.value: order.count(cube) for cube in Cube}
    return co.ReportDraw(Cubes(**counts_), order if is_seen else ())

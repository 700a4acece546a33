"""The table display: nothing scrolls or is cut, the code to join stays, the end names who won."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from companion.app.demo import BOTS, SOURCE
from companion.app.serve import Served
from companion.engine.value import replace
from companion.games.clank.box import ARTIFACTS, Colour, Cube, Cubes
from companion.games.clank.commands import (
    CorrectStatus,
    RecordDeckPoints,
    ReportDraw,
    TakeArtifact,
)
from companion.games.clank.commands import StartGame as StartClank
from companion.games.clank.rules.scoring import result
from companion.games.clank.state import Clank
from companion.games.clank.values import Seat, Status
from companion.games.grave_robbers.state import GraveRobbers
from companion.games.the_game.box import ALL_CARDS, Pile, Who
from companion.games.the_game.commands import EndTurn, GiveUp, PlayCard, RaiseFlag, StartGame
from companion.games.the_game.state import TheGame
from companion.games.the_game.values import Wish
from tests.browser.conftest import resize

SIZES = ((1024, 768), (1280, 720), (1920, 1080), (3840, 2160))
LONG_NAMES = (
    "Wolfgang Amadeus Moz",
    "Александра Невская Я",
    "さくらもちもちさくらもちもち",
    "Maximilian der Große",
    "Константин Великий Б",
)
SAMPLES = (1, 8)  # which moments of a kind are looked at

# What is wrong with the page that is open: what scrolls, lies outside or is cut. Names may be cut;
# the oldest lines of the tale fade out at its top.
FAULTS = """() => {
  const found = [], {innerWidth: width, innerHeight: height} = window;
  const page = document.scrollingElement;
  if (page.scrollWidth > width || page.scrollHeight > height) found.push("the page scrolls");
  const called = (one) => `${one.localName}.${one.getAttribute("class")}`;
  const inside = (one, outer) => {
    const [a, b] = [one.getBoundingClientRect(), outer];
    return a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1
      && a.bottom <= b.bottom + 1;
  };
  const screen = {left: 0, top: 0, right: width, bottom: height};
  const unseen = ".sr, .sr *, [hidden], [hidden] *, .drawer, .drawer *, .told *, script, defs *,"
    + " clipPath, clipPath *, .eye *, .fall";
  for (const one of document.querySelectorAll("body *")) {
    if (one.matches(unseen) || !one.getClientRects().length) continue;
    if (!inside(one, screen)) found.push(`${called(one)} lies outside`);
    if (one instanceof HTMLElement && !one.matches(".name") && one.clientWidth
        && one.scrollWidth > one.clientWidth + 1) found.push(`${called(one)} is cut`);
  }
  for (const frame of document.querySelectorAll(
      ".stage, .seats > li, .pile, .step, .finale, .finale > *, .dungeon, .side-by-side,"
      + ".welcome li")) {
    const outer = frame.getBoundingClientRect();
    for (const one of frame.querySelectorAll("*")) {
      if (one.matches(unseen) || !one.getClientRects().length) continue;
      if (!inside(one, outer)) found.push(`${called(one)} leaves ${called(frame)}`);
    }
  }
  const newest = document.querySelector("#tale li:last-child");
  if (newest && !inside(newest, document.querySelector(".told").getBoundingClientRect()))
    found.push("the newest line is cut");
  const code = document.querySelector(".qr"), corner = code.getBoundingClientRect();
  const [right, bottom] = [width - corner.right, height - corner.bottom];
  if (!(right < width * 0.03 && bottom < height * 0.05 && corner.width >= 100 && right > 0))
    found.push("the code left its corner");
  const [x, y] = [corner.left + corner.width / 2, corner.top + corner.height / 2];
  if (document.elementFromPoint(x, y) !== code) found.push("the code is covered");
  return [...new Set(found)];
}"""


@dataclass(frozen=True, slots=True)
class Evening:
    """One whole game that bots play, and the language it is looked at in."""

    game: str
    players: int
    language: str
    seed: int


EVENINGS = (
    Evening("clank", 4, "ru", 1),
    Evening("clank", 2, "ja", 2),
    Evening("the_game", 5, "ja", 1),
    Evening("the_game", 1, "en", 2),
    Evening("grave_robbers", 4, "ru", 1),
    Evening("grave_robbers", 3, "en", 2),
)


def moments(served: Served, evening: Evening) -> Iterator[str]:
    """Lead the table through the evening with long names; yield what kind of moment it is."""
    table, bot, dice = served.table, BOTS[evening.game], random.Random(evening.seed)
    table.open_game(SOURCE, evening.game)
    yield "no game"
    table.submit(with_long_names(bot.set_up(evening.players, dice)), SOURCE)
    while True:
        state = table.snapshot.state
        yield kind(state)
        if isinstance(state, Clank) and state.attack:
            table.submit(drawn_by_hand(state, dice), SOURCE)
            yield "drawn"
        elif table.snapshot.game.awaits_hand(state):
            table.draw(SOURCE)
            for who in set(state.players) - {state.turn}:
                table.submit(RaiseFlag(Pile.DOWN_1, Wish.SMALL_STEPS, who), SOURCE)
        elif (command := bot.step(state, dice)) is not None:
            table.submit(command, SOURCE)
        else:
            return


def drawn_by_hand(state: Clank, dice: random.Random) -> ReportDraw:
    """Draw with the test's own dice, so that every run is the same evening."""
    assert state.attack is not None
    bag = [cube for cube, count in state.bag.counts().items() for _ in range(count)]
    order = tuple(Cube(cube) for cube in dice.sample(bag, state.attack.cubes_to_draw))
    counts = Counter(cube.value for cube in order)
    return ReportDraw(Cubes(**counts), order)


def with_long_names(command: object) -> object:
    """Give everybody a name as long as a name may be."""
    if seats := getattr(command, "seats", ()):
        named = tuple(replace(seat, name=LONG_NAMES[n]) for n, seat in enumerate(seats))
        return replace(command, seats=named)  # type: ignore[type-var]
    return replace(command, names=LONG_NAMES[: len(command.names)])  # type: ignore[attr-defined,type-var]


def kind(state: object) -> str:
    """Name what a display shows differently."""
    match state:
        case Clank(ending=None):
            return of_clank(state)
        case Clank():
            return "over" if result(state).is_final else "counting"
        case TheGame():
            return "over" if state.ending else f"blue cards {len(state.unmet)}"
        case GraveRobbers():
            return of_grave_robbers(state)
    raise TypeError(f"{state!r} is of no game")


def of_clank(state: Clank) -> str:
    if state.attack:
        return "attack"
    if state.first_out_asked or any(player.status == "knocked_out" for player in state.players):
        return "question"
    return f"turn {state.countdown_space}"


def of_grave_robbers(state: GraveRobbers) -> str:
    if state.winner:
        return "over"
    if contest := state.contest:
        return f"fight {contest.against} {contest.is_shown}"
    return f"turn {state.must_fall} {state.must_rest} {state.treasure is not None}"


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda each: f"{each.game} {each.players}")
def test_nothing_scrolls_or_is_cut_at_any_moment(
    browser: Browser, served: Served, evening: Evening
) -> None:
    context = browser.new_context(locale=evening.language, reduced_motion="reduce")
    page = context.new_page()
    wrong: dict[tuple[str, int, int], list[str]] = {}
    seen: dict[str, int] = {}
    for moment in moments(served, evening):
        seen[moment] = seen.get(moment, 0) + 1
        if seen[moment] in SAMPLES:
            wrong |= {(moment, *place): faults for place, faults in looked_at(page, served)}
    context.close()
    assert {place: faults for place, faults in wrong.items() if faults} == {}
    assert "over" in seen


def looked_at(page: Page, served: Served) -> Iterator[tuple[tuple[int, int], list[str]]]:
    """Open the display and look at it on each screen."""
    page.goto(f"http://127.0.0.1:{served.port}/table")
    for width, height in SIZES:
        resize(page, width, height)
        yield (width, height), page.evaluate(FAULTS)
    page.goto("about:blank")  # nobody looks while the bots play on


def played(served: Served, evening: Evening) -> object:
    """Play the evening to its end, and return the last state."""
    for _ in moments(served, evening):
        pass
    return served.table.snapshot.state


def winners(page: Page) -> Locator:
    return page.locator(".winner .name")


def test_the_podium_of_clank_names_the_winner_and_everybodys_parts(
    served: Served, phone: Callable[..., Page]
) -> None:
    state = played(served, EVENINGS[0])
    assert isinstance(state, Clank)
    found, page = result(state), phone("/table")
    assert found.winner is not None
    name = state.player(found.winner).name
    expect(winners(page)).to_have_text([name])
    expect(page.get_by_role("heading", level=1)).to_contain_text(name)
    rows = page.locator(".parts tbody tr")
    for row, line in zip(rows.all(), found.scores, strict=True):
        shown = [line.artifacts, line.tokens, line.gold, line.deck]
        expect(row.locator("td")).to_have_text(
            [*map(str, shown), str(line.total) if line.may_score else "–"]
        )


def test_what_became_of_the_third_fits_into_its_step(
    served: Served, phone: Callable[..., Page]
) -> None:
    table = served.table
    table.open_game("cli", "clank")
    seats = tuple(Seat(colour, name) for colour, name in zip(Colour, LONG_NAMES, strict=False))
    table.submit(StartClank(seats, Colour.RED), "cli")
    for colour, value in zip(Colour, ARTIFACTS, strict=False):
        table.submit(TakeArtifact(colour, value), "cli")
        table.submit(CorrectStatus(colour, Status.ESCAPED, "x"), "cli")
    for colour in Colour:
        table.submit(RecordDeckPoints(colour, 9), "cli")
    page = phone("/table", locale="ru-RU")
    resize(page, 1280, 720)
    step = page.locator(".place-3 .step")
    expect(step).to_contain_text("выход из подземелья")
    assert step.evaluate("(one) => one.scrollHeight <= one.clientHeight")
    assert page.evaluate(FAULTS) == []


def test_the_chart_of_clank_shows_every_round_and_attack(
    served: Served, phone: Callable[..., Page]
) -> None:
    state, page = played(served, EVENINGS[0]), phone("/table")
    assert isinstance(state, Clank)
    expect(page.locator(".caption")).to_contain_text(f"{state.draws} attacks")
    damage = sum(map(int, page.locator(".wounds").all_text_contents()))
    assert damage > 0
    expect(page.locator(".chart .mark")).to_have_count(len(state.players))


def test_whoever_brings_the_treasure_home_stands_on_the_podium(
    served: Served, phone: Callable[..., Page]
) -> None:
    state = played(served, EVENINGS[-1])
    assert isinstance(state, GraveRobbers)
    assert state.winner is not None
    page, name = phone("/table"), state.player(state.winner).name
    expect(winners(page)).to_have_text([name])
    expect(page.get_by_role("heading", level=1)).to_contain_text(name)
    expect(page.locator(".podium .name")).to_have_count(len(state.players))


def test_the_game_is_won_by_all(served: Served, phone: Callable[..., Page]) -> None:
    table = served.table
    table.open_game(SOURCE, "the_game")
    table.submit(StartGame(("Ann", "Bo"), Who.FIRST), SOURCE)
    for card in ALL_CARDS:
        if must_end(table.snapshot.state):
            table.submit(EndTurn(), SOURCE)
        table.submit(PlayCard(Pile.UP_1, card), SOURCE)
    page = phone("/table")
    expect(page.get_by_role("heading", name="Perfect victory")).to_be_visible()
    expect(winners(page)).to_have_text(["Ann", "Bo"])


def must_end(state: TheGame) -> bool:
    """Is nothing left to lay in this turn? Without a draw pile a whole hand is laid at once."""
    assert state.turn is not None
    return not state.hand(state.turn) if not state.draw_pile else not state.missing


def test_the_game_is_lost_by_all(served: Served, phone: Callable[..., Page]) -> None:
    table = served.table
    table.open_game(SOURCE, "the_game")
    table.submit(StartGame(("Ann", "Bo"), Who.FIRST, on_fire=True), SOURCE)
    for command in (PlayCard(Pile.UP_1, 21), PlayCard(Pile.UP_1, 22), EndTurn(), GiveUp()):
        table.submit(command, SOURCE)
    page = phone("/table")
    expect(page.get_by_role("heading", name="Defeat")).to_be_visible()
    expect(page.locator(".people .name")).to_have_text(["Ann", "Bo"])
    expect(winners(page)).to_have_count(0)


def test_a_result_is_told_to_those_who_hear_the_page(
    served: Served, phone: Callable[..., Page]
) -> None:
    page = phone("/table")
    for moment in moments(served, EVENINGS[0]):
        if moment == "drawn":
            break
    expect(page.locator("#said")).to_contain_text("takes 1 damage")

"""What suits whoever holds a phone: it stays lit, trembles, sounds, and reads large."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from companion.app.serve import Served
from companion.games.clank.box import Colour, Cubes
from companion.games.clank.commands import EndTurn, ProvokeDragon, ReportDraw, StartGame
from companion.games.clank.values import Seat
from tests.bench.load.double_taps import SETTLED

Phones = Callable[..., Page]
RED_TURN, HURT, TAP = [60, 90, 60], [120, 60, 240], [12]

# What the page asks of the phone, noted before its own scripts run.
NOTES = """
window.felt = []; window.heard = []; window.spoken = [];
Navigator.prototype.vibrate = (pattern) => { felt.push(pattern); return true; };
const make = BaseAudioContext.prototype.createOscillator;
BaseAudioContext.prototype.createOscillator = function () {
  const tone = make.call(this);
  heard.push(tone);
  return tone;
};
speechSynthesis.speak = ({ text, lang }) => spoken.push([text.trim(), lang]);
"""
RUNS = """() => {
  const video = document.querySelector("video");
  return video.currentTime > .3 && !video.muted;
}"""
# A shell of a browser has no screen to keep lit: it is asked, and says yes.
LOCK = """
Object.defineProperty(navigator, "wakeLock", { configurable: true, value: {
  request: async () => Object.assign(new EventTarget(), { release: async () => {} }),
} });
"""
NO_LOCK = "Object.defineProperty(navigator, 'wakeLock', { value: undefined });"


def start(served: Served) -> None:
    served.table.open_game("cli", "clank")
    seats = (Seat(Colour.RED, "Ann"), Seat(Colour.GREEN, "Bo"))
    served.table.submit(StartGame(seats, Colour.RED), "cli")


def attack(served: Served, red: int) -> None:
    """Let the dragon attack and hurt Red."""
    served.table.submit(ProvokeDragon(), "cli")
    cubes = served.table.snapshot.state.attack.cubes_to_draw
    served.table.submit(ReportDraw(Cubes(red=red, black=cubes - red)), "cli")


def noting(page: Page, path: str, script: str = NOTES) -> Page:
    """Load another page with this script before those of the page."""
    page.add_init_script(script)
    page.goto(page.url.partition("/seat/")[0] + path)
    expect(page.locator("body[data-link=on]")).to_be_attached()
    return page


def turn(page: Page, name: str, *, to: bool) -> None:
    page.goto(page.url.partition("/seat/")[0].removesuffix("/more") + "/more")
    switch = page.get_by_role("switch", name=name)
    if (switch.get_attribute("aria-checked") == "true") is not to:
        with page.expect_response("**/comfort"):
            switch.click()
    expect(switch).to_have_attribute("aria-checked", str(to).lower())
    page.go_back()


def test_the_screen_stays_on_while_a_game_is_on(served: Served, phone: Phones) -> None:
    start(served)
    page = noting(phone("/seat/red"), "/seat/red", LOCK)
    lit = page.locator("html[data-awake=lock]")
    expect(lit).to_be_attached()
    turn(page, "Screen stays on", to=False)
    expect(page.locator("body[data-link=on]")).to_be_attached()
    expect(lit).not_to_be_attached()
    turn(page, "Screen stays on", to=True)
    expect(lit).to_be_attached()
    noting(page, "/seat/red", NO_LOCK)  # as over plain http
    page.get_by_role("button", name="one Clank! more").click()
    expect(page.locator("html[data-awake=video]")).to_be_attached()
    page.wait_for_function(RUNS)
    served.table.open_game("cli", "clank")  # nothing is set up: nobody waits for anything
    page.goto(page.url.partition("/seat/")[0] + "/watch")
    expect(page.locator("html[data-awake='']")).to_be_attached()


def test_a_phone_trembles_and_sounds_for_its_player_alone(served: Served, phone: Phones) -> None:
    start(served)
    red, green = (
        noting(phone("/seat/red"), "/seat/red"),
        noting(phone("/seat/green"), "/seat/green"),
    )
    red.get_by_role("button", name="one Clank! more").click()
    served.table.submit(EndTurn(), "cli")
    green.wait_for_function("() => felt.length === 1")
    expect(red.get_by_role("heading", name="Bo")).to_be_visible()
    served.table.submit(EndTurn(), "cli")
    red.wait_for_function("() => felt.length === 2")
    attack(served, red=1)
    red.wait_for_function("() => felt.length === 3")
    assert red.evaluate("felt") == [TAP, RED_TURN, HURT]
    assert green.evaluate("felt") == [RED_TURN]
    assert red.evaluate("heard.length") == 0, "sound is off until somebody wants it"
    turn(red, "Vibration", to=False)
    turn(red, "Sound", to=True)
    expect(red.locator("body[data-link=on]")).to_be_attached()
    red.locator("h1").click()  # a browser sounds only after a touch
    served.table.submit(EndTurn(), "cli")
    expect(red.get_by_role("heading", name="Bo")).to_be_visible()  # a phone that blinks misses it
    served.table.submit(EndTurn(), "cli")
    red.wait_for_function("() => heard.length === 2")
    assert red.evaluate("felt") == []


def test_large_text_and_the_left_hand_are_this_phone_s_alone(served: Served, phone: Phones) -> None:
    start(served)
    page, other = phone("/seat/red"), phone("/more", java_script_enabled=False)
    size = "parseFloat(getComputedStyle(document.documentElement).fontSize)"
    before = page.evaluate(size)
    right = page.locator("button.plus").bounding_box()
    turn(page, "Large text", to=True)
    turn(page, "Left-handed", to=True)
    page.reload()
    assert page.evaluate(size) == before * 1.25
    left = page.locator("button.plus").bounding_box()
    assert right is not None
    assert left is not None
    assert left["x"] + left["width"] < right["x"]
    expect(other.locator("html.big")).not_to_be_attached()
    other.get_by_role("switch", name="Large text").click()  # without script the form does it
    expect(other.locator("html.big")).to_be_attached()
    expect(other.get_by_role("switch", name="Large text")).to_be_checked()


def test_what_an_attack_did_is_told_and_if_wanted_spoken(served: Served, phone: Phones) -> None:
    start(served)
    page, display = phone("/seat/red"), phone("/table")
    display.add_init_script(NOTES)
    display.reload()
    display.locator("summary").click()
    display.get_by_role("switch", name="Read attacks aloud").click()
    expect(display.get_by_role("switch", name="Read attacks aloud")).to_be_checked()
    attack(served, red=1)
    told = "1 damage"
    expect(page.locator("#said[role=status]")).to_contain_text(told)
    display.wait_for_function("() => spoken.length === 1")
    [[text, language]] = display.evaluate("spoken")
    assert told in text
    assert language == "en"


def test_a_clock_is_shown_to_who_wants_one(served: Served, phone: Phones) -> None:
    start(served)
    display = phone("/table")
    expect(display.locator("#clock")).to_be_hidden()
    display.locator("summary").click()
    display.get_by_role("switch", name="Clock").click()
    expect(display.locator("#clock")).to_contain_text("Ann")
    served.table.submit(EndTurn(), "cli")
    expect(display.locator("#clock")).to_contain_text("Bo")
    page = phone("/log")
    expect(page.locator(".clock")).not_to_be_attached()


def test_every_page_leads_on_and_me_is_the_own_seat(served: Served, phone: Phones) -> None:
    start(served)
    page = phone("/seat/red")
    home = page.url.removesuffix("/seat/red")
    for path in ("/watch", "/odds", "/log", "/score", "/games", "/more", "/correct", "/why"):
        page.goto(home + path)
        tabs = page.get_by_role("navigation", name="Pages").get_by_role("link")
        assert tabs.all_inner_texts() == ["Table", "Me", "Odds", "Log", "More"], path
        page.wait_for_function(SETTLED)  # a page that has just come is deaf
        tabs.nth(1).click()
        page.wait_for_url("**/seat/red")


def test_the_log_shows_the_table_as_it_was(served: Served, phone: Phones) -> None:
    start(served)
    served.table.submit(EndTurn(), "cli")
    page = phone("/log")
    expect(page.locator(".log h2 span")).to_have_text(["Ann", "Dragonbag"])
    page.get_by_role("button", name="One step back").click()
    expect(page.locator("#moment")).to_contain_text("Step 1 of 2")


def test_a_page_of_before_an_update_loads_itself_again(served: Served, phone: Phones) -> None:
    start(served)
    page = phone("/watch")
    page.route(
        "**/seat/red",
        lambda route: route.fulfill(
            response=(answer := route.fetch()),
            body=answer.text()
            .replace('data-build="', 'data-build="older-')
            .replace('data-mark="', 'data-mark="older-'),
        ),
        times=1,
    )
    page.goto(page.url.replace("/watch", "/seat/red"))
    expect(page.locator("body[data-link=on]:not([data-build^=older])")).to_be_attached()

"""One point tapped twice: what a page makes of it, tried on many pages of the bots' games.

A thumb that taps twice means one thing, or the same thing twice where that counts up (+ +).
"""

import random
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html import unescape
from urllib.parse import urlsplit

from playwright.sync_api import ConsoleMessage, Page, Request

from companion.app.demo import BOTS
from companion.table.snapshot import Snapshot
from companion.table.table import Table

GAPS_MS = (50, 150, 250, 400, 600)
DEAF_MS = 400
LATE_MS = 700  # a busy machine may tap so late that nobody would call it a double tap
ROUGHLY_MS = 50  # from a finger that comes down to the form that is sent
PLAYERS = 3
ALIKE = 2  # pages on which a control of the same kind is tried; it is the same one everywhere
TAPPED = "tapped "  # what the page says on its console about each tap and each form
SENT = "sent "
CONTROLS = "button, a[href], summary, label:has(> input), select"
SENT_ALL = """() => JSON.parse(sessionStorage.getItem("dragonbag-taps") || "[]").length === 0"""
# The scripts run, nothing that has just appeared is deaf any more, and all taps are sent.
SETTLED = f"""() => document.readyState === "complete"
    && !document.querySelector("[data-deaf]") && ({SENT_ALL})()"""
# The same to evaluate on a page that has loaded: half of what it costs to wait for a function.
UNTIL_SETTLED = f"""() => new Promise((done) => {{
  const look = () => ({SETTLED})() ? done() : setTimeout(look, 20);
  look();
}})"""
LISTEN = f"""
addEventListener("pointerdown", ({{ target }}) => {{
  const one = target.closest?.("{CONTROLS}");
  const said = one && (one.getAttribute("aria-label") ?? one.textContent.trim());
  const hears = one && !one.closest("[data-deaf]");
  const name = hears ? `${{one.localName}} ${{said}}` : "";
  // Not the event's own time: a busy page hears of a tap later, and is deaf until then.
  const at = performance.now() + performance.timeOrigin;
  console.debug(`{TAPPED}${{Math.round(at)}} ${{name}}`);
}}, true);
addEventListener("submit", ({{ target }}) => {{
  console.debug("{SENT}" + target.getAttribute("action"));
}});
"""
# What can be tapped now, wherever it has to be scrolled to: its place in the page, and its name.
REACHED = """([controls, within]) => [...document.querySelectorAll(controls)]
.flatMap((one, place) => {
  const isThere = one.closest(within) && !one.closest("[inert]") && one.getClientRects().length;
  if (!isThere || one.disabled) return [];
  one.scrollIntoView({ block: "nearest" });
  const box = one.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  if (!one.contains(document.elementFromPoint(x, y))) return [];
  const name = `${one.localName} ${one.getAttribute("aria-label") ?? one.textContent.trim()}`;
  return [[place, name, "again" in one.dataset]];
})"""
POINT = """([controls, place, name]) => {
  const all = [...document.querySelectorAll(controls)];
  const named = (one) => name === `${one.localName} ` +
    (one.getAttribute("aria-label") ?? one.textContent.trim());
  const one = [all[place], ...all].find((each) => each && named(each));
  if (!one?.getClientRects().length) return null; // an undone step is no longer there
  one.scrollIntoView({ block: "nearest" });
  const box = one.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""
IN_TEXT = re.compile(r"<(button|a|summary)\b(?![^>]*\bdisabled)([^>]*)>(.*?)</\1>", re.DOTALL)
LABEL = re.compile(r'aria-label="([^"]*)"')
TAG = re.compile(r"<[^>]*>")
# What makes no other control of it: the step that Undo takes back, what lies on a card of the map
# and where it is, numbers, and who it is about.
UNDO = re.compile(r"^Undo: .*")
ON_MAP = re.compile(r"^(flip|move|lay|fall) (?:⌂|[↑↓←→\d]+)[^,]*(?:,.*)?$")
OF_THE_MOMENT = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Control:
    """Something to tap: where it is in its page, what it says, whether it counts up."""

    place: int
    name: str
    is_for_counting: bool


@dataclass(frozen=True, slots=True)
class Slip:
    """Two taps of which something came that nobody meant."""

    address: str
    control: str
    gap_ms: int
    came: tuple[str, ...]


@dataclass
class Trials:
    """Tries controls on the pages of one table, and keeps what was wrong.

    most: trials after which it has seen enough; share: of all trials, how many to make, taken from
    as many of the pages as of the controls on each; tell: hears of each slip at once.
    """

    table: Table
    page: Page
    dice: random.Random
    share: float = 1.0
    most: int = 10**9
    made: int = 0

    tell: Callable[[Slip], object] = lambda slip: None
    slips: list[Slip] = field(default_factory=list)
    posted: list[str] = field(default_factory=list)  # the commands of the last two taps
    _seen: Counter[str] = field(default_factory=Counter)  # pages by the kind of a control on them
    _known: Counter[str] = field(default_factory=Counter)  # times that such a control was tried
    _names: tuple[str, ...] = ()
    _came: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Begin to listen."""
        self.page.add_init_script(LISTEN)
        self.page.on("console", self._hear)
        self.page.on("request", self._heed)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.text.startswith((TAPPED, SENT)):
            self._came.append(message.text)

    def _heed(self, request: Request) -> None:
        path = urlsplit(request.url).path
        if request.method == "POST" and not path.startswith("/mix/"):
            body = [part for part in (request.post_data or "").split("&") if is_of_the_form(part)]
            self.posted.append(f"{path}?{'&'.join(body)}")

    def game(self, name: str, origin: str) -> None:
        """Let the bot play a game, and try each page that has not been seen yet."""
        bot = BOTS[name]
        self.table.open_game("demo", name)
        self.table.submit(bot.set_up(PLAYERS, self.dice), "demo")
        while self.made < self.most:
            snapshot = self.table.snapshot
            self._names = tuple(names_of(snapshot))
            for seat in seats_of(snapshot):
                self.pages(origin, f"/seat/{seat}")
            if snapshot.game.awaits_hand(snapshot.state):
                self.table.draw("demo")
            elif (command := bot.step(snapshot.state, self.dice)) is not None:
                self.table.submit(command, "demo")
            else:
                return

    def pages(self, origin: str, path: str) -> None:
        """Try a page and its sheets, if it has a control that has not been tried often enough."""
        text = self.page.request.get(origin + path).text()
        kinds = {self._kind(name) for name in names_in(text)}
        if all(self._seen[kind] == ALIKE for kind in kinds):
            return
        self._seen.update({kind: 1 for kind in kinds if self._seen[kind] < ALIKE})
        if self.dice.random() < self.share**0.5:
            self._sheets(origin + path, text)

    def _sheets(self, address: str, text: str) -> None:
        for sheet in ("", *dict.fromkeys(re.findall(r'href="(#[\w-]+)"', text))):
            self.controls(address + sheet)

    def controls(self, address: str, within: str = "body") -> None:
        """Tap the controls of one page twice, each time in the same state."""
        self._open(address)
        here = set[str]()
        for control in self._reached(within):
            kind = self._kind(control.name)
            if kind in here or self._known[kind] == ALIKE:
                continue
            here.add(kind)
            self._known[kind] += 1
            for gap_ms in GAPS_MS:
                if self.made < self.most and self.dice.random() < self.share**0.5:
                    self._try(address, control, gap_ms)

    def _kind(self, name: str) -> str:
        """Return what a control is for, whatever moment it is and whoever it is about."""
        tag, _, said = name.partition(" ")
        if tag == "select":
            return tag
        said = ON_MAP.sub(r"\1", UNDO.sub("Undo", " ".join(said.split())))
        for player in self._names:
            said = said.replace(player, "@")
        return f"{tag} {OF_THE_MOMENT.sub('#', said)}"

    def _reached(self, within: str) -> list[Control]:
        return [Control(*found) for found in self.page.evaluate(REACHED, [CONTROLS, within])]

    def _try(self, address: str, control: Control, gap_ms: int) -> None:
        before = self.table.snapshot
        self._came, self.posted = [], []
        if not self._tap_twice(control, gap_ms):
            return
        self.made += 1
        if not is_meant(control, gap_ms, self._came, self.posted):
            came = (*self._came, *self.posted)
            self.slips.append(Slip(address, control.name, gap_ms, came))
            self.tell(self.slips[-1])
        go_back(self.table, before)
        self._open(address)

    def _tap_twice(self, control: Control, gap_ms: int) -> bool:
        """Tap where this control is; return False if it is not there."""
        point = self.page.evaluate(POINT, [CONTROLS, control.place, control.name])
        if point is None:
            return False
        x, y = point
        tap_twice(self.page, x, y, gap_ms)
        wait_for(self.page, SENT_ALL)
        return True

    def _open(self, address: str) -> None:
        if self.page.url.startswith("http"):
            self.page.evaluate("sessionStorage.clear()")
        if "#" in address:  # else what is open stays, and only another part of it is shown
            self.page.goto("about:blank")
        self.page.goto(address)
        self.page.evaluate(UNTIL_SETTLED)


def seats_of(snapshot: Snapshot) -> Iterator[object]:
    """Return the seat whose turn it is, and another one."""
    seats = [getattr(player, "colour", player) for player in snapshot.state.players]
    turn = snapshot.game.whose_turn(snapshot.state)
    yield from [seat for seat in seats if seat == turn]
    yield from [seat for seat in seats if seat != turn][:1]


def names_of(snapshot: Snapshot) -> Iterator[str]:
    """Return what the players are called."""
    yield from getattr(snapshot.state, "names", ())
    for player in snapshot.state.players:
        yield getattr(player, "name", "") or str(getattr(player, "colour", player)).capitalize()


def names_in(text: str) -> Iterator[str]:
    """Return the names of the controls that the HTML of a page has."""
    for tag, attributes, inside in IN_TEXT.findall(text):
        label = LABEL.search(attributes)
        said = label[1] if label else TAG.sub("", inside)
        yield f"{tag} {unescape(said)}"


def tap_twice(page: Page, x: float, y: float, gap_ms: int) -> float:
    """Tap a point of the page twice, as a thumb or a mouse would.

    Returns how many milliseconds later the second tap came, at most: a busy machine is late.
    """
    page.mouse.move(x, y)
    page.mouse.down()
    began_s = time.monotonic()
    page.mouse.up()
    page.wait_for_timeout(gap_ms)
    page.mouse.down()
    page.mouse.up()
    return (time.monotonic() - began_s) * 1000


def wait_for(page: Page, what: str) -> None:
    """Wait until this is so, on whatever page the taps have led to."""
    page.wait_for_load_state()
    page.wait_for_function(what)


def is_meant(control: Control, gap_ms: int, came: list[str], posted: list[str]) -> bool:
    """May this come of two taps on a control?

    What another control sends after the second tap was not meant. The same command may come twice
    if it counts up, or if the second tap came so late that it was made on purpose.
    """
    taps = [place for place, text in enumerate(came) if text.startswith(TAPPED)]
    (first_at, first), (second_at, second) = (parted(came[place]) for place in (taps[0], taps[-1]))
    if second_at - first_at > LATE_MS:
        return True
    if first != second and any(text.startswith(SENT) for text in came[taps[-1] :]):
        return False
    if len(posted) < 2:
        return True
    gap_ms = max(gap_ms, second_at - first_at)  # a busy machine taps later than it was told
    is_on_purpose = control.is_for_counting or gap_ms >= DEAF_MS - ROUGHLY_MS
    commands = {each.partition("?")[0] for each in posted}  # put back one step, then the next
    return len(posted) == 2 and len(commands) == 1 and is_on_purpose


def parted(tap: str) -> tuple[int, str]:
    """Return when a tap was, in milliseconds, and on what."""
    at, _, name = tap.removeprefix(TAPPED).partition(" ")
    return int(at), UNDO.sub("Undo", name.partition(" ")[2])


def go_back(table: Table, before: Snapshot) -> None:
    """Bring the table back to the state that it was in, by undo and redo."""
    if table.snapshot.game_id != before.game_id:
        table.return_to("test", before.game_id)
    seq = before.undo_takes.seq if before.undo_takes else 0
    while (takes := table.snapshot.undo_takes) is None or takes.seq != seq:
        if takes is not None and takes.seq > seq:
            table.undo("test")
        elif table.snapshot.redo_does is not None:
            table.redo("test")
        else:
            break


def is_of_the_form(part: str) -> bool:
    """Does this part of a body say what was asked for, not which tap it was?"""
    return not part.startswith(("key=", "back=", "game="))

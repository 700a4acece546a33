"""A verifier by somebody who has read FAIR_DRAWS.md and CHAIN.md, and nothing of the code.

It imports nothing of Dragonbag's. `python tests/support/fair/strangers_verifier.py game.json`
"""

import hashlib
import hmac
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Record = dict[str, Any]
Cubes = Counter[str]
COLOURS = ("black", "blue", "green", "red", "yellow")
LINKS = 64
SPACES = 10  # of a Health Meter
HASH = re.compile("[0-9a-f]{64}")


class Wrong(Exception):
    """The file is not honest."""


def must(is_so: object, why: str) -> None:
    """Raise Wrong unless it is so."""
    if not is_so:
        raise Wrong(why)


@dataclass
class Position:
    """The table after the steps that count."""

    bag: Cubes = field(default_factory=Cubes)
    area: Cubes = field(default_factory=Cubes)
    meter: Cubes = field(default_factory=Cubes)
    inside: set[str] = field(default_factory=set)
    draws: int = 0
    waiting: int = 0
    is_over: bool = False

    @property
    def content(self) -> str:
        """Return what is in the bag, as the method writes it."""
        return ",".join(f"{colour}={self.bag[colour]}" for colour in COLOURS if self.bag[colour])

    @property
    def key(self) -> tuple[int, str] | None:
        """Return which draw waits, (0, "") at the end."""
        if self.waiting:
            return self.draws, self.content
        return (0, "") if self.is_over else None


@dataclass
class Ask:
    """What a draw asked for, and what was opened."""

    asked: list[Record]
    opened: dict[str, str] = field(default_factory=dict)
    is_drawn: bool = False

    @property
    def links(self) -> list[str]:
        """Return the opened links in the order of the ask."""
        return [self.opened[each["sha256"]] for each in self.asked if each["sha256"] in self.opened]


@dataclass
class Report:
    """How a check ended, and what it counted."""

    draws: int = 0
    by_hand: int = 0
    pictures: list[list[int]] = field(default_factory=list)


class Stranger:
    """Reads one file."""

    def __init__(self, file: Record) -> None:
        self.file = file
        self.done, self.undone = [Position()], list[Position]()
        self.seals: dict[str, str] = {}
        self.asks: dict[tuple[int, str], Ask] = {}
        self.used: Counter[str] = Counter()
        self.commitment = ""
        self.was_over = False
        self.report = Report()
        self.hashes: list[bytes] = []
        self.pictures: list[tuple[int, Ask]] = []

    def check(self) -> Report:
        """Return what was checked; Wrong if the file is not honest."""
        seed = self.file["seed"]
        if seed:
            must(is_of(seed, self.file["commitment"]), "the seed is another one")
        self.check_chain()
        for place, (line, known) in enumerate(zip(self.file["lines"], self.seeds(), strict=True)):
            try:
                self.take(line, known, place)
            except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
                raise Wrong(f"line {place + 1} cannot be read: {error!r}") from error
        must(seed or not self.was_over, "the seed is withheld")
        self.make_pictures()
        return self.report

    def seeds(self) -> list[str]:
        """Return the seed that each line follows, "" if nobody can know."""
        found, now = [], self.file["seed"]
        for line in reversed(self.file["lines"]):
            found.append(now)
            if (line["command"] or {}).get("is_new_seed") is True:
                now = line["command"].get("seed", "")
        return found[::-1]

    def check_chain(self) -> None:
        """Compute every hash again, and compare the promises with the file."""
        before, promise = bytes(32), Record()
        for number, line in enumerate(self.file["lines"], 1):
            names = ("at", "source", "kind", "command", "events")
            body = {"number": number, **{name: line[name] for name in names}}
            text = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
            if line["digest"]:
                digest = bytes.fromhex(line["digest"])
            else:
                blind = bytes.fromhex(line["blind"])
                digest = sha256(b"dragonbag line\n" + blind + text.encode())
            before = sha256(b"dragonbag head\n" + before + digest)
            must(before.hex() == line["hash"], f"the chain breaks at line {number}")
            self.hashes.append(before)
            if line["kind"] in ("open", "epoch") and "commitment" in (line["command"] or {}):
                promise = line["command"]
        for name in ("id", "game", "commitment"):
            must(promise.get(name) == self.file[name], f"another {name} was promised")

    def take(self, line: Record, seed: str, place: int) -> None:
        """Follow one line."""
        kind, command = line["kind"], line["command"]
        if kind in ("open", "epoch"):
            self.promised(command or {})
        elif kind == "undo":
            must(len(self.done) > 1, "nothing to undo")
            self.undone.append(self.done.pop())
        elif kind == "redo":
            must(self.undone, "nothing to redo")
            self.done.append(self.undone.pop())
        elif kind == "seal":
            self.seal(command)
        elif kind == "ask":
            self.ask(command, place)
        elif kind == "link":
            self.open(command)
        elif kind == "close":
            self.close(command)
        else:
            must(kind == "command", f"what is {kind}?")
            self.step(command, line["events"], seed)
        self.was_over |= self.done[-1].is_over

    def promised(self, promise: Record) -> None:
        before, self.commitment = self.commitment, promise.get("commitment", self.commitment)
        if promise.get("is_new_seed") is not True:
            return
        is_over, told = self.done[-1].is_over, promise.get("seed", "")
        if promise["why"] == "new_seed":
            must(self.was_over and not is_over and told, "no reason for a new seed")
        must(not told or is_of(told, before), "the seed before is another one")
        self.seals, self.asks, self.was_over = {}, {}, is_over

    def seal(self, fields: Record) -> None:
        seal = fields["sha256"]
        must(fields["links"] == LINKS and HASH.fullmatch(seal), "no seal")
        must(seal not in self.seals.values(), "two seats with one seal")
        self.seals.pop(fields["seat"], None)
        self.seals[fields["seat"]] = seal

    def due(self, key: tuple[int, str]) -> list[Record]:
        if key in self.asks:
            return []
        next_ones: list[Record] = [
            {"seat": seat, "sha256": seal, "link": self.used[seal] + 1}
            for seat, seal in self.seals.items()
        ]
        return [each for each in next_ones if each["link"] <= LINKS]

    def ask(self, fields: Record, place: int) -> None:
        position = self.done[-1]
        key = position.key
        must(key == (fields["draw"], fields["bag"]), "an ask for another draw")
        must(fields["cubes"] == position.waiting, "an ask for another number of cubes")
        assert key is not None
        due = self.due(key)
        if key == (0, ""):
            due = [each for each in due if each in fields["links"]]
        must(fields["links"] and fields["links"] == due, "an ask leaves somebody out")
        self.asks[key] = Ask(fields["links"])
        self.pictures.append((place, self.asks[key]))
        self.used.update(each["sha256"] for each in due)

    def open(self, fields: Record) -> None:
        key = self.done[-1].key
        if key is None or key not in self.asks:
            raise Wrong("nothing asks for links")
        ask = self.asks[key]
        must(not ask.is_drawn and fields["sha256"] not in ask.opened, "too late, or twice")
        (own,) = (each for each in ask.asked if each["sha256"] == fields["sha256"])
        must(HASH.fullmatch(fields["link"]), "no link")
        value = bytes.fromhex(fields["link"])
        for _ in range(own["link"]):
            value = sha256(value)
        must(value.hex() == fields["sha256"], "a link that does not fit")
        ask.opened[fields["sha256"]] = fields["link"]

    def close(self, fields: Record) -> None:
        end = self.asks.get((0, ""))
        must(fields == {"draw": 0, "bag": ""} and self.done[-1].is_over, "nothing to close")
        if end is None or end.is_drawn or len(end.opened) == len(end.asked):
            raise Wrong("the end misses no links")
        end.is_drawn = True

    def step(self, command: Record, events: list[Record], seed: str) -> None:
        before = self.done[-1]
        must(events, "a step in which nothing happens")
        is_draw = command["type"] == "ReportDraw"
        if is_draw and command.get("drawn_by") == "dragonbag":
            self.drawn_fairly(before, command, events, seed)
        elif is_draw:
            self.report.by_hand += 1
        else:
            told = [sum(each["cubes"].values()) for each in events if each["type"] == "CubesDrawn"]
            must(not any(told), "cubes are drawn in a step that is no draw")
        after = deepcopy(before)
        for event in events:
            happen(after, event)
            counts = (*after.bag.values(), *after.area.values(), *after.meter.values())
            must(all(count >= 0 for count in counts), "fewer than no cubes")
        must(all(count <= SPACES for count in after.meter.values()), "a meter has 10 spaces")
        must_hurt(before, events)
        self.done.append(after)
        self.undone.clear()

    def drawn_fairly(
        self, before: Position, command: Record, events: list[Record], seed: str
    ) -> None:
        key = before.key
        must(before.waiting, "no attack waits")
        assert key is not None
        must(not self.due(key), "the phones were not asked")
        ask = self.asks.get(key)
        if ask:
            ask.is_drawn = True
        (drawn,) = (each for each in events if each["type"] == "CubesDrawn")
        must(Counter(command["order"]) == +Counter(drawn["cubes"]), "other cubes than reported")
        if not seed:
            return
        self.report.draws += 1
        wished = draw(bytes.fromhex(seed), ask.links if ask else [], before)
        must(wished == command["order"], "not the cubes that follow")

    def make_pictures(self) -> None:
        for place, ask in self.pictures:
            is_end = self.file["lines"][place]["command"]["cubes"] == 0
            if ask.links and (ask.is_drawn or (is_end and len(ask.opened) == len(ask.asked))):
                links = b"".join(map(bytes.fromhex, ask.links))
                made = sha256(b"dragonbag pictures\n" + self.hashes[place] + links)
                self.report.pictures.append([byte & 63 for byte in made[:5]])


def happen(now: Position, event: Record) -> None:
    """Let one event change the position."""
    kind = event["type"]
    cubes: Any = event.get("cubes")
    if kind == "GameStarted":
        seats = {seat["colour"] for seat in event["seats"]}
        now.__init__(Counter(black=24), inside=seats)  # type: ignore[misc]
    elif kind == "ClankMade":
        now.area[event["colour"]] += cubes
    elif kind == "ClankRemoved":
        now.area[event["colour"]] -= cubes
    elif kind in ("DamageTaken", "TunnelDamageTaken"):
        now.meter[event["colour"]] += cubes
    elif kind == "Healed":
        now.meter[event["colour"]] -= cubes
    elif kind in ("DungeonLeft", "PlayerWithdrew"):
        now.inside.discard(event["colour"])
    elif kind in ("AttackBegan", "AttackCorrected"):
        must((now.waiting > 0) == (kind == "AttackCorrected"), "an attack at the wrong time")
        now.bag, now.area, now.waiting = now.bag + now.area, Counter(), event["cubes_to_draw"]
    elif kind == "CubesDrawn":
        must(sum(cubes.values()) == now.waiting, "another number of cubes")
        now.bag.subtract(cubes)
        now.draws, now.waiting = now.draws + 1, 0
    elif kind == "DragonCubesReturned":
        now.bag["black"] += cubes
    elif kind == "SeatsCorrected" and event["was"]:
        new = {was: seat["colour"] for was, seat in zip(event["was"], event["seats"], strict=True)}
        now.bag, now.area = recoloured(now.bag, new), recoloured(now.area, new)
        now.meter = recoloured(now.meter, new)
        now.inside = {new.get(colour, colour) for colour in now.inside}
    elif kind == "CubesCorrected":
        for place, sign in ((event["source"], -1), (event["target"], 1)):
            if place in ("bag", "area", "meter"):
                getattr(now, place)[event["cube"]] += sign * cubes
    elif kind == "PlayersAdded":
        now.inside |= {seat["colour"] for seat in event["seats"]}
    elif kind == "GameEnded":
        now.is_over, now.waiting = True, 0
    elif kind == "GameWentOn":
        now.is_over = False
    if "status" in event:
        (now.inside.add if event["status"] == "inside" else now.inside.discard)(event["colour"])


def must_hurt(before: Position, events: list[Record]) -> None:
    """Raise Wrong unless damage and knock-outs are what the drawn cubes do."""
    drawn = next((each["cubes"] for each in events if each["type"] == "CubesDrawn"), None)
    told: Cubes = Counter()
    for each in events:
        if each["type"] == "DamageTaken":
            told[each["colour"]] += each["cubes"]
    out = {each["colour"] for each in events if each["type"] == "KnockedOut"}
    for colour in COLOURS:
        left = SPACES - before.meter[colour]
        due = min((drawn or {}).get(colour, 0), left) if colour in before.inside else 0
        must(told[colour] == due, "damage that the cubes do not do")
        must(drawn is None or (colour in out) == (0 < due == left), "a knock-out that is none")


def recoloured(heap: Cubes, new: dict[str, str]) -> Cubes:
    return Counter({new.get(colour, colour): count for colour, count in heap.items() if count})


def draw(seed: bytes, links: list[str], position: Position) -> list[str]:
    """Return the cubes that a draw has to bring."""
    key = sign(seed, "\n".join(["dragonbag", *links]))
    stream = words(key, f"draw {position.draws} from {position.content}")
    row = [colour for colour in COLOURS for _ in range(position.bag[colour])]
    found = []
    for _ in range(position.waiting):
        limit = 2**32 - 2**32 % len(row)
        found.append(row.pop(next(word for word in stream if word < limit) % len(row)))
    return found


def words(key: bytes, what: str) -> Iterator[int]:
    block = 0
    while True:
        signed = sign(key, f"{what} block {block}")
        yield from (int.from_bytes(signed[at : at + 4]) for at in range(0, 32, 4))
        block += 1


def sign(key: bytes, text: str) -> bytes:
    return hmac.digest(key, text.encode(), "sha256")


def sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def is_of(seed: str, commitment: str) -> bool:
    return bool(HASH.fullmatch(seed)) and sha256(bytes.fromhex(seed)).hex() == commitment


def main(name: str) -> int:
    """Check one file and print what was found."""
    try:
        report = Stranger(json.loads(Path(name).read_text())).check()
    except Wrong as wrong:
        print(f"wrong: {wrong}")
        return 1
    print(f"right: {report.draws} draws, {report.by_hand} by hand")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

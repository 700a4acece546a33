"""What an owner can do to the file of a game: each changes it, and makes its chain sound again."""

import hashlib
import json
from collections.abc import Callable, Iterator
from typing import Any

from companion.draws.links import LINKS, before
from companion.table.fair.chain import Link, digest
from companion.table.line import fields_of

File = dict[str, Any]
Line = dict[str, Any]
NO_CUBES = dict.fromkeys(("red", "green", "blue", "yellow", "black"), 0)


def rechained(file: File) -> None:
    """Compute all hashes anew, as an owner can."""
    link = Link()
    for line in file["lines"]:
        link = link.after(bytes.fromhex(line["digest"] or digest_of(file, line)))
        line["hash"] = link.hash.hex()


def digest_of(file: File, line: Line) -> str:
    """Return the digest of a line as it stands in the file."""
    number = next(at for at, each in enumerate(file["lines"], 1) if each is line)
    facts = (line[name] for name in ("at", "source", "kind", "command", "events"))
    return digest(bytes.fromhex(line["blind"]), fields_of(number, *facts)).hex()


def of_kind(file: File, kind: str) -> Iterator[Line]:
    return (line for line in file["lines"] if line["kind"] == kind)


def draws(file: File) -> list[Line]:
    """Return the lines in which Dragonbag drew."""
    return [
        line for line in of_kind(file, "command") if line["command"].get("drawn_by") == "dragonbag"
    ]


def with_event(file: File, kind: str) -> tuple[Line, File]:
    """Return the first step with an event of this kind, and the event."""
    return next(
        (line, event) for line in file["lines"] for event in line["events"] if event["type"] == kind
    )


def counted(order: list[str]) -> dict[str, int]:
    return {colour: order.count(colour) for colour in NO_CUBES}


def time_changed(file: File) -> None:
    file["lines"][5]["at"] = "2020-01-01T00:00:00.000+00:00"


def source_changed(file: File) -> None:
    file["lines"][5]["source"] = "phone:red"


def ruling_changed(file: File) -> None:
    line, event = with_event(file, "GameStarted")
    name = next(name for name, value in event["rulings"].items() if isinstance(value, bool))
    event["rulings"][name] = line["command"]["rulings"][name] = not event["rulings"][name]


def edition_changed(file: File) -> None:
    file["lines"][0]["command"]["edition"] = "another"


def id_changed(file: File) -> None:
    file["id"] = "2020-01-01-abcdef"


def commitment_changed(file: File) -> None:
    file["commitment"] = "00" * 32


def seed_changed(file: File) -> None:
    file["seed"] = "11" * 32


def seed_and_commitment_changed(file: File) -> None:
    file["seed"], file["commitment"] = "11" * 32, hashlib.sha256(b"\x11" * 32).hexdigest()
    for line in file["lines"]:
        if (line["command"] or {}).get("commitment"):
            last = line
    last["command"]["commitment"] = file["commitment"]


def seed_withheld(file: File) -> None:
    file["seed"] = ""


def rerolled(file: File) -> None:
    line = next(each for each in draws(file) if set(each["command"]["order"]) != {"black"})
    order = ["black"] * len(line["command"]["order"])
    line["command"] |= {"order": order, "cubes": counted(order)}
    drawn = next(event for event in line["events"] if event["type"] == "CubesDrawn")
    drawn |= {"order": order, "cubes": counted(order)}


def order_emptied(file: File) -> None:
    line = draws(file)[0]
    line["command"]["order"] = []
    next(event for event in line["events"] if event["type"] == "CubesDrawn")["order"] = []


def order_turned(file: File) -> None:
    line = next(
        each for each in draws(file) if each["command"]["order"] != each["command"]["order"][::-1]
    )
    line["command"]["order"].reverse()
    next(each for each in line["events"] if each["type"] == "CubesDrawn")["order"].reverse()


def relabelled(file: File) -> None:
    line = draws(file)[-1]
    line["command"]["drawn_by"] = "hand"
    for event in line["events"]:
        if "drawn_by" in event:
            event["drawn_by"] = "hand"


def cubes_exchanged(file: File) -> None:
    line = next(each for each in draws(file) if set(each["command"]["order"]) != {"black"})
    drawn = next(event for event in line["events"] if event["type"] == "CubesDrawn")
    drawn["cubes"] = counted(["black"] * len(line["command"]["order"]))


def damage_less(file: File) -> None:
    _, event = with_event(file, "DamageTaken")
    event["cubes"] -= 1


def damage_left_out(file: File) -> None:
    line, event = with_event(file, "DamageTaken")
    line["events"].remove(event)


def attack_smaller(file: File) -> None:
    _, event = with_event(file, "AttackBegan")
    event["cubes_to_draw"] -= 1


def attack_left_out(file: File) -> None:
    line, event = with_event(file, "AttackBegan")
    line["events"].remove(event)


def draw_left_out(file: File) -> None:
    file["lines"].remove(draws(file)[0])


def noise_less(file: File) -> None:
    lines = [
        line
        for line in of_kind(file, "command")
        for event in line["events"]
        if event["type"] == "ClankMade" and event["cubes"]
    ]
    event = next(
        each for each in lines[0]["events"] if each["type"] == "ClankMade" and each["cubes"]
    )
    event["cubes"] -= 1


def steps_exchanged(file: File) -> None:
    place = file["lines"].index(draws(file)[0])
    lines = file["lines"]
    lines[place - 1], lines[place] = lines[place], lines[place - 1]


def correction_invented(file: File) -> None:
    line = draws(file)[1]
    event = {
        "type": "CubesCorrected",
        "cube": "black",
        "source": "bag",
        "target": "set_aside",
        "cubes": 3,
        "reason": "miscounted",
    }
    command = {
        "type": "CorrectCubes",
        "cube": "black",
        "place": "bag",
        "cubes": 20,
        "balance": "set_aside",
        "reason": "miscounted",
    }
    made = {**line, "source": "panel", "command": command, "events": [event], "blind": "00" * 16}
    file["lines"].insert(file["lines"].index(line) - 4, made)


def undo_hidden(file: File) -> None:
    """Leave a pair of undo and redo out, as if it had not been."""
    lines = file["lines"]
    place = next(place for place, line in enumerate(lines) if line["kind"] == "redo")
    del lines[place - 1 : place + 1]


def cut_off(file: File) -> None:
    """End before the end, and keep the seed back: "the game goes on"."""
    place = file["lines"].index(draws(file)[1])
    del file["lines"][place + 1 :]
    file["seed"] = ""
    file["commitment"] = file["lines"][0]["command"]["commitment"]


def chain_left_out(file: File) -> None:
    """Say that an early Dragonbag has written this."""
    file["format_version"] = 2
    for line in file["lines"]:
        line |= {"hash": "", "blind": "", "digest": ""}


def chain_and_phones_left_out(file: File) -> None:
    """The same, without anything that only a later Dragonbag writes; the draws are by hand."""
    for line in draws(file):
        line["command"]["drawn_by"] = "hand"
        for event in line["events"]:
            if "drawn_by" in event:
                event["drawn_by"] = "hand"
    kinds = ("ask", "link", "epoch", "seal")
    file["lines"] = [line for line in file["lines"] if line["kind"] not in kinds]
    chain_left_out(file)


def links_left_out(file: File) -> None:
    file["lines"] = [line for line in file["lines"] if line["kind"] != "link"]


def asks_left_out(file: File) -> None:
    file["lines"] = [line for line in file["lines"] if line["kind"] not in ("ask", "link")]


def phone_left_out(file: File) -> None:
    next(of_kind(file, "ask"))["command"]["links"].pop()


def other_bag_asked(file: File) -> None:
    next(of_kind(file, "ask"))["command"]["bag"] = "black=1"


def link_exchanged(file: File) -> None:
    next(of_kind(file, "link"))["command"]["link"] = "ab" * 32


def link_twice(file: File) -> None:
    line = next(of_kind(file, "link"))
    file["lines"].insert(file["lines"].index(line) + 1, {**line})


def link_late(file: File) -> None:
    line, drawn = next(of_kind(file, "link")), draws(file)[0]
    file["lines"].remove(line)
    file["lines"].insert(file["lines"].index(drawn) + 1, line)


def seal_exchanged(file: File) -> None:
    """Put a chain of the owner's own in the place of a phone's, links and all."""
    secret = [b"\x07" * 32]
    for _ in range(64):
        secret.append(hashlib.sha256(secret[-1]).digest())
    was, now, opened = next(of_kind(file, "seal"))["command"]["sha256"], secret[-1].hex(), 0
    for line in file["lines"]:
        command = line["command"] or {}
        asked = command["links"] if line["kind"] == "ask" else ()
        for each in (command, *asked):
            if each.get("sha256") == was:
                each["sha256"] = now
        if line["kind"] == "link" and command["sha256"] == now:
            opened += 1
            command["link"] = secret[64 - opened].hex()


def sealed_after_collecting(file: File) -> None:
    """Seal a chain when all phones have opened, and mix its link into the draw."""
    place = next(at for at, line in enumerate(file["lines"]) if line["kind"] == "ask")
    link = next(line for line in file["lines"][place:] if line["kind"] == "link")
    secret = "5e" * 32
    own = {"sha256": before(secret, LINKS), "link": before(secret, LINKS - 1)}
    seal = {"seat": "yellow", "sha256": own["sha256"], "links": LINKS}
    file["lines"][place]["command"]["links"].append({"seat": "yellow", **own, "link": 1})
    at = file["lines"].index(link) + 1
    file["lines"][at:at] = [
        {**link, "kind": "seal", "command": seal},
        {**link, "command": own},
    ]


def asked_twice(file: File) -> None:
    """Ask once more for the same draw, to choose between two sets of links."""
    place = next(at for at, line in enumerate(file["lines"]) if line["kind"] == "ask")
    ask = file["lines"][place]
    links = [{**each, "link": each["link"] + 1} for each in ask["command"]["links"]]
    again = {**ask, "command": {**ask["command"], "links": links}}
    file["lines"].insert(place + 1, again)


def closed_early(file: File) -> None:
    """End the asking for links of a draw, so that a phone comes too late."""
    place = next(at for at, line in enumerate(file["lines"]) if line["kind"] == "ask")
    ask = file["lines"][place]
    fields = {name: ask["command"][name] for name in ("draw", "bag")}
    file["lines"].insert(place + 1, {**ask, "kind": "close", "command": fields})


def seal_twice(file: File) -> None:
    one, other = list(of_kind(file, "seal"))[:2]
    other["command"]["sha256"] = one["command"]["sha256"]


def chain_too_long(file: File) -> None:
    next(of_kind(file, "seal"))["command"]["links"] = 1000


def new_seed_early(file: File) -> None:
    """Renew the seed in the middle of the game, to draw once more."""
    epoch = next(of_kind(file, "epoch"))
    file["lines"].remove(epoch)
    file["lines"].insert(file["lines"].index(draws(file)[0]), epoch)


def new_seed_silent(file: File) -> None:
    del next(of_kind(file, "epoch"))["command"]["seed"]


def seed_before_changed(file: File) -> None:
    next(of_kind(file, "epoch"))["command"]["seed"] = "00" * 32


def recovery_invented(file: File) -> None:
    """Say that the card was damaged, so that the draws before need no seed."""
    command = next(of_kind(file, "epoch"))["command"]
    command["why"], command["file"] = "recovery", "journal.damaged"
    del command["seed"]


def number_in_a_later_game(file: File) -> None:
    """Open the one number of version 0.1 in a game that has links."""
    line = next(of_kind(file, "link"))
    made = {**line, "kind": "number", "command": {"number": "ab" * 16}}
    file["lines"].insert(file["lines"].index(line), made)


Forgery = Callable[[File], None]


def forged(text: bytes, forgery: Forgery) -> File:
    """Return the file after an attack, its chain computed anew unless it has none."""
    file: File = json.loads(text)
    forgery(file)
    if file["format_version"] == 3:
        rechained(file)
    return file

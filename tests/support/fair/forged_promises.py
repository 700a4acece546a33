"""More that an owner can do to a file: promises, hidden lines, and what is no line of a game."""

import hashlib

from companion.draws.sealed_numbers import seal_of
from tests.support.fair.forged import NO_CUBES, File, Line, draws, of_kind, rerolled, with_event
from tests.support.fair.forged import digest_of as _digest_of


def _first_promise_broken(file: File, kind: str, **facts: object) -> None:
    """Promise one seed in the first line, and the real one when phones have opened their links."""
    first, asked = file["lines"][0], next(of_kind(file, "ask"))
    later = {**first, "kind": kind, "command": {**first["command"], **facts}}
    file["lines"].insert(file["lines"].index(asked) + 3, later)
    other = hashlib.sha256(b"another seed").hexdigest()
    first["command"] = {**first["command"], "commitment": other}


def promised_again(file: File) -> None:
    _first_promise_broken(file, "open")


def promised_again_in_a_restore(file: File) -> None:
    _first_promise_broken(file, "epoch", why="restore", made_at="today")


def other_game_promised(file: File) -> None:
    """Promise another game in the middle, and then this one again."""
    first = file["lines"][0]
    other = {**first, "command": {**first["command"], "id": "2020-01-01-abcdef"}}
    file["lines"][4:4] = [other, {**first}]


def numbers_sealed(file: File) -> None:
    """Seal numbers of version 0.1, to choose which are opened when all links are known."""
    seal = next(of_kind(file, "seal"))
    old = {**seal, "command": {"sha256": seal_of("ab" * 16)}}
    file["lines"].insert(file["lines"].index(seal) + 1, old)


def _hidden(file: File, line: Line, **changed: object) -> None:
    """Change a line, and show only the digest that it had: its place in the chain stays."""
    digest = _digest_of(file, line)
    line |= {**changed, "blind": "", "digest": digest}


def draw_hidden(file: File) -> None:
    line = draws(file)[-1]
    told = [
        event | {"drawn_by": "hand"} if "drawn_by" in event else event for event in line["events"]
    ]
    _hidden(file, line, command={**line["command"], "drawn_by": "hand"}, events=told)


def undo_hidden_by_digest(file: File) -> None:
    """Show an undo and a redo as the table's turning to this game."""
    place = next(at for at, line in enumerate(file["lines"]) if line["kind"] == "redo")
    for line in file["lines"][place - 1 : place + 1]:
        _hidden(file, line, kind="open", command=None)


def epoch_hidden(file: File) -> None:
    _hidden(file, next(of_kind(file, "epoch")))


def blind_and_digest(file: File) -> None:
    line = file["lines"][5]
    line["digest"] = _digest_of(file, line)


def blind_longer(file: File) -> None:
    file["lines"][5]["blind"] += "00"


def _epoch(file: File) -> Line:
    command: Line = next(of_kind(file, "epoch"))["command"]
    return command


def new_seed_called_moved(file: File) -> None:
    command = _epoch(file)
    command["why"] = "moved"
    del command["seed"]


def new_seed_called_import(file: File) -> None:
    command = _epoch(file)
    command["why"] = "import"
    del command["seed"]


def new_seed_called_recovery(file: File) -> None:
    """Call a new seed a recovery, and tell the old one, so that no draw is listed as lost."""
    _epoch(file)["why"] = "recovery"


def epoch_of_no_kind(file: File) -> None:
    place = file["lines"].index(draws(file)[1])
    made = {**file["lines"][0], "kind": "epoch", "command": {"why": "maintenance"}}
    file["lines"].insert(place + 1, made)


def seed_kept_after_the_end(file: File) -> None:
    """Go on after an end that was undone, with the seed that everybody knows."""
    epoch = next(of_kind(file, "epoch"))
    place = file["lines"].index(epoch)
    del file["lines"][place]
    fair = next(line for line in file["lines"][place:] if line in draws(file))
    del file["lines"][file["lines"].index(fair) + 1 :]
    kept = [line for line in file["lines"][place:] if line["kind"] in ("undo", "command")]
    file["lines"][place:] = kept
    file["commitment"], file["seed"] = file["lines"][0]["command"]["commitment"], ""


def seat_of_nobody(file: File) -> None:
    """Seal for seats that do not exist, to have more links to choose from."""
    next(of_kind(file, "seal"))["command"]["seat"] = "purple"


def ask_with_more(file: File) -> None:
    next(of_kind(file, "ask"))["command"]["note"] = "x"


def end_unsaid(file: File) -> None:
    """Leave out that the game is over, to keep the seed back."""
    line, event = next(
        (line, event)
        for line in reversed(file["lines"])
        for event in line["events"]
        if event["type"] == "GameEnded"
    )
    line["events"].remove(event)
    del file["lines"][file["lines"].index(line) + 1 :]
    file["seed"] = ""


def end_closed_at_once(file: File) -> None:
    """Close the end before any phone has opened its link, so that it has no pictures."""
    ask = [line for line in of_kind(file, "ask") if not line["command"]["bag"]][-1]
    close = {**ask, "kind": "close", "command": {"draw": 0, "bag": ""}}
    file["lines"].insert(file["lines"].index(ask) + 1, close)


def left_out_of_the_end(file: File) -> None:
    """Do not ask a phone at the end, though it listens."""
    ask = [line for line in of_kind(file, "ask") if not line["command"]["bag"]][-1]
    seal = ask["command"]["links"].pop()["sha256"]
    links = [line for line in of_kind(file, "link") if line["command"]["sha256"] == seal]
    file["lines"].remove(links[-1])


def set_up_twice(file: File) -> None:
    """Set the game up once more, so that the bag is as at the beginning."""
    line, _ = with_event(file, "GameStarted")
    file["lines"].insert(file["lines"].index(draws(file)[0]) + 1, {**line})


def attack_of_nothing(file: File) -> None:
    """Say of a full bag that it was empty."""
    line, event = with_event(file, "AttackBegan")
    event["cubes_to_draw"] = 0
    drawn: Line = {
        "type": "CubesDrawn",
        "cubes": NO_CUBES,
        "order": [],
        "drawn_by": "hand",
        "seen": None,
    }
    line["events"].append(drawn)
    del file["lines"][file["lines"].index(line) + 1 :]
    file["commitment"], file["seed"] = file["lines"][0]["command"]["commitment"], ""


def _noise(file: File, **changed: object) -> None:
    """Change the first Clank!, and end the file before anything follows from it."""
    line, event = with_event(file, "ClankMade")
    event |= changed
    del file["lines"][file["lines"].index(line) + 1 :]
    file["commitment"], file["seed"] = file["lines"][0]["command"]["commitment"], ""


def noise_of_no_colour(file: File) -> None:
    _noise(file, colour="purple")


def noise_by_halves(file: File) -> None:
    _noise(file, cubes=0.5)


def drawn_by_two(file: File) -> None:
    """Say in the command alone that a draw was by hand."""
    draws(file)[-1]["command"]["drawn_by"] = "hand"


def cubes_vanish(file: File) -> None:
    """Exchange colours so that two players' cubes become one's."""
    _, started = with_event(file, "GameStarted")
    was = [seat["colour"] for seat in started["seats"]]
    seats = [{**seat, "colour": was[0]} for seat in started["seats"]]
    place = next(at for at, each in enumerate(file["lines"]) if each["kind"] == "ask")
    attack = next(each for each in reversed(file["lines"][:place]) if each["kind"] == "command")
    attack["events"].append({"type": "SeatsCorrected", "seats": seats, "was": was})
    del file["lines"][place:]
    file["commitment"], file["seed"] = file["lines"][0]["command"]["commitment"], ""


def seed_told_by_a_step(file: File) -> None:
    """Draw other cubes, and let an ordinary step say that there is a new seed."""
    rerolled(file)
    file["lines"][-1]["command"] = {**(file["lines"][-1]["command"] or {}), "is_new_seed": True}
    step = [line for line in of_kind(file, "command") if "drawn_by" not in line["command"]][-1]
    step["command"]["is_new_seed"] = True


def new_seed_without_promise(file: File) -> None:
    """Draw other cubes, and tell of a new seed without a fingerprint, so that none are checked."""
    rerolled(file)
    made = {"why": "restore", "made_at": "today", "is_new_seed": True}
    last = next(line for line in reversed(file["lines"]) if line["kind"] == "epoch")
    file["lines"].insert(file["lines"].index(last) + 1, {**last, "kind": "epoch", "command": made})


def gone_by_a_word(file: File) -> None:
    """Let a player leave the dungeon by a word in another event, so that nothing hurts them."""
    ask = next(of_kind(file, "ask"))
    before = file["lines"][: file["lines"].index(ask)]
    line = next(each for each in reversed(before) if each["kind"] == "command")
    colour = ask["command"]["links"][0]["seat"]
    line["events"].insert(0, {"type": "RowRefilled", "colour": colour, "status": "lost"})
    file["lines"] = before
    file["commitment"], file["seed"] = before[0]["command"]["commitment"], ""

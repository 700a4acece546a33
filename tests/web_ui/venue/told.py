"""What a venue knows, without a broker."""

import json

from companion.venue.wall import Wall

PLAYERS = [{"seat": "red", "name": "Ann"}, {"seat": "green", "name": "さくら"}]


class Told:
    def __init__(self) -> None:
        self.wall, self.trouble = Wall(), ""
        self.answered: list[tuple[str, str]] = []

    def answer(self, table: str, answer: str) -> None:
        self.answered.append((table, answer))

    def hear(self, table: str, *, called: str = "", is_online: bool = True) -> None:
        standing = {
            "title": "Clank!",
            "is_going_on": True,
            "players": PLAYERS,
            "turn": "red",
        }
        state = {"version": 3, "series": "s", "since": 0, "is_over": False, "standing": standing}
        self.wall.take(table, "state", json.dumps(state).encode())
        self.wall.take(table, "availability", b"online" if is_online else b"offline")
        self.wall.take(table, "call", json.dumps({"at": called}).encode())

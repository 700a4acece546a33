"""Some turns of Clank! over the API, as the host, at port 80 or PORT: game.py KEY [PORT]"""

import json
import sys
import urllib.request
from typing import Any

TURNS = 8
key, port = sys.argv[1], (*sys.argv[2:], "80")[0]


def ask(path: str, body: object) -> dict[str, Any]:
    """Return the snapshot that answers a POST; any refusal ends the program."""
    asked = urllib.request.Request(
        f"http://127.0.0.1:{port}/api/v1/{path}",
        json.dumps(body).encode(),
        {"Content-Type": "application/json", "Authorization": f"Bearer {key}"},
        method="POST",
    )
    with urllib.request.urlopen(asked, timeout=60) as answer:
        snapshot: dict[str, Any] = json.load(answer)
    return snapshot


ask("games", {"game": "clank"})
seats = [{"colour": "red", "name": "Ann"}, {"colour": "green", "name": "Bo"}]
ask("commands", {"type": "StartGame", "seats": seats, "first": "red"})
for _ in range(TURNS):
    now = ask("commands", {"type": "MakeClank", "colour": "green"})["moments"]
    refill = {"type": "RefillRow", "symbol_revealed": True}
    now = ask(f"commands?moment={now['attack']}", refill)["moments"]
    now = ask(f"draw?moment={now['attack']}", {})["moments"]
    ask(f"commands?moment={now['turn']}", {"type": "EndTurn"})
print(TURNS, "turns")

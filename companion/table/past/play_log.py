"""Games that were played, as other programs log them: BG Stats, BoardGameGeek, a spreadsheet.

Reading all games takes long, so it is a job for a desk (companion.worker), done once for each game.
"""

import csv
import io
import json
from collections.abc import Callable, Generator, Iterable, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from urllib.parse import quote

from companion.engine.game import AnyGame
from companion.engine.plays import Played
from companion.engine.value import Value
from companion.games import GAMES
from companion.table import game_file
from companion.table.disk.kept import Kept
from companion.table.history import Entry
from companion.table.journal import Journal

# BG Stats opens this address on a phone and asks whether to keep the play (bgstatsapp.com).
BG_STATS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Dragonbag"
COLUMNS = ("date", "game", "game_id", "minutes", "seat", "player", "points", "won", "finished")
KIND = "play 1"  # another number if it is ever worked out in another way
FORMULA = ("=", "+", "-", "@", "\t", "\r")  # with what a spreadsheet begins to compute


class Play(Value, frozen=True):
    """One game of the journal; `name` is the game's, `minutes` 0 if unknown."""

    id: str
    at: str  # UTC, ISO 8601
    minutes: int
    name: str
    players: tuple[Played, ...]  # () if it was not set up
    is_over: bool

    @property
    def game(self) -> AnyGame:
        """Return the rules that it was played by."""
        return GAMES[self.name]


def play_of(name: str, game_id: str, entries: Sequence[Entry], state: object) -> Play:
    """Return a game `name` as it ended, or as it stands, from its story (game_file.story)."""
    game, times = GAMES[name], [entry.at for entry in entries]
    players = game.plays.players(state)
    begun = times[0] if times else ""
    is_over = bool(players) and game.is_over(state)
    return Play(game_id, begun, game_file.minutes_of(times), name, players, is_over)


def every_play(
    journal_file: Path, write: Callable[[Iterable[Play]], bytes]
) -> Generator[tuple[int, int], None, bytes]:
    """Return every game that was set up, the newest first, as `write` writes them.

    Yields how many are read, of how many.
    """
    found = []
    with game_file.read_journal(journal_file) as journal, Kept(journal_file, KIND) as kept:
        games, since = journal.games_once(), journal.group_since()
        for number, game in enumerate(games, 1):
            work_out = partial(_work_out, journal, game.name, game.id)
            if (play := kept.of(game, since, Play, work_out)) and play.players:
                found.append(play)
            yield number, len(games)
    return write(found)


def _work_out(journal: Journal, name: str, game_id: str) -> Play:
    return play_of(name, game_id, *game_file.story(journal, game_id))


def name_of(play: Play, player: Played) -> str:
    """Return a player's name, or the printed word of the seat if there is none."""
    return player.name or play.game.words.get(player.seat, player.seat)


def bg_stats_link(play: Play) -> str:
    """Return the address with which BG Stats keeps this play.

    Its app for Android needs `winner` and `startPlayer` of everybody.
    """
    plays = play.game.plays
    told = {
        "sourceName": SOURCE,
        "sourcePlayId": play.id,
        "playDate": f"{datetime.fromisoformat(play.at):%Y-%m-%d %H:%M:%S}",
        **({"durationMin": play.minutes} if play.minutes else {}),
        "game": {
            "name": plays.title,
            "sourceGameId": play.game.name,
            **({"bggId": plays.bgg_id} if plays.bgg_id else {}),
            "highestWins": not plays.is_cooperative,
            "noPoints": not plays.has_points,
        },
        "players": [
            {
                "name": name_of(play, each),
                "sourcePlayerId": name_of(play, each),
                "startPlayer": number == 0,
                "winner": each.has_won,
                **({} if each.points is None else {"score": each.points}),
            }
            for number, each in enumerate(play.players)
        ],
    }
    return BG_STATS + quote(json.dumps(told, ensure_ascii=False, separators=(",", ":")), safe="")


def bgg_xml(plays: Iterable[Play]) -> bytes:
    """Return plays as BoardGameGeek's XML API 2 writes them."""
    from xml.etree import ElementTree as ET

    root = ET.Element("plays")
    for play in plays:
        known = {"date": play.at[:10], "quantity": "1", "length": str(play.minutes)}
        unfinished = {"incomplete": str(int(not play.is_over)), "nowinstats": "0", "location": ""}
        one = ET.SubElement(root, "play", {**known, **unfinished})
        about = play.game.plays
        item = {"name": about.title, "objecttype": "thing", "objectid": str(about.bgg_id)}
        ET.SubElement(one, "item", item)
        players = ET.SubElement(one, "players")
        for place, each in enumerate(play.players, 1):
            ET.SubElement(players, "player", _bgg_player(play, each, place))
    root.set("total", str(len(root)))
    ET.indent(root)
    text: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return text + b"\n"


def _bgg_player(play: Play, player: Played, place: int) -> dict[str, str]:
    return {
        "username": "",
        "userid": "0",
        "name": name_of(play, player),
        "startposition": str(place),
        "color": play.game.words.get(player.seat, ""),
        "score": "" if player.points is None else str(player.points),
        "new": "0",
        "rating": "0",
        "win": str(int(player.has_won)),
    }


def spreadsheet(plays: Iterable[Play]) -> bytes:
    """Return plays as CSV, a row for each player, which no spreadsheet takes for a formula.

    The mark in front tells Excel the encoding.
    """
    text = io.StringIO()
    rows = csv.writer(text)
    rows.writerow(COLUMNS)
    for play in plays:
        for each in play.players:
            name, seat = name_of(play, each), play.game.words.get(each.seat, each.seat)
            won, over = int(each.has_won), int(play.is_over)
            about = (play.at[:10], play.game.plays.title, play.id, play.minutes or "")
            rows.writerow([*about, seat, _harmless(name), each.points, won, over])
    return f"\ufeff{text.getvalue()}".encode()


def _harmless(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULA) else text

"""Honest evenings of Clank! with phones that take part in the draws, and all that may happen."""

import random

from companion.engine.codec import JsonObject, parse
from companion.games.clank.commands import ReportDraw, Withdraw
from companion.table import game_file
from companion.table.table import Table
from tests.support.games.clank_bots import command_after, first_command
from tests.support.games.link_phone import LinkPhone


class Evening:
    """A game of bots at a real table; phones open links unless they sleep."""

    def __init__(
        self, table: Table, seed: int, *, is_sealed: bool = True, most_draws: int = 1000
    ) -> None:
        self.table, self.dice, self.most_draws = table, random.Random(seed), most_draws
        self.lives = 0
        self.game_id = ""  # of the file, if it is not the game on the table
        self.phones: tuple[LinkPhone, ...] = ()
        table.open_game("cli", "clank")
        table.submit(first_command(seed, self.dice), "cli")
        table.listening = lambda: {phone.seat for phone in self.phones}
        if is_sealed:
            self.seal_all()

    @classmethod
    def going_on(cls, table: Table, seed: int) -> "Evening":
        """Return the same evening after a new start, with the phones that had sealed."""
        evening = cls.__new__(cls)
        evening.table, evening.dice, evening.most_draws = table, random.Random(seed), 1000
        evening.lives, evening.game_id = 1, ""
        players = table.snapshot.state.players
        evening.phones = tuple(LinkPhone(str(each.colour), 1) for each in players)
        return evening

    @property
    def is_over(self) -> bool:
        snapshot = self.table.snapshot
        return snapshot.game.is_over(snapshot.state)

    @property
    def commitments(self) -> list[str]:
        """Return what the chain has committed to, one after the other."""
        promises = [line["command"] for line in self._lines() if line["kind"] in ("open", "epoch")]
        return [each["commitment"] for each in promises if each and "commitment" in each]

    @property
    def epochs(self) -> list[JsonObject]:
        """Return what the epoch lines tell."""
        return [line["command"] for line in self._lines() if line["kind"] == "epoch"]

    def _lines(self) -> list[JsonObject]:
        lines: list[JsonObject] = parse(self.file())["lines"]
        return lines

    def file(self) -> bytes:
        """Return the game as a file."""
        game_id = self.game_id or self.table.snapshot.game_id
        return game_file.export_game(self.table.journal, game_id)

    def seal_all(self) -> None:
        """Let the phone of every seat seal a chain, a new one each time."""
        self.lives += 1
        players = self.table.snapshot.state.players
        self.phones = tuple(LinkPhone(str(each.colour), self.lives) for each in players)
        for phone in self.phones:
            phone.seal(self.table)

    def open_links(self, asleep: int = 0) -> None:
        """Let all phones but the last so many open what is asked for."""
        waiting = self.table.snapshot.part.waiting
        missing = {each.seal for each in waiting.missing} if waiting else set()
        for phone in self.phones[: len(self.phones) - asleep]:
            if phone.end in missing:
                phone.open(self.table)

    def draw(self, asleep: int = 0) -> None:
        """Let Dragonbag draw; it need not wait for those who sleep."""
        self.open_links(asleep)
        listening, self.table.listening = self.table.listening, set
        self.table.draw("panel")
        self.table.listening = listening

    def step(self, asleep: int = 0) -> bool:
        """Do what a bot does next; False at the end."""
        command = command_after(self.table.snapshot.state, self.dice, b"not used")
        if command is None:
            return False
        if isinstance(command, ReportDraw):
            self.draw(asleep)
        else:
            self.table.submit(command, "demo")
        return True

    def play_to_the_end(self, asleep: int = 0) -> None:
        """Play until all is counted, and open the links that the end asks for."""
        while self.table.snapshot.state.draws < self.most_draws and self.step(asleep):
            pass
        for player in self.table.snapshot.state.inside:
            self.table.submit(Withdraw(player.colour, "late"), "cli")
        self.open_links(asleep)

    def take_the_end_back(self) -> None:
        """Undo until the newest attack waits again."""
        while self.is_over or not self.table.snapshot.game.awaits_hand(self.table.snapshot.state):
            self.table.undo("cli")

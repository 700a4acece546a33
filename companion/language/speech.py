"""Puts sentences into a reader's language.

speech = Speech(catalogue("ja"), snapshot.game, snapshot.state)
print(speech.tell(snapshot.events[0]))
"""

import gettext
import re
import unicodedata
from collections.abc import Mapping, Sequence
from datetime import datetime
from enum import StrEnum

from companion.engine.errors import Rejected
from companion.engine.game import AnyGame
from companion.engine.sentence import N_, Both, Either, Lines, Sentence, Word
from companion.engine.value import Value
from companion.language.catalogues import ENGLISH
from companion.language.epochs import epoch
from companion.language.formats import Formats, formats_of
from companion.table.history import Entry
from companion.table.line import Kind

# TRANSLATORS: who or what, and in brackets what is said of it, as "phone (Red)".
BRACKETED = Sentence("{what} ({more})")
# TRANSLATORS: a number of things in a list, as "2 × Red".
COUNTED = Sentence("{n} × {what}")
BEGINS = re.compile(r"\{(\w+)\}")  # a sentence that begins with a fact
UNNAMED_REFUSAL = Sentence("That is not possible now.")

# What the table itself refuses, in every game.
TABLE_REFUSALS: Mapping[str, Sentence] = {
    "no_such_name": Sentence("Type a name that a screen can show."),
    "too_many_names": Sentence(
        "There is room for {n} name that was changed.",
        "There is room for {n} names that were changed.",
    ),
    "no_game": Sentence("No game has been set up yet. Start one first."),
    "odds_are_off": Sentence("This table has agreed to play without the odds."),
    "advice_is_off": Sentence("At this table, nobody is advised what to play."),
    "nothing_to_undo": Sentence("There is nothing to undo."),
    "nothing_to_redo": Sentence("There is nothing to redo."),
    "only_watches": Sentence("On this phone you only watch. Take a seat first, or ask the host."),
    "only_host": Sentence("Only the host can do that at this table."),
    "key_was_used": Sentence(
        "The key of this request was used for something else, so nothing was done. Send a new key."
    ),
    "door_is_shut": Sentence(
        "No code is shown now. Hold Undo and Attack together on the panel for three seconds."
    ),
    "wrong_code": Sentence("That is not the code on the panel's lamps. Look again, and type it."),
    "too_many_tries": Sentence(
        "That was tried too often. Hold Undo and Attack again: the panel then shows a new code."
    ),
    "too_many_join": Sentence(
        "Too many phones have just joined from your network. Wait a minute, then scan again."
    ),
    "table_is_full": Sentence(
        "This table has as many phones as it takes, and all are in use. The host can remove some."
    ),
    "not_your_seat": Sentence("At this table you can only act for your own seat."),
    "other_game": Sentence("That was for another game, so it does not count here."),
    "other_game_begun": Sentence("Someone has just begun another game, so yours was not begun."),
    "game_goes_on": Sentence("A game is going on at this table. Leave it first."),
    "step_is_past": Sentence("More has happened since. That step is no longer the last one."),
    "turn_has_passed": Sentence("It is {turn}'s turn now, so this was not done."),
    "attack_has_passed": Sentence(
        "There has been an attack since, so this was not done. It is still {turn}'s turn."
    ),
    "row_has_passed": Sentence("The Dungeon Row has changed since, so this was not done."),
    "market_has_passed": Sentence(
        "Someone has taken a token since, so this was not done. If you still want it, tap again."
    ),
    "item_has_passed": Sentence(
        "Someone has used an item since, so this was not done. If it is still right, tap again."
    ),
    "fight_has_passed": Sentence(
        "A fight has begun or ended since, so this was not done. It is still {turn}'s turn."
    ),
    "moment_was_undone": Sentence("That was taken back since, so this was not done."),
    "moment_has_passed": Sentence("The game has gone on since, so this was not done."),
    "game_is_over_now": Sentence("The game is already over, so this was not done."),
    "moment_missing": Sentence(
        "Say which moment you mean: send the {field} that you were shown, so that nothing is done "
        "too late or twice."
    ),
    "only_dragonbag_draws": Sentence("Only Dragonbag can report its own draws."),
    "no_seal": Sentence("This is not the seal of a chain, or Dragonbag already has it."),
    "not_the_time_to_open": Sentence("No draw asks for this link now."),
    "fits_no_seal": Sentence("This link does not fit the seal, or Dragonbag already has it."),
    "secret_until_over": Sentence(
        "Some cards of this game are secret. You can save its file when the game is over."
    ),
    "seat_is_taken": Sentence(
        "Another phone has this seat and its secret cards. Ask for the seat: that phone decides, "
        "or everybody with a seat if it is gone."
    ),
    "seat_needs_consent": Sentence(
        "This seat has secret cards now, so not even the host can free it. Ask for it with another "
        "phone on the page Seats: its own phone decides, or everybody with a seat if that is gone."
    ),
    "nobody_asks": Sentence("Nobody asks for this seat any more."),
    "seat_was_taken": Sentence("Another phone sits here. Take the seat over if it is yours."),
    "seat_is_kept": Sentence("Seats have secret cards now, so you cannot change your seat."),
    "game_unknown": Sentence("The journal has no game {game}."),
}

SOURCES = {
    "panel": N_("panel"),
    "dragonbag": "Dragonbag",
    "phone": N_("phone"),
    "api": N_("program"),
    "mqtt": N_("MQTT"),
    "demo": N_("demo"),
    "cli": N_("command line"),
}


class Speech(Value, frozen=True):
    """Puts the sentences of one game's table into one language."""

    translations: gettext.NullTranslations
    game: AnyGame
    state: object  # for the names that players chose

    def say(self, sentence: Sentence, facts: Mapping[str, object] | None = None) -> str:
        """Return the sentence with its facts in place."""
        known = sentence.facts if facts is None else facts
        text = self._text(sentence, known)
        said = {name: self.word(fact) for name, fact in known.items()}
        if sentence.many:
            said["n"] = self.formats.number(_count(known))
        return text.format_map(said)

    @property
    def formats(self) -> Formats:
        """Return how this language writes numbers, percentages and lists."""
        return formats_of(self.translations.info().get("language", ENGLISH))

    def _text(self, sentence: Sentence, facts: Mapping[str, object]) -> str:
        if not sentence.many:
            return self.translations.gettext(sentence.one)
        return self.translations.ngettext(sentence.one, sentence.many, _count(facts))

    def word(self, fact: object) -> str:
        """Return one fact as text: a player's name, a printed word, a number, or a list of them."""
        if isinstance(fact, tuple | list):
            return self._list(fact)
        if isinstance(fact, float):
            return self.formats.number(fact)
        if isinstance(fact, datetime):
            return f"{self.formats.date(fact)}, {fact:%H:%M %Z}"
        if isinstance(fact, StrEnum):
            return isolated(self.game.name_of(self.state, fact)) or self.printed(fact)
        if isinstance(fact, Sentence):
            return self.say(fact)
        if isinstance(fact, Word):
            return self.translations.gettext(fact)
        return str(fact)

    def printed(self, word: str) -> str:
        """Return the printed word behind a value, as "red" -> "Red"."""
        return self.translations.gettext(self.game.words.get(word, word))

    def _list(self, fact: Sequence[object]) -> str:
        items = [self._item(item) for item in fact]
        if isinstance(fact, Both):
            return self.formats.both.join(items)
        if isinstance(fact, Either):
            return self.formats.either.join(items)
        if isinstance(fact, Lines):
            return "\n".join(items)
        return self.formats.row.join(items)

    def _item(self, item: object) -> str:
        if isinstance(item, tuple):
            cube, count = item
            return self.say(COUNTED, {"n": count, "what": self.printed(cube)})
        return self.word(item)

    def bracketed(self, what: str, more: str) -> str:
        """Return two things that are said already, the second one in brackets."""
        return self.say(BRACKETED, {"what": what, "more": more})

    def tell(self, event: object) -> str:
        """Return the sentence of the log for one event."""
        return self.say(self.game.tell(event))

    def refusal(self, rejected: Rejected) -> str:
        """Return why the table or the rules refused."""
        known = {**TABLE_REFUSALS, **self.game.refusals}
        sentence = known.get(rejected.code, UNNAMED_REFUSAL)
        said = self.say(sentence, rejected.facts)
        begins = BEGINS.match(self._text(sentence, rejected.facts))
        is_printed = begins and self._is_printed(rejected.facts[begins[1]])
        return capitalised(said) if is_printed else said

    def _is_printed(self, fact: object) -> bool:
        """Is this fact a word of the box or the program, and no name that somebody has typed?"""
        is_name = isinstance(fact, StrEnum) and self.game.name_of(self.state, fact)
        return isinstance(fact, StrEnum | Word) and not is_name

    def step(self, entry: Entry) -> str:
        """Return one line for a step: the sentence of its first event."""
        return self.tell(entry.events[0]) if entry.events else ""

    def entry(self, entry: Entry) -> tuple[str, ...]:
        """Return a line of the story as sentences; an undo or redo names its step."""
        if entry.kind is Kind.UNDO:
            undone = Sentence("Undone: {step}", "", {"step": self.step(entry)})
            return (self.say(undone),)
        if entry.kind is Kind.REDO:
            again = Sentence("Done again: {step}", "", {"step": self.step(entry)})
            return (self.say(again),)
        if entry.kind is Kind.EPOCH:
            return tuple(map(self.say, epoch(entry.facts)))
        return tuple(self.tell(event) for event in entry.events)

    def source(self, source: str) -> str:
        """Return who did it, such as "panel" or "phone (Red)"."""
        kind, _, seat = source.partition(":")
        name = self.translations.gettext(SOURCES.get(kind, kind))
        return self.bracketed(name, self.printed(seat)) if seat in self.game.words else name


def _count(facts: Mapping[str, object]) -> int:
    count = facts["n"]
    if not isinstance(count, int):
        raise TypeError(f"n is {count!r}; the plural rule needs a whole number")
    return count


def isolated(name: str) -> str:
    """Return a name with marks around it if it is written from right to left.

    Without them (Unicode FSI and PDI) it would reverse the order of the words beside it."""
    is_right_to_left = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in name)
    return f"\u2068{name}\u2069" if is_right_to_left else name


def capitalised(text: str) -> str:
    """Return a sentence that may begin with a word as it stands within one."""
    return text[:1].upper() + text[1:]

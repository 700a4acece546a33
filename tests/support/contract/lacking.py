"""What a game does without: all of it is legal, and told."""

from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from companion.app.demo import BOTS
from companion.games import GAMES
from companion.language.catalogues import ENGLISH, LANGUAGES, TRANSLATIONS
from hardware.panel.faces import FACES
from web_ui.views import VIEWS

OTHERS = [language for language in LANGUAGES if language != ENGLISH]


def lacks(name: str) -> tuple[str, ...]:
    """Return what a game does without: "a face", "a bot", "a translation (ja)"."""
    return (
        *([] if name in FACES else ["a face on the panel"]),
        *([] if name in BOTS else ["a bot"]),
        *(
            f"a translation ({language})"
            for language in OTHERS
            if not is_translated(name, language)
        ),
    )


def is_translated(name: str, language: str) -> bool:
    """Is the game's title or a word of its own in the catalogue? Then all it says must be."""
    others = {
        word for other in GAMES.values() for word in other.words.values() if other.name != name
    }
    own = {VIEWS[name].title, *GAMES[name].words.values()} - others
    return not own.isdisjoint(written(language))


def written(language: str) -> dict[str, Message]:
    """Return the messages of a language's catalogue that have a translation, by their English."""
    path = TRANSLATIONS / language / "LC_MESSAGES" / "messages.po"
    with path.open("rb") as file:
        found = read_po(file, locale=language)
    return {
        forms(message.id)[0]: message
        for message in found
        if message.id and all(forms(message.string)) and not message.fuzzy
    }


def forms(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    """Return the forms of a message: one, or one for each plural."""
    return (text,) if isinstance(text, str) else tuple(text or ())


def report() -> list[str]:
    """Return a line for each game that does without something."""
    return [f"{name} does without {', '.join(found)}" for name in GAMES if (found := lacks(name))]

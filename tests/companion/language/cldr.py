"""Takes the patterns of formats.json from Babel: python -m tests.companion.language.cldr

`make translations` runs it. Babel is there for development only.
"""

import json
import re

from babel import Locale

from companion.language.catalogues import LANGUAGES
from companion.language.formats import PATTERNS

# Our name -> CLDR's, the most general first: what a narrower one does not say is inherited.
LISTS = {
    "row": ("standard", "standard-short", "standard-narrow"),
    "both": ("standard",),
    "either": ("or",),
}
# CLDR's fields of a date -> ours.
FIELDS = (
    *(("MMM", "{month}"), ("MM", "{m:02}"), ("M", "{m}")),
    *(("dd", "{d:02}"), ("d", "{d}"), ("y", "{y}")),
)
NAMES = {"2": "two", "start": "start", "middle": "middle", "end": "end"}


def patterns(language: str) -> dict[str, dict[str, str]]:
    """Return how CLDR writes numbers, percentages, lists and dates in a language."""
    locale = Locale(language)
    symbols = locale.number_symbols["latn"]
    percent = str(locale.percent_formats[None].pattern)
    found = {
        "numbers": {
            "decimal": symbols["decimal"],
            "group": symbols["group"],
            "percentage": percent.replace("#,##0", "{0}"),
        },
        "dates": dates(locale),
    }
    for ours, theirs in LISTS.items():
        joined: dict[str, str] = {}
        for name in theirs:
            joined |= locale.list_patterns.get(name, {})
        found[ours] = {NAMES[part]: pattern for part, pattern in joined.items()}
    return found


def dates(locale: Locale) -> dict[str, str]:
    """Return the pattern of a day of middle length, and the months that it may name."""
    day = str(locale.date_formats["medium"].pattern).replace("'", "")
    for theirs, ours in FIELDS:
        day = re.sub(rf"(?<![{{\w]){theirs}(?!\w)", ours, day)
    months = locale.months["format"]["abbreviated"]
    return {"day": day, "months": " ".join(months[month] for month in range(1, 13))}


def as_text() -> str:
    """Return the content of formats.json."""
    found = {language: patterns(language) for language in LANGUAGES}
    text = json.dumps(found, indent=2, ensure_ascii=False) + "\n"
    return text.replace("\u00a0", "\\u00a0")  # a no-break space that one can see


if __name__ == "__main__":
    PATTERNS.write_text(as_text())

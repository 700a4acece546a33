"""How long a text is, for the table display: a longer one is written in smaller letters."""

import unicodedata

WIDE = ("W", "F")  # East Asian letters, as wide as two others


def width_of(text: str) -> int:
    """Return the width of a text in narrow letters."""
    return sum(2 if unicodedata.east_asian_width(letter) in WIDE else 1 for letter in text)


def fit(text: str, *limits: int) -> str:
    """Return the class for a text: "fit-0" if it is within the first limit, and so on."""
    width = width_of(str(text))
    return f"fit-{sum(width > limit for limit in limits)}"

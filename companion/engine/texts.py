"""Texts that people type, as a screen can show them."""

LONGEST = 40  # characters of a text that a sentence repeats


def shown(text: str) -> str:
    """Return a text as a sentence may repeat it: what cannot be printed replaced, and short."""
    safe = "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)
    return safe if len(safe) <= LONGEST else f"{safe[:LONGEST]}…"

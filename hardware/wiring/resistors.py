"""How a resistor shows its value: four coloured rings (IEC 60062), the last one gold."""

NAMES = (
    ("black", "#000000"),
    ("brown", "#6d4c41"),
    ("red", "#c62828"),
    ("orange", "#f57c00"),
    ("yellow", "#fdd835"),
    ("green", "#2e7d32"),
    ("blue", "#1565c0"),
    ("violet", "#7b1fa2"),
    ("grey", "#9e9e9e"),
    ("white", "#ffffff"),
)
GOLD = ("gold", "#c9a227")  # 5 %


def rings(ohm: float) -> tuple[tuple[str, str], ...]:
    """Return name and colour of the four rings; ValueError for a value with more than two digits.

    Two digits and how many zeros follow, from 10 ohms to 99 gigaohms.
    """
    zeros = len(f"{ohm:.0f}") - 2
    digits, rest = divmod(ohm, 10**zeros) if zeros >= 0 else (0, 1)
    if rest:
        raise ValueError(f"{ohm:g} ohms is no value of two digits")
    tens, ones = divmod(int(digits), 10)
    return NAMES[tens], NAMES[ones], NAMES[zeros], GOLD


def in_words(ohm: float) -> str:
    """Return the rings' colours in reading order: "yellow violet brown gold"."""
    return " ".join(name for name, _ in rings(ohm))


def rings_or_none(ohm: float) -> tuple[tuple[str, str], ...]:
    """Return the rings, or none where four cannot tell the value."""
    try:
        return rings(ohm)
    except ValueError:
        return ()


def value(ohm: float) -> str:
    """Return a value with its rings in words, where it has them: "470 Ω: yellow violet ..."."""
    words = " ".join(name for name, _ in rings_or_none(ohm))
    return f"{ohm:g} Ω: {words}" if words else f"{ohm:g} Ω"

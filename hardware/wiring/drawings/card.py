"""The card that lies beside the board: how a phone joins the table's own Wi-Fi."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hardware.wiring.drawings.svg import Drawing, Point

CARD_MM = (105.0, 74.0)  # A7: fits into the box
CODE_MM = 34.0
QUIET = 4  # white modules around a code (ISO/IEC 18004)
LETTERS_MM, WIDTH_MM = 3.6, 48.0  # of a line below a code; a long one gets smaller
LEFT_MM, RIGHT_MM, TOP_MM = 8.0, 60.0, 17.0
Modules = Sequence[Sequence[int]]  # of a QR code, row by row; not 0 is dark


@dataclass(frozen=True, slots=True)
class Step:
    """One of the two codes: what it is for, the code, and the lines below it."""

    title: str
    code: Modules
    lines: Sequence[str]


def card(title: str, join: Step, open_: Step) -> str:
    """Return the card as an SVG, to be printed at 100 %."""
    drawing = Drawing(*CARD_MM, title=title)
    drawing.rect((0.5, 0.5), CARD_MM[0] - 1, CARD_MM[1] - 1, fill="#fff", stroke="#000")
    drawing.text((LEFT_MM, 9), title, 5, font_weight="bold")
    for left, number, step in ((LEFT_MM, 1, join), (RIGHT_MM, 2, open_)):
        drawing.text((left, TOP_MM - 1.5), f"{number}. {step.title}", 3.4, font_weight="bold")
        _draw_code(drawing, (left, TOP_MM), step.code)
        for line, text in enumerate(step.lines):
            at = (left, TOP_MM + CODE_MM + 5 + 5.5 * line)
            drawing.text(at, text, min(LETTERS_MM, WIDTH_MM / (0.6 * max(len(text), 1))))
    return drawing.to_text()


def _draw_code(drawing: Drawing, corner: Point, code: Modules) -> None:
    """Draw every run of dark modules in a row as one rectangle."""
    size = CODE_MM / (len(code) + 2 * QUIET)
    for row, modules in enumerate(code):
        for start, length in _runs(modules):
            at = (corner[0] + (QUIET + start) * size, corner[1] + (QUIET + row) * size)
            drawing.rect(at, length * size, size, shape_rendering="crispEdges")


def _runs(modules: Iterable[int]) -> list[tuple[int, int]]:
    """Return where the runs of dark modules begin, and how long they are."""
    runs: list[tuple[int, int]] = []
    for place, is_dark in enumerate(modules):
        if is_dark and runs and sum(runs[-1]) == place:
            runs[-1] = (runs[-1][0], runs[-1][1] + 1)
        elif is_dark:
            runs.append((place, 1))
    return runs

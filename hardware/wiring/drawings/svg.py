"""SVG drawings in millimetres, so that a sheet printed at 100 % has its true size."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from xml.etree import ElementTree

NAMESPACE = "http://www.w3.org/2000/svg"
FONT = "DejaVu Sans, Arial, Helvetica, sans-serif"
Point = tuple[float, float]


def _number(value: object) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


@dataclass
class Drawing:
    """A sheet of so many millimetres; marks are drawn in the order in which they are made.

    Every mark takes SVG attributes by keyword, with _ for the hyphen: stroke_width=0.5.
    """

    width_mm: float
    height_mm: float
    title: str
    _root: ElementTree.Element = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Begin with the title, which screen readers read out."""
        size = {"width": f"{_number(self.width_mm)}mm", "height": f"{_number(self.height_mm)}mm"}
        box = f"0 0 {_number(self.width_mm)} {_number(self.height_mm)}"
        self._root = ElementTree.Element(
            "svg", {"xmlns": NAMESPACE, **size, "viewBox": box, "role": "img", "font-family": FONT}
        )
        ElementTree.SubElement(self._root, "title").text = self.title

    def mark(self, tag: str, text: str = "", /, **attributes: object) -> None:
        """Draw any element of SVG."""
        named = {name.replace("_", "-"): _number(value) for name, value in attributes.items()}
        ElementTree.SubElement(self._root, tag, named).text = text or None

    def rect(self, at: Point, width: float, height: float, /, **attributes: object) -> None:
        """Draw a rectangle by its upper left corner."""
        self.mark("rect", x=at[0], y=at[1], width=width, height=height, **attributes)

    def circle(self, centre: Point, radius: float, /, **attributes: object) -> None:
        """Draw a circle."""
        self.mark("circle", cx=centre[0], cy=centre[1], r=radius, **attributes)

    def line(self, points: Iterable[Point], /, **attributes: object) -> None:
        """Draw a line through these points, open and not filled."""
        path = " ".join(f"{_number(x)},{_number(y)}" for x, y in points)
        self.mark("polyline", points=path, fill="none", **attributes)

    def text(self, at: Point, words: str, size_mm: float = 3.0, /, **attributes: object) -> None:
        """Write one line, from `at` on the base line unless text_anchor says otherwise."""
        self.mark("text", words, x=at[0], y=at[1], font_size=size_mm, **attributes)

    def to_text(self) -> str:
        """Return the file's text, the same for the same marks."""
        ElementTree.indent(self._root)
        return ElementTree.tostring(self._root, encoding="unicode") + "\n"

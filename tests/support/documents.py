"""The documents, and what a reader finds in them: prose, code, sections, tables."""

import re
from pathlib import Path

from tests.support.places import ROOT

DOCS = ROOT / "docs"
PAGES = tuple(sorted(DOCS.glob("*.md")))
ENGLISH = (*(ROOT / f"{name}.md" for name in ("README", "CONTRIBUTING", "SECURITY")), *PAGES)
LANGUAGES = ("ja", "ru")
TRANSLATED = tuple(path for code in LANGUAGES for path in sorted((DOCS / code).glob("*.md")))
OTHERS = tuple(
    ROOT / place
    for place in (
        "CHANGELOG.md",
        "wiring/README.md",
        "companion/draws/FAIR_DRAWS.md",
        "companion/table/fair/CHAIN.md",
        "hardware/tray/reader/training/README.md",
        "tests/data/photos/README.md",
    )
)
EVERY = (*ENGLISH, *TRANSLATED, *OTHERS)
PLAYING = tuple(path for path in (*PAGES, *TRANSLATED) if path.stem.startswith("playing-"))


def text_of(path: Path) -> str:
    return path.read_text()


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def prose(text: str) -> str:
    """Return a document without its blocks of code."""
    return re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)


def code(text: str) -> str:
    """Return what a document shows as code, blocks and spans, a line each."""
    blocks = re.findall(r"^```\w*\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return "\n".join((*blocks, *re.findall(r"`([^`\n]+)`", prose(text))))


def section(text: str, heading: str) -> str:
    """Return what stands under a heading, up to the next of its level or above."""
    level = heading.partition(" ")[0]
    found = re.search(
        rf"^{re.escape(heading)}\n(.*?)(?=^#{{1,{len(level)}}} |\Z)",
        text,
        re.MULTILINE | re.DOTALL,
    )
    assert found, f"no heading {heading!r}"
    return found[1]


def rows(text: str) -> list[list[str]]:
    """Return the cells of all table rows, without headings and rules."""
    lines = [line.strip("|\n") for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.split("|")] for line in lines]


def spans(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)

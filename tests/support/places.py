"""Where the project's files are."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
PHOTOS = TESTS / "data" / "photos"
RECORDS = TESTS / "data" / "records"
RELEASES = TESTS / "data" / "releases"
WIRING = ROOT / "wiring"
CHAIN = ROOT / "companion" / "table" / "fair" / "CHAIN.md"
FAIR_DRAWS = ROOT / "companion" / "draws" / "FAIR_DRAWS.md"

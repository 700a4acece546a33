"""Where the project's files are."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
PHOTOS = TESTS / "data" / "photos"
RECORDS = TESTS / "data" / "records"
WIRING = ROOT / "wiring"
FAIR_DRAWS = ROOT / "companion" / "draws" / "FAIR_DRAWS.md"

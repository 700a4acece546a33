"""What a start of a table brings with it: counted by modules, because time is another machine's."""

import json
import subprocess
import sys

import pytest

from tests.support.places import ROOT

START = """
import json, sys
from contextlib import ExitStack
from pathlib import Path
from companion.app.cli import main
from companion.app.serve import start
from companion.app.settings import Settings
from companion.language.catalogues import catalogue
folder = Path(sys.argv[1])
settings = Settings(host="127.0.0.1", port=0, data_dir=folder, panel="none", is_open=True)
with ExitStack() as running:
    start(running, settings)
    print(json.dumps([sorted(sys.modules), catalogue.cache_info().currsize]))
"""
# What only some tables ever ask for, with what it brings along.
LATE = (
    "companion.app.demo",
    "companion.app.doctor",
    "companion.app.pi.backup",
    "companion.app.pi.wifi.orders",
    "companion.app.pi.wifi.sight",
    "companion.app.report",
    "companion.app.upkeep.pins",
    "companion.app.venue",
    "companion.beyond.mqtt.session",
    "companion.games.clank.bot",
    "companion.venue",
    "companion.worker.child",
    "cv2",
    "gpiozero",
    "hardware.tray.reader",
    "hardware.tray.tray",
    "hardware.wiring",
    "ifaddr",
    "multiprocessing",
    "numpy",
    "paho",
    "prometheus_client",
    "segno",
    "sqlalchemy",
    "tomllib",
    "urllib.request",
    "xml",
)

FEW_SEARCHES = 20  # the parser of the command line is made, too


@pytest.fixture(scope="module")
def brought(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[str], int]:
    """Start a table, and return which modules came with it and how many languages it has read."""
    folder = str(tmp_path_factory.mktemp("table"))
    done = subprocess.run(
        [sys.executable, "-c", START, folder], cwd=ROOT, capture_output=True, check=True
    )
    modules, languages = json.loads(done.stdout.splitlines()[-1])
    return modules, languages


def test_a_start_imports_nothing_that_only_some_tables_ask_for(
    brought: tuple[list[str], int],
) -> None:
    modules, _ = brought
    assert "companion.table.journal" in modules
    inner = tuple(f"{late}." for late in LATE)
    assert [each for each in modules if each in LATE or each.startswith(inner)] == []


def test_a_start_searches_for_no_garbage_while_it_imports() -> None:
    """Count the searches of a command that is wrong, and so ends when all is imported."""
    count = "import gc; print(sum(each['collections'] for each in gc.get_stats()))"
    command = (
        f"{count}\n"
        "from companion.app.cli.__main__ import main\n"
        f"try: main(['nonsense'])\nexcept SystemExit: pass\n{count}"
    )
    done = subprocess.run(
        [sys.executable, "-c", command], cwd=ROOT, capture_output=True, check=True
    )
    before, after = map(int, done.stdout.split())
    assert after - before <= FEW_SEARCHES, "importing all that takes some sixty"


def test_a_start_reads_no_language_before_a_phone_asks(brought: tuple[list[str], int]) -> None:
    assert brought[1] == 0

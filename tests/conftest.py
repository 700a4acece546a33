"""What every test can ask for: a table on a real journal, and a phone at it."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, settings

from companion.table.table import Table
from tests.support.contract import lacking
from tests.support.pages import create_app
from tests.support.places import TESTS
from web_ui.app import Options

# Commands speak English here, whatever the language of whoever runs the tests.
os.environ["LC_ALL"] = "C.UTF-8"

# How long an example takes says more of what else the computer does than of the code.
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("unhurried")

# Browsers, brokers, panels and connections run on real time beside the test. Where one stood still
# on a busy computer, the test has a second try. The summary names it (RERUN): find out why, though.
REAL_TIME = {"browser", "live", "beyond", "venue", "worker", "panel", "doctor", "test_report.py"}

# Journals sync each line, and updates copy whole programs. None of these tests needs a real disk
# for that: what a disk does wrong is simulated. The workers of xdist inherit the choice.
MEMORY = Path("/dev/shm")
ROOM = 2**30  # bytes; 90 million were in use in the middle of one run

MOST_WORKERS = 8  # each opens a browser of its own


def pytest_configure() -> None:
    """Keep temporary files in memory where it is a folder with room, as on Linux."""
    if "TMPDIR" not in os.environ and MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM:
        os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Run one test more than there are cores: in a quarter of the time one only waits."""
    return min((os.cpu_count() or 1) + 1, MOST_WORKERS)


def pytest_report_header() -> list[str]:
    """Tell what each game does without."""
    return lacking.report()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test that needs a browser, and those that real processes can hold up."""
    for item in items:
        parts = parts_of(item.path)
        if "browser" in parts[:1]:
            item.add_marker(pytest.mark.browser)
        if REAL_TIME.intersection(parts):
            item.add_marker(pytest.mark.flaky(reruns=1))


@cache
def parts_of(file: Path) -> tuple[str, ...]:
    """Return the folders below tests/ and the name of a file, which has many tests."""
    return file.relative_to(TESTS).parts


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Return a table on which no game was begun."""
    with Table.open(tmp_path / "journal.sqlite") as table:
        yield table


@pytest.fixture
def client(table: Table) -> FlaskClient:
    """Return a phone at the table; what goes wrong in a page is raised."""
    app = create_app(table, Options(address=lambda: "http://10.0.0.2:8000/", version="test"))
    app.config["PROPAGATE_EXCEPTIONS"] = True
    return app.test_client()

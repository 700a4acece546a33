"""What all this costs a table that does not use it: no import and no thread."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.places import ROOT

SERVED = """
import sys, threading
from contextlib import ExitStack
from pathlib import Path
import companion.app.cli.main
from companion.app.serve import start
from companion.app.settings import Settings
with ExitStack() as running:
    start(running, Settings(host="127.0.0.1", port=0, data_dir=Path(sys.argv[1]), panel="none"))
    threads = sorted(thread.name for thread in threading.enumerate())
print(*sorted(sys.modules), sep="\\n")
print("threads:", *threads)
"""
OTHERS = ("sqlalchemy", "alembic", "psycopg", "paho", "prometheus_client")
OURS = ("companion.beyond", "companion.venue", "companion.app.venue", "web_ui.venue")


pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Return what a table has imported that tells nobody, and which threads it has."""
    folder = tmp_path_factory.mktemp("table")
    words = [sys.executable, "-c", SERVED, str(folder)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def test_a_table_that_tells_nobody_imports_nothing_of_it(told: list[str]) -> None:
    assert "web_ui.app" in told, "the table was served"
    names = (*OTHERS, *OURS)
    found = [each for each in told if each.startswith(tuple(f"{name}." for name in names))]
    assert [*found, *(each for each in told if each in names)] == []


def test_a_table_that_tells_nobody_has_no_thread_for_it(told: list[str]) -> None:
    threads = told[-1]
    assert threads.startswith("threads: ")
    for name in ("mqtt", "webhook", "venue", "gaps", "paho"):
        assert name not in threads


def test_without_sqlalchemy_the_board_says_what_to_do(tmp_path: Path) -> None:
    code = "import sys; from companion.app.cli.main import main; sys.exit(main(sys.argv[1:]))"
    # -S leaves out the venv's packages; the table's own are put back, SQLAlchemy's are not.
    bare = tmp_path / "site"
    bare.mkdir()
    import ifaddr
    import msgspec

    for module in (ifaddr, msgspec):
        package = Path(str(module.__file__)).parent
        (bare / package.name).symlink_to(package)
    words = [sys.executable, "-S", "-c", code, "venue", "--broker", "nobody.invalid"]
    environ = {"PYTHONPATH": f"{ROOT}:{bare}", "PATH": "/usr/bin:/bin", "LANG": "C"}
    done = subprocess.run(words, cwd=tmp_path, env=environ, capture_output=True, text=True)
    assert done.returncode == 1, done.stderr
    assert "make venue" in done.stderr

"""What a start of a table brings with it: counted by modules, because time is another machine's."""

import json
import subprocess
import sys
from pathlib import Path

from tests.support.places import ROOT

START = """
import json, sys
from contextlib import ExitStack
from pathlib import Path
from companion.app.cli import main
from companion.app.serve import start
from companion.app.settings import Settings
folder = Path(sys.argv[1])
settings = Settings(host="127.0.0.1", port=0, data_dir=folder, panel="none", is_open=True)
with ExitStack() as running:
    start(running, settings)
    print(json.dumps(sorted(sys.modules)))
"""
# What only some tables ever ask for, with what it brings along.
LATE = (
    "companion.app.demo",
    "companion.app.doctor",
    "companion.app.report",
    "companion.app.venue",
    "companion.beyond.mqtt.session",
    "companion.games.clank.bot",
    "companion.venue",
    "cv2",
    "gpiozero",
    "hardware.tray.reader",
    "hardware.tray.tray",
    "ifaddr",
    "numpy",
    "paho",
    "prometheus_client",
    "segno",
    "sqlalchemy",
    "urllib.request",
)


def test_a_start_imports_nothing_that_only_some_tables_ask_for(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", START, str(tmp_path)], cwd=ROOT, capture_output=True, check=True
    )
    modules = json.loads(done.stdout.splitlines()[-1])
    assert "companion.table.journal" in modules
    early = [
        each
        for each in modules
        if each in LATE or each.startswith(tuple(f"{one}." for one in LATE))
    ]
    assert early == []

"""The table [mqtt] of dragonbag.toml, and that a table without it carries none of it."""

import subprocess
import sys
from pathlib import Path

import pytest

from companion.app.beyond import beyond_of
from companion.app.settings import load
from companion.engine.errors import BadSettings

WRONG = [
    ("table = 'one'", "mqtt.host", "Say where the broker is"),
    ("host = 'b'\nport = 70000", "mqtt.port", "It may be 0 to 65535"),
    ("host = 'b'\nport = 'one'", "mqtt.port", "It must be a whole number"),
    ("host = 'b'\ntable = 'a/b'", "mqtt.table", "letters from A to Z"),
    ("host = 'b'\ntable = ''", "mqtt.table", "letters from A to Z"),
    ("host = 'b'\nprefix = 'a/#'", "mqtt.prefix", "words between slashes"),
    ("host = 'b'\nprefix = ''", "mqtt.prefix", "words between slashes"),
    ("host = 'b'\nprefix = '/a'", "mqtt.prefix", "words between slashes"),
    ("host = 'b'\nhome_assistant = 'a//b'", "mqtt.home_assistant", "words between slashes"),
    ("host = 'b'\nca_file = '/no/such'", "mqtt.ca_file", "there is no file /no/such"),
    ("host = 'b'\npassword = 'x'", "mqtt.password", "no mqtt.username"),
    ("host = 'b'\ncommand = true", "mqtt.command", "Did you mean commands"),
]


@pytest.mark.parametrize(("text", "key", "why"), WRONG)
def test_what_is_wrong_is_named_with_its_line(
    tmp_path: Path, text: str, key: str, why: str
) -> None:
    file = tmp_path / "dragonbag.toml"
    file.write_text(f"port = 8000\n[mqtt]\n{text}\n")
    with pytest.raises(BadSettings) as error:
        beyond_of(load(file, {}))
    assert f"dragonbag.toml, line {2 + len(text.splitlines())}" in str(error.value) or (
        "mqtt.host" in key
    )
    assert key in str(error.value)
    assert why in str(error.value)


def test_everything_at_once_is_named(tmp_path: Path) -> None:
    file = tmp_path / "dragonbag.toml"
    file.write_text("[mqtt]\nport = -1\ntable = '+'\n")
    with pytest.raises(BadSettings) as error:
        beyond_of(load(file, {}))
    assert str(error.value).count("mqtt.") >= 3


SERVED = """
import sys, threading
from contextlib import ExitStack
from pathlib import Path
from companion.app.serve import start
from companion.app.settings import Settings

NEVER = ("paho", "companion.beyond", "prometheus_client")
with ExitStack() as running:
    settings = Settings(host="127.0.0.1", port=0, data_dir=Path(sys.argv[1]), panel="none")
    start(running, settings)
    loaded = [name for name in sys.modules if name.startswith(NEVER)]
    threads = {thread.name.split()[0] for thread in threading.enumerate()}
    print(loaded, threads & {"mqtt", "webhook"})
"""


def test_a_table_that_tells_nobody_imports_nothing_and_starts_no_thread(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SERVED, str(tmp_path)], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[] set()"
    assert not (tmp_path / "outbox.json").exists()

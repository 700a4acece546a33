"""`python -m tests.bench.load.api SCHEMATHESIS [OPTION ...]`: the whole API under schemathesis.

It checks a served table against its own OpenAPI document; `make test-api` has it installed.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from companion.app.addresses import urls
from tests.bench.load.processes import free_port, running
from web_ui.access.guests import Guests

CONFIG = Path(__file__).with_name("schemathesis.toml")


def main(program: str, options: list[str]) -> int:
    """Serve a table with a key, and return what schemathesis returns: 0 if all holds."""
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        key = Guests(Path(folder) / "guests.json").link(urls("127.0.0.1", port)[0])
        words = ["-m", "companion.app.cli", "serve", "--host", "127.0.0.1", "--panel", "none"]
        with running([*words, "--port", str(port), "--data-dir", folder], port, "/healthz"):
            url = f"http://127.0.0.1:{port}/api/v1/openapi.json"
            bearer = f"Authorization: Bearer {key.rpartition('/')[2]}"
            run = [program, "--config-file", str(CONFIG), "run", url, *options, "-H", bearer]
            return subprocess.call(run, cwd=folder)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))

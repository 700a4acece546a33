"""The verifier's page under Node, where there is one; with CI=1 there must be."""

import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

NODE = shutil.which("node")
needs_node = pytest.mark.skipif(
    NODE is None and not os.environ.get("CI"), reason="there is no Node here (nodejs)"
)


@dataclass(frozen=True, slots=True)
class Found:
    """What the verifier said, and whether all was right."""

    is_right: bool
    text: str


def verified(page: Path, *files: Path) -> Found:
    """Run verify.html on a game file and, if there are any, a phone's notes."""
    assert NODE is not None, "install nodejs"
    run = subprocess.run([NODE, page, *files], capture_output=True, text=True, check=False)
    return Found(run.returncode == 0, run.stdout + run.stderr)

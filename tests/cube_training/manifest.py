"""`python -m tests.cube_training.manifest WEIGHTS RUN...`: install weights and their story."""

import hashlib
import json
import shutil
import sys
from pathlib import Path

from hardware.cubes.network import WEIGHTS

MANIFEST = Path(__file__).parent / "manifest.json"


def main(weights: Path, runs: list[str]) -> None:
    """Copy the weights to where the reader finds them; note their hash and the runs behind them."""
    shutil.copy(weights, WEIGHTS)
    digest = hashlib.sha256(WEIGHTS.read_bytes()).hexdigest()
    MANIFEST.write_text(json.dumps({"sha256": digest, "runs": runs}, indent=2) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])

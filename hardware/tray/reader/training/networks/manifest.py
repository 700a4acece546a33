"""Install weights and their story.

Arguments: NAME WEIGHTS RUN... The README of the training shows the command.

NAME is `first_look` or `closer_look`; WEIGHTS an ONNX file that the training has written.
"""

import gzip
import hashlib
import json
import sys
from pathlib import Path

from hardware.tray.reader.weights import CLOSER_LOOK, FIRST_LOOK

MANIFEST = Path(__file__).parent / "manifest.json"
PACKED = {path.name.removesuffix(".onnx.gz"): path for path in (FIRST_LOOK, CLOSER_LOOK)}


def main(name: str, weights: Path, runs: list[str]) -> None:
    """Pack the weights to where the reader finds them; note their hash and the runs behind them."""
    packed = gzip.compress(weights.read_bytes(), 9, mtime=0)
    PACKED[name].write_bytes(packed)
    story = json.loads(MANIFEST.read_text())
    story[name] = {"sha256": hashlib.sha256(packed).hexdigest(), "runs": runs}
    MANIFEST.write_text(json.dumps(story, indent=2) + "\n")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3:])

"""From nothing to both networks, in one command that can be stopped and started again.

Arguments: FOLDER [SETUPS [STEPS]]. The README of the training says what it needs.

Draws SETUPS set-ups, teaches the first look on them, then the closer look on what the first takes
for cubes, and puts both where the reader finds them. Every step has its seed. What lies in FOLDER
already is kept: set-ups that are drawn, and both trainings up to the last 300 steps.
"""

import os
import subprocess
import sys
from pathlib import Path

HERE = "hardware.tray.reader.training"
SEED = 810_000
SETUPS, STEPS = 3000, 30_000  # 24,000 photographs, 19 GB; reckoned in the README


def run(module: str, *arguments: object) -> None:
    """Run one module of the training; stop if it fails."""
    command = [sys.executable, "-m", f"{HERE}.{module}", *map(str, arguments)]
    print(" ".join(command[2:]), flush=True)
    subprocess.run(command, check=True)


def teach(network: str, folder: Path, trays: Path, steps: int) -> None:
    """Teach a network as far as it is not, and put it where the reader finds it."""
    out = folder / f"{network}.pt"
    hands = max(1, (os.cpu_count() or 1) // 2)  # threads that outnumber free cores wait, busily
    given = (out, steps, SEED, trays, "--threads", hands, "--workers", hands)
    run(f"networks.train_{network}", *given)
    told = f"recipe: {len(list(trays.glob('*[0-9].npz')))} set-ups from {SEED}, {steps} steps"
    run("networks.manifest", network, out.with_suffix(".onnx"), told)


def main(folder: Path, setups: int = SETUPS, steps: int = STEPS) -> None:
    """Go from nothing to the weights."""
    trays = folder / "trays"
    run("scenes.compose", trays, setups, SEED)
    teach("first_look", folder, trays, steps)
    run("networks.candidates", trays)
    teach("closer_look", folder, trays, steps)


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:]))

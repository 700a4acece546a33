"""From nothing, or on from the weights in use, to both networks: one command that can be stopped.

Arguments: FOLDER [SETUPS [STEPS]] [--rendered COUNT --blender PYTHON] [--photos FOLDER ...]
[--on RATE]. The README of the training says what it needs.

Draws SETUPS set-ups and has COUNT more rendered by PYTHON, which has Blender. Teaches the first
look on them, then the closer look on what the first takes for cubes, and puts both where the reader
finds them. Every step has its seed. What lies in FOLDER already is kept: set-ups that are drawn or
rendered, and both trainings up to the last 300 steps. As much is shown of the rendered ones, and of
each other folder of photographs, as of the drawn ones.
"""

import argparse
import gzip
import json
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

from hardware.tray.reader.training.networks.manifest import MANIFEST, PACKED

HERE = "hardware.tray.reader.training"
SEED, RENDERED_SEED = 810_000, 840_000
CAMERAS = 4  # photograph each rendered set-up, each on another floor
SETUPS, STEPS = 3000, 30_000  # 24,000 photographs, 19 GB; reckoned in the README


def run(module: str, *arguments: object) -> None:
    """Run one module of the training; stop if it fails."""
    command = [sys.executable, "-m", f"{HERE}.{module}", *map(str, arguments)]
    print(" ".join(command[2:]), flush=True)
    subprocess.run(command, check=True)


def stretches(count: int, hands: int) -> list[tuple[int, int]]:
    """Return how many set-ups each hand renders, and the seed of the first of them."""
    bounds = [RENDERED_SEED + count * hand // hands for hand in range(hands + 1)]
    return [(until - begin, begin) for begin, until in pairwise(bounds)]


def rendered(folder: Path, count: int, blender: Path) -> Path:
    """Return the folder of photographs of rendered set-ups; each core renders a share of them."""
    light = folder / "rendered"
    renders = [
        subprocess.Popen(
            [blender, "-m", f"{HERE}.scenes.generate", light, *map(str, stretch)],
            stdout=subprocess.DEVNULL,  # Blender tells of every sample
        )
        for stretch in stretches(count, os.cpu_count() or 1)
    ]
    failed = [render.args for render in renders if render.wait() != 0]
    if failed:
        raise SystemExit(f"not rendered: {failed}")
    run("scenes.develop", light, folder / "photographs", CAMERAS, 1)
    return folder / "photographs"


def begun(network: str, folder: Path, photos: list[Path]) -> Path:
    """Return the weights in use as a beginning, unpacked once: this training replaces them."""
    begin = folder / f"{network}_begun.pt"
    if not begin.exists():
        plain = folder / f"{network}_in_use.onnx"
        plain.write_bytes(gzip.decompress(PACKED[network].read_bytes()))
        run("networks.begin", network, plain, begin, *photos)
    return begin


def story(network: str, told: str, rate: float | None) -> list[str]:
    """Return the runs behind the weights: those of the weights gone on from come first."""
    runs: list[str] = json.loads(MANIFEST.read_text())[network]["runs"] if rate else []
    return runs if told in runs else [*runs, told]


def teach(
    network: str, folder: Path, photos: list[Path], steps: int, rate: float | None = None
) -> None:
    """Teach a network as far as it is not, and put it where the reader finds it."""
    out = folder / f"{network}.pt"
    hands = max(1, (os.cpu_count() or 1) // 2)  # threads that outnumber free cores wait, busily
    given = (out, steps, SEED, *photos, "--threads", hands, "--workers", hands)
    on = ("--start", begun(network, folder, photos), "--rate", rate) if rate else ()
    run(f"networks.train_{network}", *given, *on)
    setups = " and ".join(str(len(list(each.glob("*[0-9].npz")))) for each in photos)
    how = f", on from the weights before at {rate}" if rate else ""
    told = f"recipe: {setups} set-ups from {SEED}, {steps} steps{how}"
    run("networks.manifest", network, out.with_suffix(".onnx"), *story(network, told, rate))


def parsed() -> argparse.Namespace:
    """Return what the command line asks."""
    parser = argparse.ArgumentParser()
    parser.add_argument("folder", type=Path)
    parser.add_argument("setups", type=int, nargs="?", default=SETUPS)
    parser.add_argument("steps", type=int, nargs="?", default=STEPS)
    parser.add_argument("--rendered", type=int, default=0, metavar="COUNT")
    parser.add_argument("--blender", type=Path, metavar="PYTHON", help="a Python that has bpy")
    parser.add_argument("--photos", type=Path, nargs="+", default=[])
    parser.add_argument("--on", type=float, metavar="RATE")
    asked = parser.parse_args()
    if asked.rendered and not asked.blender:
        parser.error("--rendered needs --blender, the Python of a venv with rendering.lock")
    return asked


def main(asked: argparse.Namespace) -> None:
    """Go from nothing, or from the weights in use, to the weights."""
    drawn = asked.folder / "trays"
    photos = [drawn, *asked.photos]
    run("scenes.compose", drawn, asked.setups, SEED)
    if asked.rendered:
        photos.append(rendered(asked.folder, asked.rendered, asked.blender))
    teach("first_look", asked.folder, photos, asked.steps, asked.on)
    for each in photos:
        run("networks.candidates", each)
    teach("closer_look", asked.folder, photos, asked.steps, asked.on)


if __name__ == "__main__":
    main(parsed())

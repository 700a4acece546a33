"""Train the closer look.

Arguments: OUT.pt STEPS SEED FOLDER... The README of the training shows the command.

Writes OUT.pt (to train further: --start) and OUT.onnx. `candidates` comes before it.
"""

from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from hardware.tray.reader.closer_look import ANSWERS, COLOURS
from hardware.tray.reader.training.networks.closer_look import cubes_of, endless, source
from hardware.tray.reader.training.networks.crops import chances
from hardware.tray.reader.training.networks.network import CloserLookNetwork, write_closer_look
from hardware.tray.reader.training.networks.teaching import asked, teach

BATCH = 8  # set-ups
CUBE, RAISED = ANSWERS.index("cube"), ANSWERS.index("raised")
DOUBT = 0.01  # of every answer: nobody is quite sure
RAISED_COUNTS = 1.5


def loss_of(answer: Tensor, wanted: Tensor, weight: Tensor) -> Tensor:
    """Return the loss of a batch: is it a cube, its colour, whether it is raised."""
    answer, wanted, weight = (each.flatten(0, 1) for each in (answer, wanted, weight))
    some = weight[:, RAISED].sum() + 1
    each = functional.binary_cross_entropy_with_logits(
        answer, wanted * (1 - 2 * DOUBT) + DOUBT, weight, reduction="none"
    )
    said = functional.log_softmax(answer[:, COLOURS], 1) * wanted[:, COLOURS]
    return each[:, CUBE].mean() + (RAISED_COUNTS * each[:, RAISED].sum() - said.sum()) / some


def main() -> None:
    """Parse the command line and train."""
    parsed = asked().parse_args()
    cv2.setNumThreads(1)  # before the workers are forked: a pool of threads does not survive it
    torch.manual_seed(parsed.seed)
    torch.set_num_threads(parsed.threads)
    found = [sorted(Path(folder).glob("*.npz")) for folder in parsed.folders]
    sources = [source(path) for paths in found for path in paths]
    often = chances([len(paths) for paths in found], parsed.shares)
    places = [cubes_of(each) for each in sources]
    counts = np.array([[len(each) for each in kinds] for kinds in places]).sum(0)
    print("flat, raised, none:", counts.tolist(), flush=True)
    teach(
        CloserLookNetwork(),
        lambda rng: endless(rng, sources, places, often),
        BATCH,
        loss_of,
        write_closer_look,
        parsed,
    )


if __name__ == "__main__":
    main()

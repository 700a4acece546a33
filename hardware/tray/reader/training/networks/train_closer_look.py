"""Train the closer look.

Arguments: OUT.pt STEPS SEED FOLDER... The README of the training shows the command.

Writes OUT.pt (to train further: --start) and OUT.onnx. `candidates` comes before it. With
--as-before, what things are is not learned anew: each is as much of a cube as the weights of
--start believe. Cubes of another game differ from our worn ones by little.
"""

from copy import deepcopy
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from hardware.tray.reader.closer_look import ANSWERS, COLOURS
from hardware.tray.reader.training.networks.closer_look import (
    AT_A_THING,
    cubes_of,
    endless,
    source,
)
from hardware.tray.reader.training.networks.crops import chances
from hardware.tray.reader.training.networks.network import CloserLookNetwork, write_closer_look
from hardware.tray.reader.training.networks.teaching import Batch, asked, teach

BATCH = 8  # set-ups
CUBE, RAISED = ANSWERS.index("cube"), ANSWERS.index("raised")
DOUBT = 0.01  # of every answer: nobody is quite sure
RAISED_COUNTS = 1.5


def loss_of(answer: Tensor, wanted: Tensor, weight: Tensor) -> Tensor:
    """Return the loss of a batch: is it a cube, its colour, whether it is raised."""
    answer, wanted, weight = (each.flatten(0, 1) for each in (answer, wanted, weight.clamp(max=1)))
    some = weight[:, RAISED].sum() + 1
    each = functional.binary_cross_entropy_with_logits(
        answer, wanted * (1 - 2 * DOUBT) + DOUBT, weight, reduction="none"
    )
    said = functional.log_softmax(answer[:, COLOURS], 1) * wanted[:, COLOURS]
    return each[:, CUBE].mean() + (RAISED_COUNTS * each[:, RAISED].sum() - said.sum()) / some


def as_believed(before: CloserLookNetwork, batch: Batch) -> Batch:
    """Return a batch in which each thing is as much of a cube as these weights believe."""
    shown, is_known, wanted, weight = batch
    with torch.no_grad():
        believed = torch.sigmoid(before(shown, is_known)[..., CUBE])
    told = (believed - DOUBT) / (1 - 2 * DOUBT)  # `loss_of` takes that back
    wanted = wanted.clone()
    wanted[..., CUBE] = torch.where(weight[..., CUBE] == AT_A_THING, told, wanted[..., CUBE])
    return shown, is_known, wanted, weight


def main() -> None:
    """Parse the command line and train."""
    parser = asked()
    parser.add_argument("--as-before", action="store_true", help="what things are, as --start says")
    parsed = parser.parse_args()
    if parsed.as_before and not parsed.start:
        parser.error("--as-before needs --start, the weights that are believed")
    cv2.setNumThreads(1)  # before the workers are forked: a pool of threads does not survive it
    torch.manual_seed(parsed.seed)
    torch.set_num_threads(parsed.threads)
    found = [sorted(Path(folder).glob("*.npz")) for folder in parsed.folders]
    sources = [source(path) for paths in found for path in paths]
    often = chances([len(paths) for paths in found], parsed.shares)
    places = [cubes_of(each) for each in sources]
    counts = np.array([[len(each) for each in kinds] for kinds in places]).sum(0)
    print("flat, raised, none:", counts.tolist(), flush=True)
    network = CloserLookNetwork()
    before = deepcopy(network).eval()
    if parsed.as_before:
        before.load_state_dict(torch.load(parsed.start, map_location="cpu"))
    teach(
        network,
        lambda rng: endless(rng, sources, places, often),
        BATCH,
        loss_of,
        write_closer_look,
        parsed,
        (lambda batch: as_believed(before, batch)) if parsed.as_before else None,
    )


if __name__ == "__main__":
    main()

"""Train the network.

Arguments: OUT.pt STEPS SEED FOLDER... The README of the training shows the command.

Writes OUT.pt (to train further: --start) and OUT.onnx. Needs torch and onnx, which no lock holds.
"""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from hardware.tray.reader.training.networks.crops import AT, Crop, Labelled, chances, endless, load
from hardware.tray.reader.training.networks.network import FirstLookNetwork, write_first_look
from hardware.tray.reader.training.networks.teaching import asked, teach

BATCH = 24
COLOURS = slice(AT["red"], AT["black"] + 1)
EVIDENCE = {"cube": 1.0, "raised": 3.0, "cut": 0.7, "cover": 1.0, "thing": 1.0, "unclear": 0.5}


def loss_of(answer: Tensor, wanted: Tensor, weight: Tensor) -> Tensor:
    """Return the loss of a batch: centres, colours, radius and evidence."""
    score = torch.sigmoid(answer[:, 0])
    plain = functional.binary_cross_entropy_with_logits(
        answer[:, 0], wanted[:, 0], reduction="none"
    )
    hard = (score - wanted[:, 0]).abs() ** 2 * weight[:, 0]
    total = 4 * (plain * hard).sum() / (wanted[:, 0].sum() + 10)
    told = weight[:, COLOURS].amax(1)
    said = -(functional.log_softmax(answer[:, COLOURS], 1) * wanted[:, COLOURS]).sum(1)
    total = total + (said * told).sum() / (told.sum() + 10)
    apart = (answer[:, AT["radius"]] - wanted[:, AT["radius"]]).abs() * weight[:, AT["radius"]]
    total = total + apart.sum() / (weight[:, AT["radius"]].sum() + 1)
    for name, share in EVIDENCE.items():
        layer = AT[name]
        each = functional.binary_cross_entropy_with_logits(
            answer[:, layer], wanted[:, layer], reduction="none"
        )
        rare = 1 + 2 * wanted[:, layer]
        total = total + share * 3 * (each * rare * weight[:, layer]).mean()
    return total


def gather(
    folders: list[str], shares: list[float] | None = None
) -> tuple[list[Labelled], NDArray[np.float64]]:
    """Return the folders' photographs and how often each is shown, by the folders' shares."""
    found = [
        [photo for path in sorted(Path(folder).glob("*.npz")) for photo in load(path)]
        for folder in folders
    ]
    photos = [photo for each in found for photo in each]
    return photos, chances([len(each) for each in found], shares)


def main() -> None:
    """Parse the command line and train."""
    parsed = asked().parse_args()
    torch.manual_seed(parsed.seed)
    torch.set_num_threads(parsed.threads)
    photos, often = gather(parsed.folders, parsed.shares)
    print(len(photos), "photographs", flush=True)
    network = FirstLookNetwork()

    def examples(rng: np.random.Generator) -> Iterator[Crop]:
        return endless(rng, photos, often)

    teach(network, examples, BATCH, loss_of, write_first_look, parsed)


if __name__ == "__main__":
    main()

"""`python -m tests.cube_training.train OUT.pt STEPS SEED FOLDER...`: train the network.

Writes OUT.pt (to train further: --start) and OUT.onnx. Needs torch and onnx, which no lock holds.
"""

import argparse
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from tests.cube_training.crops import AT, Photo, endless, load
from tests.cube_training.network import CubeNetwork, write_onnx

BATCH = 24
COLOURS = slice(AT["red"], AT["black"] + 1)
EVIDENCE = {"cube": 1.0, "raised": 3.0, "cut": 0.7, "cover": 1.0, "thing": 1.0, "unclear": 0.5}


class Crops(IterableDataset[tuple[Tensor, Tensor, Tensor]]):
    """Crops without end, made by worker processes."""

    def __init__(
        self,
        photos: list[Photo],
        often: NDArray[np.float64],
        seed: int,
    ) -> None:
        self.photos, self.often, self.seed = photos, often, seed

    def __iter__(self) -> Iterator[tuple[Tensor, Tensor, Tensor]]:
        cv2.setNumThreads(1)
        worker = get_worker_info()
        rng = np.random.default_rng([self.seed, worker.id if worker else 0])
        for crop in endless(rng, self.photos, self.often):
            yield (
                torch.from_numpy(crop.shown),
                torch.from_numpy(crop.wanted),
                torch.from_numpy(crop.weight),
            )


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


def gather(folders: list[str], shares: list[float]) -> tuple[list[Photo], NDArray[np.float64]]:
    """Return the folders' photographs and how often each is shown, by the folders' shares."""
    photos: list[Photo] = []
    often: list[float] = []
    for folder, share in zip(folders, shares, strict=True):
        found = [photo for path in sorted(Path(folder).glob("*.npz")) for photo in load(path)]
        photos += found
        often += [share / len(found)] * len(found)
    chances = np.array(often)
    return photos, chances / chances.sum()


def _eased(mean: Tensor, new: Tensor, count: Tensor) -> Tensor:
    """Return the running mean: short at first, then of some 150 steps."""
    if not mean.is_floating_point():
        return new
    return mean + (new - mean) * (1 - min(0.993, (1 + int(count)) / (10 + int(count))))


def train(parsed: argparse.Namespace) -> None:
    """Train for so many steps; the mean of the last weights is what is written."""
    torch.manual_seed(parsed.seed)
    torch.set_num_threads(parsed.threads)
    photos, often = gather(parsed.folders, parsed.shares or [1.0] * len(parsed.folders))
    print(len(photos), "photographs", flush=True)
    network = CubeNetwork().to(memory_format=torch.channels_last)
    if parsed.start:
        network.load_state_dict(torch.load(parsed.start))
    mean = torch.optim.swa_utils.AveragedModel(network, avg_fn=_eased, use_buffers=True)
    optimiser = torch.optim.AdamW(network.parameters(), lr=parsed.rate, weight_decay=0.02)
    pace = torch.optim.lr_scheduler.OneCycleLR(optimiser, parsed.rate, parsed.steps, pct_start=0.05)
    crops = DataLoader(Crops(photos, often, parsed.seed), BATCH, num_workers=parsed.workers)
    begun, running = time.monotonic(), 0.0
    for step, (shown, wanted, weight) in enumerate(islice(crops, parsed.steps), 1):
        with torch.autocast("cpu", torch.bfloat16):
            answer = network(shown.to(memory_format=torch.channels_last))
        loss = loss_of(answer.float(), wanted, weight)
        optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(network.parameters(), 3.0)
        optimiser.step()
        pace.step()
        mean.update_parameters(network)
        running += (loss.item() - running) * max(0.02, 1 / step)
        if step % 50 == 0:
            print(
                f"{step} {running:.4f} {(time.monotonic() - begun) / step:.3f} s a step", flush=True
            )
        if step % 300 == 0 or step == parsed.steps:
            torch.save(mean.module.state_dict(), parsed.out)
            write_onnx(mean.module.float().eval(), parsed.out.with_suffix(".onnx"))
            mean.module.train()


def main() -> None:
    """Parse the command line and train."""
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=Path)
    parser.add_argument("steps", type=int)
    parser.add_argument("seed", type=int)
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--shares", type=float, nargs="+")
    parser.add_argument("--start", type=Path)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    train(parser.parse_args())


if __name__ == "__main__":
    main()

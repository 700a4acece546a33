"""What both trainings share: examples without end, the pace, the mean of the last weights.

Needs torch and onnx, which no lock holds.
"""

import argparse
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from hardware.tray.reader.training.scenes.lens import Floats

Example = tuple[Floats, ...]  # what is shown (one or more), what is wanted, how much it counts
Examples = Callable[[np.random.Generator], Iterator[Example]]
Loss = Callable[[Tensor, Tensor, Tensor], Tensor]
Write = Callable[[nn.Module, Path], None]
TOLD, KEPT = 50, 300  # steps


class Endless(IterableDataset[tuple[Tensor, ...]]):
    """Examples without end, made by worker processes, each by chances of its own."""

    def __init__(self, examples: Examples, seed: int) -> None:
        self.examples, self.seed = examples, seed

    def __iter__(self) -> Iterator[tuple[Tensor, ...]]:
        cv2.setNumThreads(1)
        worker = get_worker_info()
        rng = np.random.default_rng([self.seed, worker.id if worker else 0])
        for example in self.examples(rng):
            yield tuple(torch.from_numpy(part) for part in example)


def asked() -> argparse.ArgumentParser:
    """Return what the command lines of both trainings have in common."""
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=Path)
    parser.add_argument("steps", type=int)
    parser.add_argument("seed", type=int)
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--start", type=Path)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    return parser


def _eased(mean: Tensor, new: Tensor, count: Tensor) -> Tensor:
    """Return the running mean: short at first, then of some 150 steps."""
    if not mean.is_floating_point():
        return new
    return mean + (new - mean) * (1 - min(0.993, (1 + int(count)) / (10 + int(count))))


def teach(
    network: nn.Module,
    examples: Examples,
    batch: int,
    loss_of: Loss,
    write: Write,
    parsed: argparse.Namespace,
) -> None:
    """Train for so many steps; the mean of the last weights is what is written."""
    network = network.to(memory_format=torch.channels_last)
    if parsed.start:
        network.load_state_dict(torch.load(parsed.start))
    mean = torch.optim.swa_utils.AveragedModel(network, avg_fn=_eased, use_buffers=True)
    optimiser = torch.optim.AdamW(network.parameters(), lr=parsed.rate, weight_decay=0.02)
    pace = torch.optim.lr_scheduler.OneCycleLR(optimiser, parsed.rate, parsed.steps, pct_start=0.05)
    batches = DataLoader(Endless(examples, parsed.seed), batch, num_workers=parsed.workers)
    begun, running = time.monotonic(), 0.0
    for step, (*shown, wanted, weight) in enumerate(islice(batches, parsed.steps), 1):
        with torch.autocast("cpu", torch.bfloat16):
            answer = network(*shown)
        loss = loss_of(answer.float(), wanted, weight)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 3.0)
        optimiser.step()
        pace.step()
        mean.update_parameters(network)
        running += (loss.item() - running) * max(0.02, 1 / step)
        if step % TOLD == 0:
            each = (time.monotonic() - begun) / step
            print(f"{step} {running:.4f} {each:.3f} s a step", flush=True)
        if step % KEPT == 0 or step == parsed.steps:
            torch.save(mean.module.state_dict(), parsed.out)
            write(mean.module.float().eval(), parsed.out.with_suffix(".onnx"))
            mean.module.train()

"""What both trainings share: examples without end, the pace, the mean of the last weights.

Stopped and started again, a training goes on where it last kept its state, with the examples that
it would have seen: each step has chances of its own, whatever the number of workers. It runs on an
accelerator that torch knows, else on the processor. Needs torch and onnx (`requirements.lock`).
"""

import argparse
import time
from collections.abc import Callable, Iterator
from itertools import count, islice
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from hardware.tray.reader.training.scenes.lens import Floats

Example = tuple[Floats, ...]  # what is shown (one or more), what is wanted, how much it counts
Examples = Callable[[np.random.Generator], Iterator[Example]]
Batch = tuple[Tensor, ...]  # the same, of several examples
Prepare = Callable[[Batch], Batch]
Loss = Callable[[Tensor, Tensor, Tensor], Tensor]
Write = Callable[[nn.Module, Path], None]
TOLD, KEPT = 50, 300  # steps


class Batches(IterableDataset[Batch]):
    """The batches of a training from some step on, without end."""

    def __init__(self, examples: Examples, batch: int, seed: int, begun: int = 0) -> None:
        """Keep what makes them; `begun` steps are done already."""
        self.examples, self.batch, self.seed, self.begun = examples, batch, seed, begun

    def __iter__(self) -> Iterator[Batch]:
        """Yield every so manyth batch: one worker's share, of which the loader takes turns."""
        cv2.setNumThreads(1)
        worker = get_worker_info()
        first, step = (worker.id, worker.num_workers) if worker else (0, 1)
        for number in count(self.begun + first, step):
            rng = np.random.default_rng([self.seed, number])
            columns = zip(*islice(self.examples(rng), self.batch), strict=True)
            yield tuple(torch.from_numpy(np.stack(column)) for column in columns)


def asked() -> argparse.ArgumentParser:
    """Return what the command lines of both trainings have in common."""
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=Path)
    parser.add_argument("steps", type=int)
    parser.add_argument("seed", type=int)
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--shares", type=float, nargs="+", help="of each folder; equal without")
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


class Pupil:
    """A network in training: its mean, its optimiser and its pace, kept together on disk."""

    def __init__(self, network: nn.Module, parsed: argparse.Namespace) -> None:
        """Begin as the command line asks, or where the state that was kept ends."""
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        if parsed.start:
            network.load_state_dict(torch.load(parsed.start, map_location="cpu"))
        self.network = network.to(self.device, memory_format=torch.channels_last)
        self.mean = torch.optim.swa_utils.AveragedModel(network, avg_fn=_eased, use_buffers=True)
        self.optimiser = torch.optim.AdamW(network.parameters(), lr=parsed.rate, weight_decay=0.02)
        self.pace = torch.optim.lr_scheduler.OneCycleLR(
            self.optimiser, parsed.rate, parsed.steps, pct_start=0.05
        )
        self.out: Path = parsed.out
        self.asked = [parsed.steps, parsed.seed, parsed.rate]
        self.step, self.running = 0, 0.0
        if self.state.exists():
            self._go_on()

    @property
    def state(self) -> Path:
        """Return the file of everything that is needed to go on."""
        return self.out.with_suffix(".state")

    def _parts(self) -> dict[str, Any]:
        return {
            "network": self.network, "mean": self.mean,
            "optimiser": self.optimiser, "pace": self.pace,
        }  # fmt: skip

    def _go_on(self) -> None:
        kept = torch.load(self.state, map_location=self.device)
        if kept["asked"] != self.asked:
            raise SystemExit(f"{self.state} is of other steps, another seed or rate: delete it")
        for name, part in self._parts().items():
            part.load_state_dict(kept[name])
        self.step, self.running = kept["step"], kept["running"]

    def learn(self, loss_of: Loss, batch: Batch) -> None:
        """Make one step, by chances of its own."""
        torch.manual_seed(self.asked[1] * 1_000_003 + self.step)
        *shown, wanted, weight = (part.to(self.device) for part in batch)
        with torch.autocast(self.device, torch.bfloat16):
            answer = self.network(*shown)
        loss = loss_of(answer.float(), wanted, weight)
        self.optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 3.0)
        self.optimiser.step()
        self.pace.step()
        self.mean.update_parameters(self.network)
        self.step += 1
        self.running += (loss.item() - self.running) * max(0.02, 1 / self.step)

    def keep(self, write: Write) -> None:
        """Write the mean of the last weights, as it is and as ONNX, and the state."""
        torch.save(self.mean.module.state_dict(), self.out)
        write(self.mean.module.float().cpu().eval(), self.out.with_suffix(".onnx"))
        self.mean.module.to(self.device).train()
        state = {name: part.state_dict() for name, part in self._parts().items()}
        told = {"asked": self.asked, "step": self.step, "running": self.running}
        part = self.state.with_suffix(".part")  # a training that is stopped here keeps the old one
        torch.save({**state, **told}, part)
        part.replace(self.state)


def teach(
    network: nn.Module,
    examples: Examples,
    batch: int,
    loss_of: Loss,
    write: Write,
    parsed: argparse.Namespace,
    prepare: Prepare | None = None,
) -> None:
    """Train for so many steps; the mean of the last weights is what is written.

    `prepare` may change each batch before it is learned from.
    """
    pupil = Pupil(network, parsed)
    begun, before = time.monotonic(), pupil.step
    source = Batches(examples, batch, parsed.seed, before)
    batches = DataLoader(source, batch_size=None, num_workers=parsed.workers)
    for each in islice(batches, parsed.steps - before):
        pupil.learn(loss_of, prepare(each) if prepare else each)
        if pupil.step % TOLD == 0:
            pace = (time.monotonic() - begun) / (pupil.step - before)
            print(f"{pupil.step} {pupil.running:.4f} {pace:.3f} s a step", flush=True)
        if pupil.step % KEPT == 0 or pupil.step == parsed.steps:
            pupil.keep(write)

"""Go on from finished weights.

Arguments: NAME IN.onnx OUT.pt FOLDER... The README of the training shows the command.

NAME is `first_look` or `closer_look`.
The normalisation is folded into finished weights; it is unfolded again with the means and
deviations that crops of the folders' photographs have there, so that training can go on.
"""

import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor, nn

from hardware.tray.reader.training.networks import closer_look, crops
from hardware.tray.reader.training.networks.network import CloserLookNetwork, FirstLookNetwork
from hardware.tray.reader.training.networks.train_first_look import gather
from hardware.tray.reader.training.scenes.lens import Floats

EXAMPLES = {"first_look": 600, "closer_look": 80}
PART = 20


def folded(path: Path, network: nn.Module) -> None:
    """Fill a network from an ONNX file that its training wrote; its normalisation does nothing.

    Blocks and inputs that the file lacks change nothing yet.
    """
    network.eval()
    arrays = [numpy_helper.to_array(each) for each in onnx.load(path).graph.initializer]
    layers = [layer for layer in network.modules() if not list(layer.children())]
    for layer, following in zip(layers, [*layers[1:], None], strict=True):
        is_read = bool(arrays) and isinstance(layer, nn.Conv2d | nn.ConvTranspose2d)
        if is_read and _fits(arrays[0], layer.weight):
            layer.weight.data = _widened(arrays.pop(0), layer.weight.shape)
            bias = torch.from_numpy(arrays.pop(0).copy())
            if isinstance(following, nn.BatchNorm2d):
                nn.init.constant_(following.weight, (1 + following.eps) ** 0.5)
                following.bias.data = bias
            else:
                assert layer.bias is not None
                layer.bias.data = bias
    assert not arrays


def _fits(weights: NDArray[np.float32], wanted: Tensor) -> bool:
    """Tell whether these are a layer's; those of a layer that the file lacks are of the next."""
    return (weights.shape[0], *weights.shape[2:]) == (wanted.shape[0], *wanted.shape[2:])


def _widened(weights: NDArray[np.float32], wanted: torch.Size) -> Tensor:
    """Return a layer's weights; what more it takes in than before counts nothing yet."""
    wide = torch.zeros(wanted)
    wide[:, : weights.shape[1]] = torch.from_numpy(weights.copy())
    return wide


def unfold(network: nn.Module, shown: list[Tensor]) -> None:
    """Give each normalisation the mean and deviation of what comes to it, and take them back."""
    met: dict[nn.BatchNorm2d, Tensor] = {}
    norms = [layer for layer in network.modules() if isinstance(layer, nn.BatchNorm2d)]
    for norm in norms:
        norm.register_forward_hook(lambda layer, come, _: met.__setitem__(layer, come[0]))
    sums: dict[nn.BatchNorm2d, list[Tensor]] = {norm: [] for norm in norms}
    with torch.no_grad():
        for part in zip(*(each.split(PART) for each in shown), strict=True):
            network(*part)
            for norm in norms:
                come = met[norm].transpose(0, 1).flatten(1)
                sums[norm].append(torch.stack([come.mean(1), (come**2).mean(1)]))
    for norm in norms:
        mean, square = torch.stack(sums[norm]).mean(0)
        norm.running_mean, norm.running_var = mean, square - mean**2
        if norm.weight.any():  # not of a new block
            norm.weight.data = torch.sqrt(norm.running_var + norm.eps)
            norm.bias.data = norm.bias.data + mean
        norm._forward_hooks.clear()  # noqa: SLF001  # torch removes hooks one by one only


def examples(name: str, folders: list[str]) -> tuple[nn.Module, Iterator[tuple[Floats, ...]]]:
    """Return an empty network and what it is taught with."""
    rng = np.random.default_rng(1)
    if name == "closer_look":
        paths = [path for folder in folders for path in sorted(Path(folder).glob("*.npz"))]
        sources = [closer_look.source(path) for path in paths]
        places = [closer_look.cubes_of(each) for each in sources]
        return CloserLookNetwork(), closer_look.endless(rng, sources, places)
    photos, often = gather(folders)
    return FirstLookNetwork(), crops.endless(rng, photos, often)


def main(name: str, source: Path, out: Path, folders: list[str]) -> None:
    """Write weights that `--start` takes; they answer as the finished ones do."""
    network, given = examples(name, folders)
    *columns, _, _ = zip(*islice(given, EXAMPLES[name]), strict=True)
    shown = [torch.from_numpy(np.stack(column)) for column in columns]
    folded(source, network)
    first = [each[:PART] for each in shown]
    with torch.no_grad():
        before = network(*first)
        unfold(network, shown)
        print("largest difference", float((network(*first) - before).abs().max()))
    torch.save(network.state_dict(), out)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]), sys.argv[4:])

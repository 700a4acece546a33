"""`python -m tests.cube_training.begin CUBES.onnx OUT.pt FOLDER...`: go on from finished weights.

The normalisation is folded into finished weights; it is unfolded again with the means and
deviations that crops of the folders' photographs have there, so that training can go on.
"""

import sys
from itertools import islice
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import Tensor, nn

from tests.cube_training.crops import endless
from tests.cube_training.network import CubeNetwork
from tests.cube_training.train import gather

CROPS = 600


def folded(path: Path) -> CubeNetwork:
    """Return the network of an ONNX file that write_onnx wrote; its normalisation does nothing.

    Blocks and inputs that the file lacks change nothing yet.
    """
    network = CubeNetwork()
    network.eval()
    arrays = [numpy_helper.to_array(each) for each in onnx.load(path).graph.initializer]
    layers = [layer for layer in network.modules() if not list(layer.children())]
    for layer, following in zip(layers, [*layers[1:], None], strict=True):
        if isinstance(layer, nn.Conv2d | nn.ConvTranspose2d) and _fits(arrays[0], layer.weight):
            layer.weight.data = _widened(arrays.pop(0), layer.weight.shape)
            bias = torch.from_numpy(arrays.pop(0).copy())
            if isinstance(following, nn.BatchNorm2d):
                nn.init.constant_(following.weight, (1 + following.eps) ** 0.5)
                following.bias.data = bias
            else:
                assert layer.bias is not None
                layer.bias.data = bias
    assert not arrays
    return network


def _fits(weights: NDArray[np.float32], wanted: Tensor) -> bool:
    """Tell whether these are a layer's; those of a layer that the file lacks are of the next."""
    return (weights.shape[0], *weights.shape[2:]) == (wanted.shape[0], *wanted.shape[2:])


def _widened(weights: NDArray[np.float32], wanted: torch.Size) -> Tensor:
    """Return a layer's weights; what more it takes in than before counts nothing yet."""
    wide = torch.zeros(wanted)
    wide[:, : weights.shape[1]] = torch.from_numpy(weights.copy())
    return wide


def unfold(network: CubeNetwork, shown: Tensor) -> None:
    """Give each normalisation the mean and deviation of what comes to it, and take them back."""
    met: dict[nn.BatchNorm2d, Tensor] = {}
    norms = [layer for layer in network.modules() if isinstance(layer, nn.BatchNorm2d)]
    for norm in norms:
        norm.register_forward_hook(lambda layer, come, _: met.__setitem__(layer, come[0]))
    sums: dict[nn.BatchNorm2d, list[Tensor]] = {norm: [] for norm in norms}
    with torch.no_grad():
        for part in shown.split(24):
            network(part)
            for norm in norms:
                come = met[norm].transpose(0, 1).flatten(1)
                sums[norm].append(torch.stack([come.mean(1), (come**2).mean(1)]))
    for norm in norms:
        mean, square = torch.stack(sums[norm]).mean(0)
        norm.running_mean, norm.running_var = mean, square - mean**2
        if norm.weight.any():  # not of a new block
            norm.weight.data = torch.sqrt(norm.running_var + norm.eps)
            norm.bias.data = norm.bias.data + mean
        norm._forward_hooks.clear()


def main(source: Path, out: Path, folders: list[str]) -> None:
    """Write weights that `train --start` takes; they answer as the finished ones do."""
    photos, often = gather(folders, [1.0] * len(folders))
    crops = islice(endless(np.random.default_rng(1), photos, often), CROPS)
    shown = torch.from_numpy(np.stack([each.shown for each in crops]))
    network = folded(source)
    with torch.no_grad():
        before = network(shown[:24])
        unfold(network, shown)
        print("largest difference", float((network(shown[:24]) - before).abs().max()))
    torch.save(network.state_dict(), out)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3:])

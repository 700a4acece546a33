"""Mean weights, and OUT.onnx.

Arguments: NAME OUT.pt A.pt B.pt ... The README of the training shows the command.

NAME is `first_look` or `closer_look`. Of weights of which one was trained on from the other;
what an older network lacks counts nothing. Named twice, weights count twice.
"""

import sys
from pathlib import Path

import torch
from torch import Tensor

from hardware.tray.reader.training.networks.network import (
    CloserLookNetwork,
    FirstLookNetwork,
    write_closer_look,
    write_first_look,
)

Weights = dict[str, Tensor]


def widened(weights: Weights, wanted: Weights) -> Weights:
    """Return weights in today's shapes: inputs that they do not know count nothing."""
    wide = {name: torch.zeros_like(layer) for name, layer in wanted.items()}
    for name, layer in weights.items():
        wide[name][tuple(slice(side) for side in layer.shape)] = layer
    return wide


def mean(several: list[Weights]) -> Weights:
    """Return the mean of all numbers; of counts, the last."""
    return {
        name: torch.stack([each[name] for each in several]).mean(0)
        if last.is_floating_point()
        else last
        for name, last in several[-1].items()
    }


def main(name: str, out: Path, given: list[Path]) -> None:
    """Write the mean of the weights given."""
    network = CloserLookNetwork() if name == "closer_look" else FirstLookNetwork()
    wanted = network.state_dict()
    network.load_state_dict(mean([widened(torch.load(path), wanted) for path in given]))
    torch.save(network.state_dict(), out)
    target = out.with_suffix(".onnx")
    if isinstance(network, CloserLookNetwork):
        write_closer_look(network.eval(), target)
    else:
        write_first_look(network.eval(), target)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), [Path(each) for each in sys.argv[3:]])

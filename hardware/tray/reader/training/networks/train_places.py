"""Learn how likely a place is a cube, by the signs of it (`reader.belief.places`).

Arguments: FOLDER... The README of the training shows the command.

Several small networks learn from the places of each set-up (`places`), each from another beginning;
their mean is one network.
"""

import json
import sys
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from hardware.tray.reader.belief.places import SIGNS
from hardware.tray.reader.channels import Floats
from hardware.tray.reader.training.networks.places import COLUMNS, gather
from hardware.tray.reader.weights import PLACES

NETWORKS, HIDDEN = 4, 24
EPOCHS, BATCH, RATE, DECAY = 40, 256, 6e-3, 0.3


class PlacesNetwork(nn.Module):
    """One layer between, and a straight way beside it."""

    def __init__(self) -> None:
        super().__init__()
        self.into, self.out = nn.Linear(len(SIGNS), HIDDEN), nn.Linear(HIDDEN, 1)
        self.straight = nn.Linear(len(SIGNS), 1)

    def forward(self, shown: Tensor) -> Tensor:
        """Return the log-odds of places (N, SIGNS)."""
        return (self.out(torch.relu(self.into(shown))) + self.straight(shown))[:, 0]


def fit(shown: Tensor, wanted: Tensor, seed: int) -> PlacesNetwork:
    """Return one network that has learned."""
    torch.manual_seed(seed)
    network = PlacesNetwork()
    steps = EPOCHS * (len(shown) // BATCH + 1)
    optimiser = torch.optim.AdamW(network.parameters(), RATE, weight_decay=DECAY)
    pace = torch.optim.lr_scheduler.OneCycleLR(optimiser, RATE, steps)
    for _ in range(steps):
        some = torch.randint(len(shown), (BATCH,))
        loss = functional.binary_cross_entropy_with_logits(network(shown[some]), wanted[some])
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        pace.step()
    return network


def _told(layer: Tensor) -> object:
    return np.round(layer.detach().numpy().astype(float), 4).tolist()


def together(networks: list[PlacesNetwork], usual: Floats, spread: Floats) -> dict[str, object]:
    """Return one network that answers the mean of several's log-odds."""
    count = len(networks)
    return {
        "usual": _told(torch.from_numpy(usual)), "spread": _told(torch.from_numpy(spread)),
        "into": _told(torch.cat([each.into.weight for each in networks]).T),
        "start": _told(torch.cat([each.into.bias for each in networks])),
        "out": _told(torch.cat([each.out.weight[0] for each in networks]) / count),
        "straight": _told(sum(each.straight.weight[0] for each in networks) / count),
        "odds": _told(sum(each.straight.bias + each.out.bias for each in networks) / count),
    }  # fmt: skip


def main(folders: list[Path]) -> None:
    """Read, fit and write the weights."""
    rows = gather(folders)
    kept: dict[str, object] = {}
    for name, is_calibrated in (("calibrated", 1), ("alone", 0)):
        some = rows[rows[:, 1] == is_calibrated]
        signs = some[:, len(COLUMNS) :]
        usual, spread = signs.mean(0), signs.std(0) + np.float32(1e-3)
        shown = torch.from_numpy(np.clip((signs - usual) / spread, -4, 4))
        wanted = torch.from_numpy(some[:, 0].copy())
        networks = [fit(shown, wanted, seed) for seed in range(NETWORKS)]
        kept[name] = together(networks, usual, spread)
        print(name, len(some), "places,", int(wanted.sum()), "cubes", flush=True)
    PLACES.write_text(json.dumps(kept) + "\n")


if __name__ == "__main__":
    main([Path(each) for each in sys.argv[1:]])

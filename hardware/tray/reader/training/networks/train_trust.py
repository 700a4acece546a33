"""Learn how far a reading can be trusted, by the signs against it (`reader.belief.trust`).

Arguments: FOLDER... The README of the training shows the command.

Reads each set-up's photographs as the reader does, with and without its calibration, and keeps
the signs beside it (NAME.signs.npy). Then it fits slopes that never add to the odds: of each
folder as much counts as of each other.
"""

import json
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from hardware.tray.reader.belief.trust import Signs
from hardware.tray.reader.channels import Floats
from hardware.tray.reader.read import Calibration, looks
from hardware.tray.reader.reading import COLOURS
from hardware.tray.reader.training.networks.candidates import read_once
from hardware.tray.reader.training.networks.places import calibration_of
from hardware.tray.reader.training.scenes.data_set import radii_inside, refusal
from hardware.tray.reader.weights import TRUST

KNOTS = (0.05, 0.3, 0.5, 0.7, 0.85, 0.95)  # quantiles of each sign, from where it may cost more
STEPS, RATE = 800, 0.03
SMALL = 0.01  # how much each slope costs: what brings nothing goes to zero
COLUMNS = ("is_right", "is_calibrated", "look")  # of what is kept, before the signs
Row = list[float]


def _rows(
    photo: Floats, calibration: Calibration | None, truth: dict[str, int] | None
) -> list[Row]:
    """Return what one and two looks at a photograph tell; it is not to be read if truth is None."""
    told = looks(np.asarray(photo, np.uint8), calibration)
    return [
        [float(each.reading.counts == truth), float(calibration is not None), look, *each.signs]
        for look, each in enumerate(told)
    ]


def signs_of(path: Path) -> Floats:
    """Return a row for each reading of a set-up's photographs, COLUMNS and signs (N, ...)."""
    with np.load(path) as file:
        given = dict(file)
    calibration = calibration_of(given)
    rows: list[Row] = []
    for index, photo in enumerate(given["photos"]):
        cubes = given["cubes"][given["cubes"][:, 0] == index, 1:]
        why = refusal(cubes, given["codes"][index], float(given["unclear"][index]))
        if why is None:
            continue
        seen = [COLOURS[int(cube[2])] for cube in cubes if radii_inside(cube) > 0]
        truth = None if why else {colour: seen.count(colour) for colour in COLOURS}
        for known in {None: None, id(calibration): calibration}.values():
            rows += _rows(photo, known, truth)
    return np.array(rows, np.float32).reshape(-1, len(COLUMNS) + len(Signs._fields))


def gather(folder: Path) -> list[Floats]:
    """Return the signs of all set-ups of a folder; they are read if they are not yet."""
    return read_once("signs", signs_of, sorted(folder.glob("*.npz")))


class Fitted(NamedTuple):
    """The odds where nothing speaks against a reading, and what each sign takes from them."""

    odds: Tensor
    slopes: Tensor  # (signs, knots)
    knots: Tensor

    def chances(self, signs: Tensor) -> Tensor:
        """Return the log-odds of readings (N, signs)."""
        over = torch.relu(signs[:, :, None] - self.knots)
        return self.odds - (functional.softplus(self.slopes) * over).sum((1, 2))


def fit(signs: Floats, is_right: Floats, weight: Floats) -> Fitted:
    """Return what takes readings apart best; no slope adds to the odds."""
    shown, wanted, counts = (torch.from_numpy(each) for each in (signs, is_right, weight))
    knots = np.quantile(signs, KNOTS, axis=0).T.astype(np.float32)
    fitted = Fitted(
        torch.tensor(2.0, requires_grad=True),
        torch.full(knots.shape, -4.0, requires_grad=True),
        torch.from_numpy(knots),
    )
    spread = torch.from_numpy(signs.std(0) + 0.05)[:, None]
    optimiser = torch.optim.Adam([fitted.odds, fitted.slopes], RATE)
    for _ in range(STEPS):
        loss = functional.binary_cross_entropy_with_logits(fitted.chances(shown), wanted, counts)
        loss = loss + SMALL * (functional.softplus(fitted.slopes) * spread).sum() / len(
            Signs._fields
        )
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    return fitted


def of_one_kind(folders: list[list[Floats]], *, is_calibrated: bool) -> tuple[Floats, Floats]:
    """Return the readings of one kind, and how much each counts."""
    some = [
        np.concatenate([each[each[:, 1] == is_calibrated] for each in folder]) for folder in folders
    ]
    weight = [np.full(len(each), 1 / max(len(each), 1), np.float32) for each in some]
    rows, counts = np.concatenate(some), np.concatenate(weight)
    return rows, counts / counts.mean()


def told(fitted: Fitted) -> dict[str, object]:
    """Return what the reader needs."""
    slopes = functional.softplus(fitted.slopes).detach()
    return {
        "odds": round(fitted.odds.item(), 3),
        "slopes": [[round(value, 3) for value in row] for row in slopes.tolist()],
        "knots": [[round(value, 3) for value in row] for row in fitted.knots.tolist()],
    }


def main(folders: list[Path]) -> None:
    """Read, fit and write the weights."""
    torch.manual_seed(1)
    read = [gather(folder) for folder in folders]
    kept: dict[str, object] = {}
    for name, is_calibrated in (("calibrated", True), ("alone", False)):
        rows, counts = of_one_kind(read, is_calibrated=is_calibrated)
        fitted = fit(rows[:, len(COLUMNS) :], rows[:, 0], counts)
        kept[name] = told(fitted)
        print(name, len(rows), "readings,", int(rows[:, 0].sum()), "right", flush=True)
    TRUST.write_text(json.dumps(kept) + "\n")


if __name__ == "__main__":
    main([Path(each) for each in sys.argv[1:]])

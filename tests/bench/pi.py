"""A Raspberry Pi, as far as a quota makes one: the table alone has a small share of a processor.

The share is that at which Python's n-body takes as long as it is told of the Pi. What the phones do
is not in it. Needs Linux, and the right to make a control group (root).
"""

import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from pathlib import Path
from urllib.request import urlopen

from tests.bench.load.crowd import Crowd
from tests.bench.load.processes import free_port, post, resident_mb, running
from tests.bench.load.soak import hour
from tests.bench.load.web import start_game, taps
from tests.bench.report import Row, spread
from tests.support.places import PHOTOS

# Five million steps of n-body in Python, Pi 4 Model B at 1.5 GHz, governor "performance":
# https://chaitanyamehta.github.io/projects/performance-analysis-of-programming-languages
# It does not say which Python; a Pi of today has a newer and quicker one.
STEPS, PI_4_S = 5_000_000, 158.3
# sysbench cpu, one thread, events a second of a Pi 3+ (the cores of a Zero 2 W, at 1.4 GHz) and of
# a Pi 4: https://leoncode.co.uk/articles/raspberry-pi-benchmarks - and the clock of the Zero 2 W.
ZERO_2_W = 687.45 / 1477.83 / 1.4
QUOTA_US = 1000  # the least that the kernel takes: a short period, so that nobody waits for its end
HOURS = 6
PHOTO_S = 60.0
# From opening the tray's page to sending a photo: it is opened, the camera too, and the phone held
# over the tray. The reader is loaded meanwhile.
AIMS_S = 5.0
ROOT = Path("/sys/fs/cgroup")
V1_CPU, V1_MEMORY = ROOT / "cpu", ROOT / "memory"

Body = tuple[list[float], list[float], float]  # place, speed, mass


class NoGroupError(Exception):
    """This computer gives no control group with a quota."""


@dataclass(frozen=True, slots=True)
class Group:
    """A control group of version 2, or two of version 1, and how to write into it."""

    folders: tuple[Path, ...]

    def limit(self, share: float | None, memory: int | None) -> None:
        """Allow this share of one processor (None: all of it) and so many bytes."""
        period = round(QUOTA_US / share) if share else 100_000
        quota = QUOTA_US if share else -1
        cpu = self.folders[0]
        if (cpu / "cpu.max").exists():
            (cpu / "cpu.max").write_text(f"{quota if share else 'max'} {period}")
        else:
            (cpu / "cpu.cfs_period_us").write_text(str(period))
            (cpu / "cpu.cfs_quota_us").write_text(str(quota))
        if memory:
            _first(self.folders[-1], "memory.max", "memory.limit_in_bytes").write_text(str(memory))

    def of_shell(self) -> list[str]:
        """Return the shell command that enters the group and becomes what follows."""
        enter = "; ".join(f"echo $$ > {folder}/cgroup.procs" for folder in self.folders)
        return ["/bin/sh", "-ec", f'{enter}; exec "$@"', "sh"]


def _first(folder: Path, *names: str) -> Path:
    return next((folder / name for name in names if (folder / name).exists()), folder / names[0])


@contextmanager
def group() -> Iterator[Group]:
    """Make a control group for this measurement; NoGroupError says why there is none."""
    name = f"dragonbag-{os.getpid()}"
    bases = (V1_CPU, V1_MEMORY) if (V1_CPU / "cpu.cfs_quota_us").exists() else (ROOT,)
    folders = tuple(base / name for base in bases)
    made = list[Path]()
    try:
        for folder in folders:
            folder.mkdir()
            made.append(folder)
        made_group = Group(folders)
        made_group.limit(0.5, None)
        yield made_group
    except OSError as error:
        if made != list(folders) or error.filename is None or name not in str(error.filename):
            raise NoGroupError(f"no control group with a quota here: {error}") from error
        raise
    finally:
        for folder in made:
            folder.rmdir()


def pi_4() -> list[Row]:
    """Measure a table on a quarter of a Pi 4: one of its four cores."""
    return _measure("Pi 4", 1.0, None)


def pi_zero() -> list[Row]:
    """Measure a table on one of the four cores of a Zero 2 W, with its 512 MB."""
    return _measure("Pi Zero 2 W", ZERO_2_W, 512 * 10**6)


def _measure(name: str, of_pi_4: float, memory: int | None) -> list[Row]:
    here_s = n_body_s()
    share = here_s / PI_4_S * of_pi_4
    first = Row(
        f"{name}: n-body here, and the share of one processor",
        f"{here_s:.1f} s, {share:.3f}",
        f"{PI_4_S / of_pi_4:.0f} s (published)",
    )
    if share >= 1:
        return [first, Row(f"{name}: this computer is no faster than it", "nothing measured")]
    try:
        with group() as quota:
            return [first, *_evening(name, quota, share, memory)]
    except NoGroupError as error:
        return [first, Row(name, str(error))]


def _evening(name: str, quota: Group, share: float, memory: int | None) -> list[Row]:
    quota.limit(share, memory)
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        arguments = ["-m", "companion.app.cli", "serve", "--open", "--host", "127.0.0.1"]
        arguments += ["--port", str(port), "--data-dir", folder, "--panel", "mock"]
        with running(arguments, port, "/healthz", quota.of_shell()) as (pid, start_s):
            start_game(port)
            median, p99 = spread(taps(port, 10))
            photo = _photos(port)
            quota.limit(None, None)  # what is taken does not depend on how quickly
            for _ in range(HOURS):
                hour(port, pid)
            taken = resident_mb(pid)
    return [
        Row(f"{name}: start to the first answer", f"{start_s:.1f} s", "6 s"),
        Row(
            f"{name}: tap to last of 10 phones, median / p99",
            f"{median:.0f} / {p99:.0f} ms",
            "60 ms",
        ),
        Row(f"{name}: first photograph, {AIMS_S:.0f} s after its page; second", photo, "2 s"),
        Row(f"{name}: memory after {HOURS} hours (no reader)", f"{taken:.0f} MB", "90 MB"),
    ]


def _photos(port: int) -> str:
    """Open the tray's page, aim for a while, and send two photographs."""
    with urlopen(f"http://127.0.0.1:{port}/tray", timeout=PHOTO_S) as page:
        page.read()
    time.sleep(AIMS_S)
    return ", ".join(f"{_photo_s(port):.1f} s" for _ in range(2))


def _photo_s(port: int) -> float:
    """Return the seconds from a phone's photograph to its reading on the tray's page."""
    name = "-photo-"
    photo = (PHOTOS / "images" / "d02_06.jpg").read_bytes()
    part = f'--{name}\r\nContent-Disposition: form-data; name="'
    body = f'{part}purpose"\r\n\r\narea\r\n{part}photo"; filename="a.jpg"\r\n\r\n'.encode()
    body += photo + f"\r\n--{name}--\r\n".encode()
    with Crowd(port, ["/live?page=tray&seat=watch&lang=en"]) as crowd:
        asked = partial(post, port, "/tray/read", body, f"multipart/form-data; boundary={name}")
        return crowd.time(asked, PHOTO_S)


def n_body_s() -> float:
    """Return the processor seconds that this computer takes for the published steps."""
    sun = ([0.0, 0.0, 0.0], [0.0, 0.0, 0.0], 39.5)
    planets = [([5.0 * n, 3.0, n / 7], [0.6, 2.8 / n, 0.01 * n], 0.04 / n) for n in range(1, 5)]
    bodies: list[Body] = [sun, *planets]
    part, times = STEPS // 100, []
    for _ in range(3):
        began = time.process_time()
        _advance(bodies, list(combinations(bodies, 2)), part, 0.01)
        times.append(time.process_time() - began)
    return min(times) * 100


def _advance(bodies: list[Body], pairs: list[tuple[Body, Body]], steps: int, dt: float) -> None:
    for _ in range(steps):
        for (p, v, m), (q, w, n) in pairs:
            x, y, z = p[0] - q[0], p[1] - q[1], p[2] - q[2]
            pull = dt * (x * x + y * y + z * z) ** -1.5
            m, n = m * pull, n * pull
            v[0] -= x * n
            v[1] -= y * n
            v[2] -= z * n
            w[0] += x * m
            w[1] += y * m
            w[2] += z * m
        for p, v, _ in bodies:
            p[0] += dt * v[0]
            p[1] += dt * v[1]
            p[2] += dt * v[2]

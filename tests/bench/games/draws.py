"""Are Dragonbag's draws uniform? A million of them, and the stream of words behind them."""

import shutil
import subprocess
import timeit
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, pairwise
from math import comb, sqrt

from companion.draws.fair_draw import _words, draw, key
from companion.engine.value import replace
from companion.games.clank.box import Colour, Cubes
from companion.games.clank.odds.attack import next_attack
from tests.bench.report import Row, against
from tests.support.games.clank_table import ClankTable
from tests.support.places import ROOT

DRAWS = 1_000_000
BAGS = (
    ({"black": 24, "red": 3, "green": 2, "blue": 1}, 3),
    ({"black": 12, "red": 12, "green": 12}, 4),
    ({"black": 2, "yellow": 30}, 5),
)
REPORT = ROOT / "docs/fair-draws.md"
BEGIN, END = "<!-- draws -->\n", "<!-- end of the draws -->\n"
HEAD_LINES = (
    "| Draw | Chi-squared, of degrees of freedom | z | Correlation of successive draws | z |",
    "|---|---|---|---|---|",
)
LEAST_EXPECTED = 20.0  # classes rarer than this are counted together
TESTS = ("0", "8", "10", "11", "12", "15", "100", "101", "102")  # those that 160 MB suffice for
STREAM_WORDS = 40_000_000


def odds() -> list[Row]:
    """Time the odds of the next attack at a full bag, beside its bare binomial coefficients."""
    state = replace(
        ClankTable(*Colour).state,
        bag=Cubes(30, 30, 30, 30, 24),
        area=Cubes(),
        rage_space=7,
        danger=5,
    )
    heap, drawn = state.bag.total, state.rage + state.danger

    def bare() -> None:
        for _ in range(4):
            for damage in range(drawn + 1):
                comb(30, damage) * comb(heap - 30, drawn - damage)

    def told() -> list[tuple[float, ...]]:
        return [
            (float(one.hurt), float(one.knocked_out), float(one.expected))
            for one in next_attack(state)
        ]

    took, floor = (
        [timeit.timeit(action, number=20) / 20 for _ in range(100)] for action in (told, bare)
    )
    return [against("odds of the next attack, full bag, 4 players", took, floor, "bare comb()")]


@dataclass(frozen=True, slots=True)
class Drawn:
    """What a million draws from one bag were like."""

    what: str
    chi2: float
    freedom: int
    serial: float  # the correlation of a draw's black cubes with the draw before

    @property
    def z(self) -> float:
        """Return chi-squared as a normal deviate (Wilson and Hilferty)."""
        spread = 2 / (9 * self.freedom)
        return float(((self.chi2 / self.freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread))

    @property
    def serial_z(self) -> float:
        """Return the correlation as a normal deviate."""
        return self.serial * sqrt(DRAWS)

    @property
    def line(self) -> str:
        """Return a line of the report."""
        return (
            f"| {self.what} | {self.chi2:.1f} of {self.freedom} | {self.z:+.2f} "
            f"| {self.serial:+.5f} | {self.serial_z:+.2f} |"
        )


def uniformity() -> list[Row]:
    """Compare a million draws of several bags with a fair bag's, and write the report anew."""
    drawn = [_drawn(number, bag, cubes) for number, (bag, cubes) in enumerate(BAGS)]
    REPORT.write_text(reported(REPORT.read_text(), [each.line for each in drawn]))
    return [row for each in drawn for row in _rows(each)]


def reported(text: str, lines: list[str]) -> str:
    """Return a document with the report in its place."""
    before, _, rest = text.partition(BEGIN)
    return (
        before + BEGIN + "\n".join(["", *HEAD_LINES, *lines, "", ""]) + END + rest.partition(END)[2]
    )


def label(bag: dict[str, int], cubes: int) -> str:
    """Return how the report names the draws from a bag."""
    heap = ", ".join(f"{count} {colour}" for colour, count in bag.items())
    return f"{cubes} of {heap}"


def _rows(drawn: Drawn) -> Iterator[Row]:
    yield Row(
        f"{DRAWS:,} draws of {drawn.what}: chi-squared",
        f"{drawn.chi2:.1f} of {drawn.freedom}",
        "|z| < 3",
        f"z {drawn.z:+.2f}",
    )
    yield Row(
        "  correlation of successive draws (black cubes)",
        f"{drawn.serial:+.5f}",
        "|z| < 3",
        f"z {drawn.serial_z:+.2f}",
    )


def _drawn(number: int, bag: dict[str, int], cubes: int) -> Drawn:
    secret = key(number.to_bytes(32))
    found: Counter[tuple[int, ...]] = Counter()
    blacks = []
    for one in range(DRAWS):
        drawn = draw(secret, one, bag, cubes)
        found[tuple(drawn.count(colour) for colour in bag)] += 1
        blacks.append(drawn.count("black"))
    return Drawn(label(bag, cubes), *_chi2(found, bag, cubes), _serial(blacks))


def _chi2(found: Counter[tuple[int, ...]], bag: dict[str, int], cubes: int) -> tuple[float, int]:
    total, rare, rare_found, chi2, classes = comb(sum(bag.values()), cubes), 0.0, 0, 0.0, 0
    for counts in _all_counts(tuple(bag.values()), cubes):
        ways = 1
        for there, drawn in zip(bag.values(), counts, strict=True):
            ways *= comb(there, drawn)
        expected = DRAWS * ways / total
        if expected < LEAST_EXPECTED:
            rare, rare_found = rare + expected, rare_found + found[counts]
            continue
        chi2 += (found[counts] - expected) ** 2 / expected
        classes += 1
    if rare:
        chi2 += (rare_found - rare) ** 2 / rare
        classes += 1
    return chi2, classes - 1


def _all_counts(there: tuple[int, ...], cubes: int) -> Iterator[tuple[int, ...]]:
    if not there:
        if cubes == 0:
            yield ()
        return
    for first in range(min(there[0], cubes) + 1):
        for rest in _all_counts(there[1:], cubes - first):
            yield first, *rest


def _serial(values: list[int]) -> float:
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values)
    both = sum((one - mean) * (two - mean) for one, two in pairwise(values))
    return both / variance


def dieharder() -> list[Row]:
    """Run the stream of words through Robert Brown's dieharder, if it is installed."""
    if shutil.which("dieharder") is None:
        return [Row("dieharder", "not installed (sudo apt install dieharder)")]
    rows = []
    for test in TESTS:
        process = subprocess.Popen(
            ["dieharder", "-g", "200", "-d", test],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        said = _feed(process)
        verdicts = Counter(word for word in said.split() if word in ("PASSED", "WEAK", "FAILED"))
        name = next(
            (line.split("|")[0].strip() for line in said.splitlines() if "0." in line), test
        )
        rows.append(Row(f"dieharder {test}: {name}", ", ".join(map(_count, verdicts.items()))))
    return rows


def _feed(process: "subprocess.Popen[bytes]") -> str:
    """Give the words to dieharder for as long as it reads."""
    assert process.stdin is not None
    assert process.stdout is not None
    words = _words(key(bytes(32)), "bench")
    try:
        for _ in range(STREAM_WORDS // 4096):
            block = b"".join(word.to_bytes(4, "little") for word in islice(words, 4096))
            process.stdin.write(block)
        process.stdin.close()
    except BrokenPipeError:
        pass  # it has read enough
    said = process.stdout.read().decode()
    process.wait()
    return said


def _count(verdict: tuple[str, int]) -> str:
    word, count = verdict
    return f"{count} {word.lower()}"

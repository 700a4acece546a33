"""What the worker's process may take: its place in the queue for the processor, and its memory."""

import os
import resource
from contextlib import suppress
from pathlib import Path

# Of nice(2): a tenth of what the table gets if both want the same core. Not 19, the lowest: then it
# would stand still beside anything that keeps the computer busy, and be stopped for it.
LOW = 10
# A phone's photo needs 120 MB (`make bench ARGS=longwork`), the largest that is allowed 200 MB.
MOST_RESIDENT_BYTES = 400 * 1024 * 1024
MOST_ADDRESSED_BYTES = 600 * 1024 * 1024  # of writable memory: ends a job between two looks
FIRST_TO_GO = "1000"  # when the Pi has no memory left, rather this process than the table
SPARING = {  # of memory
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    # What is larger goes back to the system once it is freed (glibc, mallopt(3)); else the next
    # photo takes more on top of it.
    "MALLOC_MMAP_THRESHOLD_": str(4 * 1024 * 1024),
}


def step_back() -> None:
    """Let every other process go first, and bound the memory; what is not allowed is left out."""
    with suppress(OSError):  # the service's filter of system calls may forbid it
        os.nice(LOW)
    with suppress(OSError):  # where sessions share the processor, nice() alone does nothing
        Path("/proc/self/autogroup").write_text(str(LOW))
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(FIRST_TO_GO)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_DATA, (MOST_ADDRESSED_BYTES, MOST_ADDRESSED_BYTES))


def resident_bytes(pid: int) -> int:
    """Return the memory that a process really has; 0 where the system does not tell (macOS)."""
    try:
        pages = Path(f"/proc/{pid}/statm").read_text().split()[1]
    except OSError:
        return 0
    return int(pages) * os.sysconf("SC_PAGE_SIZE")

"""A laptop with macOS, or with WSL, imports everything: no name of Linux alone is asked for then.

Each test takes the names that only Linux has out of Python in a process of its own. What this
cannot show is how the code behaves there once it runs.
"""

import subprocess
import sys

import pytest

from tests.support.places import ROOT
from tests.test_architecture import modules, name_of

# module -> its names that macOS has not ("*": every name that begins so).
ONLY_LINUX = {
    "os": """sched_* eventfd* memfd_create pidfd_open splice copy_file_range getrandom pipe2
        posix_fadvise posix_fallocate fdatasync getxattr setxattr listxattr removexattr getresuid
        setresuid O_TMPFILE O_DIRECT O_PATH O_NOATIME MFD_* EFD_* SPLICE_* GRND_* XATTR_*""",
    "signal": "SIGRT* SIGPWR SIGPOLL SIGSTKFLT SIGCLD sigtimedwait sigwaitinfo pidfd_send_signal",
    "socket": """AF_NETLINK AF_PACKET AF_CAN AF_VSOCK AF_ALG AF_TIPC AF_QIPCRTR AF_BLUETOOTH
        NETLINK_* PACKET_* CAN_* SO_PEERCRED SO_PASSCRED SO_BINDTODEVICE SO_DOMAIN SO_PROTOCOL
        SO_MARK SOCK_CLOEXEC SOCK_NONBLOCK TCP_QUICKACK TCP_USER_TIMEOUT TCP_DEFER_ACCEPT""",
    "select": "epoll EPOLL*",
    "resource": "prlimit RLIMIT_MSGQUEUE RLIMIT_NICE RLIMIT_RTPRIO RLIMIT_RTTIME RLIMIT_SIGPENDING",
    "time": "CLOCK_BOOTTIME CLOCK_TAI pthread_getcpuclockid",
}
NO_MODULES = ("spwd", "ossaudiodev")
FORGET = f"""
import importlib, sys
from fnmatch import fnmatchcase
for module, patterns in {ONLY_LINUX!r}.items():
    found = importlib.import_module(module)
    for name in list(vars(found)):
        if any(fnmatchcase(name, pattern) for pattern in patterns.split()):
            delattr(found, name)
sys.modules.update(dict.fromkeys({NO_MODULES!r}))
"""
IMPORT = "for module in sys.argv[1:]: importlib.import_module(module)"
COLLECT = "import pytest; sys.exit(pytest.main(sys.argv[1:]))"
QUICK = "not pi and not kernel and not browser and not slow"  # as make quick chooses


def run_elsewhere(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run code in a Python that lacks what macOS lacks."""
    return subprocess.run(
        [sys.executable, "-c", f"{FORGET}\n{code}", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=240,
    )


@pytest.mark.parametrize("name", ["os.sched_getaffinity", "signal.SIGRTMIN", "select.epoll"])
def test_a_name_of_linux_is_missing_there(name: str) -> None:
    ran = run_elsewhere(f"import os, select, signal; {name}")
    assert f"has no attribute '{name.partition('.')[2]}'" in ran.stderr


@pytest.mark.slow
def test_every_module_is_imported_without_a_name_of_linux() -> None:
    names = [name_of(path) for path in modules() if path.stem != "__main__"]
    assert len(names) > 200
    ran = run_elsewhere(IMPORT, *names)
    assert ran.returncode == 0, ran.stderr[-2000:]


@pytest.mark.slow
def test_the_quick_tests_are_imported_without_a_name_of_linux() -> None:
    asked = ("--collect-only", "-q", "-p", "no:cacheprovider", "-m", QUICK)
    apart = ("browser", "bench", "kernel", "on_the_pi")
    folders = [f"--ignore=tests/{folder}" for folder in apart]
    ran = run_elsewhere(COLLECT, *asked, *folders)
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr[-1000:]


def test_make_quick_chooses_as_here() -> None:
    assert f'-m "{QUICK}"' in (ROOT / "Makefile").read_text()

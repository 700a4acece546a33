"""Where the browser tests find their browser: the system's Chromium, or else Playwright's own."""

import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

SYSTEM_BROWSERS = (
    "chromium-headless-shell",  # draws no window's frame: half the time of a whole Chromium
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
ARGUMENTS = ["--no-sandbox", "--disable-background-networking"]
START_LIMIT_S = 60  # a Raspberry Pi's first start from a cold card


@cache
def chromium_path() -> str | None:
    """Return the system's Chromium or Chrome, or None: Playwright then takes its own."""
    found = (shutil.which(name) for name in SYSTEM_BROWSERS)
    return next((path for path in found if path is not None and _starts(path)), None)


def playwright_path() -> str | None:
    """Return the Chromium that Playwright has installed for itself, or None."""
    # Imported late: a system browser must be found where Playwright has no wheel.
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if Path(path).exists() else None


def main() -> int:
    """Print the browser the tests will use; return 1 if there is none."""
    path = chromium_path() or playwright_path()
    print(path or "no Chromium or Chrome found")
    return 0 if path else 1


def _starts(path: str) -> bool:
    """Tell whether the browser runs: Ubuntu's chromium-browser may be a note about a snap."""
    try:
        done = subprocess.run(
            [path, "--version"], capture_output=True, timeout=START_LIMIT_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


if __name__ == "__main__":
    sys.exit(main())

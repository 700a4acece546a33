"""Switches the Pi off; the polkit rule of `dragonbag install` allows it."""

import subprocess

from companion.engine.errors import PowerOffFailed
from companion.engine.sentence import Sentence

NO_SYSTEMCTL = Sentence("There is no systemctl on this computer.")
REFUSED = Sentence("The system refuses.")
SILENT = Sentence("The system does not answer.")
OFF_S = 20.0  # longer than a busy Pi takes to answer


def power_off(timeout_s: float = OFF_S) -> None:
    """Ask the system to stop all services and switch the Pi off; PowerOffFailed if it refuses."""
    command = ("systemctl", "poweroff")
    try:
        subprocess.run(command, capture_output=True, text=True, timeout=timeout_s, check=True)
    except FileNotFoundError as error:
        raise PowerOffFailed(NO_SYSTEMCTL) from error
    except subprocess.CalledProcessError as error:
        raise PowerOffFailed(error.stderr.strip() or REFUSED) from error
    except subprocess.TimeoutExpired as error:
        raise PowerOffFailed(SILENT) from error

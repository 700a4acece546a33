"""Switches the Pi off; the polkit rule of `dragonbag install` allows it."""

import subprocess

from companion.engine.errors import PowerOffFailed

OFF_S = 20.0  # longer than a busy Pi takes to answer


def power_off(timeout_s: float = OFF_S) -> None:
    """Ask the system to stop all services and switch the Pi off; PowerOffFailed if it refuses."""
    command = ("systemctl", "poweroff")
    try:
        subprocess.run(command, capture_output=True, text=True, timeout=timeout_s, check=True)
    except FileNotFoundError as error:
        raise PowerOffFailed("there is no systemctl on this computer") from error
    except subprocess.CalledProcessError as error:
        raise PowerOffFailed(error.stderr.strip() or "the system refuses") from error
    except subprocess.TimeoutExpired as error:
        raise PowerOffFailed("the system does not answer") from error

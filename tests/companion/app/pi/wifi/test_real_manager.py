"""A real NetworkManager, its dnsmasq and a phone behind a cable: all but the radio."""

import json
import os
import shutil
import subprocess
import sys

import pytest

from tests.companion.app.pi.wifi.beside_a_manager import SECRET
from tests.support.places import ROOT

NEEDED = ("NetworkManager", "nmcli", "dnsmasq", "dbus-daemon", "ip", "unshare")
MISSING = [name for name in NEEDED if not shutil.which(name)]
MAY_SKIP = (bool(MISSING) and not os.environ.get("CI")) or os.geteuid() != 0


@pytest.mark.slow
@pytest.mark.skipif(MAY_SKIP, reason=f"needs root and {MISSING}")
def test_what_we_tell_networkmanager_is_what_it_does() -> None:
    spaces = ("unshare", "--mount", "--net", "--pid", "--fork", "--mount-proc")
    script = ROOT / "tests/appliance_vm/network.sh"
    module = (sys.executable, "-m", "tests.companion.app.pi.wifi.beside_a_manager")
    done = subprocess.run(
        (*spaces, script, *module), cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert "cable=False" in found["alone"]
    assert found["no card"] == "This computer has no Wi-Fi card."
    assert found["own"] == found["house"] == [SECRET.name, SECRET.password]
    assert found["open"], "the profile is up, and look() sees it"
    assert found["offer"].startswith("10.42.0."), "a phone is given an address"
    assert found["name"] == "10.42.0.1", "every name is the table's"
    assert found["guests"], "a phone was there"
    assert found["closed"], "nothing is left of it"
    assert found["cable"] == "A cable works, so the table opens no Wi-Fi of its own."

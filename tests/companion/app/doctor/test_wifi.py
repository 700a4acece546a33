"""What the doctor says of the Wi-Fi of a Pi that the test makes up."""

from pathlib import Path

import pytest

from companion.app.doctor import Finding, Verdict
from companion.app.doctor.wifi import check_wifi
from tests.companion.app.doctor.test_doctor import found, pi, told

FINE, NOTE, BAD = Verdict.FINE, Verdict.NOTE, Verdict.BAD
WORLD = "global\ncountry 00: DFS-UNSET\n\t(2402 - 2472 @ 40), (N/A, 20), (N/A)\n"
GERMANY = f"{WORLD}\nphy#0\ncountry DE: DFS-ETSI\n"
SAVED = "console=tty1 rootwait cfg80211.ieee80211_regdom=JP\n"


def country(root: Path, soft: str, regulations: str = "", saved: str = "") -> Finding:
    files = {
        "sys/class/rfkill/rfkill0/type": "bluetooth\n",
        "sys/class/rfkill/rfkill0/soft": "1\n",
        "sys/class/rfkill/rfkill1/type": "wlan\n",
        "sys/class/rfkill/rfkill1/soft": soft,
        "boot/firmware/cmdline.txt": saved,
    }
    return found(check_wifi(pi(root, {"iw reg get": regulations}, files)))["country"]


def test_a_wifi_that_is_off_for_want_of_a_country_is_bad(tmp_path: Path) -> None:
    finding = country(tmp_path, "1\n", WORLD)
    assert finding.verdict is BAD
    assert "do_wifi_country" in told(finding.cure)


def test_a_wifi_without_a_country_that_is_on_is_a_note(tmp_path: Path) -> None:
    finding = country(tmp_path, "0\n", WORLD.replace("00", "99"))
    assert finding.verdict is NOTE
    assert "do_wifi_country" in told(finding.cure)


@pytest.mark.parametrize(
    ("regulations", "saved", "code"), [(GERMANY, "", "DE"), (WORLD, SAVED, "JP")]
)
def test_a_country_counts_if_it_is_in_use_or_saved(
    tmp_path: Path, regulations: str, saved: str, code: str
) -> None:
    finding = country(tmp_path, "0\n", regulations, saved)
    assert finding.verdict is FINE
    assert code in told(finding.text)
    switched_off = country(tmp_path, "1\n", regulations, saved)
    assert switched_off.verdict is NOTE
    assert "nmcli radio wifi on" in told(switched_off.cure)


def test_a_pi_without_a_wifi_needs_no_country(tmp_path: Path) -> None:
    assert "country" not in found(check_wifi(pi(tmp_path)))

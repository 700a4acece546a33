"""A read-only system: what is kept and what is lost, and that nothing is installed into memory."""

from pathlib import Path

import pytest

from companion.app.cli.appliance import why_not
from companion.app.doctor import Machine, Verdict
from companion.app.doctor.host import check_host
from companion.app.pi.overlay import is_forgotten, is_read_only
from companion.app.settings import Settings
from tests.companion.app.doctor.test_doctor import told

ROOT_MOUNT = "/dev/mmcblk0p2 / ext4 rw,noatime 0 0\n"
OVERLAY = "overlayroot / overlay rw,relatime,lowerdir=/media/root-ro 0 0\n"


def system(root: Path, cmdline: str, mounts: str) -> Path:
    """Write what the kernel of a Pi says of itself."""
    (root / "proc").mkdir()
    (root / "proc/cmdline").write_text(f"console=tty1 {cmdline} rootwait\n")
    (root / "proc/mounts").write_text(f"proc /proc proc rw 0 0\n{mounts}")
    return root


def own_disk(folder: Path) -> str:
    return f"/dev/sda1 {folder} ext4 rw,noatime 0 0\n"


@pytest.mark.parametrize(
    "cmdline", ["overlayroot=tmpfs", "overlayroot=tmpfs:recurse=0", "boot=overlay"]
)
def test_a_system_in_memory_is_known_by_how_it_was_started(tmp_path: Path, cmdline: str) -> None:
    assert is_read_only(system(tmp_path, cmdline, OVERLAY))


def test_an_ordinary_system_and_a_container_are_not_read_only(tmp_path: Path) -> None:
    (tmp_path / "container").mkdir()
    assert not is_read_only(tmp_path)  # nobody tells
    assert not is_read_only(system(tmp_path, "quiet", ROOT_MOUNT))
    assert not is_read_only(system(tmp_path / "container", "quiet", OVERLAY))


def test_only_a_disk_of_its_own_outlives_a_power_cut(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    root = system(tmp_path, "overlayroot=tmpfs:recurse=0", OVERLAY + own_disk(folder))
    assert is_forgotten(root, Path("/var/lib/other"))
    assert not is_forgotten(root, folder / "deeper")
    assert is_forgotten(root, Path(f"{folder}base"))  # not below it


def test_a_disk_under_the_overlay_is_forgotten_too(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    hidden = own_disk(Path("/media/root-ro")) + f"overlay {folder} overlay rw 0 0\n"
    assert is_forgotten(system(tmp_path, "overlayroot=tmpfs", OVERLAY + hidden), folder)


@pytest.mark.parametrize(("is_kept", "verdict"), [(True, Verdict.FINE), (False, Verdict.BAD)])
def test_the_doctor_says_whether_games_are_kept(
    tmp_path: Path, is_kept: bool, verdict: Verdict
) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    root = system(tmp_path, "overlayroot=tmpfs", OVERLAY + (own_disk(folder) if is_kept else ""))
    wished = Settings(host="127.0.0.1", port=0, data_dir=folder)
    findings = check_host(Machine(root, lambda words: None), wished)
    finding = next(found for found in findings if found.name == "overlay")
    assert finding.verdict is verdict
    if not is_kept:
        assert "every game is lost" in told(finding.text)
        assert "recurse=0" in told(finding.cure)


def test_nothing_is_installed_where_it_would_be_forgotten(tmp_path: Path) -> None:
    root = system(tmp_path, "overlayroot=tmpfs", OVERLAY)
    (root / "run/systemd/system").mkdir(parents=True)
    assert "disable_overlayfs" in why_not(root, 0, is_dry=False, is_sure=True)
    assert why_not(root, 0, is_dry=True, is_sure=True) == ""

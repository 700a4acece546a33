"""A table without OpenCV: the cameras' package and the doctor still work."""

import subprocess
import sys

from tests.support.places import ROOT

# Every finder of modules is asked as before, except for what shall be missing here.
WITHOUT = """
import sys

class Without:
    def __init__(self, finder):
        self.finder = finder

    def find_spec(self, name, path=None, target=None):
        is_missing = name.partition(".")[0] in ("cv2", "numpy")
        return None if is_missing else self.finder.find_spec(name, path, target)

sys.meta_path[:] = [Without(finder) for finder in sys.meta_path]
"""


def run_without_opencv(program: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", WITHOUT + program]
    return subprocess.run(command, capture_output=True, text=True, timeout=240, cwd=ROOT)


def test_opencv_and_numpy_really_are_missing_there() -> None:
    for name in ("cv2", "numpy", "hardware.tray.reader.read"):
        assert "ModuleNotFoundError" in run_without_opencv(f"import {name}").stderr


def test_the_cameras_and_their_ports_are_known_without_opencv() -> None:
    done = run_without_opencv("""
from companion.engine.errors import TrayError
from hardware.tray.cameras import open_camera
from hardware.tray.cameras.ports import first_plugged_in
print(open_camera("none"), first_plugged_in.__name__)
try:
    open_camera("nothing like a camera")
except TrayError as error:
    print(error.sentence.facts["kind"])
""")
    assert done.stdout == "None first_plugged_in\nnothing like a camera\n", done.stderr


def test_the_whole_doctor_runs_without_opencv() -> None:
    done = run_without_opencv("""
from companion.app.cli.main import main
import tempfile
with tempfile.TemporaryDirectory() as folder:
    settings = folder + "/dragonbag.toml"
    open(settings, "w").write('camera = "usb"')
    print(main(["doctor", "--data-dir", folder, "--settings", settings, "--port", "0"]))
""")
    assert "OpenCV is not installed" in done.stdout
    assert "Traceback" not in done.stderr


def test_the_doctor_says_that_opencv_is_missing() -> None:
    done = run_without_opencv("""
from companion.app.doctor.camera import check_camera
from companion.app.settings import Settings
for finding in check_camera(Settings(camera="usb")):
    print(finding.verdict.value, finding.text.one)
""")
    assert done.stdout == "bad Dragonbag cannot read cubes: OpenCV is not installed.\n", done.stderr

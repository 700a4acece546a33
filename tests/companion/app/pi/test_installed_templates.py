"""An installed version draws its pages with templates that root has compiled, and writes none."""

import json
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from companion.app.pi.install import install
from tests.support.places import ROOT
from tests.support.scratch_pi import new_pi

# What is compiled is told by Python itself, as an audit event.
SERVE = """
import json, sys
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
compiled = []
def heard(event, given):
    if event == "compile" and str(given[1]).endswith(".html"):
        compiled.append(Path(given[1]).name)
sys.addaudithook(heard)
from companion.app.serve import start
from companion.app.settings import Settings
data = Path(sys.argv[1])
settings = Settings(host="127.0.0.1", port=0, data_dir=data, panel="none", is_open=True)
with ExitStack() as running:
    served = start(running, settings)
    for path in ("/", "/more", "/games"):
        line = HTTPConnection("127.0.0.1", served.port, timeout=30)
        line.request("GET", path)
        assert line.getresponse().status == 200
        line.close()
print(json.dumps(compiled))
"""


@pytest.fixture
def version(tmp_path: Path) -> Path:
    """Return the folder of a version with a venv, as an installation makes it."""
    folder = tmp_path / "version"
    venv = folder / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", venv], check=True)
    (packages,) = venv.glob("lib/python*/site-packages")
    (packages / "here.pth").write_text(f"{ROOT}\n{sysconfig.get_path('purelib')}\n")
    return folder


def python(version: Path, *words: str) -> str:
    line = [str(version / "venv/bin/python"), "-P", *words]
    done = subprocess.run(line, check=True, capture_output=True, text=True, cwd=version)
    return done.stdout


def test_without_compiled_templates_a_table_compiles_and_keeps_its_own(
    version: Path, tmp_path: Path
) -> None:
    assert "layout.html" in json.loads(python(version, "-c", SERVE, str(tmp_path / "data")))
    assert json.loads(python(version, "-c", SERVE, str(tmp_path / "data"))) == []
    assert list((tmp_path / "data/templates").iterdir())


def test_an_installed_version_compiles_nothing_and_has_no_folder_of_code_of_its_own(
    version: Path, tmp_path: Path
) -> None:
    python(version, "-m", "web_ui.compiling")
    theirs = sorted((version / "compiled-templates").iterdir())
    assert json.loads(python(version, "-c", SERVE, str(tmp_path / "data"))) == []
    assert not (tmp_path / "data/templates").exists()
    assert sorted((version / "compiled-templates").iterdir()) == theirs


def test_compiled_templates_to_which_the_service_could_write_are_removed(tmp_path: Path) -> None:
    pi = new_pi(tmp_path)
    theirs = pi.root / "var/lib/dragonbag/templates"
    theirs.mkdir(parents=True)
    (theirs / "code").write_bytes(b"an intruder's")
    install(pi.place(), ROOT)
    assert not theirs.exists()

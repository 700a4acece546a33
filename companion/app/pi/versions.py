"""The program on the Pi: each version in a folder of its own, `current` points to one of them."""

import hashlib
import shutil
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from companion.app.pi import pin_library
from companion.app.pi.place import Place
from companion.app.pi.system_files import CURRENT, OPT
from companion.engine.errors import StepFailed
from companion.engine.sentence import Sentence

VERSIONS = OPT / "versions"
BEFORE = OPT / "previous"  # link to the version before the current one, for a rollback
PACKAGES = ("companion", "hardware", "web_ui")
FILES = ("pyproject.toml", "requirements.lock", "README.md", "LICENSE")
PACKAGES_COME = Sentence("Installing version {version}; its packages come from the internet")
NO_PACKAGES = Sentence(
    "The packages of version {version} could not be installed. They come from the internet: is the "
    "table in a network that reaches it? {error}"
)
COPY_PROGRAM = Sentence("copy the program to {folder}")
NONE_BEFORE = Sentence("There is no version before this one.")
COMPLETE = "complete"  # the last thing that is written into a version's folder


def is_source(folder: Path) -> bool:
    """Is there a Dragonbag to install in this folder?"""
    return all((folder / name).exists() for name in (*PACKAGES, *FILES))


def source_files(source: Path) -> Iterator[Path]:
    """Yield what belongs to the program, relative to the source, in order."""
    yield from map(Path, FILES)
    for package in PACKAGES:
        for path in sorted((source / package).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path.relative_to(source)


def name_of(source: Path) -> str:
    """Return a version's name: its number and a digest of its files, equal for equal files."""
    digest = hashlib.sha256()
    for path in source_files(source):
        digest.update(f"{path}\0".encode() + (source / path).read_bytes() + b"\0")
    text = (source / "companion" / "__init__.py").read_text()
    number = text.partition('__version__ = "')[2].partition('"')[0] or "0"
    return f"{number}-{digest.hexdigest()[:8]}"


def number_of(name: str) -> str:
    """Return the number in a version's name."""
    return name.rpartition("-")[0]


def folder_of(name: str) -> PurePosixPath:
    """Return a version's folder on the Pi."""
    return VERSIONS / name


def current(place: Place) -> str:
    """Return the name of the version in use; "" if there is none."""
    return _target(place, CURRENT)


def previous(place: Place) -> str:
    """Return the name of the previous version; "" if there is none."""
    return _target(place, BEFORE)


def _target(place: Place, link: PurePosixPath) -> str:
    path = place.at(link)
    return path.readlink().name if path.is_symlink() else ""


def put(place: Place, source: Path, wheels: Path | None = None) -> str:
    """Install a version beside the others, with what it needs, if it is not there; return its name.

    wheels: a folder of wheels to install from without a network.
    """
    name = name_of(source)
    folder = folder_of(name)
    python = str(folder / "venv/bin/python")
    offline = () if wheels is None else ("--no-index", "--find-links", str(wheels))
    pip = (python, "-m", "pip", "--disable-pip-version-check", "install", *offline)
    if not place.has(folder / COMPLETE):
        _make(place, source, name, pip)
    pin_library.fit(place, folder, pip, is_offline=wheels is not None)
    return name


def _make(place: Place, source: Path, name: str, pip: tuple[str, ...]) -> None:
    folder = folder_of(name)
    place.remove(folder)
    place.say(COPY_PROGRAM, folder=folder)
    if not place.is_dry:
        _copy(source, place.folder(folder / "source"))
    # python3-lgpio and python3-picamera2 come only from apt, so the venv must see them.
    place.do("python3", "-m", "venv", "--system-site-packages", str(folder / "venv"))
    locked = (*pip, "--require-hashes", "--no-deps", "--requirement")
    _install_packages(place, number_of(name), locked, folder)
    place.do(*pip, "--no-deps", "--no-build-isolation", str(folder / "source"))
    # By root: the table itself may not write where code lies. -P: not what lies in this folder.
    place.do(str(folder / "venv/bin/python"), "-P", "-m", "web_ui.compiling")
    # A power cut within half a minute would leave empty files in a version that says it is whole.
    place.settle()
    place.write(folder / COMPLETE, name + "\n")


def _install_packages(
    place: Place, number: str, pip: tuple[str, ...], folder: PurePosixPath
) -> None:
    place.begin(PACKAGES_COME.about(version=number))
    try:
        place.do(*pip, str(folder / "source/requirements.lock"))
    except StepFailed as error:
        raise StepFailed(NO_PACKAGES.about(version=number, error=error.told)) from error


def _copy(source: Path, to: Path) -> None:
    for path in source_files(source):
        target = to / path
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source / path, target)


def use(place: Place, name: str) -> set[str]:
    """Make a version the current one and what was current the previous one; return both names."""
    now = current(place)
    place.settle()  # the marker of a whole version, before anything points to it
    older = now if now != name else previous(place)
    if older:
        place.link(BEFORE, folder_of(older))
    place.link(CURRENT, folder_of(name))
    return {name, older}


def take_back(place: Place, name: str, older: str) -> None:
    """Make these the current and the previous version again, and remove the one that failed."""
    place.link(CURRENT, folder_of(name))
    if older:
        place.link(BEFORE, folder_of(older))
    else:
        place.remove(BEFORE)
    tidy(place, {name, older})


def tidy(place: Place, kept: set[str]) -> None:
    """Remove all versions but these."""
    versions = place.at(VERSIONS)
    for folder in sorted(versions.iterdir()) if versions.is_dir() else ():
        if folder.name not in kept:
            place.remove(VERSIONS / folder.name)


def before(place: Place) -> str:
    """Return the name of the previous version; StepFailed if there is none to return to."""
    name = previous(place)
    if not name or not place.has(folder_of(name) / COMPLETE):
        raise StepFailed(NONE_BEFORE)
    return name

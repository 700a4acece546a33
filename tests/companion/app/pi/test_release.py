"""Release archives: what is damaged, false or unsigned is refused before anything is unpacked."""

import io
import os
import random
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from companion.app.pi import release
from companion.app.pi.release import MANIFEST, SIGNATURE, checked, unpack
from companion.app.pi.update import unpacked
from companion.engine.errors import StepFailed
from tests.companion.app.pi.releases import new_key, sign, tell_sums
from tests.support.places import ROOT
from tests.support.scratch_pi import copy_source

KINDS = ["gztar", "zip", "xztar", "tar"]


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A few files in place of the program."""
    folder = tmp_path / "source" / "dragonbag-1"
    (folder / "companion").mkdir(parents=True)
    (folder / "README.md").write_text("Dragonbag\n" * 50)
    (folder / "companion/__init__.py").write_bytes(random.Random(1).randbytes(3000))
    return folder


@pytest.fixture(params=KINDS)
def archive(request: pytest.FixtureRequest, source: Path, tmp_path: Path) -> Path:
    name = str(tmp_path / "out" / "dragonbag-1")
    (tmp_path / "out").mkdir()
    made = Path(shutil.make_archive(name, request.param, source.parent, source.name))
    tell_sums(made)
    return made


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "apart"
    made.mkdir()
    return made


def files(folder: Path) -> dict[str, bytes]:
    found = [path for path in folder.rglob("*") if path.is_file()]
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def test_a_whole_archive_is_unpacked_as_it_was(archive: Path, source: Path) -> None:
    with unpacked(archive, Path()) as inside:
        assert files(inside)[f"{source.name}/README.md"] == (source / "README.md").read_bytes()
        assert len(files(inside)) == 2


def damages(good: bytes, tries: int) -> list[bytes]:
    """Return an archive with one bit flipped at a time, then cut at a time."""
    dice = random.Random(1)
    flipped = []
    for _ in range(tries):
        bad = bytearray(good)
        bad[dice.randrange(len(bad))] ^= 1 << dice.randrange(8)
        flipped.append(bytes(bad))
    return flipped + [good[: dice.randrange(len(good))] for _ in range(tries)]


def test_every_flipped_bit_and_every_cut_is_refused_in_a_sentence(
    archive: Path, folder: Path
) -> None:
    for bad in damages(archive.read_bytes(), 100):
        archive.write_bytes(bad)
        with pytest.raises(StepFailed, match="is damaged, or is not what was released"):
            checked(archive, folder, "")


def test_a_damaged_sum_is_refused_in_a_sentence(archive: Path, folder: Path) -> None:
    sums = archive.with_name(MANIFEST)
    digest, rest = sums.read_bytes()[:64], sums.read_bytes()[64:]
    for bad in damages(digest, 50):
        sums.write_bytes(bad + rest)
        with pytest.raises(StepFailed):
            checked(archive, folder, "")


def test_what_a_damaged_archive_holds_is_never_a_traceback(archive: Path, folder: Path) -> None:
    """Even if its sums say that it is right: whoever made it may have made it badly."""
    told = []
    for number, bad in enumerate(damages(archive.read_bytes(), 60)):
        archive.write_bytes(bad)
        to = folder / str(number)
        to.mkdir()
        try:
            unpack(archive, to, archive)
        except StepFailed as failure:
            told.append(str(failure))
    assert told
    assert [sentence for sentence in told if archive.name not in sentence] == []


def test_an_archive_needs_the_sums_that_name_it(archive: Path, folder: Path) -> None:
    archive.with_name(MANIFEST).write_text(f"{'0' * 64}  another.tar.gz\n")
    with pytest.raises(StepFailed, match="does not name it"):
        checked(archive, folder, "")
    archive.with_name(MANIFEST).unlink()
    with pytest.raises(StepFailed, match="has no SHA256SUMS beside it"):
        checked(archive, folder, "")


def test_what_is_checked_is_what_is_unpacked(archive: Path, folder: Path) -> None:
    copy = checked(archive, folder, "")
    good = archive.read_bytes()
    archive.write_bytes(b"put here meanwhile")
    assert copy.read_bytes() == good


def test_only_a_signature_by_the_key_for_releases_counts(
    source: Path, tmp_path: Path, folder: Path
) -> None:
    archive = Path(shutil.make_archive(str(tmp_path / "a"), "zip", source.parent, source.name))
    tell_sums(archive)
    key, other = new_key(tmp_path / "key"), new_key(tmp_path / "other")
    with pytest.raises(StepFailed, match=r"there is no SHA256SUMS\.sig"):
        checked(archive, folder, key)
    sign(archive, tmp_path / "other")
    with pytest.raises(StepFailed, match="is not signed by your release_key"):
        checked(archive, folder, key)
    sign(archive, tmp_path / "key", namespace="git")
    with pytest.raises(StepFailed, match="is not signed by your release_key"):
        checked(archive, folder, key)
    with pytest.raises(StepFailed, match="is not signed by your release_key"):
        checked(archive, folder, "no key at all")
    sign(archive, tmp_path / "key")
    assert checked(archive, folder, key).is_file()
    assert checked(archive, folder, f"{key} of somebody").is_file()
    tell_more = archive.with_name(MANIFEST)
    tell_more.write_text(tell_more.read_text() + "\n")
    with pytest.raises(StepFailed, match="is not signed by your release_key"):
        checked(archive, folder, key)
    assert other != key


def test_with_a_key_a_folder_is_not_enough(source: Path) -> None:
    with (
        pytest.raises(StepFailed, match="only a signed release archive"),
        unpacked(source, Path(), "ssh-ed25519 AAAA"),
    ):
        pass


def tar_with(file: Path, *members: tarfile.TarInfo) -> Path:
    with tarfile.open(file, "w:gz") as made:
        for member in members:
            made.addfile(member, io.BytesIO(bytes(member.size)) if member.isreg() else None)
    return file


def member(name: str, kind: bytes = tarfile.REGTYPE, size: int = 0) -> tarfile.TarInfo:
    made = tarfile.TarInfo(name)
    made.type, made.size, made.linkname = kind, size, "/etc/passwd"
    return made


@pytest.mark.parametrize(
    "strange",
    [
        member("../outside"),
        member("/etc/outside"),
        member("a\\b"),
        member("link", tarfile.SYMTYPE),
        member("hard", tarfile.LNKTYPE),
        member("device", tarfile.CHRTYPE),
        member("pipe", tarfile.FIFOTYPE),
    ],
    ids=lambda strange: strange.name,
)
def test_an_archive_holds_files_and_folders_and_nothing_else(
    tmp_path: Path, folder: Path, strange: tarfile.TarInfo
) -> None:
    archive = tar_with(tmp_path / "a.tar.gz", strange)
    with pytest.raises(StepFailed, match="something that no release holds"):
        unpack(archive, folder, archive)
    assert list(folder.iterdir()) == []
    assert not (tmp_path / "outside").exists()


def test_a_small_archive_cannot_take_the_whole_card(tmp_path: Path, folder: Path) -> None:
    large = release.MOST_UNPACKED_BYTES + 1
    huge = tmp_path / "a.tar"
    huge.write_bytes(member("huge", size=large).tobuf())
    packed = tmp_path / "a.zip"
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("huge", bytes(1000))
    text = bytearray(packed.read_bytes())
    at = text.index(b"PK\x01\x02") + 24  # the unpacked size, in the member's entry
    text[at : at + 4] = large.to_bytes(4, "little")
    packed.write_bytes(text)
    many = tar_with(tmp_path / "a.tar.gz", *(member(str(n)) for n in range(10_001)))
    for bomb in (huge, packed, many):
        with pytest.raises(StepFailed, match="too large to be a release"):
            unpack(bomb, folder, bomb)


def test_what_make_release_writes_is_installed(tmp_path: Path, folder: Path) -> None:
    clone = tmp_path / "clone"
    (clone / "companion").mkdir(parents=True)
    for name in ("Makefile", "companion/__init__.py"):
        shutil.copy(ROOT / name, clone / name)
    identity = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    for words in (("init", "-q"), ("add", "."), ("commit", "-qm", "one")):
        subprocess.run(["git", "-C", str(clone), *identity, *words], check=True)
    key = new_key(tmp_path / "key")
    make = ["make", "-C", str(clone), "release", f"KEY={tmp_path / 'key'}"]
    subprocess.run(make, check=True, capture_output=True)
    (archive,) = (clone / "dist").glob("*.tar.gz")
    assert archive.with_name(SIGNATURE).exists()
    first = archive.read_bytes()
    copy = checked(archive, folder, key)
    unpack(copy, folder / "in", archive)
    assert (folder / "in" / archive.name.removesuffix(".tar.gz") / "Makefile").exists()
    subprocess.run(make, check=True, capture_output=True)
    assert archive.read_bytes() == first, "the same commit is the same archive"


def test_two_builds_of_the_same_files_are_the_same_wheel_byte_for_byte(tmp_path: Path) -> None:
    built = []
    for number in (1, 2):
        source, out = copy_source(tmp_path / str(number)), tmp_path / f"out{number}"
        os.utime(source / "README.md", (number * 1e9, number * 1e9))
        words = ["wheel", "--quiet", "--no-deps", "--no-index", "--no-build-isolation"]
        subprocess.run(
            [sys.executable, "-m", "pip", *words, "--wheel-dir", str(out), str(source)],
            env={**os.environ, "SOURCE_DATE_EPOCH": "1700000000", "PYTHONHASHSEED": str(number)},
            check=True,
        )
        (wheel,) = out.glob("*.whl")
        built.append(wheel.read_bytes())
    assert built[0] == built[1]

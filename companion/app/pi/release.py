"""Release archives: whole as their manifest says, signed if this Pi asks for it, then unpacked.

A release is an archive and, beside it, SHA256SUMS; `make release` writes both. If the settings name
a `release_key`, SHA256SUMS.sig has to be a signature by it. Signatures are OpenSSH's (ssh-keygen -Y
verify): every Pi has it, whoever publishes has such a key already, and it needs no further package.
"""

import hashlib
import lzma
import shutil
import subprocess
import tarfile
import zipfile
import zlib
from pathlib import Path, PurePosixPath

from companion.engine.errors import StepFailed
from companion.engine.sentence import Sentence

MANIFEST, SIGNATURE = "SHA256SUMS", "SHA256SUMS.sig"
NAMESPACE = "dragonbag-release"  # what such a signature is for; one for another purpose is none
SIGNER = "release"
MOST_ARCHIVE_BYTES = 64 * 1024 * 1024  # a release has some 5 MB
MOST_UNPACKED_BYTES = 256 * 1024 * 1024
MOST_MEMBERS = 10_000
MOST_MANIFEST_BYTES = 64 * 1024
PIECE_BYTES = 1 << 20
SUFFIXES = (".gz", ".tgz", ".zip", ".xz", ".bz2", ".tar")
NO_ARCHIVE = Sentence("{given} is neither a folder nor an archive: {error}")
NO_MANIFEST = Sentence(
    "{given} has no SHA256SUMS beside it, so nobody can tell whether it is whole. Put the file of "
    "the release there."
)
NOT_NAMED = Sentence("The SHA256SUMS beside {given} does not name it.")
DAMAGED = Sentence(
    "{given} is damaged, or is not what was released: SHA256SUMS tells otherwise. Get it again."
)
UNSIGNED = Sentence(
    "Your settings name a release_key, but there is no SHA256SUMS.sig beside {given}. Nothing was "
    "installed."
)
FALSELY_SIGNED = Sentence(
    "SHA256SUMS beside {given} is not signed by your release_key. Nothing was installed."
)
NO_SSH = Sentence(
    "ssh-keygen is missing, which checks signatures. Try: sudo apt install openssh-client"
)
ONLY_SIGNED = Sentence(
    "Your settings name a release_key, so only a signed release archive is installed. {given} is "
    "none."
)
TOO_LARGE = Sentence("{given} is too large to be a release of Dragonbag.")
STRANGE = Sentence("{given} holds something that no release holds: {name}")
# What the libraries raise for an archive that is none, is cut or damaged.
UNREADABLE = (
    OSError, tarfile.TarError, zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, KeyError,
    ValueError, RuntimeError,
)  # fmt: skip


def checked(given: Path, folder: Path, key: str) -> Path:
    """Return a copy in `folder` of a release archive that is what its manifest says; or StepFailed.

    Nothing is unpacked, and only the copy is looked at from then on. key: "ssh-ed25519 AAAA...", or
    "" if no signature is asked for.
    """
    if given.suffix not in SUFFIXES:
        raise StepFailed(NO_ARCHIVE.about(given=given, error=", ".join(SUFFIXES)))
    try:
        manifest = _small(given.with_name(MANIFEST))
        if manifest is None:
            raise StepFailed(NO_MANIFEST.about(given=given))
        if key:
            _check_signature(given, manifest, folder, key)
        copy = folder / given.name
        digest = _copied(given, copy)
    except OSError as error:
        raise StepFailed(NO_ARCHIVE.about(given=given, error=str(error))) from error
    wanted = _named_in(manifest, given.name)
    if wanted is None:
        raise StepFailed(NOT_NAMED.about(given=given))
    if digest != wanted:
        raise StepFailed(DAMAGED.about(given=given))
    return copy


def _small(file: Path) -> bytes | None:
    """Return what a small file holds, None if it is missing or not small."""
    if not file.is_file() or file.stat().st_size > MOST_MANIFEST_BYTES:
        return None
    return file.read_bytes()


def _copied(given: Path, copy: Path) -> str:
    """Copy an archive and return its SHA-256; StepFailed if it is too large."""
    digest, size = hashlib.sha256(), 0
    with given.open("rb") as archive, copy.open("wb") as target:
        while piece := archive.read(PIECE_BYTES):
            size += len(piece)
            if size > MOST_ARCHIVE_BYTES:
                raise StepFailed(TOO_LARGE.about(given=given))
            digest.update(piece)
            target.write(piece)
    return digest.hexdigest()


def _named_in(manifest: bytes, name: str) -> str | None:
    """Return the SHA-256 that a manifest tells of a file, None if it does not tell."""
    for line in manifest.decode(errors="replace").splitlines():
        digest, _, file = line.partition("  ")  # as sha256sum writes it
        if file == name:
            return digest
    return None


def _check_signature(given: Path, manifest: bytes, folder: Path, key: str) -> None:
    signature = _small(given.with_name(SIGNATURE))
    if signature is None:
        raise StepFailed(UNSIGNED.about(given=given))
    signers, signed = folder / "signers", folder / SIGNATURE
    of_one_line = " ".join(key.split())
    signers.write_text(f'{SIGNER} namespaces="{NAMESPACE}" {of_one_line}\n')
    signed.write_bytes(signature)
    asked = ("-Y", "verify", "-f", str(signers), "-I", SIGNER, "-n", NAMESPACE, "-s", str(signed))
    try:
        told = subprocess.run(["ssh-keygen", *asked], input=manifest, capture_output=True)
    except FileNotFoundError as error:
        raise StepFailed(NO_SSH) from error
    if told.returncode:
        raise StepFailed(FALSELY_SIGNED.about(given=given))


def unpack(archive: Path, folder: Path, given: Path) -> None:
    """Unpack an archive into a folder of its own; StepFailed if that is not possible."""
    try:
        if zipfile.is_zipfile(archive):
            _unpack_zip(archive, folder, given)
        else:
            _unpack_tar(archive, folder, given)
    except UNREADABLE as error:
        raise StepFailed(NO_ARCHIVE.about(given=given, error=str(error))) from error


def _unpack_tar(archive: Path, folder: Path, given: Path) -> None:
    """Unpack files and folders, and nothing else: no links, no devices, nothing outside."""
    with tarfile.open(archive) as opened:
        size = 0
        for number, member in enumerate(opened):
            size += member.size
            _must_fit(given, number, size)
            to = _place_of(member.name, folder, given)
            if member.isdir():
                to.mkdir(parents=True, exist_ok=True)
                continue
            source = opened.extractfile(member) if member.isreg() else None
            if source is None:
                raise StepFailed(STRANGE.about(given=given, name=member.name))
            to.parent.mkdir(parents=True, exist_ok=True)
            with source, to.open("wb") as target:
                shutil.copyfileobj(source, target, PIECE_BYTES)


def _unpack_zip(archive: Path, folder: Path, given: Path) -> None:
    with zipfile.ZipFile(archive) as opened:
        members = opened.infolist()
        # zipfile unpacks no more of a member than the size that it names.
        _must_fit(given, len(members) - 1, sum(member.file_size for member in members))
        for member in members:
            to = _place_of(member.filename, folder, given)
            if member.is_dir():
                to.mkdir(parents=True, exist_ok=True)
                continue
            to.parent.mkdir(parents=True, exist_ok=True)
            with opened.open(member) as source, to.open("wb") as target:
                shutil.copyfileobj(source, target, PIECE_BYTES)


def _must_fit(given: Path, number: int, size: int) -> None:
    if number >= MOST_MEMBERS or size > MOST_UNPACKED_BYTES:
        raise StepFailed(TOO_LARGE.about(given=given))


def _place_of(name: str, folder: Path, given: Path) -> Path:
    """Return where a member goes; StepFailed if its name leads out of the folder."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\\" in name or "\0" in name:
        raise StepFailed(STRANGE.about(given=given, name=repr(name)))
    return folder / path

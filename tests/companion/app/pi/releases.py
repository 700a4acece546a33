"""Release archives as their makers publish them: sums, keys and signatures by the real tools."""

import hashlib
import subprocess
from pathlib import Path

from companion.app.pi.release import MANIFEST, NAMESPACE


def tell_sums(archive: Path) -> None:
    """Write SHA256SUMS beside an archive, as sha256sum does."""
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()
    archive.with_name(MANIFEST).write_text(f"{digest}  {archive.name}\n")


def new_key(file: Path) -> str:
    """Make a key for signatures and return its public part."""
    words = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", str(file)]
    subprocess.run(words, check=True)
    return file.with_suffix(".pub").read_text().strip()


def sign(archive: Path, key: Path, namespace: str = NAMESPACE) -> None:
    """Sign the SHA256SUMS beside an archive."""
    sums = archive.with_name(MANIFEST)
    sums.with_name(f"{MANIFEST}.sig").unlink(missing_ok=True)
    words = ["ssh-keygen", "-q", "-Y", "sign", "-f", str(key), "-n", namespace, str(sums)]
    subprocess.run(words, check=True, capture_output=True)

"""The table's own certificate authority, and the certificate that phones are shown.

openssl makes both: every Raspberry Pi OS has it, and it is needed once a year.

Whoever installs an authority believes it whatever it signs. So this one can only sign for names
that end in .local and for addresses of a home's network (RFC 5280, 4.2.1.10), and for nothing else
than a server.
"""

import hashlib
import ipaddress
import os
import re
import ssl
import subprocess
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from companion.engine.errors import StepFailed
from companion.engine.sentence import Sentence

AUTHORITY_DAYS = 3650
# Browsers take at most 398 days from an authority of the web, and 825 from one that was installed.
SERVER_DAYS = 397
RENEW_DAYS = 60  # before the end
# RULING: both are valid two days before they are made, for a phone whose clock is behind, and for a
# Pi whose clock was ahead.
EARLIER = timedelta(days=2)
HOMES = (
    *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"),
    *("169.254.0.0/16", "100.64.0.0/10", "127.0.0.0/8"),
)
KEY, CERTIFICATE, SERVER = "authority.key", "authority.crt", "server.pem"
NO_OPENSSL = Sentence("openssl is not installed. Run sudo apt install openssl.")
REFUSED = Sentence("openssl refused: {why}")
TIME = "%Y%m%d%H%M%SZ"
NAME = re.compile(r"[A-Za-z0-9-]{1,63}")


@dataclass(frozen=True, slots=True)
class Shown:
    """What a certificate says: whom it is for, and how long."""

    names: frozenset[str]
    until: datetime


def signable(host: str, addresses: Iterable[str]) -> tuple[str, ...]:
    """Return the names by which phones reach this machine that the authority may sign."""
    own = [f"{host.lower()}.local"] if NAME.fullmatch(host) else []
    nets = [ipaddress.ip_network(home) for home in HOMES]
    given = map(ipaddress.ip_address, addresses)
    return (*own, *sorted(str(each) for each in given if any(each in net for net in nets)))


def make_authority(folder: Path, host: str, now: datetime | None = None) -> None:
    """Make the authority in this folder, unless it is there; StepFailed if openssl cannot."""
    if (folder / KEY).exists() and (folder / CERTIFICATE).exists():
        return
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    title = f"Dragonbag on {host}"[:64] if NAME.fullmatch(host) else "Dragonbag"
    with _Workshop(folder) as work:
        work.request(title)
        work.sign("authority", AUTHORITY_DAYS, now, "-selfsign", "-keyfile", "key.pem")
        work.put("key.pem", KEY)
        work.put("made.pem", CERTIFICATE)


def make_server(folder: Path, names: tuple[str, ...], now: datetime | None = None) -> None:
    """Make a certificate for these names with a key of its own, in one file; StepFailed if not."""
    with _Workshop(folder, names) as work:
        work.request("Dragonbag")
        # openssl runs in the workshop, where a path from this folder leads nowhere.
        key, certificate = (folder / KEY).absolute(), (folder / CERTIFICATE).absolute()
        signer = ("-keyfile", str(key), "-cert", str(certificate))
        work.sign("server", SERVER_DAYS, now, *signer)
        with (work.folder / "made.pem").open("ab") as file:
            file.write((work.folder / "key.pem").read_bytes())
        work.put("made.pem", SERVER)


def is_due(shown: Shown | None, names: Iterable[str], now: datetime) -> bool:
    """Must there be a new certificate?"""
    if shown is None or now + timedelta(days=RENEW_DAYS) > shown.until:
        return True
    return shown.names != frozenset(names)


def shown_by(file: Path) -> Shown | None:
    """Return what a certificate says, None if there is none that can be read."""
    try:
        told = _openssl("x509", "-in", str(file), "-noout", "-enddate", "-ext", "subjectAltName")
    except StepFailed:
        return None
    names = re.findall(r"(?:DNS|IP Address):([^,\s]+)", told)
    ends = ssl.cert_time_to_seconds(told.partition("notAfter=")[2].partition("\n")[0])
    return Shown(frozenset(names), datetime.fromtimestamp(ends, UTC))


def fingerprint(file: Path) -> str:
    """Return the SHA-256 of a certificate as phones show it: "AB:12:..."."""
    digest = hashlib.sha256(ssl.PEM_cert_to_DER_cert(file.read_text())).hexdigest().upper()
    return ":".join(digest[at : at + 2] for at in range(0, len(digest), 2))


class _Workshop:
    """A folder for one certificate: what is whole is put beside the others."""

    def __init__(self, home: Path, names: tuple[str, ...] = ()) -> None:
        self._home, self._names = home, names

    def __enter__(self) -> "_Workshop":
        # Not with ignore_cleanup_errors: a key must not be left behind.
        self._temporary = tempfile.TemporaryDirectory(dir=self._home, prefix="new-")
        self.folder = Path(self._temporary.name)
        (self.folder / "index.txt").touch()
        (self.folder / "openssl.cnf").write_text(_configuration(self._names))
        return self

    def __exit__(self, *failure: object) -> None:
        self._temporary.cleanup()

    def request(self, title: str) -> None:
        """Make a key and ask for a certificate of it."""
        curve = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")
        asks = ("req", "-new", *curve, "-keyout", "key.pem", "-out", "asked.pem")
        _openssl(*asks, "-config", "openssl.cnf", "-subj", f"/CN={title}", at=self.folder)

    def sign(self, kind: str, days: int, now: datetime | None, *signer: str) -> None:
        begins = (now or datetime.now(UTC)) - EARLIER
        ends = begins + timedelta(days=days)
        times = ("-startdate", f"{begins:{TIME}}", "-enddate", f"{ends:{TIME}}")
        signs = ("ca", "-batch", "-notext", "-config", "openssl.cnf", "-extensions", kind)
        files = ("-in", "asked.pem", "-out", "made.pem")
        _openssl(*signs, *times, *signer, *files, at=self.folder)

    def put(self, made: str, name: str) -> None:
        file = self.folder / made
        file.chmod(0o600)
        file.replace(self._home / name)


def _openssl(*words: str, at: Path | None = None) -> str:
    """Run openssl, in a folder; StepFailed with what it says of why not."""
    environ = {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C"}
    try:
        ran = subprocess.run(
            ("openssl", *words), cwd=at, env=environ, capture_output=True, text=True, check=True
        )
    except FileNotFoundError as error:
        raise StepFailed(NO_OPENSSL) from error
    except subprocess.CalledProcessError as error:
        said = [line for line in error.stderr.splitlines() if line and not _is_chatter(line)]
        raise StepFailed(REFUSED.about(why="; ".join(said) or str(error))) from error
    return ran.stdout


def _is_chatter(line: str) -> bool:
    """Does openssl say here what it does, and not what is wrong?"""
    return line.startswith(("Using configuration from", "-----"))


def _configuration(names: tuple[str, ...]) -> str:
    nets = [ipaddress.ip_network(home) for home in HOMES]
    homes = [
        f"permitted;IP.{n} = {net.network_address}/{net.netmask}" for n, net in enumerate(nets)
    ]
    own = [f"{_kind(name)}.{n} = {name}" for n, name in enumerate(names)]
    return CONFIGURATION.format(homes="\n".join(homes), names="\n".join(own))


def _kind(name: str) -> str:
    return "DNS" if name[-1].isalpha() else "IP"


CONFIGURATION = """\
[req]
distinguished_name = asked
[asked]
[ca]
default_ca = own
[own]
database = index.txt
new_certs_dir = .
rand_serial = yes
default_md = sha256
policy = any
[any]
commonName = supplied
[authority]
basicConstraints = critical, CA:true, pathlen:0
keyUsage = critical, keyCertSign
extendedKeyUsage = serverAuth
subjectKeyIdentifier = hash
nameConstraints = critical, @homes
[homes]
permitted;DNS.0 = local
{homes}
[server]
basicConstraints = critical, CA:false
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth
subjectKeyIdentifier = hash
authorityKeyIdentifier = keyid
subjectAltName = @names
[names]
{names}
"""

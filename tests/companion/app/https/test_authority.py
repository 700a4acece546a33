"""The authority: what it may sign, and what a TLS client refuses of it."""

import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.app.https.authority import (
    CERTIFICATE,
    KEY,
    RENEW_DAYS,
    SERVER,
    SERVER_DAYS,
    is_due,
    make_authority,
    make_server,
    shown_by,
    signable,
)
from companion.engine.errors import StepFailed

NOW = datetime(2026, 11, 24, tzinfo=UTC)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    make_authority(tmp_path / "secrets", "dragonbag")
    return tmp_path / "secrets"


def handshake(folder: Path, name: str) -> ssl.SSLObject:
    """Let a client that believes the authority meet its certificate, in memory; return it."""
    theirs = ssl.create_default_context(cafile=folder / CERTIFICATE)
    ours = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    ours.load_cert_chain(folder / SERVER)
    up, down = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = theirs.wrap_bio(down, up, server_hostname=name)
    server = ours.wrap_bio(up, down, server_side=True)
    for side in (client, server, client, server):
        try:
            side.do_handshake()
        except ssl.SSLWantReadError:
            continue
    return client


def test_only_home_addresses_and_a_local_name_are_signed() -> None:
    addresses = ["192.168.1.4", "10.42.0.1", "8.8.8.8", "172.32.0.1"]
    assert signable("Dragonbag", addresses) == ("dragonbag.local", "10.42.0.1", "192.168.1.4")
    assert signable("no name", ["10.0.0.1"]) == ("10.0.0.1",)


@pytest.mark.parametrize("name", ["dragonbag.local", "192.168.1.4"])
def test_a_client_believes_a_home_name(folder: Path, name: str) -> None:
    make_server(folder, (name,))
    certificate = handshake(folder, name).getpeercert()
    assert certificate is not None
    assert f"'{name}'" in str(certificate["subjectAltName"])


@pytest.mark.parametrize("name", ["8.8.8.8", "bank.example.com"])
def test_a_client_refuses_what_is_no_homes_even_if_it_was_signed(folder: Path, name: str) -> None:
    make_server(folder, (name,))
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
        handshake(folder, name)


def test_the_authority_is_made_once(folder: Path) -> None:
    before = (folder / CERTIFICATE).read_bytes(), (folder / KEY).read_bytes()
    make_authority(folder, "another")
    assert ((folder / CERTIFICATE).read_bytes(), (folder / KEY).read_bytes()) == before
    assert {file.name for file in folder.iterdir()} == {KEY, CERTIFICATE}, "nothing is left over"


def test_a_folder_is_named_from_where_the_command_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    secrets = Path("secrets")
    make_authority(secrets, "dragonbag")
    make_server(secrets, ("dragonbag.local",))
    handshake(secrets, "dragonbag.local")


def test_openssls_own_reason_is_told(folder: Path) -> None:
    (folder / KEY).write_text("no key")
    with pytest.raises(StepFailed, match=r"openssl refused: .*CA private key") as refused:
        make_server(folder, ("dragonbag.local",))
    assert "Using configuration" not in str(refused.value)


def test_a_certificate_is_valid_at_most_397_days_and_renewed_in_time(folder: Path) -> None:
    names = ("dragonbag.local",)
    make_server(folder, names, NOW)
    shown = shown_by(folder / SERVER)
    assert shown is not None
    assert shown.until <= NOW + timedelta(days=SERVER_DAYS)
    assert SERVER_DAYS <= 397
    assert not is_due(shown, names, NOW)
    assert is_due(shown, names, shown.until - timedelta(days=RENEW_DAYS - 1))
    assert is_due(shown, (*names, "10.0.0.1"), NOW)
    assert is_due(None, names, NOW)


def test_a_damaged_certificate_is_made_anew(folder: Path) -> None:
    (folder / SERVER).write_text("nothing")
    assert shown_by(folder / SERVER) is None


def test_a_damaged_authority_is_told(folder: Path) -> None:
    (folder / KEY).write_text("nothing")
    with pytest.raises(StepFailed, match="openssl refused"):
        make_server(folder, ("dragonbag.local",))

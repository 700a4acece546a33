"""dragonbag.toml and flags."""

from pathlib import Path

import pytest

from companion import addresses
from companion.settings import BadSettings, Settings, default_data_dir, load


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "dragonbag.toml"


def test_without_a_file_the_defaults_count(file: Path) -> None:
    assert load(file, {}) == Settings()
    assert Settings().journal == default_data_dir() / "journal.sqlite"


def test_the_file_counts_and_a_flag_counts_more(file: Path) -> None:
    file.write_text('port = 9000\npanel = "none"\ndata_dir = "/evening"\n')
    found = load(file, {"port": 9001, "panel": None})
    assert found == Settings(port=9001, panel="none", data_dir=Path("/evening"))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("prot = 1", "no such field: prot"),
        ('port = "one"', "Expected `int`"),
        ("port = ", "dragonbag.toml"),
        ('panel = "magic"', "panel"),
        ("port = 70000", "port"),
    ],
)
def test_a_file_that_cannot_be_used_says_why(file: Path, text: str, why: str) -> None:
    file.write_text(text)
    with pytest.raises(BadSettings, match=why):
        load(file, {})


def test_the_data_folder_follows_the_desktop_rules(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_data_dir() == tmp_path / "dragonbag"


def test_a_server_on_one_address_has_one_url() -> None:
    assert addresses.urls("127.0.0.1", 8000) == ["http://127.0.0.1:8000/"]


def test_a_server_on_all_addresses_names_each_card_and_the_machine() -> None:
    found = addresses.urls("0.0.0.0", 8000)
    assert found[-1].endswith(".local:8000/")
    assert all("127." not in url for url in found)
    assert len(found) == len(addresses.numeric()) + 1

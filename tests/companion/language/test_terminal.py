"""Which language a shell asks for, and how wide a text is there."""

import pytest

from companion.language.terminal import asked_for, padded, width


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "ru"}, "ru"),
        ({"LANG": "ru_RU@cyrillic"}, "ru"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "ja_JP.UTF-8", "LC_MESSAGES": "ru_RU.UTF-8"}, "ru"),
        ({"LC_ALL": "ja_JP.UTF-8", "LC_MESSAGES": "ru_RU.UTF-8"}, "ja"),
        ({"LC_ALL": "", "LANG": "ru_RU.UTF-8"}, "ru"),
        ({"LC_ALL": "C", "LANG": "ja_JP.UTF-8"}, "en"),
        ({"LC_ALL": "C.UTF-8", "LANGUAGE": "ja"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "de:ru:ja"}, "ru"),
        ({"LANG": "ja_JP.UTF-8", "LANGUAGE": "en:ja"}, "en"),
    ],
)
def test_the_shell_says_the_language(environ: dict[str, str], language: str) -> None:
    assert asked_for(environ) == language


def test_a_japanese_letter_takes_two_columns() -> None:
    assert (width("disk"), width("ディスク"), width("Wi-Fi")) == (4, 8, 5)
    assert padded("ボード", 9) == "ボード   "
    assert padded("too long", 3) == "too long"

"""How large a sentence may be written on the table display."""

import pytest

from web_ui.render.fit import fit


@pytest.mark.parametrize(
    ("text", "said"), [("Ann", "fit-0"), ("Anna", "fit-1"), ("さく", "fit-1"), ("Annabel", "fit-2")]
)
def test_each_limit_that_a_text_is_over_makes_its_letters_smaller(text: str, said: str) -> None:
    assert fit(text, 3, 6) == said

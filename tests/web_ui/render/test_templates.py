"""Templates are laid out for people; what is sent is not."""

import re

from flask.testing import FlaskClient
from jinja2 import Environment

from web_ui.render.templates import Unindented


def rendered(template: str) -> str:
    environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    environment.add_extension(Unindented)
    return environment.from_string(template).render()


def test_a_line_is_sent_without_its_indentation() -> None:
    assert rendered("<ul>\n    <li>\n\t\t1\n    </li>\n</ul>") == "<ul>\n<li>\n1\n</li>\n</ul>"


def test_words_on_two_lines_stay_two_words() -> None:
    assert rendered("<p>\n  {{ 'one' }}\n  <b>two</b>\n</p>").split() == [
        "<p>",
        "one",
        "<b>two</b>",
        "</p>",
    ]


def test_what_a_player_typed_keeps_its_spaces() -> None:
    assert rendered("  {{ '  Ann' }}") == "  Ann"


def test_no_line_of_a_page_begins_with_a_space(client: FlaskClient) -> None:
    for path in ("/", "/new", "/board", "/why", "/log"):
        assert re.search(r"^[ \t]", client.get(path).text, re.MULTILINE) is None

"""The indentation of templates is for those who read them: it is not sent."""

import re

from jinja2.ext import Extension

INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)


class Unindented(Extension):
    """Takes the indentation off every line of a template, once, when it is compiled.

    A line break is still sent: between words and buttons it is a visible space.
    """

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Return the template as it is compiled; its lines keep their numbers."""
        return INDENTATION.sub("", source)

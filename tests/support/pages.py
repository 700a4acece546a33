"""What draws pages, and pages as a browser without script has them: elements and forms, parsed."""

import atexit
import shutil
import tempfile
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, partial
from html.parser import HTMLParser
from pathlib import Path

from flask import Flask

import web_ui.app
from companion.engine.value import replace
from companion.table.table import Table
from web_ui.access.guests import Guests
from web_ui.app import Options

VOID = {"input", "img", "link", "meta", "br"}


@cache
def compiled() -> Path:
    """Return a folder for compiled templates: each is compiled once in a process, not in each test.

    It goes when the process ends, so that no test meets what was compiled yesterday.
    """
    folder = Path(tempfile.mkdtemp(prefix="dragonbag-templates-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def create_app(table: Table, options: Options) -> Flask:
    """Return the application for one table, with the templates that this process has compiled."""
    return web_ui.app.create_app(table, replace(options, compiled=compiled()))


def locked_app(table: Table, guests: Guests) -> Flask:
    """Return the application for a table that is only for these guests."""
    address = partial(guests.link, "http://t")
    return create_app(table, Options(address=address, version="test", guests=guests))


def has_compiled(folder: Path) -> Path:
    """Let a table that keeps its files in this folder have the compiled templates; return it."""
    folder.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError):  # a table that is served again
        (folder / "templates").symlink_to(compiled())
    return folder


@dataclass
class Form:
    """A form with the fields that it would send, for each of its buttons."""

    action: str
    method: str
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[dict[str, str]] = field(default_factory=list)

    def sent(self, button: int = 0, **more: str) -> dict[str, str]:
        return {**self.fields, **(self.buttons[button] if self.buttons else {}), **more}


class Page(HTMLParser):
    """The text by element id, the links and the forms of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.links: list[str] = []
        self.tags: set[str] = set()
        self.words: dict[str, str] = {}
        self._inside: list[str] = []
        self._select = ""
        self._is_said_by_text = False  # the value of an option that has no other
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, given: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in given}
        self.tags.add(tag)
        if tag not in VOID:
            self._inside.append(attributes.get("id", ""))
        if tag == "a":
            self.links.append(attributes.get("href", ""))
        elif tag == "form":
            self.forms.append(Form(attributes["action"], attributes.get("method", "get")))
        elif self.forms:
            self._field(tag, attributes)

    def _field(self, tag: str, attributes: dict[str, str]) -> None:
        form, name = self.forms[-1], attributes.get("name", "")
        if tag == "select":
            self._select = name
        elif tag == "option" and self._select:  # those of a datalist are only proposed
            if self._select not in form.fields or "selected" in attributes:
                form.fields[self._select] = attributes.get("value", "")
                self._is_said_by_text = "value" not in attributes
        elif tag == "input" and name and "disabled" not in attributes:
            is_box = attributes.get("type") in ("checkbox", "radio")
            if not is_box or "checked" in attributes:
                form.fields[name] = attributes.get("value", "on" if is_box else "")
        elif tag == "button" and attributes.get("type") != "button":
            form.buttons.append({name: attributes.get("value", "")} if name else {})

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self._select = ""
        if self._inside and tag not in VOID:
            self._inside.pop()

    def handle_data(self, data: str) -> None:
        if self._is_said_by_text:
            self.forms[-1].fields[self._select] = data.strip()
            self._is_said_by_text = False
        for name in filter(None, self._inside):
            self.words[name] = f"{self.words.get(name, '')} {data}".strip()
        self.words[""] = f"{self.words.get('', '')} {data}".strip()

    @property
    def text(self) -> str:
        """Return all that can be read."""
        return " ".join(self.words.get("", "").split())

    def to(self, action: str) -> list[Form]:
        """Return the forms that go there."""
        return [form for form in self.forms if form.action == action]

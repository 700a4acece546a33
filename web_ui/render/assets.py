"""Static files as phones get them: few, small, and under addresses that name their content.

Templates write one tag a file. `joined()` makes one stylesheet and one script of a page's tags.
Both are put together and stripped in memory when they are first asked for:

    /static/tokens.css+shell.css?v=1f0c2a9b
"""

import gzip
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path

from jinja2.ext import Extension

from web_ui.render.modules import as_one_script

ADDRESS = "/static/"
AND = "+"  # between the names of files that are one answer
STYLE = re.compile(rf'\s*<link rel="stylesheet" href="{ADDRESS}([^"?]+)">')
SCRIPT = re.compile(rf'\s*<script type="module" src="{ADDRESS}([^"?]+)"></script>')
OTHER = re.compile(rf'(href|src)="{ADDRESS}([^"?]+)"')
DRAWING = re.compile(rf'"{ADDRESS}([^"?#{{]+)#')  # one of the drawings of a file
KINDS = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webmanifest": "application/manifest+json",
    ".webm": "video/webm",
    ".mp4": "video/mp4",
}
DENSE = ("image/png", "video/webm", "video/mp4")  # nothing makes them smaller

OUTSIDE = re.compile(rb"<!--.*?-->|(?<=>)\s+|\s+(?=<)", re.DOTALL)  # of the tags of a drawing
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
BLANKS = re.compile(r"\s+")
AROUND = re.compile(r'("[^"]*")|\s*([{};,>])\s*|(:)\s+')  # what is between quotes stays


@dataclass(frozen=True)
class Asset:
    """One answer: what it is, and the address that may be cached for ever."""

    name: str
    kind: str
    body: bytes

    @cached_property
    def version(self) -> str:
        """Return the first digits of its SHA-256."""
        return sha256(self.body).hexdigest()[:8]

    @cached_property
    def packed(self) -> bytes:
        """Return it packed with gzip; b"" if that makes nothing of it smaller."""
        return b"" if self.kind in DENSE else gzip.compress(self.body, 9, mtime=0)

    @property
    def address(self) -> str:
        """Return where phones get it."""
        return f"{ADDRESS}{self.name}?v={self.version}"


class Assets:
    """All static files; safe to use from several threads."""

    def __init__(self, folders: Mapping[str, Path]) -> None:
        """Read the files of these folders; each stands at its own path under /static/."""
        self._files = {
            f"{place}{path.name}": path.read_bytes()
            for place, folder in folders.items()
            for path in sorted(folder.glob("*.*"))
        }
        self.get = lru_cache(maxsize=128)(self._get)
        self.joined = lru_cache(maxsize=128)(self._joined)

    @cached_property
    def version(self) -> str:
        """Return a name for all files together: another one after an update."""
        whole = b"".join(name.encode() + body for name, body in self._files.items())
        return sha256(whole).hexdigest()[:8]

    def address(self, name: str) -> str:
        """Return the address of a file, or of several as one, that may be cached for ever."""
        return self.get(name).address

    def _get(self, name: str) -> Asset:
        """Return a file, or several of a kind as one; KeyError if there is none of that name."""
        names = name.split(AND)
        kinds = {KINDS[Path(each).suffix] for each in names}
        if len(kinds) > 1 or len(set(names)) < len(names):
            raise KeyError(name)
        kind = kinds.pop()
        if kind == KINDS[".js"]:
            body = as_one_script(names, self._text, self.address).encode()
        elif kind == KINDS[".css"]:
            body = "".join(stripped(self._text(each)) for each in names).encode()
        else:
            (only,) = names
            body = self._files[only]
            body = OUTSIDE.sub(b"", body) if kind == KINDS[".svg"] else body
        return Asset(name, kind, body)

    def _text(self, name: str) -> str:
        return self._files[name].decode()

    def _joined(self, head: str) -> str:
        """Return a page's head with one stylesheet and one script instead of many."""
        styles, scripts = (AND.join(dict.fromkeys(tag.findall(head))) for tag in (STYLE, SCRIPT))
        rest = SCRIPT.sub("", STYLE.sub("", head)).rstrip()
        lines = [OTHER.sub(lambda found: f'{found[1]}="{self.address(found[2])}"', rest)]
        if styles:
            lines.append(f'<link rel="stylesheet" href="{self.address(styles)}">')
        if scripts:
            lines.append(f'<script type="module" src="{self.address(scripts)}"></script>')
        return "\n".join(lines) + "\n"


class Drawings(Extension):
    """Gives each file of drawings that a template names the address of its content.

    The environment's global `static` says which.
    """

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Return the template as it is compiled."""
        address = self.environment.globals["static"]
        assert callable(address)
        return DRAWING.sub(lambda found: f'"{address(found[1])}#', source)


def stripped(css: str) -> str:
    """Return a stylesheet without comments and needless blanks."""
    flat = BLANKS.sub(" ", COMMENT.sub("", css))
    tight = AROUND.sub(lambda found: found[1] or found[2] or found[3], flat)
    return tight.replace(";}", "}").strip()

"""How templates are read, kept and run: without indentation, compiled once, by quick calls."""

import marshal
import os
import re
import sys
import threading
from collections.abc import Callable, Mapping, MutableMapping
from contextlib import suppress
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from flask.templating import Environment as FlaskEnvironment
from jinja2 import BytecodeCache, Environment, nodes
from jinja2 import __version__ as JINJA
from jinja2.bccache import Bucket
from jinja2.compiler import CodeGenerator, Frame
from jinja2.ext import Extension
from jinja2.nodes import EvalContext
from jinja2.runtime import Context
from jinja2.utils import missing
from markupsafe import Markup, escape

from web_ui.render.view import Later

INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)
DIGEST_BYTES = 32  # of SHA-256
DRAWINGS, DRAWN = "macros/drawings.html", ("piece", "icon", "meter")


class Unindented(Extension):
    """Takes the indentation off every line of a template, once, when it is compiled.

    A line break is still sent: between words and buttons it is a visible space.
    """

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Return the template as it is compiled; its lines keep their numbers."""
        return INDENTATION.sub("", source)


def installed() -> Path:
    """Return where an installed version has its compiled templates; only root may change them."""
    return Path(sys.prefix).with_name("compiled-templates")  # beside its venv


class Compiled(BytecodeCache):
    """Compiled templates in a folder.

    A file that is missing, damaged, or of another source, compiler or Python, costs time alone.
    """

    def __init__(self, folder: Path, *, grows: bool = True) -> None:
        """Keep them in this folder, which is made if it is missing and can be.

        One that does not grow is only read.
        """
        self._folder, self._grows = folder, grows
        self._compiler = f"{JINJA} {sys.version}".encode() + Path(__file__).read_bytes()

    @classmethod
    def of(cls, own: Path) -> "Compiled":
        """Return those that were installed with this version, else those that a table keeps."""
        there = installed()
        return cls(there, grows=False) if there.is_dir() else cls(own)

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """Return the name of a template's file, wherever the template lies."""
        return sha256(name.encode()).hexdigest()

    def get_source_checksum(self, source: str) -> str:
        """Return what tells this template, and what compiles it, from every other."""
        return sha256(self._compiler + source.encode()).hexdigest()

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give a template its code if it is there."""
        with suppress(OSError):
            kept = (self._folder / bucket.key).read_bytes()
            body = kept[DIGEST_BYTES:]
            if kept[:DIGEST_BYTES] == _digest(bucket, body):
                bucket.code = marshal.loads(body)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the code of a template if the disk takes it."""
        if not self._grows:
            return
        body = marshal.dumps(bucket.code)
        fresh = self._folder / f"{bucket.key}.{threading.get_ident()}"
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            fresh.write_bytes(_digest(bucket, body) + body)
            os.replace(fresh, self._folder / bucket.key)


def _digest(bucket: Bucket, body: bytes) -> bytes:
    return sha256(bucket.checksum.encode() + body).digest()


class QuickContext(Context):
    """A context whose calls are plain calls.

    Jinja asks of each function whether it wants the context, and of each import whether a template
    has globals of its own. Here none does.
    """

    def __init__(
        self,
        environment: Environment,
        parent: dict[str, Any],
        name: str | None,
        blocks: dict[str, Callable[..., Any]],
        globals: MutableMapping[str, Any] | None = None,
    ) -> None:
        """Know the variables in `parent`, which has the environment's globals, too.

        Every included template has a context of its own, so what is always the same is made once.
        """
        self.parent, self.vars, self.exported_vars = parent, {}, set()
        self.environment, self.eval_ctx, self.name = environment, _escaping(environment), name
        self.globals_keys = set()
        self.blocks = {block: [draw] for block, draw in blocks.items()} if blocks else {}

    def resolve_or_missing(self, key: str) -> Any:
        """Return a variable, or that it is missing; one for later is worked out now."""
        if key in self.vars:
            return self.vars[key]
        if key not in self.parent:
            return missing
        found = self.parent[key]
        return found.told if found.__class__ is Later else found

    def call(
        self,
        function: Callable[..., Any],
        /,
        *values: Any,
        _loop_vars: Mapping[str, Any] | None = None,
        _block_vars: Mapping[str, Any] | None = None,
        **named: Any,
    ) -> Any:
        """Call a function or a macro."""
        return function(*values, **named)


@cache
def _escaping(environment: Environment) -> EvalContext:
    return EvalContext(environment, "page.html")  # Flask looks at the end of the name


_text = lru_cache(maxsize=2048)(escape)


def shown(value: object) -> str:
    """Return a value as a page shows it: text is escaped, markup is not."""
    kind = value.__class__
    if kind is Markup:
        return value  # type: ignore[return-value]
    return _text(value) if kind is str else escape(value)


class QuickGenerator(CodeGenerator):
    """Compiles templates so that they ask `shown` for what they show."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        is_plain = finalize.src is None and not frame.eval_ctx.volatile
        if is_plain and frame.eval_ctx.autoescape:
            self.write("environment.shown(")
        else:
            super()._output_child_pre(node, frame, finalize)


class QuickEnvironment(FlaskEnvironment):
    """An environment whose templates write `a.b` for attributes alone, and `a[b]` for items."""

    code_generator_class = QuickGenerator
    getattr = staticmethod(getattr)  # type: ignore[assignment]
    shown = staticmethod(shown)


def draws(environment: Environment) -> None:
    """Let every template draw pieces, icons and meters; each is drawn once for the same values."""
    environment.globals.update({name: _drawing(environment, name) for name in DRAWN})


def _drawing(environment: Environment, name: str) -> Callable[..., Markup]:
    @lru_cache(maxsize=256, typed=True)  # markup is not escaped, and the same text is
    def draw(*values: object, **named: object) -> Markup:
        drawn: Markup = getattr(environment.get_template(DRAWINGS).module, name)(*values, **named)
        return drawn

    return draw

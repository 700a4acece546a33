"""How the application matches addresses."""

from collections.abc import Callable
from typing import NoReturn

from werkzeug.routing import Rule


class MatchedRule(Rule):
    """An address that is matched and never built: pages write addresses out and need no url_for().

    Werkzeug writes and compiles code that builds each address. Without it create_app() takes a
    third of the time.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        """Return what Rule.compile() keeps for url_for()."""
        return _is_not_built


def _is_not_built(*_: object, **__: object) -> NoReturn:
    raise NotImplementedError("pages write addresses out")

"""Compiles all templates where an installed version has them: `python -m web_ui.compiling`.

Root does that when it installs a version, so that a table needs no folder in which code lies and
to which it may write.
"""

from companion import __version__
from web_ui.app import without_pages
from web_ui.render.templates import Compiled, installed


def main() -> None:
    """Compile them with the Python that will run them."""
    app, _ = without_pages(__version__, is_locked=True)
    app.jinja_env.bytecode_cache = Compiled(installed())
    for name in app.jinja_env.list_templates():
        app.jinja_env.get_template(name)


if __name__ == "__main__":
    main()

"""Several JavaScript modules as one script: each in a function of its own, the imported ones first.

This reads our own scripts, not any: an import stands on one line, and exported is only what is
declared. A script that breaks this is named when it is first asked for, and by a test.
"""

import posixpath
import re
from collections.abc import Callable, Iterable

IMPORT = re.compile(r'^import (\{[^}]*\}) from "([^"]+)";$', re.MULTILINE)
LATER = re.compile(r'import\("([^"]+)"\)')
FILE = re.compile(r'"/static/([^"?#]+)"')  # a file that a script names itself
EXPORT = re.compile(r"^export ((?:async )?(?:function|const|class) (\w+))", re.MULTILINE)
# What stays as it is; or a comment; or a mark with needless blanks.
TOKEN = re.compile(
    r"""("(?:[^"\\\n]|\\.)*"|'[^'\n]*'|`(?:[^`\\]|\\.)*`|(?<=[(=])/(?![/*])(?:[^/\\\n]|\\.)+/)"""
    r"|[ ]*//[^\n]*|[ ]*([=(){}\[\],;:?<>&|!*^])[ ]*|[ ]+([+\-%])[ ]+(?![+\-])"
)
# A line that ends, or a next one that begins, so that the statement goes on anyway.
BROKEN = re.compile(r"(?<=[;{,(\[&|?:=])\n|\n(?=[}.?&|:])")
OTHER = re.compile(r"^(?:import|export) .*", re.MULTILINE)


class UnknownScript(ValueError):
    """A script has an import or export that cannot be joined."""


def as_one_script(
    names: Iterable[str], read: Callable[[str], str], address: Callable[[str], str]
) -> str:
    """Return these scripts, and what they import, as one; `address` is where a later one lies.

    One that is asked for alone exports what it did, for a script that imports it later.
    """
    names = tuple(names)
    ordered: dict[str, str] = {}  # name -> source, the imported ones first
    for name in names:
        _take(name, read, ordered, ())
    places = {name: f"${number}" for number, name in enumerate(ordered)}
    whole = "".join(_as_function(name, source, places, address) for name, source in ordered.items())
    given = _exported(ordered[names[0]]) if len(names) == 1 else ""
    return whole + (f"export const {given} = {places[names[0]]};\n" if given else "")


def _take(
    name: str, read: Callable[[str], str], ordered: dict[str, str], above: tuple[str, ...]
) -> None:
    if name in above:
        raise UnknownScript(f"{name} imports itself: {' -> '.join((*above, name))}")
    if name in ordered:
        return
    source = read(name)
    for _, path in IMPORT.findall(source):
        _take(_beside(name, path), read, ordered, (*above, name))
    ordered[name] = source


def _beside(name: str, path: str) -> str:
    """Return the name of a file that a script names by a path from its own."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))


def _as_function(
    name: str, source: str, places: dict[str, str], address: Callable[[str], str]
) -> str:
    body = IMPORT.sub(
        lambda found: f"const {found[1]} = {places[_beside(name, found[2])]};", source
    )
    body = FILE.sub(lambda found: f'"{address(found[1])}"', body)
    body = LATER.sub(lambda found: f'import("{address(_beside(name, found[1]))}")', body)
    body = EXPORT.sub(r"\1", body)
    if wrong := OTHER.search(body):
        raise UnknownScript(f"{name}: {wrong[0]}")
    given = _exported(source)
    back = f"\nreturn {given};" if given else ""
    return stripped(f"const {places[name]} = (() => {{\n{body}{back}\n}})();") + "\n"


def _exported(source: str) -> str:
    """Return what a script exports, as an object; "" if nothing."""
    names = [found[1] for found in EXPORT.findall(source)]
    return f"{{ {', '.join(names)} }}" if names else ""


def stripped(script: str) -> str:
    """Return a script without comments and needless blanks.

    A regular expression stands behind "(" or "=", so it is told from a division.
    """
    tight = TOKEN.sub(lambda found: found[1] or found[2] or found[3] or "", script)
    return BROKEN.sub("", "\n".join(line.strip() for line in tight.splitlines() if line.strip()))

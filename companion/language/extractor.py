"""Finds the sentences in the code for translators; only Babel runs it (babel.cfg)."""

import ast
from collections.abc import Collection, Iterator, Mapping
from typing import BinaryIO

Found = tuple[int, str, tuple[str | None, ...], list[str]]


def calls(
    source: BinaryIO,
    keywords: Collection[str],
    comment_tags: Collection[str],
    options: Mapping[str, str],
) -> Iterator[Found]:
    """Yield line, function, literal arguments and comments of every call of a keyword.

    An argument that is no literal, or an empty one, is None: Babel then leaves it alone.
    """
    text = source.read().decode()
    lines = text.splitlines()
    for call in sorted(_calls_in(ast.parse(text)), key=lambda call: call.lineno):
        name = _name(call.func)
        if name in keywords:
            remarks = _remarks_above(lines[: call.lineno - 1], tuple(comment_tags))
            yield call.lineno, name, tuple(_literal(argument) for argument in call.args), remarks


def _calls_in(tree: ast.AST) -> Iterator[ast.Call]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def _name(function: ast.expr) -> str:
    match function:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _literal(argument: ast.expr) -> str | None:
    match argument:
        case ast.Constant(value=str(text)) if text:
            return text
    return None


def _remarks_above(lines: list[str], tags: tuple[str, ...]) -> list[str]:
    remark = lines[-1].strip().removeprefix("#").strip() if lines else ""
    return [remark] if tags and remark.startswith(tags) else []

"""Where code reaches into the interpreter or into what checks it: no fault, but for a person."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable

from ... import __all__ as for_learners
from ...course import syntax
from .python_text import plain

MOST_TEXT = 400_000  # characters of one file that are read as Python, then as text
_REACHES = re.compile(
    rf"\btutor_utils\.(?!(?:{'|'.join([*for_learners, 'pictures'])})\b)\w+|\b(?:ctypes|sys\.modules"
    r"|_getframe|currentframe|settrace|setprofile|__globals__|f_globals|inspect\.stack|gc\.get_\w+"
    r"|tb_frame|f_back|f_locals|__closure__|__mro__)\b"
    r"|a new (?:torch\.)?(?:Tensor|Module|nn\.[A-Z]\w*|type\(\)|\w+\.__class__)\.\w+"
)
_MAY = re.compile(r"Tensor|Module|nn\.|type\(|__class__|tutor_utils|\bsys\b")


def found(texts: Iterable[str]) -> list[str]:
    """What cells use of the interpreter's inner parts or of the course's."""
    words, left = list[str](), MOST_TEXT
    for text in texts:
        if _REACHES.search(text) or _MAY.search(text):
            left -= len(text)
            try:
                parts = [text]
                if left > 0:
                    parts = list(_parts(list(ast.walk(syntax.parsed(plain(text))))))
            except syntax.UNREADABLE:
                parts = [text]
            words += (word for part in parts for word in _REACHES.findall(part))
    return list(dict.fromkeys(words))


def _parts(nodes: list[ast.AST]) -> Iterable[str]:
    # `"google.colab" in sys.modules` only asks where it runs
    asks = {id(node.comparators[0]) for node in nodes if isinstance(node, ast.Compare)}
    called = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
    for node in nodes:
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from (f"{getattr(node, 'module', '')}.{a.name}".strip(".") for a in node.names)
        elif isinstance(node, ast.Attribute) and id(node) not in asks:
            yield ("a new " if isinstance(node.ctx, ast.Store) else "") + _end(node, 3)
            if node.attr == "modules" and id(node) not in called:  # `sys`, by whatever name
                yield "sys.modules"
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.Call) and _end(node.func) == "setattr" and node.args:
            yield f"a new {_end(node.args[0], 3)}.attribute"


def _end(node: ast.AST, parts: int = 1) -> str:
    if isinstance(node, ast.Attribute):
        return (f"{_end(node.value, parts - 1)}." if parts > 1 else "") + node.attr
    return f"{_end(node.func)}()" if isinstance(node, ast.Call) else getattr(node, "id", "?")

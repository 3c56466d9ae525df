"""One small edit of a program, which can be made and taken back."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Set
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

# (parent, field, index, new): what is put there; in a list, at an index or over a slice of it.
Change = tuple[ast.AST, str, "int | slice | None", Any]
Piece = ast.AST | list[ast.stmt] | None


@dataclass(eq=False)
class Edit:
    """Other code in the place of some code.

    Attributes:
        kind: The kind of slip that it mends; its words stand in ``kinds.toml``.
        cost: How unlikely the slip is; the search tries the likely ones first.
        at: The node whose place is shown: the piece as it stands, or the statement around it.
        old: The piece; None where something is put in.
        new: What takes its place; None where it goes.
        changes: What is done to the tree.
        places: In how many places the same edit is made.
        position: What the piece is part of, names left out, and where in it: alike for q, k, v.
    """

    kind: str
    cost: float
    at: ast.AST
    old: Piece
    new: Piece
    changes: list[Change] = field(default_factory=list)
    places: int = 1
    position: str = ""

    @property
    def line(self) -> int:
        """The line of the cell in which the piece begins."""
        return getattr(self.at, "lineno", 0)

    def takes_only(self, lines: Set[int]) -> bool:
        """Whether all that it takes out stands in these lines; False where it takes out nothing."""
        found = set()
        for parent, name, index, _ in self.changes:
            there = getattr(parent, name)
            there = there if index is None else there[index]
            nodes = there if isinstance(there, list) else [there]
            found |= {getattr(node, "lineno", getattr(parent, "lineno", 0)) for node in nodes}
        return bool(found) and found <= lines

    @contextmanager
    def made(self) -> Iterator[None]:
        """In the body the program is as it is with this edit."""
        before: list[tuple[ast.AST, str, Any]] = []
        try:
            for parent, name, index, new in self.changes:
                there = getattr(parent, name)
                before.append((parent, name, there))
                if index is not None:
                    there = list(there)
                    there[index] = new
                setattr(parent, name, new if index is None else there)
            yield
        finally:
            for parent, name, there in reversed(before):
                setattr(parent, name, there)

    @cached_property
    def before(self) -> str:
        """The piece as text."""
        return text_of(self.old)

    @cached_property
    def after(self) -> str:
        """What takes its place, as text."""
        return text_of(self.new)


def text_of(piece: Piece) -> str:
    """A piece of code on one line; "" for none."""
    nodes = piece if isinstance(piece, list) else [piece] if piece is not None else []
    texts = (_text(node) for node in nodes)
    return "; ".join(line.strip() for text in texts for line in text.splitlines())


def _text(node: ast.AST) -> str:
    if isinstance(node, ast.keyword):
        return f"{node.arg}={ast.unparse(node.value)}"
    return ast.unparse(node)


def placed(new: Any, old: ast.AST) -> Any:
    """``new`` with the place of ``old`` in each node that has none, so that it compiles."""
    for node in new if isinstance(new, list) else [new]:
        if isinstance(node, ast.AST) and not hasattr(node, "lineno"):
            at = ast.copy_location(node, old) if "lineno" in node._attributes else node
            for child in ast.iter_child_nodes(at):
                placed(child, old)
        elif isinstance(node, ast.AST):
            for child in ast.iter_child_nodes(node):
                if not hasattr(child, "lineno"):
                    placed(child, old)
    return new

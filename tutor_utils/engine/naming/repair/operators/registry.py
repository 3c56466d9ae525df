"""How an operator is written down: which nodes it looks at, and which slip it mends.

An operator of expressions is called with a node and its ``Place`` and yields pairs (cost, node):
what might stand there. One of statements is called with a statement, its ``Block`` and its index
there, and yields (cost, statements) for it. What changes several places at once yields ``Edit``.

Costs run from 0.8, a slip that is nearly always one where it is possible, to 3. They were set on
answers of learners and on nothing else; no operator knows an exercise.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from ..edit import Edit
from ..place import Block, Place, Scope

Alternatives = Iterator[tuple[float, ast.AST]]
Statements = Iterator[tuple[float, list[ast.stmt]]]
Edits = Iterator[Edit]
_F = TypeVar("_F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Operator:
    """An operator: the kind of slip that it mends, and how."""

    kind: str
    make: Callable[..., Iterator[Any]]


OF_NODES: dict[type[ast.AST], list[Operator]] = defaultdict(list)
OF_STATEMENTS: dict[type[ast.stmt], list[Operator]] = defaultdict(list)
OF_SCOPES: list[Operator] = []


def _of_types(
    table: dict[Any, list[Operator]], kind: str, types: tuple[type[ast.AST], ...]
) -> Callable[[_F], _F]:
    def known(make: _F) -> _F:
        for one in types:
            table[one].append(Operator(kind, make))
        return make

    return known


def of_nodes(kind: str, *types: type[ast.AST]) -> Callable[[_F], _F]:
    """An operator that offers other nodes in the place of nodes of these types."""
    return _of_types(OF_NODES, kind, types)


def of_statements(kind: str, *types: type[ast.stmt]) -> Callable[[_F], _F]:
    """An operator that offers other statements in the place of one of these types."""
    return _of_types(OF_STATEMENTS, kind, types)


def of_scopes(kind: str) -> Callable[[_F], _F]:
    """An operator that looks at a whole function and makes its edits itself."""

    def known(make: _F) -> _F:
        OF_SCOPES.append(Operator(kind, make))
        return make

    return known


def kinds() -> set[str]:
    """Every kind that an operator mends."""
    tables = [*OF_NODES.values(), *OF_STATEMENTS.values(), OF_SCOPES]
    return {operator.kind for table in tables for operator in table}


__all__ = ["Alternatives", "Block", "Edit", "Edits", "Place", "Scope", "Statements"]

"""The letters of an einsum: two in the wrong order, or one for every axis."""

from __future__ import annotations

import ast
from itertools import combinations

from ..place import Place
from .registry import Alternatives, of_nodes


@of_nodes("letters", ast.Constant)
def order_of_letters(node: ast.Constant, place: Place) -> Alternatives:
    """``"bld,de->ble"`` for ``"bld,ed->ble"``."""
    parts = _parts(place)
    for at, part in enumerate(parts):
        letters = [i for i, letter in enumerate(part) if letter.isalpha()]
        for i, j in combinations(letters, 2):
            turned = [*part]
            turned[i], turned[j] = part[j], part[i]
            yield 1.2, _equation([*parts[:at], "".join(turned), *parts[at + 1 :]])


@of_nodes("letters-for-all-axes", ast.Constant)
def letters_for_every_axis(node: ast.Constant, place: Place) -> Alternatives:
    """``"bqd,bkd->bqk"`` for ``"...qd,...kd->...qk"``."""
    parts = _parts(place)
    for length in range(1, min(map(len, parts), default=0) + 1):
        if len({part[:length] for part in parts}) == 1:
            yield 1.4, _equation([f"...{part[length:]}" for part in parts])


def _parts(place: Place) -> list[str]:
    """The letters of each operand of an einsum, then those of its result."""
    text = getattr(place.node, "value", None)
    if not place.is_argument_of("einsum") or not isinstance(text, str) or "->" not in text:
        return []
    given, _, result = text.replace(" ", "").partition("->")
    return [*given.split(","), result]


def _equation(parts: list[str]) -> ast.Constant:
    return ast.Constant(f"{','.join(parts[:-1])}->{parts[-1]}")

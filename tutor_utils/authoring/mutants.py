"""Small changes to the course's own answers; a check must notice each of them.

They are the edits with which the check repairs a learner's code: what mends a wrong answer breaks a
right one. Left out are those that put something in, since in a right answer most of them change
nothing. Of what an operator offers in one place the likeliest slip is made: all of them notice
little more and take ten times as long. Two kinds only break: a part cut off from its gradient, and
a size or an id fixed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from types import MappingProxyType

from ..engine.naming.repair.edit import Edit, Piece, text_of
from ..engine.naming.repair.operators import edits
from ..engine.naming.repair.operators.registry import kinds
from ..engine.naming.repair.place import (
    Place,
    Types,
    called,
    method,
    number,
    of_self,
    places,
    scopes,
)

_PUTS_IN = """
    axes-read-again axis-too-many copy-missing dtype in-place kind-of-result layer-not-made
    layer-not-used mode-not-restored no-parameter none-not-handled none-test not-a-buffer not-called
    not-joined not-stored number-for-a-name pairs-for-entries plain-list result-not-returned
    rounded-down rows-not-cut size-for-name sum-with-itself thrown-away transpose-after-reshape
    transpose-before-reshape
"""
# These say the same, or break what the others break as well.
_ADDS_NOTHING = """
    another-target brackets break-too-many letters-for-all-axes names-exchanged one-object
    parameter-order sign statement-order transposed-axes wrong-place
"""
_MISSING = (kind for kind in kinds() if kind.endswith("-missing"))
_LEFT_OUT = {*_MISSING, *_PUTS_IN.split(), *_ADDS_NOTHING.split()}
_SMALL = (ast.Constant, ast.Name, ast.Attribute, ast.keyword, ast.Slice, ast.UnaryOp, ast.Tuple)
# Numbers that fit only one call: those of the paper and of the notebooks.
TYPICAL = {
    **{"pad_id": 0, "bos_id": 1, "eos_id": 2, "max_len": 20, "length": 10},
    **{"d_model": 512, "num_heads": 8, "num_layers": 6, "d_ff": 2048, "dropout": 0.1},
    **{"embed_size": 256, "heads": 8, "vocab_size": 20, "src_vocab": 20, "tgt_vocab": 20},
    **{"batch_size": 64, "label_smoothing": 0.1, "warmup": 4000, "beam": 4, "V": 100},
    **{"length_penalty": 0.6, "norm_first": False},
}
_NO_GRADIENT = """
    mask ids src tgt labels predicted decoder_input zeros ones zeros_like ones_like full arange item
"""


@dataclass(frozen=True)
class Mutant:
    """A changed answer and what was changed.

    Attributes:
        kind: That of the edit; "detach" (from the gradient), "fixed" (a size or an id).
        change: The smallest piece of code that shows the change: "before -> after".
        statement: The first line of the statement that it stands in, before the change.
        text: The whole answer after it.
    """

    kind: str
    change: str
    statement: str
    text: str


def mutants(text: str, types: Types = MappingProxyType({})) -> Iterator[Mutant]:
    """Every answer that differs from ``text`` by one small change, each once.

    Args:
        types: What its names hold, where that is known: a name takes the place of those alike.
    """
    tree = ast.parse(text)
    around = {id(part): node for node in ast.walk(tree) for part in ast.iter_child_nodes(node)}
    seen = {_apart_from(ast.unparse(tree))}
    for edit in chain(_slips(tree, types), _only_break(tree, types)):
        shown = edit.changes[0][0] if edit.old is None else edit.old
        while isinstance(shown, _SMALL):  # a bare name or number says too little
            shown = around[id(shown)]
        statement = edit.at
        while not isinstance(statement, ast.stmt):
            statement = around[id(statement)]
        whole = shown is edit.old
        before, first = _line(shown, whole), ast.unparse(statement).splitlines()[0]
        with edit.made():
            after, inside = ast.unparse(tree), _line(shown, whole)
        if _apart_from(after) not in seen:
            seen.add(_apart_from(after))
            changed = inside if inside != before else _line(edit.new)
            yield Mutant(edit.kind, f"{before} -> {changed}", first, after)


def _apart_from(text: str) -> str:
    """Without what changes no result: zip's ``strict``, and whose device it is (all have one)."""
    return re.sub(r", strict=(True|False)", "", re.sub(r"\b\w+\.device\b", "x.device", text))


def _line(piece: Piece, whole: bool = True) -> str:
    if isinstance(piece, ast.stmt) and not whole:
        return ast.unparse(piece).splitlines()[0]
    return text_of(piece).replace("; ", " | ") or "pass"


def _slips(tree: ast.Module, types: Types) -> Iterator[Edit]:
    """Edits of the operators, and of each kind in each place the likeliest alone."""
    seen = set()
    for edit in edits(tree, types, without=_LEFT_OUT):
        parent, field, index, _ = edit.changes[0]
        which = edit.after if edit.kind == "argument-too-many" else ""  # each is a slip of its own
        place = edit.kind, which, id(parent), field, str(index)
        if edit.places == 1 and place not in seen and not _says_the_same(edit, types):
            seen.add(place)
            yield edit


def _says_the_same(edit: Edit, types: Types) -> bool:
    """Whether it exchanges equals, counts an axis from the other end, or softmax shifts it back."""
    old, new = edit.old, edit.new
    parent = edit.changes[0][0]
    if edit.kind == "order-of-elements" and isinstance(parent, ast.Assign):
        values = getattr(parent.value, "elts", [])
        return len(values) > 1 and len(set(map(ast.dump, values))) == 1
    if isinstance(new, ast.BinOp) and isinstance(old, ast.Name) and edit.kind == "off-by-one":
        return any(one.startswith("Tensor") for one in types.get(old.id, ()))
    if edit.kind != "axis" or isinstance(old, list) or isinstance(new, list):
        return False
    return ((number(old) or 0) < 0) != ((number(new) or 0) < 0)


def _only_break(tree: ast.Module, types: Types) -> Iterator[Edit]:
    for scope in scopes(tree, types):
        contexts = [n for n in ast.walk(scope.function) if isinstance(n, ast.With)]
        untaught = [w for w in contexts if "no_grad" in ast.unparse(w.items[0])]
        no_gradient = {id(n) for w in untaught for n in ast.walk(w)}
        for place in places(scope):
            node = place.node
            read = isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
            if not isinstance(node, ast.expr) or not read or place.field == "func":
                continue
            name = node.id if isinstance(node, ast.Name) else of_self(node)
            if name in TYPICAL:
                yield _put(place, "fixed", ast.Constant(TYPICAL[name]))
            if id(node) not in no_gradient and _cuts_gradient(place, name or called(node)):
                yield _put(place, "detach", method(node, "detach"))


def _put(place: Place, kind: str, new: ast.expr) -> Edit:
    change = (place.parent, place.field, place.index, new)
    return Edit(kind, 0, place.statement, place.node, new, [change])


def _cuts_gradient(place: Place, name: str) -> bool:
    """Whether detaching the node cuts the whole gradient of a result or an argument.

    Where some of it arrives by another way, a check looks no closer.
    """
    parent, statement, scope = place.parent, place.statement, place.scope
    if isinstance(place.node, ast.Compare) or name.split("_")[-1] in _NO_GRADIENT.split():
        return False
    if isinstance(statement, ast.Return) and place.field in ("value", "elts"):
        first = isinstance(parent, ast.Tuple) and place.index == 0 and parent is statement.value
        return parent is statement or first
    used = isinstance(parent, (ast.Call, ast.BinOp, ast.Assign))
    once = name in scope.parameters and scope.read[name] == 1
    return used and once and scope.may_be(name, "Tensor")

"""What a report says of a repair: the kind of slip, the line as it was written, what it gives."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import torch

from ... import compare
from ...run.programs import NOTED
from .code import Code
from .edit import Edit, placed, text_of
from .place import called, number
from .search import Repair

PROOF = "One change here is enough."
_HALF = "With that changed more comes out right, but not yet all."
_EVERYWHERE = "With that changed wherever it stands, your code passes."
_WITHOUT = "Without it your code passes."
_WITH = "With it your code passes."
_BY_ITSELF = (
    *(
        "another-name",
        "another-layer",
        "not-stored",
        "transpose-missing",
        "root-missing",
        "self-missing",
        "negation-missing",
    ),
    *("constant", "number-for-a-name", "off-by-one"),
)
_LONGEST = 60  # characters of a piece inside a sentence
_SHORT = 36  # of what a small piece stands in
_FEW = 4  # values of a piece that is reached several times
_NUMBERS = 16  # of a tensor that are shown
SEVERAL = "several-places"
# These say where something stands in the way, and not what.
POINTS = (
    "piece",
    "operand-missing",
    "statement-missing",
    "guard-missing",
    "super-missing",
    SEVERAL,
)


@dataclass(frozen=True)
class Words:
    """The words of a repair.

    Attributes:
        kind: The kind of slip: the diagnosis.
        means: What the line does now, and the proof.
        try_next: The question that leads to the answer.
        where: The line with its number, and below it a mark; what the piece gives.
        fix: The line as it could be, for the last hint.
    """

    kind: str
    means: str
    try_next: str
    where: str
    fix: str


@cache
def kinds() -> dict[str, dict[str, str]]:
    """Kind -> its sentences."""
    return tomllib.loads(Path(__file__).with_name("kinds.toml").read_text("utf-8"))


def words(repair: Repair, gives: Callable[[Code], list[Any]] | None = None) -> Words:
    """The words of a repair.

    Args:
        gives: What the marked piece of a program gives on the smallest example; None where there
            is none at hand.
    """
    first, *others = repair.edits
    code = repair.code
    elsewhere = [one for one in others if one.line != first.line and one.cost <= first.cost]
    if elsewhere:
        where = "\n".join(_marked(code, _shown(code, one)) for one in (first, *elsewhere[:2]))
        texts = kinds()[SEVERAL]
        return Words(SEVERAL, texts["means"], texts["try_next"], where, _fix(code, first))
    node = _shown(code, first)
    texts = kinds()[first.kind]
    lines = code.text.splitlines()
    piece = ast.get_source_segment(code.text, node) or "" if node is not None else ""
    piece = " ".join(piece.split())
    if len(piece) > _LONGEST or isinstance(node, ast.stmt):
        piece = lines[node.lineno - 1].strip() if node is not None else ""
    fields = {"line": first.line, "piece": piece, "name": _name(node, first)}
    proof = _proof(first, texts["means"]) if repair.complete else _HALF
    means = f"{texts['means'].format(**fields)} {proof}".strip()
    where = _marked(code, node, "before " if first.old is None else "")
    if gives and first.old is not None:
        where = "\n".join(filter(None, [where, _given(code, node, gives)]))
    return Words(first.kind, means, texts["try_next"].format(**fields), where, _fix(code, first))


def can_be_half(kind: str) -> bool:
    """Whether the words of a kind are true as well where something else is wrong too."""
    return kind not in POINTS and "your code pass" not in kinds()[kind]["means"]


def _proof(edit: Edit, said: str) -> str:
    """That the code passes with the edit, where that is not said yet."""
    if edit.places > 1:
        return _EVERYWHERE
    if "your code passes" in said or "your code pass." in said:
        return ""
    if edit.kind.endswith("-too-many") and edit.kind != "root-too-many":  # some of that stays
        return _WITHOUT
    return _WITH if edit.old is None else PROOF


def _shown(code: Code, edit: Edit) -> Any:
    """The node that is marked: the piece, or what a bare name or number stands in."""
    node: ast.AST = edit.old if isinstance(edit.old, ast.AST) else edit.at
    if edit.kind in _BY_ITSELF and hasattr(node, "lineno"):
        return node
    if edit.kind == "condition":
        return _condition(code, node)
    if edit.kind == "piece" and isinstance(edit.new, ast.AST):
        node = _smallest_difference(node, edit.new)
    small = number(node) is not None or isinstance(node, (ast.Constant, ast.Name, ast.Slice))
    if small or not hasattr(node, "lineno"):
        for around in _around(code.tree, node):
            if hasattr(around, "lineno") and not isinstance(around, (ast.stmt, ast.Tuple)):
                if isinstance(around, ast.UnaryOp):
                    continue
                return around if len(text_of(around)) <= _SHORT else _placed(node, edit)
    return _placed(node, edit)


def _condition(code: Code, node: ast.AST) -> ast.AST:
    """The whole condition that a node is a part of."""
    for around in _around(code.tree, node):
        tests = [getattr(around, "test", None), *getattr(around, "ifs", ())]
        if any(test is node for test in tests):
            return node
        node = around
    return node


def _placed(node: ast.AST, edit: Edit) -> ast.AST:
    return node if hasattr(node, "lineno") else edit.at


def _around(tree: ast.AST, node: ast.AST) -> list[ast.AST]:
    """The nodes around one, the innermost first."""
    for parent in ast.walk(tree):
        if any(child is node for child in ast.iter_child_nodes(parent)):
            return [parent, *_around(tree, parent)]
    return []


def stands_in(code: Code, edit: Edit) -> str:
    """The innermost call, or indexed attribute, that holds the piece: "softmax"; "" for none."""
    piece = edit.old if isinstance(edit.old, ast.AST) else edit.at
    for node in (piece, *_around(code.tree, piece)):
        if called(node):
            return called(node)
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Attribute):
            return node.value.attr
    return ""


def _smallest_difference(old: ast.AST, new: ast.AST) -> ast.AST:
    """The one part of ``old`` in which it differs from ``new``; ``old`` where there are several."""
    if type(old) is not type(new):
        return old
    ours, theirs = list(ast.iter_child_nodes(old)), list(ast.iter_child_nodes(new))
    if len(ours) != len(theirs):
        return old
    pairs = zip(ours, theirs, strict=True)
    differ = [(a, b) for a, b in pairs if ast.dump(a) != ast.dump(b)]
    plain = [n for n in old._fields if not isinstance(getattr(old, n), (ast.AST, list))]
    if len(differ) != 1 or any(getattr(old, n) != getattr(new, n) for n in plain):
        return old
    part, other = differ[0]
    return _smallest_difference(part, other) if isinstance(part, ast.expr) else old


def _name(node: Any, edit: Edit) -> str:
    for one in (edit.old, node):
        if isinstance(one, ast.AST) and called(one):
            return called(one)
    if node is None:
        return "it"
    text = text_of(node)
    return next(filter(None, map(called, ast.walk(node))), text if len(text) <= _SHORT else "it")


def _marked(code: Code, node: Any, before: str = "") -> str:
    """The line of a node with its number, and marks below the node.

    Args:
        before: What stands in front of the number.
    """
    if node is None or not getattr(node, "lineno", 0):
        return ""
    line = code.text.splitlines()[node.lineno - 1]
    head = f"{before}line {node.lineno}: "
    begin = len(line.encode()[: node.col_offset].decode(errors="ignore"))
    end = len(line)
    if not isinstance(node, ast.stmt) and node.end_lineno == node.lineno:
        end = len(line.encode()[: node.end_col_offset].decode(errors="ignore"))
    inner = len(line) - len(line.lstrip())
    begin = max(begin, inner)
    marks = "^" * max(1, len(line[:end].rstrip()) - begin)
    return f"{head}{line[inner:]}\n{' ' * (len(head) + begin - inner)}{marks}"


def _given(code: Code, node: Any, gives: Callable[[Code], list[Any]]) -> str:
    """What an expression gives on the smallest example, in words; "" where it was not reached."""
    if not isinstance(node, ast.expr) or isinstance(node, (ast.Constant, ast.Starred)):
        return ""
    if not isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
        return ""
    if isinstance(node, ast.Name):  # what is done with it says more
        calls = (ast.Call, ast.BinOp, ast.Subscript)
        wider = (n for n in _around(code.tree, node) if isinstance(n, calls))
        node = next(wider, node)
        if isinstance(getattr(node, "ctx", ast.Load()), ast.Store) or len(text_of(node)) > _LONGEST:
            return ""
    around = _around(code.tree, node)
    name, index = next(
        (name, index)
        for name, value in ast.iter_fields(around[0])
        for index, child in (enumerate(value) if isinstance(value, list) else [(None, value)])
        if child is node
    )
    call = ast.Call(ast.Name(NOTED, ast.Load()), [node], [])
    with Edit("", 0, node, node, call, [(around[0], name, index, placed(call, node))]).made():
        seen = gives(code)
    if not seen:
        return ""
    value = seen[0]
    if len({repr(one) for one in seen}) > 1:  # it is reached several times
        if not all(isinstance(one, (bool, int, float, str)) for one in seen):
            return ""
        value = tuple(seen[:_FEW])
    piece = " ".join((ast.get_source_segment(code.text, node) or "").split())
    said = f"On the smallest example `{piece}` gives"
    if len(piece) > _LONGEST:
        said = "On the smallest example the marked part gives"
    if isinstance(value, torch.Tensor):
        shape = f"a tensor of shape {tuple(value.shape)}"
        few = 0 < value.numel() <= _NUMBERS
        return f"{said} {shape}" + (f":\n{compare.show(value.detach())}" if few else ".")
    if isinstance(value, (bool, int, float, str, tuple, list)):
        text = compare.show(value)
        return f"{said} {text}." if len(text) <= _LONGEST else ""
    return ""


def _fix(code: Code, edit: Edit) -> str:
    """The statement after the edit, for the last hint."""
    if edit.old is None:
        return f"Before line {edit.line}, put in: {edit.after}" if edit.after else ""
    if not edit.after:
        return f"Take out `{edit.before}` in line {edit.line}."
    if isinstance(edit.new, list):
        return f"In place of `{edit.before}` in line {edit.line} write: {edit.after}"
    return f"In line {edit.line} write `{edit.after}` in place of `{edit.before}`."

"""The learner's code as a program that can be changed and run again without an effect."""

from __future__ import annotations

import ast
import copy
import types
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from torch import Tensor, nn

from ...run.programs import FILE, ROUND, define
from .place import listed

LONGEST = 12_000  # characters of a cell: more is a program of its own
LARGEST = 1_500  # nodes of its definitions
HEAVIEST = 1_000_000  # numbers in what it uses
# Code that reaches outside of itself is run by its author alone.
_CALLED = listed("""
    open input exec eval compile __import__ breakpoint exit quit
""")
_MODULES = listed("""
    os sys subprocess socket shutil pathlib Path tempfile threading multiprocessing signal
    ctypes importlib asyncio requests urllib http webbrowser pickle gc inspect atexit plt
    matplotlib sns seaborn display IPython get_ipython ipywidgets
""")
_METHODS = listed("""
    savefig imshow save load cuda compile sleep set_default_dtype set_default_device
    set_grad_enabled set_num_threads use_deterministic_algorithms set_rng_state
""")


# Decorators that do nothing but what they say, each time that the code runs.
_HARMLESS = (
    *("torch.no_grad()", "torch.no_grad", "torch.inference_mode()", "torch.inference_mode"),
    *("contextmanager", "contextlib.contextmanager"),
)


class NotSearched(Exception):
    """The code is of a kind that is not run again; the words say why."""


@dataclass(frozen=True, eq=False)
class Code:
    """A learner's answer as text, and the names that it sees.

    Attributes:
        exercise: The name that it defines.
        tree: The definitions of its cell, to be changed; line numbers are those of the cell.
        text: The cell.
        names: Copies of the names that the code reads, and what an edit may put in.
        given: The lines that stand word for word in the cell as it was given. Where that has no
            TODO, its faults are the task, and every line is the learner's.
    """

    exercise: str
    tree: ast.Module
    text: str
    names: Mapping[str, Any]
    loops: tuple[ast.While, ...] = ()  # no edit makes another one
    given: frozenset[int] = frozenset()

    @classmethod
    def read(cls, exercise: str, text: str, names: Mapping[str, Any], stub: str = "") -> Code:
        """The code of a cell.

        Raises:
            NotSearched: the cell cannot be read, is too long, defines the answer in a way that
                cannot be changed, or reaches outside of itself.
        """
        if len(text) > LONGEST:
            raise NotSearched("it is long")
        try:
            module = ast.parse(text)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            raise NotSearched("it cannot be read") from None
        definitions = [node for node in module.body if _defines(node)]
        if exercise not in {name for node in definitions for name in _bound(node)}:
            raise NotSearched("the answer is not defined here")
        tree = ast.Module(definitions, [])
        read = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)}
        if sum(1 for _ in ast.walk(tree)) > LARGEST:
            raise NotSearched("it is long")
        if reached := _reached_outside(tree):
            raise NotSearched(f"it uses {min(reached)}")
        own = {name for node in definitions for name in _bound(node)}
        wanted = {n: names[n] for n in read - own if n in names}
        for value in wanted.values():
            _look_inside(value, set())
        more = names.keys() - own
        wanted = {n: names[n] for n in more if _may_be_put_in(names[n])} | wanted
        if sum(map(_numbers, wanted.values())) > HEAVIEST:
            raise NotSearched("it uses a large model")
        try:
            copied = {name: _copied(value) for name, value in wanted.items()}
        except Exception as why:  # an object that cannot be copied
            raise NotSearched("it uses what cannot be copied") from why
        loops = tuple(node for node in ast.walk(tree) if isinstance(node, ast.While))
        lines = set(map(_plain, stub.splitlines())) if "NotImplementedError" in stub else set()
        given = (n for n, line in enumerate(text.splitlines(), 1) if _plain(line) in lines)
        return cls(exercise, tree, text, copied, loops, frozenset(given))

    def program(self) -> types.CodeType | None:
        """The code as it stands now, to be run; None where it is no Python."""
        try:
            with _counted(self.loops):
                return compile(self.tree, FILE, "exec")
        except Exception:
            return None

    def answer(self, **more: Any) -> Any:
        """The object that the code defines as it stands now; None where it defines none.

        Args:
            more: Further names that it sees.
        """
        program = self.program()
        return program and define(program, self.exercise, self.names, **more)


@contextmanager
def _counted(loops: tuple[ast.While, ...]) -> Iterator[None]:
    """Each round of a `while` is counted: an endless one ends, on any machine at the same place."""
    bodies = [node.body for node in loops]
    for node in loops:
        call = ast.Expr(ast.Call(ast.Name(ROUND, ast.Load()), [], []))
        node.body = [ast.fix_missing_locations(ast.copy_location(call, node)), *node.body]
    try:
        yield
    finally:
        for node, body in zip(loops, bodies, strict=True):
            node.body = body


def _plain(line: str) -> str:
    """A line without its comment."""
    return line.partition("#")[0].rstrip()


def _defines(node: ast.stmt) -> bool:
    """Whether a statement only defines something: a function, a class, a lambda."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return all(ast.unparse(one) in _HARMLESS for one in node.decorator_list)
    if isinstance(node, ast.Assign) and isinstance(node.value, (ast.Lambda, ast.Name)):
        return isinstance(node.targets[0], ast.Name)
    return False


def _bound(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        yield node.name
    elif isinstance(node, ast.Assign):
        yield from (t.id for t in node.targets if isinstance(t, ast.Name))


def _reached_outside(tree: ast.AST) -> set[str]:
    """Names in a program that reach outside of it."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            found |= {node.id} & _MODULES
        elif isinstance(node, ast.Attribute):
            found |= {node.attr} & _METHODS
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            found |= {node.func.id} & _CALLED
    return found


def _look_inside(value: Any, seen: set[int]) -> None:
    """Raise where a helper of the learner's, from another cell, reaches outside."""
    if id(value) in seen:
        return
    seen.add(id(value))
    if isinstance(value, type) and value.__module__ == "__main__":
        for part in vars(value).values():
            _look_inside(part, seen)
    elif isinstance(value, types.FunctionType) and value.__module__ == "__main__":
        code = value.__code__
        if reached := set(code.co_names) & (_CALLED | _MODULES | _METHODS):
            raise NotSearched(f"it uses {min(reached)}")
        for name in code.co_names:
            _look_inside(value.__globals__.get(name), seen)


def _may_be_put_in(value: Any) -> bool:
    """Whether an edit may use it where the code does not yet: a function or a class."""
    try:
        _look_inside(value, set())
    except NotSearched:
        return False
    return isinstance(value, (types.FunctionType, type))


def _numbers(value: Any) -> int:
    """How many numbers, or entries, would be copied."""
    if isinstance(value, nn.Module):
        return sum(one.numel() for one in (*value.parameters(), *value.buffers()))
    if isinstance(value, Tensor):
        return value.numel()
    return len(value) if isinstance(value, (list, dict, set, tuple)) else 0


def _copied(value: Any) -> Any:
    """What a run may write into is copied; functions, classes and modules are as they are."""
    shared = (types.ModuleType, types.FunctionType, types.BuiltinFunctionType, type, str, int)
    if value is None or isinstance(value, (*shared, float)):
        return value
    if isinstance(value, (Tensor, nn.Module, list, dict, set, tuple)):
        return copy.deepcopy(value)
    return value

"""The learner's line that raised an error, parsed for the rules of known errors."""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping

LONGEST = 1000  # characters that are parsed: the text may come from an untrusted submission
PRODUCTS = frozenset({"matmul", "mm", "bmm", "mv", "dot", "inner", "vdot"})
STAR = "*tuple"  # what the name of a `*name` in the `def` line holds
REDUCTIONS = frozenset(
    {"sum", "mean", "max", "min", "amax", "amin", "norm", "std", "var", "prod", "logsumexp"}
    | {"all", "any", "argmax", "argmin"}
)


class LearnerLine:
    """A line of code and the part of it in which Python stopped.

    If the line does not parse, every method returns the empty answer.

    Attributes:
        failed: The expression or statement in which Python stopped; None if unknown.
        own: Names of the learner's classes and functions.
        holds: Name -> its value in the failed part: "Tensor(2, 3)", or the name of the type.
    """

    def __init__(
        self,
        line: str = "",
        part: str = "",
        own: Collection[str] = (),
        holds: Mapping[str, str] | None = None,
    ) -> None:
        """Parse the line.

        Args:
            line: The full line, stripped.
            part: The failing expression, or the target of a failing assignment; may span several
                lines.
            own: Names that the learner defines, even if PyTorch has the same name.
            holds: Name -> its value in the part, if observed.
        """
        self.own = own
        self.holds = holds or {}
        self.failed: ast.AST | None = parse_part(part)
        fits = len(line) <= LONGEST
        self._line = (_parse(line) or _parse(f"{line} pass")) if fits else None  # head of a block

    def is_product(self) -> bool:
        """Whether the failing expression is a matrix product: ``a @ b`` or a function."""
        operator = getattr(self.failed, "op", None)
        return isinstance(operator, ast.MatMult) or self.called() in PRODUCTS

    def called(self) -> str:
        """The last name of the failing call: "view" for ``x.view(3)``."""
        if not isinstance(self.failed, ast.Call):
            return ""
        return last_name(self.failed.func)

    def called_in_full(self) -> str:
        """The function of the failing call as written: "nn.Linear"."""
        return shown(self.failed.func) if isinstance(self.failed, ast.Call) else ""

    def arguments(self) -> list[ast.expr]:
        """The arguments of the failing call, positional ones first."""
        if not isinstance(self.failed, ast.Call):
            return []
        return [*self.failed.args, *(k.value for k in self.failed.keywords)]

    def operands(self) -> list[ast.expr]:
        """The two operands of the failing operation, or the one of ``~x`` and ``-x``."""
        node = self.failed
        if isinstance(node, ast.BinOp):
            return [node.left, node.right]
        if isinstance(node, ast.AugAssign):
            return [node.target, node.value]
        if isinstance(node, ast.UnaryOp):
            return [node.operand]
        return [node.left, *node.comparators] if isinstance(node, ast.Compare) else []

    def owner(self) -> ast.expr | None:
        """The expression before the dot or bracket: ``x`` of ``x.shape``, ``x[0]``, ``x(0)``."""
        if isinstance(self.failed, (ast.Attribute, ast.Subscript)):
            return self.failed.value
        return self.failed.func if isinstance(self.failed, ast.Call) else None

    def assigned(self) -> ast.expr | None:
        """The right side of an assignment to several names or to a part of a tensor."""
        target = ast.unparse(self.failed) if self.failed else ""
        for node in ast.walk(self._line) if self._line else ():
            if isinstance(node, ast.Assign):
                for t in node.targets:
                    if isinstance(t, (ast.Tuple, ast.List, ast.Subscript)) and (
                        not target or ast.unparse(t).strip("()") == target.strip("()")
                    ):
                        return node.value
        return None

    def asserts(self) -> bool:
        """Whether the line is an ``assert`` statement."""
        return bool(self._line and self._line.body and isinstance(self._line.body[0], ast.Assert))

    def test(self) -> ast.expr | None:
        """The condition of ``if``, ``while`` or ``assert``; else the failing expression."""
        for node in (self.failed, *(self._line.body if self._line else ())):
            if isinstance(node, (ast.IfExp, ast.If, ast.While, ast.Assert)):
                return node.test
            if isinstance(node, ast.expr):
                return node
        return None


def last_name(node: ast.AST | None) -> str:
    """ "view" for ``x.view`` and for ``view``; "" for anything else."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def shown(node: ast.AST | None, longest: int = 40) -> str:
    """The source of a node; "" if it is too long for a sentence."""
    text = ast.unparse(node) if node else ""
    return text if len(text) <= longest and "\n" not in text else ""


def parse_part(part: str) -> ast.AST | None:
    """The syntax tree of the failing expression."""
    if not part.strip() or len(part) > LONGEST:
        return None
    for text in (f"({part}\n)", part):  # in brackets an expression may go over several lines
        tree = _parse(text)
        if tree:
            first = tree.body[0]
            return first.value if isinstance(first, ast.Expr) else first
    return None


def _parse(text: str) -> ast.Module | None:
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None

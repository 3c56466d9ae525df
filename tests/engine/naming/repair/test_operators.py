"""Each kind of slip: a program that only an edit of that kind makes right."""

import ast

import pytest

from tutor_utils.engine.naming.repair.operators import edits
from tutor_utils.engine.naming.repair.operators.registry import kinds
from tutor_utils.engine.naming.repair.words import POINTS
from tutor_utils.engine.naming.repair.words import kinds as words


def function(body: str, parameters: str = "x, n") -> str:
    return f"def f({parameters}):\n    {body}\n"


def module(init: str, forward: str = "return self.a(x)") -> str:
    init = "\n        ".join(init.splitlines())
    return (
        f"class M(nn.Module):\n    def __init__(self, d):\n        {init}\n\n"
        f"    def forward(self, x, y):\n        {forward}\n"
    )


TWO = "super().__init__()\nself.a = nn.Linear(d, d)\nself.b = nn.Linear(d, d)"
ROWS = "rows = []\n    for one in x:\n        rows.append(one)"

# kind -> a wrong program and the right one
SLIPS = {
    "axis": [function(f"return x.softmax({dim})") for dim in ("0", "-1")],
    "dim-missing": [function(f"return x.softmax({dim})") for dim in ("", "dim=-1")],
    "squeeze-all": [function(f"return g(x{i})") for i in (".squeeze()", ".squeeze(-1)")],
    "keepdim-missing": [function(f"return x / x.sum(-1{k})") for k in ("", ", keepdim=True")],
    "keepdim-too-many": [function(f"return x.sum(-1, keepdim={k})") for k in ("n", "False")],
    "transposed-axes": [function(f"return x.transpose({a})") for a in ("0, 1", "1, 2")],
    "transpose-too-many": [function(f"return x @ n{t}") for t in (".transpose(1, 2)", "")],
    "transpose-missing": [function(f"return x @ n{t}") for t in ("", ".mT")],
    "transpose-before-reshape": [
        function(f"y = x{t}.reshape(n, 4)\n    return y") for t in ("", ".transpose(1, 2)")
    ],
    "transpose-after-reshape": [
        function(f"return g(x.reshape(n, 4, 2){t})") for t in ("", ".transpose(1, 2)")
    ],
    "axes-read-again": [
        function(f"return x.view({a})") for a in ("a, b, c, d", "a, c, b, d).transpose(1, 2")
    ],
    "order-of-axes": [function(f"return x.permute({a})") for a in ("0, 1, 2", "0, 2, 1")],
    "axis-missing": [function(f"return x{i}") for i in ("", "[:, None]")],
    "axis-too-many": [function(f"return x{i}") for i in ("", ".squeeze(-1)")],
    "not-joined": [function(f"return x{i}") for i in ("", ".flatten(-2)")],
    "index-too-many": [function(f"return g(x{i})") for i in ("[n]", "")],
    "order-of-indices": [function(f"return x[{i}]") for i in (":, None", "None, :")],
    "slice-of-another-axis": [function(f"return x[{i}]") for i in ("1:", ":, 1:")],
    "letters": [function(f"return einsum('{i}', x)") for i in ("ij,ij->ij", "ji,ij->ij")],
    "letters-for-all-axes": [
        function(f"return einsum('{i}', x, n)") for i in ("bij,bjk->bik", "...ij,...jk->...ik")
    ],
    "sum-with-itself": [function(f"return g(x.cumsum(-1){i})") for i in ("", " - x")],
    "start-missing": [function(f"return range({i}n)") for i in ("", "1, ")],
    "key-missing": [function(f"return max(x{i})") for i in ("", ", key=len")],
    "layer-not-made": [function(f"return nn.Tanh({i}x)") for i in ("", ")(")],
    "overwritten-in-loop": [
        function(f"y = 0\n    for one in x:\n        y = {i}g(one)\n    return y")
        for i in ("", "y + ")
    ],
    "another-name": [function(f"return g({i})") for i in ("x", "n")],
    "another-target": [function(f"y = h(x)\n    {i}, k = g(y)\n    return y") for i in ("_", "y")],
    "names-exchanged": [
        function(f"return g(h({i}))", "x, n, k") for i in ("x, 1, n, k", "k, 1, n, x")
    ],
    "another-layer": [module(TWO, f"return self.{i}(x)") for i in "ab"],
    "self-missing": [module(TWO, f"return {i}a(x)") for i in ("", "self.")],
    "not-stored": [module(f"super().__init__()\n{i}a = nn.Linear(d, d)") for i in ("", "self.")],
    "rows-not-cut": [
        module(f"{TWO}\nself.t = g(d)", f"return x + self.t{i}") for i in ("", "[:x.shape[1]]")
    ],
    "not-called": [function(f"return g(x.dim{i})") for i in ("", "()")],
    "size-for-name": [function(f"return g({i}, 2)") for i in ("len(x)", "x.shape[1]")],
    "number-for-a-name": [function(f"return x != {i}") for i in ("7", "n")],
    "look-up-missing": [
        function(f"return [vocab.get(one{i}) for one in x]", "x, vocab")
        for i in ("", ", vocab['<unk>']")
    ],
    "off-by-one": [function(f"return range({i})") for i in ("n", "n + 1")],
    "first-or-last": [function(f"return x[:, {i}]") for i in (0, -1)],
    "slice-end": [function(f"return x[:, {i}]") for i in ("1:", ":1")],
    "constant": [function(f"return x * {i}") for i in ("7.0", "0.5")],
    "flag": [function(f"return g(x, up={i})") for i in (True, False)],
    "operator": [function(f"return x {i} n") for i in "*/"],
    "matrix-product-missing": [function(f"return x {i} n") for i in "*@"],
    "weight-without-layer": [
        module(TWO, f"return {i}") for i in ("x @ self.a.weight.T + self.a.bias", "self.a(x)")
    ],
    "comparison": [function(f"return x {i} n") for i in ("<", "<=")],
    "operands-exchanged": [function(f"return {i}") for i in ("x - 2 * n", "2 * n - x")],
    "brackets": [function(f"return {i}") for i in ("x + n / 2", "(x + n) / 2")],
    "part-too-many": [function(f"return {i}") for i in ("x + n", "x")],
    "root-missing": [function(f"return x / n{i}") for i in ("", " ** 0.5")],
    "root-too-many": [function(f"return x / n ** {i}") for i in (3, 0.5)],
    "pairs-for-entries": [function(f"return {i}") for i in ("x @ n.mT", "(x * n).sum(-1)")],
    "negation-too-many": [function(f"return g({i}x)") for i in ("~", "")],
    "negation-missing": [function(f"return x.masked_fill({i}n, 0)") for i in ("", "~")],
    "sign": [function(f"return g({i}float('inf'))") for i in ("", "-")],
    "condition": [function(f"return x if x.size({i}) > n else 0") for i in (0, 1)],
    "condition-turned": [function(f"return x if {i}g(n) else 0") for i in ("", "not ")],
    "none-test": [function(f"return x if n{i} else 0") for i in ("", " is not None")],
    "rounded-down": [function(f"return g({i}x // n{j})") for i, j in (("", ""), ("-(-", ")"))],
    "and-or": [function(f"return x {i} n") for i in ("and", "or")],
    "call-too-many": [function(f"return g({i})") for i in ("x.softmax(-1)", "x")],
    "gradient-stopped": [function(f"return x{i}") for i in (".detach()", "")],
    "another-function": [function(f"return torch.{i}(x)") for i in ("triu", "tril")],
    "in-place": [function(f"return x.add{i}(n)") for i in ("_", "")],
    "arguments-exchanged": [function(f"return g({i})") for i in ("x, 2 * n", "2 * n, x")],
    "argument-too-many": [function(f"return g({i})") for i in ("1, 2, 3", "1, 2")],
    "argument-missing": [function(f"return g(x{i})") for i in ("", ", n")],
    "device-missing": [
        function(f"y = g(torch.arange(4{i}))\n    return y", "x") for i in ("", ", device=x.device")
    ],
    "dtype": [function(f"return g(torch.ones(4{i}))") for i in ("", ", dtype=torch.bool")],
    "dropout-always": [
        module(TWO, f"return F.dropout(x, 0.1{i})") for i in ("", ", training=self.training")
    ],
    "diagonal": [function(f"return g(torch.triu(x{i}))") for i in ("", ", diagonal=1")],
    "setting-missing": [function(f"return pad_sequence(x{i})") for i in ("", ", batch_first=True")],
    "copy-missing": [function(f"y = {i}\n    return g(y)") for i in ("x", "x.clone()")],
    "function-missing": [function(f"return x{i}") for i in ("", ".softmax(-1)")],
    "kind-of-result": [function(f"return {i}") for i in ("x", "tuple(x)")],
    "layer-not-used": [module(TWO, f"return {i} + 1") for i in ("x", "self.a(x)")],
    "factor-missing": [function(f"return x{i}") for i in ("", " / n ** 0.5")],
    "summand-missing": [function(f"return {i}g(x)") for i in ("", "n + ")],
    "wrong-place": [function(f"return {i}") for i in ("norm(g(x))", "g(norm(x))")],
    "order-of-elements": [function(f"return g([{i}])") for i in ("1, x", "x, 1")],
    "result-missing": [function(f"return g(x){i}") for i in ("", ", n")],
    "element-too-many": [function(f"return g([x{i}])") for i in (", 1", "")],
    "filter-too-many": [function(f"return [a for a in x{i}]") for i in (" if a", "")],
    "break-too-many": [
        function(f"for one in x:\n        g(one){i}\n    return x") for i in ("\n        break", "")
    ],
    "statement-too-many": [function(f"{i}return g(x)") for i in ("x.add_(n)\n    ", "")],
    "block-too-many": [
        function("with torch.no_grad():\n        y = g(x)\n    return y"),
        function("y = g(x)\n    return y"),
    ],
    "no-grad-missing": [
        function("y = g(x)\n    return y"),
        function("with torch.no_grad():\n        y = g(x)\n        return y"),
    ],
    "none-not-handled": [
        function("x = x + mask\n    return x", "x, mask=None"),
        function("if mask is not None:\n        x = x + mask\n    return x", "x, mask=None"),
    ],
    "mode-not-restored": [
        function(f"{a}x.eval()\n    y = g(x)\n    x.train({b})\n    return y")
        for a, b in (("", ""), ("_mode = x.training\n    ", "_mode"))
    ],
    "one-object": [
        module("super().__init__()\nself.a = self.b = nn.Linear(d, d)"),
        module("super().__init__()\nself.a = nn.Linear(d, d)\nself.b = nn.Linear(d, d)"),
    ],
    "thrown-away": [function(f"{i}x.flip(0)\n    return g(x)") for i in ("", "x = ")],
    "printed": [function(f"y = g(x)\n    {i}") for i in ("print(y)", "return y")],
    "result-not-returned": [function(f"y = g(x){i}") for i in ("", "\n    return y")],
    "return-in-loop": [function(f"{ROWS}\n    {i}return rows") for i in ("    ", "")],
    "statement-in-loop": [
        function(f"{ROWS}\n    {i}rows.append(n)\n    return rows") for i in ("    ", "")
    ],
    "not-a-buffer": [
        module(f"super().__init__()\n{i}")
        for i in ("self.a = torch.ones(d)", "self.register_buffer('a', torch.ones(d))")
    ],
    "no-parameter": [
        module(f"super().__init__()\n{i}")
        for i in ("self.a = torch.ones(d)", "self.a = nn.Parameter(torch.ones(d))")
    ],
    "plain-list": [
        module(f"super().__init__()\n{i}")
        for i in ("self.a = [nn.ReLU()]", "self.a = nn.ModuleList([nn.ReLU()])")
    ],
    "super-missing": [module(f"{i}self.a = nn.Linear(d, d)") for i in ("", "super().__init__()\n")],
    "statement-order": [
        function("y = g(x)\n    x = h(x)\n    return y"),
        function("x = h(x)\n    y = g(x)\n    return y"),
    ],
    "right-sides": [
        function("y = g(x)\n    z = h(n)\n    return z - y"),
        function("y = h(n)\n    z = g(x)\n    return z - y"),
    ],
    "default": [function("return g(x)", f"x, p={i}") for i in ("5", "0.0")],
}


def programs(wrong: str) -> dict[str, set[str]]:
    """Each program that one edit makes of another -> the kinds of such edits."""
    tree, found = ast.parse(wrong), {}
    for edit in edits(tree, {}):
        with edit.made():
            found.setdefault(ast.unparse(tree), set()).add(edit.kind)
    assert ast.unparse(tree) == ast.unparse(ast.parse(wrong))  # each was taken back
    return found


@pytest.mark.parametrize("kind", SLIPS)
def test_mends_what_no_other_kind_does(kind):
    wrong, right = SLIPS[kind]
    assert programs(wrong)[ast.unparse(ast.parse(right))] == {kind}


def test_every_kind_is_tried_and_has_words():
    assert set(SLIPS) == kinds() | {"condition"}
    assert kinds() | {"condition"} | set(POINTS) == set(words())


def test_every_edit_compiles():
    for wrong, _ in SLIPS.values():
        tree = ast.parse(wrong)
        for edit in edits(tree, {}):
            with edit.made():
                compile(tree, "<edited>", "exec")


def test_one_slip_in_three_places_is_one_edit():
    wrong = function("return g(x.T), g(n.T), g(k.T)", "x, n, k")
    together = [edit for edit in edits(ast.parse(wrong), {}) if edit.places == 3]
    assert {edit.kind for edit in together} >= {"transposed-axes", "transpose-too-many"}


def test_the_same_arguments_exchanged_in_two_lines_are_one_edit():
    wrong = function("y = g(x, 2, n)\n    z = g(k, 2, m)\n    return y, z", "x, n, k, m")
    right = function("y = g(2, x, n)\n    z = g(2, k, m)\n    return y, z", "x, n, k, m")
    assert programs(wrong)[ast.unparse(ast.parse(right))] == {"arguments-exchanged"}


def test_a_call_around_three_layers_is_one_edit():
    wrong = function("return torch.tanh(x(n)), torch.tanh(k(n))", "n, x, k")
    right = function("return x(n), k(n)", "n, x, k")
    assert programs(wrong)[ast.unparse(ast.parse(right))] == {"call-too-many"}


def test_the_part_behind_a_slice_is_offered():
    wrong, right = function("return x[..., n : 2 * n]"), function("return x[..., 2 * n :]")
    assert programs(wrong)[ast.unparse(ast.parse(right))] == {"slice-end"}


@pytest.mark.parametrize("wrong", ["x if g(n) else 0", "x and n", "x + n"])
def test_one_part_alone_is_offered(wrong):
    assert programs(function(f"return {wrong}"))["def f(x, n):\n    return x"] == {"part-too-many"}

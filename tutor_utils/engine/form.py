"""Describe in words a result of another form than expected: its kind, its dtype, its shape.

Where sizes are equal by chance, several explanations fit. So a claim about an axis is made only if
the sizes of the right shape differ, and if every trial supports it.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

import torch
from torch import Tensor

from .compare import ONCE, kind
from .observation import Opaque

Shape = tuple[int, ...]
FOLLOW = "Follow the shape line by line, and write it in a comment at the end of each line."


def explain_kind(actual: Any, expected: Any) -> tuple[str, str, str]:
    """(what it means, what to try, slug) where the kinds differ."""
    if actual is None:
        return (
            "Your code ended without a `return` of a value. `list.append` and `list.sort` give "
            "None, too.",
            "Which line returns the result? Is it reached on every way through the function?",
            "nothing-returned",
        )
    inside = [actual, *actual] if isinstance(actual, (tuple, list)) else [actual]
    if any(isinstance(a, Opaque) and a.type.startswith("numpy") for a in inside):
        return (
            "What NumPy makes carries no gradient and does not move to a GPU.",
            "Stay with torch functions: torch.sin, torch.softmax, ... Take NumPy out.",
            "numpy-array",
        )
    if isinstance(actual, Opaque) and actual.type in ONCE:
        many = "list" if isinstance(expected, list) else "tuple"
        return (
            f"A {actual.type} gives its parts only once, and {kind(expected)} is wanted.",
            f"Write `{many}(...)` round it. Round brackets with a `for` inside make a generator.",
            "gives-its-parts-once",
        )
    if isinstance(actual, Opaque) and actual.type.startswith("torch.nn.modules"):
        return (
            f"You returned the layer {actual.type.rpartition('.')[2]} itself, not what it gives.",
            "Call it on the tensor: `layer(x)`. Or use a function of the same kind.",
            "another-kind-of-object",
        )
    if isinstance(expected, Tensor) and isinstance(actual, list):
        return (
            "One tensor is wanted here, not a list.",
            "`torch.stack` or `torch.cat` joins a list of tensors, `torch.tensor` takes numbers.",
            "several-values-for-one",
        )
    if isinstance(expected, Tensor) and isinstance(actual, tuple):
        return (
            "One tensor is wanted here, not a tuple.",
            "Return the output alone."
            if len(actual) > 1
            else "Return the tensor alone: a comma after it makes a tuple.",
            "several-values-for-one",
        )
    if isinstance(expected, tuple) and isinstance(actual, Tensor):
        return (
            f"The contract asks for {len(expected)} values.",
            "Return all of them, with commas between them.",
            "one-value-for-several",
        )
    if isinstance(expected, float) and isinstance(actual, Tensor):
        if actual.numel() != 1:
            return (
                f"Your tensor has the shape {tuple(actual.shape)}, and one number is wanted.",
                "Which line should make one number of these: a sum, a mean? Then `.item()`.",
                "tensor-for-a-number",
            )
        return (
            "The contract asks for a float. A tensor may keep its whole graph alive.",
            "Turn the one number into a Python float with `.item()`.",
            "tensor-for-a-number",
        )
    return (
        f"The contract asks for {kind(expected)}.",
        "Compare the `return` line with the docstring.",
        "another-kind-of-object",
    )


def explain_dtype(actual: Tensor, wanted: Tensor, given: bool) -> tuple[str, str, str, str]:
    """(what I saw, what it means, what to try, slug) for two dtypes that differ.

    Args:
        actual, wanted: of one structure; their shapes may differ.
        given: whether the arguments hold floating-point numbers.
    """
    dtype = actual.dtype
    saw, slug = f"The dtype is {dtype}; expected {wanted.dtype}.", "another-number-type"
    if wanted.dtype == torch.bool:
        if _is_additive(actual):
            return (
                f"Your mask holds 0 and {actual.min().item():.4g}; expected True and False.",
                "That is a mask to be added to the scores, as PyTorch's "
                "`generate_square_subsequent_mask` gives it. The masks of this course say True "
                "where a query may look and False where it may not.",
                "Return the yes and no itself. Whoever uses the mask fills in -inf.",
                "additive-mask",
            )
        look = "Give `dtype=torch.bool` where a tensor is made, or return what a comparison gives."
        return saw, "Yes and no are wanted here: True and False.", look, slug
    if wanted.dtype == torch.int64:
        look = (
            f"Which line first gives {dtype}? Give `dtype=torch.long` where a tensor is made; "
            "`//` keeps whole numbers, `/` does not."
        )
        if dtype == torch.float32:
            look = (
                "Which line first gives torch.float32? `torch.Tensor(...)` always does, and "
                "`torch.tensor([])`, `torch.zeros`, `torch.ones` and `/` do. Give "
                "`dtype=torch.long` to `torch.tensor`, `torch.zeros` and the like; `//` keeps "
                "whole numbers."
            )
        means = "The numbers may look the same, but the next layer asks for this type."
        return saw, means, look, slug
    if given and wanted.is_floating_point():
        look = "Find the line where the type changes. Make new tensors with `dtype=x.dtype`."
        return saw, "Your code changed the precision that the input came in.", look, slug
    look = f"Find the line where the type changes to {dtype}, or change it back."
    return saw, f"The contract asks for {wanted.dtype}.", look, slug


def _is_additive(mask: Tensor) -> bool:
    """Whether this is an additive mask: 0 where open and a large negative number elsewhere."""
    if not mask.is_floating_point() or not mask.numel():
        return False
    low = mask < -1000
    return bool(((mask == 0) | low).all() and low.any())


class Shapes(NamedTuple):
    """The actual shape and the expected one."""

    actual: Shape
    expected: Shape

    def tells(self, names: list[str]) -> bool:
        """Whether the sizes of the expected shape all differ, apart from axes that are always 1."""
        sizes = [s for s, name in zip(self.expected, names, strict=True) if name != "1"]
        return len({*sizes, 1}) == 1 + len(sizes)


def explain_shape(
    actual: Tensor, expected: Tensor, letters: str, others: Collection[Shapes] = ()
) -> tuple[str, str, str, str]:
    """(what I saw, what it means, what to try, slug) for two shapes that differ.

    Args:
        actual, expected: of the trial in the report.
        letters: of the axes of ``expected``.
        others: the shapes of other trials in which they differ.
    """
    one = Shapes(tuple(actual.shape), tuple(expected.shape))
    names = letters.split()
    if len(names) == expected.dim():
        pairs = zip(names, expected.shape, strict=True)
        known = (str(s) if n in (str(s), "...") else f"{n}={s}" for n, s in pairs)  # 1, not 1=1
        wanted = ", ".join(known)
    else:
        wanted = ", ".join(map(str, expected.shape))
    wanted += "," * wanted.isdecimal()  # a tuple of one
    saw = f"The shape is {one.actual}; expected ({wanted})."
    if len(names) != expected.dim():
        names = [""] * expected.dim()
    telling = [
        shapes
        for shapes in (one, *others)
        if len(shapes.expected) == len(names) and shapes.tells(names)
    ]
    slugs = {_slug(shapes) for shapes in telling}
    slug = slugs.pop() if len(slugs) == 1 else _slug(one)
    claims = {_claim(shapes, names) for shapes in telling}
    claim, look = claims.pop() if len(claims) == 1 else ("", "")
    if slug.startswith("axes-too"):
        more = actual.dim() - expected.dim()
        many = "many" if more > 0 else "few"
        means = f"Your tensor has {abs(more)} {'axis' if abs(more) == 1 else 'axes'} too {many}."
        return saw, f"{means} {claim}".rstrip(), look or FOLLOW, slug
    if slug == "axes-in-another-order":
        means = (
            "The sizes are right but stand in another order. So it goes where axes are swapped, or "
            "two arguments."
        )
        look = (
            "Write the shape after each line. In which one do the axes leave their order? Or is a "
            "count taken for a size there, as in `split`?"
        )
        return saw, claim or means, look, slug
    if slug == "numbers-grouped-otherwise":
        means = "The count of numbers is right, but they are grouped in another way."
        look = "Which line groups them so? Look at each `view`, `reshape`, `flatten` and `cat`."
        return saw, means, look, slug
    axis = next(i for i, (a, e) in enumerate(zip(*one, strict=True)) if a != e)
    means = f"Axis {axis} has size {one.actual[axis]}; it should be {one.expected[axis]}."
    claim, look = _size([s for s in (one, *others) if _slug(s) == slug], axis)
    return saw, f"{means} {claim}".rstrip(), look, slug


def _slug(shapes: Shapes) -> str:
    actual, expected = shapes
    if len(actual) != len(expected):
        return f"axes-too-{'many' if len(actual) > len(expected) else 'few'}"
    if sorted(actual) == sorted(expected):
        return "axes-in-another-order"
    count = [1, 1]
    for i, shape in enumerate(shapes):
        for size in shape:
            count[i] *= size
    return "numbers-grouped-otherwise" if count[0] == count[1] else "axis-of-another-size"


def _size(shapes: list[Shapes], axis: int) -> tuple[str, str]:
    """(how the size of an axis is wrong in all trials, where to look); ("", ...) if unclear."""
    look = "Find the line that gives this axis its size."
    sizes = [(s.actual[axis], s.expected[axis]) for s in shapes]
    if len({wanted for _, wanted in sizes}) < 2:
        return "", look
    if len({got for got, _ in sizes}) == 1:
        return f"It is {sizes[0][0]} whatever comes in.", f"{look} Does a number stand there?"
    for words, fits in (
        ("It is always one too many.", lambda got, wanted: got == wanted + 1),
        ("It is always one too few.", lambda got, wanted: got == wanted - 1),
        ("It is always twice as long.", lambda got, wanted: got == 2 * wanted),
    ):
        if all(fits(*pair) for pair in sizes):
            return words, look
    return "", look


def _claim(shapes: Shapes, names: list[str]) -> tuple[str, str]:
    """(claim, where to look) for one pair of shapes; ("", "") if the sizes show nothing."""
    actual, expected = shapes
    called = [f"Axis {i} ({n})" if n.strip(".") else f"Axis {i}" for i, n in enumerate(names)]
    if sorted(actual) == sorted(expected):
        named = dict(zip(expected, names, strict=True))
        order = ", ".join(named[size] for size in actual)
        return (f"By their sizes your axes stand as ({order})." if all(names) else ""), ""
    ones = [i for i, size in enumerate(expected) if size == 1]
    if ones and tuple(size for size in expected if size != 1) == actual:
        gone = called[ones[0]] if len(ones) == 1 else "Each axis"
        return (
            f"{gone} of size 1 is missing.",
            "Which line should make it: `[None]`, `unsqueeze`, `keepdim=True`? Or which one takes "
            "it away? `squeeze()` without a number takes all of size 1, `[0]` takes one.",
        )
    if len(actual) == len(expected) - 1:
        for i, size in enumerate(expected[:-1]):
            if (*expected[:i], size * expected[i + 1], *expected[i + 2 :]) == actual:
                return f"{called[i]} and the one after it are joined into one.", FOLLOW
        missing = [i for i in range(len(expected)) if expected[:i] + expected[i + 1 :] == actual]
        if len(missing) == 1:
            look = (
                "Does a line take it away (a `sum`, a `mean`, an index, `squeeze()`), or is the "
                "step missing that would bring it in?"
            )
            return f"{called[missing[0]]} is missing.", look
    if len(actual) == len(expected) + 1:
        new = [i for i in range(len(actual)) if actual[:i] + actual[i + 1 :] == expected]
        if new == [0] and actual[0] == 1:
            look = "Which line puts it there, or keeps it (`keepdim=True`)?"
            return "One of size 1 stands in front.", look
        if len(new) == 1:
            look = "Does a line add it, or is a `sum` or a `mean` over it missing?"
            return f"Axis {new[0]} should not be there.", look
        cut = [
            i
            for i in range(len(expected))
            if (*actual[:i], actual[i] * actual[i + 1], *actual[i + 2 :]) == expected
        ]
        if len(cut) == 1:
            return f"{called[cut[0]]} is cut into two.", FOLLOW
    return "", FOLLOW

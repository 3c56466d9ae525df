"""Python's and PyTorch's commonest errors in plain words: what it means, what to try."""

from __future__ import annotations

import re

# (slug, pattern in "Type: message", what it means, what to try)
_ERRORS = (
    (
        "view-after-transpose",
        r"view size is not compatible",
        "`view` needs numbers that lie in memory in their reading order. After `transpose` or "
        "`permute` they do not.",
        "Use `reshape`, or put `.contiguous()` before `view`. Then check that the axes stand in "
        "the order you want before you join them.",
    ),
    (
        "sizes-do-not-multiply",
        r"shape '\[.*\]' is invalid for input of size",
        "`view` and `reshape` keep the count of numbers. The new shape holds another count.",
        "Multiply the sizes in your new shape. They must give the size in the message.",
    ),
    (
        "inner-sizes-differ",
        r"mat1 and mat2 shapes cannot be multiplied|size mismatch.*matmul|"
        r"Expected size for first two dimensions of batch2|"
        r"batch1 and batch2 must have same",
        "In `A @ B` the last axis of A and the second-last axis of B must have the same size.",
        "Write both shapes beside the line. Is a `transpose(-2, -1)` missing, or one too many?",
    ),
    (
        "shapes-do-not-broadcast",
        r"The size of tensor a \(\d+\) must match the size of tensor b|"
        r"must match the existing size",
        "Two shapes do not broadcast. Shapes are compared from the last axis backwards; each pair "
        "must be equal, or one of them 1.",
        "Print both shapes just before this line and write them one below the other.",
    ),
    (
        "einsum-refused",
        r"einsum",
        "`einsum` refused the equation for these shapes. One letter stands for two sizes, or an "
        "operand has another number of axes than letters.",
        "Write each operand's shape above its letters.",
    ),
    (
        "size-is-a-float",
        r"'float' object cannot be interpreted as an integer|must be tuple of ints|"
        r"received an invalid combination of arguments.*float|empty\(\): argument 'size'",
        "A size is a float. In Python `/` always gives a float, even 8 / 2.",
        "Use `//` for sizes.",
    ),
    (
        "truth-of-a-tensor",
        r"Boolean value of Tensor with more than one value is ambiguous",
        "`if tensor:` asks one yes or no of many numbers.",
        "To ask whether a mask was given, write `if mask is not None:`.",
    ),
    (
        "too-large-for-half",
        r"cannot be converted to type .* without overflow|value cannot be converted",
        "The constant is too large for half precision, whose largest number is 65504.",
        "Fill with `float('-inf')`, or with `torch.finfo(scores.dtype).min`.",
    ),
    (
        "two-devices",
        r"Expected all tensors to be on the same device|found at least two devices|"
        r"Cannot copy out of meta|on device meta",
        "A tensor was made on another device than the input.",
        "Make new tensors with `device=x.device`, and keep tables with `register_buffer`.",
    ),
    (
        "index-too-large",
        r"index out of range in self|out of bounds",
        "An index is larger than the table that it points into.",
        "Compare the largest index with the size of the table. Are the two sizes swapped?",
    ),
    (
        "changed-in-place",
        r"leaf [Vv]ariable that requires grad.*in-place|modified by an inplace operation",
        "A tensor that autograd still needs was changed in place.",
        "Use the form that returns a new tensor: `masked_fill`, not `masked_fill_`.",
    ),
    (
        "number-types-differ",
        r"have the same dtype|expected scalar type|Expected tensor for argument #1 'indices'",
        "Two number types meet that do not mix.",
        "Print `.dtype` of both. Make new tensors with `dtype=x.dtype`; ids must be `torch.long`.",
    ),
    (
        "other-arguments",
        r"takes \d+ positional arguments? but \d+|takes exactly \w+ argument|"
        r"missing \d+ required positional|got an unexpected keyword argument|takes no arguments|"
        r"multiple values for argument",
        "The function was called with other arguments than it takes.",
        "Compare the `def` line with the contract in the docstring: names, order, default values.",
    ),
    (
        "name-without-value",
        r"NameError|UnboundLocalError",
        "A name is used before it has a value.",
        "Look for a spelling slip, a cell above that has not run since the kernel started, or a "
        "variable that only one branch of an `if` sets.",
    ),
    (
        "super-forgotten",
        r"AttributeError: cannot assign module before",
        "`super().__init__()` must run before a layer is stored on `self`.",
        "Make `super().__init__()` the first line of `__init__`.",
    ),
    (
        "none-where-an-object",
        r"AttributeError.*'NoneType'",
        "Something is None where an object was wanted. A function without `return` gives None.",
        "Check that every helper ends in `return`.",
    ),
    (
        "attribute-missing",
        r"AttributeError",
        "The object does not have what the line asks of it.",
        "Check the spelling, and that `__init__` stored it on `self`.",
    ),
    (
        "other-number-of-axes",
        r"Dimension out of range|IndexError: too many indices|not enough values to unpack|"
        r"too many values to unpack",
        "The tensor has another number of axes than the line expects.",
        "Print the shape just before this line. Leading axes may be more than one: count from the "
        "end with -1 and -2.",
    ),
    (
        "calls-itself",
        r"UnicodeDecodeError|RecursionError|maximum recursion",
        "The function calls itself without an end.",
        "Look for your function's own name inside its body.",
    ),
    (
        "ends-the-program",
        r"SystemExit",
        "The code ended the program.",
        "Take `exit()` or `quit()` out of the cell.",
    ),
)


def explain(error: str) -> tuple[str, str, str | None]:
    """(means, try, slug) for "Type: message"; general words and no slug for the unknown."""
    for slug, pattern, means, try_next in _ERRORS:
        if re.search(pattern, error, re.DOTALL):
            return means, try_next, slug
    return (
        "Python stopped inside your code before it returned a value.",
        "Run the line by itself in a new cell with a small tensor, and print the shapes in it.",
        None,
    )


GENERAL = frozenset(slug for slug, *_ in _ERRORS) | {
    # what a report calls a value, a shape or a type for which no exercise needs words of its own
    *("nothing-returned", "numpy-array", "several-values-for-one", "one-value-for-several"),
    *("tensor-for-a-number", "another-kind-of-object", "another-number-type"),
    *("axes-too-many", "axes-too-few", "axes-in-another-order", "numbers-grouped-otherwise"),
    *("axis-of-another-size", "changes-its-argument"),
}

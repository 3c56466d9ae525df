"""Shapes that do not fit: views, products, broadcasting, joining."""

from __future__ import annotations

from .asks import (
    dot_t,
    expand,
    layer_call,
    looks_in_a_list,
    masking,
    part_assigned,
    perhaps_two_rows,
    product,
    reduced,
    times,
    two_rows,
    view,
    view_with_open_size,
)
from .known_error import KnownError

SHAPES: tuple[KnownError, ...] = (
    # ------------------------------------------------------------------ view, reshape, transpose
    KnownError(
        "view-after-transpose",
        r"view size is not compatible",
        "`view` needs numbers that lie in memory in their reading order. After `transpose`, "
        "`permute`, `expand` or a slice they mostly do not.",
        "Use `reshape`, or put `.contiguous()` before `view`. Then check that the axes stand in "
        "the order you want before you join them.",
    ),
    KnownError(
        "sizes-do-not-multiply",
        r"shape '\[(?P<sizes>[-\d, ]*)\]' is invalid for input of size (?P<count>\d+)",
        "The tensor holds {count} numbers. The sizes in [{sizes}] without the -1 multiply to "
        "{product}, and {count} cannot be divided by it.",
        "Print the tensor's shape just before. Are the sizes those of this tensor, or of another?",
        view_with_open_size,
    ),
    KnownError(
        "sizes-do-not-multiply",
        r"shape '\[(?P<sizes>[-\d, ]*)\]' is invalid for input of size (?P<count>\d+)",
        "The new shape [{sizes}] holds {product} numbers, and the tensor holds {count}. `view` and "
        "`reshape` keep the count.",
        "Print the tensor's shape just before. Are the sizes those of this tensor, or of another?",
        view,
    ),
    KnownError(
        "two-sizes-left-open",
        r"only one dimension can be inferred",
        "-1 stands twice in the new shape. PyTorch can work out only one size from the others.",
        "Write all sizes but one as numbers, such as x.shape[0].",
    ),
    KnownError(
        "permute-needs-every-axis",
        r"permute.*input\.dim\(\) = (?P<axes>\d+) is not equal to len\(dims\) = (?P<given>\d+)",
        "`permute` needs every axis once. The tensor has {axes} axes, and {given} were named.",
        "Print the shape just before. To swap just the last two, `transpose(-2, -1)` is enough.",
    ),
    KnownError(
        "t-needs-two-axes",
        r"t\(\) expects a tensor with <= 2 dimensions, but self is (?P<axes>\d+)D",
        "`.t()` swaps the axes of a matrix. This tensor has {axes} axes.",
        "Swap the last two with `.transpose(-2, -1)`.",
    ),
    # ------------------------------------------------------------------ products
    KnownError(
        "every-axis-turned",
        r"Expected size for first two dimensions of batch2|The size of tensor a \(\d+\) must match",
        "`.T` turns all axes round, the leading ones too. A product needs only the last two "
        "swapped.",
        "Use `.transpose(-2, -1)`.",
        dot_t,
    ),
    KnownError(
        "inner-sizes-differ",
        r"mat1 and mat2 shapes cannot be multiplied \((?P<rows>\d+)x(?P<left>\d+) and "
        r"(?P<right>\d+)x\d+\)",
        "The last axis of the left side has size {left}, the second-last of the right side "
        "{right}. In `A @ B` these two must be equal.",
        "Write both shapes beside the line. Is a `transpose(-2, -1)` missing, or one too many?",
        product,
    ),
    KnownError(
        "layer-gets-another-size",
        r"mat1 and mat2 shapes cannot be multiplied \(\d+x(?P<given>\d+) and (?P<takes>\d+)x\d+\)",
        "In `{called}`, the last axis of a tensor has {given} numbers, and the matrix that "
        "multiplies it takes {takes}: in a linear layer these are its `in_features`.",
        "Print the shape that goes in, and compare it with the sizes that the layers were made of.",
        layer_call,
    ),
    KnownError(
        "inner-sizes-differ",
        r"mat1 and mat2 shapes cannot be multiplied \(\d+x(?P<left>\d+) and (?P<right>\d+)x\d+\)",
        "Two sizes that must be equal are {left} and {right}: in `A @ B` the last axis of A and "
        "the second-last of B, in a linear layer the last axis of its input and its first number.",
        "Write the shapes beside the line.",
    ),
    KnownError(
        "batch-sizes-differ",
        r"Expected size for first two dimensions of batch2 tensor to be: "
        r"\[(?P<a>\d+), (?P<left>\d+)\] but got: \[(?!(?P=a),)(?P<b>\d+), (?P<right>\d+)\]",
        "The two sides hold {a} and {b} matrices. `bmm` multiplies them pair by pair.",
        "Print both shapes: their first axes must be equal.",
    ),
    KnownError(
        "inner-sizes-differ",
        r"Expected size for first two dimensions of batch2 tensor to be: "
        r"\[(?P<a>\d+), (?P<left>\d+)\] but got: \[(?P=a), (?P<right>\d+)\]",
        "The last axis of the left side has size {left}, the second-last of the right side "
        "{right}. In `A @ B` these two must be equal.",
        "Write both shapes beside the line. Is a `transpose(-2, -1)` missing, or one too many?",
        product,
    ),
    KnownError(
        "product-inside-a-call",
        r"Expected size for first two dimensions of batch2 tensor to be: "
        r"\[(?P<a>\d+), (?P<left>\d+)\] but got: \[(?P=a), (?P<right>\d+)\]",
        "Inside `{called}` two tensors are multiplied, and their sizes do not fit: {left} and "
        "{right}.",
        "Print the shape of each argument of that call. In attention, keys and values are equally "
        "many, and queries and keys equally wide.",
        layer_call,
    ),
    KnownError(
        "inner-sizes-differ",
        r"Expected size for first two dimensions of batch2 tensor to be: "
        r"\[(?P<a>\d+), (?P<left>\d+)\] but got: \[(?P=a), (?P<right>\d+)\]",
        "The last axis of the left side has size {left}, the second-last of the right side "
        "{right}. In `A @ B` these two must be equal.",
        "Write both shapes beside the line.",
    ),
    KnownError(
        "inner-sizes-differ",
        r"size mismatch, got input \(\d+\), mat \(\d+x(?P<left>\d+)\), vec \((?P<right>\d+)\)",
        "The rows of the left side have {left} numbers, and the vector on the right has {right}.",
        "A matrix times a vector needs both equal. Print both shapes.",
    ),
    KnownError(
        "inner-sizes-differ",
        r"inconsistent tensor size, expected tensor \[(?P<left>\d+)\] and src \[(?P<right>\d+)\]",
        "A dot product pairs the numbers of two vectors. These have {left} and {right}.",
        "Print both shapes.",
    ),
    KnownError(
        "product-of-a-single-number",
        r"both arguments to matmul need to be at least 1D, but they are (?P<left>\d+)D and "
        r"(?P<right>\d+)D",
        "`@` multiplies along axes, and one side is a single number without any: the sides have "
        "{left} and {right} axes.",
        "A single number multiplies with `*`. If it should be a tensor, where did its axes go: an "
        "index, a sum, or a tensor that was unpacked into several names?",
    ),
    KnownError(
        "product-for-fewer-axes",
        r"batch[12] must be a 3D tensor",
        "`torch.bmm` takes tensors of exactly 3 axes, and one of these has another number.",
        "Use `@` or `torch.matmul`: they multiply the last two axes, with any number before.",
    ),
    KnownError(
        "product-for-fewer-axes",
        r"(?:self|mat1|mat2) must be a matrix",
        "`torch.mm` takes two matrices, and one of these tensors has another number of axes.",
        "Use `@` or `torch.matmul`: they multiply the last two axes, with any number before.",
    ),
    KnownError(
        "product-for-fewer-axes",
        r"1D tensors expected, but got (?P<left>\d+)D and (?P<right>\d+)D",
        "`torch.dot` takes two vectors. These tensors have {left} and {right} axes.",
        "For each row with the row beside it, write `(a * b).sum(-1)`. For every row with every "
        "row, `a @ b.transpose(-2, -1)`.",
    ),
    # ------------------------------------------------------------------ einsum
    KnownError(
        "einsum-sizes-differ",
        r"einsum\(\): subscript (?P<letter>\w) has size (?P<a>\d+) for operand (?P<operand>\d+) "
        r"which does not broadcast with previously seen size (?P<b>\d+)",
        "The letter {letter} stands for an axis of size {b} and for one of size {a} (operand "
        "{operand}, counted from 0). One letter is one size.",
        "Write each operand's shape above its letters.",
    ),
    KnownError(
        "einsum-letters-and-axes",
        r"einsum\(\): the number of subscripts in the equation \((?P<letters>\d+)\) does not match "
        r"the number of dimensions \((?P<axes>\d+)\) for operand (?P<operand>\d+)",
        "Operand {operand}, counted from 0, has {axes} axes, and its part of the equation has "
        "{letters} letters.",
        "Write each operand's shape above its letters. `...` stands for any further axes.",
    ),
    KnownError(
        "einsum-operands",
        r"einsum\(\): (?P<which>fewer|more) operands were provided",
        "The equation has another number of parts (between commas) than tensors were given: "
        "{which} tensors.",
        "Each tensor needs its letters before `->`, with a comma between two tensors.",
    ),
    KnownError(
        "einsum-output",
        r"einsum\(\): output subscript (?P<letter>\w) (?P<what>does not appear|appears more than)",
        "After `->` a letter must be one of those before it, and stand there once. {letter} is not "
        "so.",
        "Write the letters of the result's axes behind the arrow.",
    ),
    KnownError(
        "einsum-refused",
        r"einsum\(\)",
        "`einsum` does not accept the equation for these tensors.",
        "Write each operand's shape above its letters: 'bij,bjk->bik'.",
    ),
    # ------------------------------------------------------------------ expand, assignment
    KnownError(
        "assigned-shape-differs",
        r"The expanded size of the tensor .*Target sizes: (?P<target_shape>\[[\d, ]*\])\.  Tensor "
        r"sizes: (?P<shape>\[[\d, ]*\])",
        "`{target}` has the shape {target_shape}, and the value for it has {shape}.",
        "Print the shape of both sides. Does the index on the left pick the axis that you mean?",
        part_assigned,
    ),
    KnownError(
        "expand-refused",
        r"The expanded size of the tensor \((?P<new>\d+)\) must match the existing size "
        r"\((?P<old>\d+)\) at .*dimension (?P<axis>\d+)\.  Target sizes: "
        r"(?P<target>\[[\d, ]*\])\.  Tensor sizes: (?P<shape>\[[\d, ]*\])",
        "`expand` repeats axes of size 1 only. The tensor is {shape}, the new shape {target}: at "
        "axis {axis} stand {old} and {new}.",
        "Where must an axis of size 1 be added with `unsqueeze` before?",
        expand,
    ),
    KnownError(
        "shape-does-not-stretch",
        r"The expanded size of the tensor \((?P<new>\d+)\) must match the existing size "
        r"\((?P<old>\d+)\).*Target sizes: (?P<target>\[[\d, ]*\])\.  Tensor sizes: "
        r"(?P<shape>\[[\d, ]*\])",
        "A tensor of shape {shape} does not fit into the shape {target}: {old} is neither 1 nor "
        "{new}.",
        "Print both shapes. This comes from `expand`, from an assignment such as `x[:, 0] = y`, or "
        "from a mask that was handed over.",
    ),
    KnownError(
        "assigned-shape-differs",
        r"expand\(.*\{(?P<shape>\[[\d, ]*\])\}, size=(?P<target_shape>\[[\d, ]*\])\)",
        "`{target}` has the shape {target_shape}, and the value for it has {shape}: more axes.",
        "Print the shape of both sides. Does the index on the left pick the axis that you mean?",
        part_assigned,
    ),
    KnownError(
        "shape-does-not-stretch",
        r"expand\(.*\{(?P<shape>\[[\d, ]*\])\}, size=(?P<target>\[[\d, ]*\])\)",
        "The tensor of shape {shape} has more axes than the new shape {target}. `expand` can add "
        "axes in front, never take some away.",
        "Name a size for every axis; -1 leaves one as it is.",
    ),
    KnownError(
        "result-larger-than-its-place",
        r"output with shape (?P<shape>\[[\d, ]*\]) doesn't match the broadcast shape "
        r"(?P<target>\[[\d, ]*\])",
        "An in-place step (`+=`, or a method that ends in `_`) keeps the shape {shape}, and the "
        "result has {target}.",
        "Write `x = x + y`, which makes a new tensor.",
    ),
    KnownError(
        "repeat-needs-every-axis",
        r"Number of dimensions of repeat dims can not be smaller",
        "`repeat` was given fewer numbers than the tensor has axes.",
        "Give one number for each axis; 1 leaves an axis as it is.",
    ),
    # ------------------------------------------------------------------ broadcasting
    KnownError(
        "leading-axes-differ",
        r"The size of tensor a \((?P<a>\d+)\) must match the size of tensor b \((?P<b>\d+)\) at "
        r"non-singleton dimension (?P<axis>\d+)",
        "In `A @ B` the axes before the last two are matched like in a sum: here {a} stands "
        "against {b}.",
        "Write both shapes one below the other. Only the last two axes multiply.",
        product,
    ),
    KnownError(
        "tensor-looked-up-in-a-list",
        r"The size of tensor a \(\d+\) must match the size of tensor b \(\d+\) at non-singleton",
        "`in` asks each item of `{searched}` whether it is equal, with `==`. Of tensors that "
        "compares the numbers; it does not ask whether it is the same tensor.",
        "For the same tensor write `any({wanted} is item for item in {searched})`, or keep "
        "`id(item)` of each in a set.",
        looks_in_a_list,
    ),
    KnownError(
        "reduced-axis-missing",
        r"The size of tensor a \((?P<a>\d+)\) must match the size of tensor b \((?P<b>\d+)\) at "
        r"non-singleton dimension (?P<axis>\d+)",
        "`{reduction}` takes its axis away, so the two shapes no longer stand below each other: "
        "{a} meets {b}.",
        "Give it `keepdim=True`: the axis stays, with size 1.",
        reduced,
    ),
    KnownError(
        "mask-shape",
        r"The size of tensor a \((?P<a>\d+)\) must match the size of tensor b \((?P<b>\d+)\) at "
        r"non-singleton dimension (?P<axis>\d+)",
        "The mask and the tensor that it masks do not broadcast: at axis {axis} one has {a}, the "
        "other {b}.",
        "Write both shapes one below the other, from the last axis backwards. Each pair must be "
        "equal, or one of them 1.",
        masking,
    ),
    KnownError(
        "column-missing",
        r"The size of tensor a \((?P<a>\d+)\) must match the size of tensor b \((?P<b>\d+)\) at "
        r"non-singleton dimension (?P<axis>\d+)",
        "`{left}` and `{right}` are two rows of {a} and {b} numbers, and are taken pair by pair, "
        "the first with the first.",
        "For every number of one with every number of the other, make one a column: "
        "`{left}[:, None]` has the shape ({a}, 1).",
        two_rows,
    ),
    KnownError(
        "shapes-do-not-broadcast",
        r"The size of tensor a \((?P<a>\d+)\) must match the size of tensor b \((?P<b>\d+)\) at "
        r"non-singleton dimension (?P<axis>\d+)",
        "Two shapes do not broadcast: at axis {axis}, counted in the longer one, stand {a} and "
        "{b}. They must be equal, or one of them 1.",
        "Print both shapes. If these are two plain rows, and every pair is wanted, one must become "
        "a column: `x[:, None]`.",
        perhaps_two_rows,
    ),
    KnownError(
        "shapes-do-not-broadcast",
        r"The size of tensor a \((?P<a>\d+)\) must match the size of tensor b \((?P<b>\d+)\) at "
        r"non-singleton dimension (?P<axis>\d+)",
        "`*` multiplies number by number, and the two shapes do not broadcast: at axis {axis}, "
        "counted in the longer one, stand {a} and {b}.",
        "Do you mean `@`, the product of matrices? Else write both shapes one below the other.",
        times,
    ),
    KnownError(
        "shapes-do-not-broadcast",
        r"The size of tensor a \((?P<a>\d+)\) must match the size of tensor b \((?P<b>\d+)\) at "
        r"non-singleton dimension (?P<axis>\d+)",
        "Two shapes do not broadcast: at axis {axis}, counted in the longer one, stand {a} and "
        "{b}. They must be equal, or one of them 1.",
        "Print both shapes just before this line and write them one below the other, from the "
        "last axis backwards.",
    ),
    # ------------------------------------------------------------------ cat, stack, tensor
    KnownError(
        "cat-sizes-differ",
        r"Sizes of tensors must match except in dimension (?P<axis>\d+)\. Expected size (?P<a>\d+) "
        r"but got size (?P<b>\d+) for tensor number (?P<number>\d+)",
        "`cat` joins along axis {axis}; all other axes must agree. Elsewhere tensor {number}, "
        "counted from 0, has {b} where the first has {a}.",
        "Print the shapes. Is `dim` the axis that should grow?",
    ),
    KnownError(
        "cat-number-of-axes",
        r"Tensors must have same number of dimensions: got (?P<a>\d+) and (?P<b>\d+)",
        "`cat` needs tensors with equally many axes. These have {a} and {b}.",
        "Add the missing axis with `unsqueeze`, or take a slice such as `x[:, -1:]`, which keeps "
        "it.",
    ),
    KnownError(
        "cat-number-of-axes",
        r"zero-dimensional tensor \(at position \d+\) cannot be concatenated",
        "`cat` joins along an axis, and one of the tensors is a single number without any.",
        "Give it an axis with `x.reshape(1)` or `x[None]`, or join with `torch.stack`.",
    ),
    KnownError(
        "split-sizes",
        r"split_sizes to sum exactly to (?P<size>\d+).*split_sizes=(?P<sizes>\[[\d, ]*\])",
        "`split` was given the sizes {sizes}, and the axis that it cuts has {size} entries.",
        "The sizes must add up to that. Which axis is cut? Without `dim` it is axis 0.",
    ),
    KnownError(
        "list-of-tensors-wanted",
        r"(?P<function>cat|stack|concat)\(\): argument 'tensors'.*must be tuple of Tensors, not "
        r"Tensor",
        "`{function}` takes the tensors in one list.",
        "Write `torch.{function}([a, b], dim=...)`.",
    ),
    KnownError(
        "nothing-to-join",
        r"(?:expected|expects) a non-empty (?:list of Tensors|TensorList)",
        "The list of tensors to join is empty.",
        "Print its length just before. Did the loop that fills it run?",
    ),
    KnownError(
        "stack-sizes-differ",
        r"stack expects each tensor to be equal size, but got (?P<a>\[[\d, ]*\]) at entry \d+ and "
        r"(?P<b>\[[\d, ]*\]) at entry (?P<number>\d+)",
        "`stack` needs tensors of one shape. The first has {a}, tensor {number}, counted from 0, "
        "has {b}.",
        "Should they be of one length? Then look where each is cut: a slice past the end is short. "
        "Else fill the shorter ones up, or join along an axis that is there with `torch.cat`.",
    ),
    KnownError(
        "pair-not-taken-apart",
        r"expected Tensor as element (?P<number>\d+) in argument \d+, but got tuple",
        "Element {number} of the list, counted from 0, is a tuple of several results.",
        "Take it apart where it is made: `output, weights = ...`.",
    ),
)

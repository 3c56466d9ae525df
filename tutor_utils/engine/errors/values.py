"""None, sizes, axes and indices."""

from __future__ import annotations

from ..learner_line import last_name
from .asks import called, dtypes, float_division, kept_itself, method_size, unpacks
from .asks_none import (
    any_node,
    is_bias,
    is_call,
    is_get,
    is_grad,
    is_list_method,
    is_mask,
    none_that,
)
from .known_error import KnownError

VALUES: tuple[KnownError, ...] = (
    # ------------------------------------------------------------------ None
    KnownError(
        "method-returns-none",
        r"'NoneType' object has no attribute",
        "`{method}` changes `{what}` in place and returns None, which this line stores in "
        "`{what}`. In the next round there is nothing left to change.",
        "Write `{what}.{method}(...)` alone, without `{what} =` before it.",
        kept_itself,
    ),
    KnownError(
        "mask-is-none",
        r"NoneType",
        "{what} is None here: no mask was given, and this line works with it all the same.",
        "Put what needs the mask behind `if mask is not None:`. All else must run without it.",
        none_that(is_mask),
    ),
    KnownError(
        "grad-is-none",
        r"NoneType",
        "{what} is None: no `backward()` has reached this tensor yet.",
        "Call `loss.backward()` before, and `zero_grad()` not in between. A parameter that the "
        "loss does not depend on keeps None.",
        none_that(is_grad),
    ),
    KnownError(
        "method-returns-none",
        r"NoneType",
        "{what} changes its object in place and returns None.",
        "Call it on a line of its own, and go on with the object itself.",
        none_that(is_list_method),
    ),
    KnownError(
        "get-gave-none",
        r"NoneType",
        "{what} gave None, as `get` does for a key that the dict does not have.",
        "Print the key with `repr(...)`, and the dict's keys. What shall hold where it is missing? "
        "That is the second argument: `d.get(key, otherwise)`.",
        none_that(is_get),
    ),
    KnownError(
        "bias-is-none",
        r"NoneType",
        "{what} is None: the layer was made with `bias=False`.",
        "Put what needs it behind `if layer.bias is not None:`, or call the layer itself.",
        none_that(is_bias),
    ),
    KnownError(
        "call-returned-none",
        r"NoneType",
        "{what} gave None. A function that ends without `return` gives None.",
        "Look at the end of that function: does every way through it `return` its result?",
        none_that(is_call),
    ),
    KnownError(
        "none-where-an-object",
        r"NoneType",
        "{what} is None where a value is wanted.",
        "Where does it get its value? A function without `return` gives None, and an argument may "
        "have None as its default.",
        none_that(any_node),
    ),
    KnownError(
        "none-where-an-object",
        r"NoneType",
        "Something is None where a value is wanted.",
        "Print what goes into this line. A function without `return` gives None, and an argument "
        "may have None as its default.",
        none_that(None),
    ),
    KnownError(
        "list-item-not-a-tensor",
        r"expected Tensor as element (?P<number>\d+) in argument \d+, but got (?P<kind>[\w.]+)",
        "Element {number} of the list, counted from 0, is of type {kind}, not a tensor.",
        "A number or a list of numbers becomes one with `torch.tensor(...)`. Anything else: print "
        "it. What should stand there?",
    ),
    KnownError(
        "entry-no-number",
        r"Could not infer dtype of NoneType",
        "A tensor is made of numbers, and an entry of what it was given is None.",
        "Print the list. `append`, `extend` and `sort` change a list in place and return None, and "
        "so does a function without `return`.",
    ),
    KnownError(
        "entry-no-number",
        r"Could not infer dtype of (?P<kind>[\w.]+)|too many dimensions '(?P<kind2>str)'",
        "A tensor is made of numbers, and an entry of what it was given is none.",
        "Print what goes in. Words become numbers by a vocabulary first.",
    ),
    KnownError(
        "ragged-rows",
        r"expected sequence of length (?P<a>\d+) at dim (?P<axis>\d+) \(got (?P<b>\d+)\)",
        "A tensor needs rows of one length. One row has {a} entries, another {b}.",
        "Fill the shorter rows up before you make the tensor.",
    ),
    KnownError(
        "tensor-of-tensors",
        r"only integer tensors of a single element can be converted to an index|"
        r"only one element tensors can be converted to Python scalars",
        "`torch.tensor` makes a tensor from plain numbers. The list holds tensors already.",
        "Join them with `torch.stack` (a new axis) or `torch.cat`.",
        called("tensor", "Tensor", "LongTensor", "FloatTensor"),
    ),
    # ------------------------------------------------------------------ sizes
    KnownError(
        "size-is-a-float",
        r"zeros\(\) takes 1 positional argument|ones\(\) takes 1 positional argument",
        "A size is a float. In Python `/` always gives a float, even 8 / 2.",
        "Use `//` for sizes.",
        float_division,
    ),
    KnownError(
        "size-is-a-float",
        r"must be tuple of ints, (?:but found element of type|not) float|"
        r"type must be tuple of ints,but got float|"
        r"argument '(?:chunks|split_size|size|shape|repeats|sizes|length|k)'.*must be int, not "
        r"float|'float' object cannot be interpreted as an integer|"
        r"multiply sequence by non-int of type 'float'|"
        r"(?:empty|zeros|ones|rand|randn|view|reshape|expand|repeat)\(\) received an invalid "
        r"combination of arguments - got \((?:int, )*float\b",
        "A whole number is wanted, and a float came. In Python `/` always gives a float, even "
        "8 / 2.",
        "Use `//` for sizes and counts. Is there no division? Then print what goes in: a rate, "
        "such as dropout, may stand in the place of a size.",
    ),
    KnownError(
        "size-is-a-float",
        r"slice indices must be integers|indices must be integers or slices, not float|"
        r"valid indices \(got float\)",
        "An index is no whole number. In Python `/` always gives a float, even 8 / 2.",
        "Use `//` for whole numbers. Else print the index, with its type.",
    ),
    KnownError(
        "size-in-brackets",
        r"randint\(\): argument 'size'.*must be tuple of ints, not int",
        "`torch.randint` wants the shape as a tuple, after the bounds.",
        "Write `torch.randint(low, high, (rows, columns))`; one axis is `(n,)`.",
    ),
    KnownError(
        "size-in-brackets",
        r"full\(\) takes 2 positional arguments? but [3-9]|"
        r"randint\(\) received an invalid combination of arguments - got \((?:int, ){3,}",
        "`torch.full` and `torch.randint` want the shape as one tuple.",
        "Write `torch.full((rows, columns), value)`, `torch.randint(low, high, (rows, columns))`; "
        "one axis is `(n,)`.",
    ),
    KnownError(
        "setting-among-the-sizes",
        r"must be tuple of ints, (?:but found element of type|not) (?P<kind>type|torch\.\w*type|"
        r"torch\.device)|type must be tuple of ints,but got (?P<kind2>type|torch\.\w*type|"
        r"torch\.device)",
        "A number type or a device stands among the sizes of the shape.",
        "Hand it over by its name: `dtype=torch.bool`, `device=x.device`.",
    ),
    KnownError(
        "shape-inside-a-shape",
        r"(?P<function>view|reshape|expand|repeat|zeros|ones|rand|randn|empty)\(\) takes \d "
        r"positional arguments? but",
        "`{function}` takes the sizes one by one, or all in one tuple. Among those given is "
        "something else: a shape, or a float.",
        "Take a shape apart with a star: `x.view(*x.shape[:2], -1)`. Use `//` where sizes are "
        "divided.",
    ),
    KnownError(
        "shape-takes-only-numbers",
        r"must be tuple of ints, (?:but found element of type|not) (?P<kind>[\w.]+)|"
        r"type must be tuple of ints,but got (?P<kind2>[\w.]+)",
        "A shape is made of whole numbers, and something else stands in it.",
        "Print what you give as the shape, and its type. A shape inside a shape is taken apart "
        "with a star: `x.view(*x.shape[:2], -1)`.",
    ),
    KnownError(
        "negative-size",
        r"Dimension size must be non-negative|negative dimension",
        "A size came out below zero.",
        "Print the sizes just before this line. Which subtraction goes too far?",
    ),
    # ------------------------------------------------------------------ axes
    KnownError(
        "other-number-of-axes",
        r"Dimension out of range \(expected to be in range of \[(?P<low>-?\d+), (?P<high>-?\d+)\], "
        r"but got (?P<axis>-?\d+)\)",
        "The line asks for axis {axis}. Here only {low} to {high} are there.",
        "Print the shape just before this line. Is the axis the one you mean? Leading axes may be "
        "more or fewer: count from the end with -1 and -2.",
    ),
    KnownError(
        "other-number-of-axes",
        r"too many indices for tensor of dimension (?P<axes>\d+)",
        "The tensor has {axes} axes, and more indices stand in the brackets.",
        "Print the shape just before this line. `...` stands for any leading axes.",
    ),
    KnownError(
        "other-number-of-axes",
        r"tuple index out of range",
        "The shape has fewer sizes than the index asks for.",
        "Print the shape just before this line, and count from the end with -1 and -2.",
        lambda _, line: last_name(line.owner()) == "shape" or method_size(line),
    ),
    KnownError(
        "other-number-of-axes",
        r"(?:not enough|too many) values to unpack \(expected (?P<names>\d+)(?:, got (?P<axes>\d+))"
        r"?\)",
        "`{source}` gives a size for each axis, and that is not {names}.",
        "Print the shape just before this line. Which sizes do you need? Take them by number: "
        "`x.shape[-1]`.",
        unpacks(("shape", "size")),
    ),
    KnownError(
        "needs-two-axes",
        r"tri[lu]: input tensor must have at least 2 dimensions",
        "`tril` and `triu` cut a triangle out of a matrix. The tensor has fewer than 2 axes.",
        "Make the matrix first: `torch.ones(L, L)`.",
    ),
    KnownError(
        "pieces-counted-otherwise",
        r"values to unpack \(expected (?P<names>\d+)|missing \d+ required positional|"
        r"takes \d+ positional arguments? but",
        "`{source}` makes pieces of size {size}, as many as fit on the axis that it cuts: axis 0, "
        "where no `dim` is given.",
        "How large should one piece be, whatever the sizes of the arguments are, and on which "
        "axis? `split` takes the size of one piece, `chunk` takes how many.",
        unpacks(("split",)),
    ),
    KnownError(
        "pieces-counted-otherwise",
        r"values to unpack \(expected (?P<names>\d+)",
        "`{source}` makes {size} pieces, or fewer of a short axis, and {names} names wait. "
        "Without `dim` it cuts axis 0.",
        "Which axis do you want to cut, and does the call say so? Compare the number in `chunk` "
        "with the names on the left.",
        unpacks(("chunk",)),
    ),
    KnownError(
        "unpacked-otherwise",
        r"not enough values to unpack \(expected (?P<names>\d+), got (?P<got>\d+)\)",
        "{names} names wait on the left, and the right side gives {got}.",
        "Print the right side. A tensor unpacks along its first axis, a list into its entries. A "
        "list of pairs is taken apart with `zip(*pairs)`, or pair by pair in a loop.",
    ),
    KnownError(
        "unpacked-otherwise",
        r"too many values to unpack \(expected (?P<names>\d+)",
        "{names} names wait on the left, and the right side gives more.",
        "Print the right side. A tensor unpacks along its first axis, a list into its entries. A "
        "list of pairs is taken apart with `zip(*pairs)`, or pair by pair in a loop.",
    ),
    # ------------------------------------------------------------------ indices and ids
    KnownError(
        "index-too-large",
        r"index out of range in self",
        "An id does not stand in the table: it is as large as the number of rows, larger, or "
        "negative.",
        "Print `ids.min()`, `ids.max()` and the shape of the table. Are its two sizes swapped?",
    ),
    KnownError(
        "index-too-large",
        r"[Ii]ndex (?P<index>-?\d+) is out of bounds for (?:dimension|axis) (?P<axis>\d+) with "
        r"size (?P<size>\d+)",
        "Index {index} was asked of axis {axis}, which has size {size}: its last index is one "
        "less.",
        "Print the shape just before this line. Which of the two is not what you thought?",
    ),
    KnownError(
        "index-too-large",
        r"tried to access index (?P<index>-?\d+) on a tensor of (?P<size>\d+) elements",
        "Index {index} was asked of a tensor of {size} numbers.",
        "Print the shape just before this line.",
    ),
    KnownError(
        "label-outside-the-classes",
        r"Target (?P<label>-?\d+) is out of bounds",
        "The label {label} is none of the classes: they are counted from 0, one for each logit.",
        "Which axis of the logits holds the vocabulary? A filler such as -100 needs "
        "`ignore_index`.",
    ),
    KnownError(
        "label-outside-the-classes",
        r"Class values must be (?P<rule>smaller than num_classes|non-negative)",
        "A label is outside the classes that `one_hot` was told of.",
        "Print the smallest and the largest label, and the number of classes.",
    ),
    KnownError(
        "index-past-the-end",
        r"(?P<kind>list|tuple|string) (?:assignment )?index out of range",
        "The {kind} is shorter than the index asks for.",
        "Print its length just before this line. The last index is one less, so a loop that looks "
        "at `x[i + 1]` ends one step earlier.",
    ),
    KnownError(
        "taken-from-an-empty-list",
        r"pop from empty|(?:max|min)\(\)(?: arg is an empty sequence| iterable argument is empty)",
        "There is nothing in it to take.",
        "Which argument is empty here? Treat that case first.",
    ),
    KnownError(
        "k-too-large",
        r"selected index k out of range",
        "`topk` was asked for more entries than the axis has.",
        "Use `min(k, x.size(-1))`, and look whether `dim` is the axis you mean.",
    ),
    KnownError(
        "index-mask-shape",
        r"The shape of the mask (?P<a>\[[\d, ]*\]) at index \d+ does not match the shape of the "
        r"indexed tensor (?P<b>\[[\d, ]*\])",
        "The mask in the brackets has the shape {a}, and the tensor {b}. Brackets do not "
        "broadcast.",
        "To change values, `masked_fill` broadcasts. To pick values, make the shapes equal.",
    ),
    KnownError(
        "index-number-of-axes",
        r"Index tensor must have the same number of dimensions as input tensor",
        "`gather` wants an index with as many axes as the tensor.",
        "Add the missing axis with `unsqueeze`, and take it away from the result again.",
    ),
    KnownError(
        "ids-not-whole",
        r"Expected tensor for argument #1 'indices' to have one of .*but got (?P<kind>[\w.]+) "
        r"instead",
        "A table is asked with ids, which must be whole numbers. These came as {kind}.",
        "Find where the ids lose their type. Make new ones with `dtype=torch.long`.",
        dtypes,
    ),
    KnownError(
        "ids-not-whole",
        r"tensors used as indices must be long|Expected dtype int32(?:/| or )int64 for index|"
        r"only applicable to index tensor",
        "The tensor that picks must hold whole numbers (or, in brackets, be a bool mask). This one "
        "holds floats or another type.",
        "Make it with `dtype=torch.long`, or find where it lost its type.",
    ),
    KnownError(
        "table-not-a-matrix",
        r"'weight' must be 2-D",
        "`F.embedding` wants the ids first, then a table of 2 axes.",
        "Are the two arguments swapped?",
    ),
    KnownError(
        "pad-id-outside",
        r"Padding_idx must be within num_embeddings",
        "`padding_idx` is no row of the table.",
        "Compare it with the first number of `nn.Embedding`, which counts the rows.",
    ),
)

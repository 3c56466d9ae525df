"""Number types, devices, yes and no, tensors where numbers are wanted, tuples."""

from __future__ import annotations

import ast

from .asks import (
    RATHER,
    asks_comparison,
    asks_if_mask,
    asks_not,
    asks_with,
    bools,
    builtin_call,
    dtypes,
    functional_layer,
    half,
    integers,
    looks_in_a_list,
    math_function,
    number_for_tensor,
    on_line_of,
    size_in_words,
    tensors_have,
)
from .known_error import KnownError

NUMBER_TYPES: tuple[KnownError, ...] = (
    # ------------------------------------------------------------------ number types
    KnownError(
        "minus-on-a-mask",
        r"Subtraction, the `-` operator, with (?:a|two) bool tensors? is not supported",
        "A bool tensor does no arithmetic: `1 - mask` is not defined.",
        "Turn a mask round with `~mask`.",
    ),
    KnownError(
        "minus-on-a-mask",
        r"Negation, the `-` operator, on a bool tensor is not supported",
        "A bool tensor does no arithmetic: `-mask` is not defined.",
        "Turn a mask round with `~mask`.",
    ),
    KnownError(
        "mask-not-bool",
        r"masked_fill_? only supports boolean masks, but got mask with dtype (?P<kind>[\w: ]+)",
        "`masked_fill` wants a mask of True and False. This one is {kind}.",
        "Make it bool by a comparison, `mask == 0` or `mask != 0`: True where the value shall be "
        "filled in. Or keep the mask bool from the start.",
        dtypes,
    ),
    KnownError(
        "mask-not-bool",
        r"masked_fill_?\(\) received an invalid combination of arguments - got \(bool, ",
        "The mask is a plain True or False, not a tensor. `mask == 0` gives that where mask is "
        "None.",
        "Mask only behind `if mask is not None:`.",
    ),
    KnownError(
        "mask-not-bool",
        r"~ \(operator\.invert\) is only implemented on integer and Boolean",
        "`~` turns True and False round. This tensor holds floats.",
        "Keep the mask bool, or compare: `mask == 0`.",
    ),
    KnownError(
        "mask-not-bool",
        r"\"bitwise_(?P<name>and|or|xor)\w*\" not implemented for '(?P<kind>\w+)'",
        "`&`, `|` and `^` join bool tensors. One side here is {kind}.",
        "Make both sides bool: `torch.ones(L, L, dtype=torch.bool)`, or `x != 0`.",
        dtypes,
    ),
    KnownError(
        "mask-not-bool",
        r"Expected attn_mask dtype to be bool or float.*attn_mask\.dtype: (?P<kind>[\w: ]+?) and",
        "The mask of `scaled_dot_product_attention` may be bool or float. This one is {kind}.",
        "Make it bool: True where a query may look.",
        dtypes,
    ),
    KnownError(
        "needs-floats",
        r"\"(?:log_)?softmax\w*\" not implemented for '(?P<kind>Long|Int|Short|Byte|Char|Bool)'",
        "Softmax needs floating-point scores. These are {kind}.",
        "Do ids, labels or a mask stand where the scores should be? If these are the scores, where "
        "do they lose their fractions: `.long()`, `.int()`, `torch.tensor([1, 2])`?",
        dtypes,
    ),
    KnownError(
        "needs-floats",
        r"not implemented for '(?P<kind>Long|Int|Short|Byte|Char|Bool)'",
        "This operation needs floating-point numbers. The tensor is {kind}.",
        "Do ids, labels or a mask stand in the place of another tensor, or did the ids miss their "
        "embedding? Numbers that were only counted become floats with `.float()`.",
        dtypes,
    ),
    KnownError(
        "needs-floats",
        rf"(?:could not infer output dtype|Input dtype {RATHER}).*Got: (?P<kind>\w+)|"
        r"Expected a floating point or complex tensor as input\. Got (?P<kind2>\w+)|"
        r"common dtype is (?P<kind3>Long|Int|Bool)",
        "A mean, a norm or an angle needs floating-point numbers, and the tensor holds whole "
        "numbers or True and False.",
        "Put `.float()` before it: `(a == b).float().mean()`. Ids have no angle or mean of their "
        "own: did they miss their embedding?",
    ),
    KnownError(
        "needs-floats",
        r"std and var only support floating point|Boolean inputs not supported",
        "This operation needs floating-point numbers, and the tensor holds whole numbers or True "
        "and False.",
        "Put `.float()` before it, if these are the numbers that you mean: print them.",
    ),
    KnownError(
        "not-for-this-number-type",
        r"\"(?P<name>\w+)\" not implemented for '(?P<kind>\w+)'",
        "PyTorch has no {kind} form of this operation on this device.",
        "Print its `.dtype`. Which type should these numbers have?",
        dtypes,
    ),
    KnownError(
        "mask-in-a-product",
        r"expected m1 and m2 to have the same dtype, but got: (?P<a>[\w: ]+) != (?P<b>[\w: ]+)|"
        r"expected scalar type (?P<c>\w+) but found (?P<d>\w+)|"
        r"same dtype, but found (?P<e>\w+) and (?P<f>\w+)",
        "A product takes tensors of one number type. One of these is bool, as a mask is.",
        "Does a mask stand in the place of another tensor? Are the arguments in order? Only to add "
        "up the rows where it is True, make it 1 and 0 with `.to(x.dtype)`.",
        bools,
    ),
    KnownError(
        "mask-in-a-layer",
        r"mat1 and mat2 must have the same dtype, but got (?P<a>\w+) and (?P<b>\w+)",
        "A linear layer multiplies features, and was given True and False: a mask, or the result "
        "of a comparison.",
        "Compare the call with the `def` line of what it calls: does a mask stand in the place of "
        "another tensor, or is an argument missing before it?",
        bools,
    ),
    KnownError(
        "whole-numbers-in-a-product",
        r"expected m1 and m2 to have the same dtype, but got: (?P<a>[\w: ]+) != (?P<b>[\w: ]+)|"
        r"expected scalar type (?P<c>\w+) but found (?P<d>\w+)|"
        r"same dtype, but found (?P<e>\w+) and (?P<f>\w+)",
        "A product takes tensors of one number type. One of these is {whole}.",
        "Turn it into floats with `.to(x.dtype)`. If it holds ids, the embedding is missing.",
        integers,
    ),
    KnownError(
        "whole-numbers-in-a-layer",
        r"mat1 and mat2 must have the same dtype, but got (?P<a>\w+) and (?P<b>\w+)",
        "A linear layer has float weights and was given {whole}.",
        "If these are ids, they must go through the embedding first. Numbers that are features "
        "already become floats with `.float()`.",
        integers,
    ),
    KnownError(
        "number-types-differ",
        r"expected m1 and m2 to have the same dtype, but got: (?P<a>[\w: ]+) != (?P<b>[\w: ]+)|"
        r"mat1 and mat2 must have the same dtype, but got (?P<c>\w+) and (?P<d>\w+)|"
        r"expected scalar type (?P<e>\w+) but found (?P<f>\w+)|"
        r"same dtype, but found (?P<g>\w+) and (?P<h>\w+)",
        "Two number types meet that do not mix: {first} and {second}.",
        "Make new tensors with `dtype=x.dtype`. A table made with NumPy or with torch.float64, and "
        "a result worked out in another type on purpose, need `.to(x.dtype)` before they meet.",
        lambda m, line: dict(zip(("first", "second"), dtypes(m, line).values(), strict=False)),
    ),
    KnownError(
        "number-types-differ",
        r"same dtype, but got query.dtype: (?P<q>[\w:]+) key.dtype: (?P<k>[\w:]+) and "
        r"value.dtype: (?P<v>[\w:]+)",
        "The query is {q}, the key {k} and the value {v}. They must have one number type.",
        "Make new tensors with `dtype=x.dtype`.",
        dtypes,
    ),
    KnownError(
        "number-types-differ",
        r"mixed dtype \(CPU\)",
        "A layer's weights have another number type than the tensor that comes in.",
        "Print `.dtype` of both. Make new tensors with `dtype=x.dtype`.",
    ),
    KnownError(
        "too-large-for-half",
        r"value cannot be converted to type (?P<kind>[\w:]+) without overflow",
        "The constant is too large for half precision, whose largest number is 65504.",
        "Fill with `float('-inf')`, or with `torch.finfo(scores.dtype).min`.",
        half,
    ),
    KnownError(
        "too-large-for-its-type",
        r"value cannot be converted to type (?P<kind>[\w:]+) without overflow|"
        r"Overflow when unpacking long",
        "The number is too large for the tensor's type.",
        "Print the number, and the `.dtype` of the tensor.",
    ),
    KnownError(
        "in-place-keeps-its-type",
        r"result type (?P<a>\w+) can't be cast to the desired output type (?P<b>\w+)",
        "An in-place step (`+=`, or a method that ends in `_`) keeps the type {b}, and the result "
        "is {a}.",
        "Write `x = x + y`, which makes a new tensor, or begin with floats.",
        dtypes,
    ),
    KnownError(
        "gradient-needs-floats",
        r"[Oo]nly Tensors of floating point .*can require gradients",
        "Only floating-point numbers can be trained. This tensor holds whole numbers, or True and "
        "False.",
        "Make it from floats: `torch.randn(...)`, `torch.zeros(...)`. A table that is not trained "
        "is a buffer: `register_buffer`.",
    ),
    KnownError(
        "dtype-as-text",
        r"argument 'dtype'.*must be torch\.dtype, not str|got \(.*dtype=str",
        "A number type is no text.",
        "Write `dtype=torch.float32`, without quotes.",
    ),
    # ------------------------------------------------------------------ devices and memory
    KnownError(
        "two-devices",
        r"Expected all tensors to be on the same device.*(?P<a>cuda:\d+|mps:\d+|cpu|meta).*"
        r"(?P<b>cuda:\d+|mps:\d+|cpu|meta)",
        "Two tensors meet, one on {a} and one on {b}.",
        "Make new tensors with `device=x.device`, and keep tables with `register_buffer`.",
    ),
    KnownError(
        "two-devices",
        r"Expected all tensors to be on the same device|found at least two devices|"
        r"Tensor on device \w+ is not on the expected device",
        "A tensor was made on another device than the one that it meets.",
        "Make new tensors with `device=x.device`, and keep tables with `register_buffer`.",
    ),
    KnownError(
        "two-devices",
        r"Expected a '(?P<a>\w+)' device type for generator but found '(?P<b>\w+)'",
        "The generator lives on {b}, and the tensor is to be made on {a}.",
        "Draw on the generator's device and move the result with `.to(device)`.",
    ),
    KnownError(
        "numbers-read-on-meta",
        r"Cannot copy out of meta tensor|meta device type tensor to numpy|"
        r"cannot be called on meta tensors",
        "The check puts the input on the device `meta`, which keeps shapes and no numbers. This "
        "line moves a tensor away from its device, or reads single numbers out of it.",
        "Stay on the input's device: no `.cpu()`, `.item()`, `.tolist()`, `.numpy()`.",
    ),
    KnownError(
        "device-not-here",
        r"Torch not compiled with CUDA|NVIDIA driver|not linked with support for (?P<kind>\w+)|"
        r"CUDA error: no CUDA-capable|No CUDA GPUs are available|invalid device ordinal",
        "The code asks for a device that this computer does not have.",
        "Name no device: use `x.device` of the input, and let `.to(device)` move the model.",
    ),
    KnownError(
        "device-name",
        r"device type at start of device string: (?P<name>\w+)",
        "There is no device called {name}.",
        "Use `x.device`, or one of 'cpu', 'cuda' and 'mps'.",
    ),
    KnownError(
        "device-name",
        r"argument 'device'.*must be torch\.device, not (?P<name>\w+)",
        "`device=` was given something of type {name}.",
        "Write `device=x.device`.",
    ),
    KnownError(
        "out-of-memory",
        r"out of memory|can't allocate memory|^MemoryError|not enough memory|"
        r"Storage size calculation overflowed",
        "There is not enough memory for a tensor.{asked}",
        "Print the shapes that go into this line. Does one axis hold what should be on another, or "
        "does a list keep every step's graph?",
        size_in_words,
    ),
    # ------------------------------------------------------------------ the truth of a tensor
    KnownError(
        "layer-class-as-function",
        r"Boolean value of Tensor with more than one value is ambiguous",
        "`nn.{name}` is a class: its brackets take settings and make a layer. Tensors went in.",
        "Make it first and call it then: `nn.{name}()(...)`. Or use the function of the same kind "
        "in `torch.nn.functional`.",
        functional_layer,
    ),
    KnownError(
        "python-logic-on-tensors",
        r"Boolean value of Tensor with more than one value is ambiguous",
        "`and` and `or` ask each side for a single yes or no. A tensor holds many.",
        "Join masks with `&` and `|`, each side in brackets.",
        asks_with(ast.BoolOp),
    ),
    KnownError(
        "python-logic-on-tensors",
        r"Boolean value of Tensor with more than one value is ambiguous",
        "`not` asks for a single yes or no. A tensor holds many.",
        "Turn a mask round with `~`.",
        asks_not,
    ),
    KnownError(
        "truth-of-a-tensor",
        r"Boolean value of Tensor with more than one value is ambiguous",
        "`if {what}` asks one yes or no of many numbers.",
        "To ask whether a mask was given, write `if {what} is not None:`.",
        asks_if_mask,
    ),
    KnownError(
        "tensor-looked-up-in-a-list",
        r"Boolean value of Tensor with (?:more than one|no) values? is ambiguous",
        "`in` asks each item of `{searched}` whether it is equal, with `==`. Of tensors that "
        "compares the numbers; it does not ask whether it is the same tensor.",
        "For the same tensor write `any({wanted} is item for item in {searched})`, or keep "
        "`id(item)` of each in a set.",
        looks_in_a_list,
    ),
    KnownError(
        "truth-of-a-tensor",
        r"Boolean value of Tensor with more than one value is ambiguous",
        "`{what}` gives a yes or no for each number, and one is asked for.",
        "For a batch, say which you mean: `.all()`, `.any()`, or a mask for each row.",
        asks_comparison,
    ),
    KnownError(
        "python-maximum-of-tensors",
        r"Boolean value of Tensor with more than one value is ambiguous",
        "Python's `{name}` picks one of the things it is given, as a whole. It does not compare "
        "two tensors number by number.",
        "Write `torch.maximum(a, b)` or `torch.minimum(a, b)`; with a plain number "
        "`x.clamp(min=0.1)` or `x.clamp(max=0.1)`.",
        builtin_call("max", "min"),
    ),
    KnownError(
        "truth-of-a-tensor",
        r"Boolean value of Tensor with (?:more than one|no) values? is ambiguous",
        "One yes or no is asked of a tensor that does not hold just one: by `if`, `while`, `and`, "
        "`not`, `in`, or by a function that has such a line.",
        "Compare first and say `.all()` or `.any()`, or join masks with `&`, `|`, `~`.",
    ),
    # ------------------------------------------------------------------ tensors and plain numbers
    KnownError(
        "torch-function-on-a-number",
        r"(?P<function>\w+)\(\): argument 'input'.*must be Tensor, not (?P<kind>int|float|bool)$",
        "`torch.{function}` wants a tensor and was given a plain number ({kind}).",
        "For a plain number use {instead}.",
        number_for_tensor,
    ),
    KnownError(
        "math-function-on-a-tensor",
        r"only one element tensors can be converted to Python scalars|"
        r"cannot be converted to Scalar",
        "`{called}` works on one plain number, and a tensor of several was given.",
        "Use {torch} instead: it works on each number.",
        math_function,
    ),
    KnownError(
        "many-numbers-for-one",
        r"a Tensor with (?P<count>\d+) elements cannot be converted to Scalar",
        "`.item()` and the like give one plain number. This tensor holds {count}.",
        "For a batch stay with tensors, or take one entry first.",
    ),
    KnownError(
        "many-numbers-for-one",
        r"only one element tensors can be converted to Python scalars|"
        r"only integer tensors of a single element can be converted to an index",
        "One plain number is wanted, and a tensor stands there that is none.",
        "Print its shape and dtype just before this line.",
    ),
    KnownError(
        "shape-for-a-number",
        r"must be (?:Tensor|real number), not torch\.Size|operand type\(s\) for .*'torch\.Size'|"
        r"between instances of .*'torch\.Size'",
        "`.shape` and `.size()` hold the sizes of all axes. One number is wanted here.",
        "Pick one: `x.shape[-1]`.",
    ),
    KnownError(
        "single-number-as-a-row",
        r"(?:iteration over|len\(\) of) a 0-d tensor",
        "The tensor holds a single number and has no axes to go along.",
        "Which line took the axis away: a sum, an index, `squeeze()`?",
    ),
    # ------------------------------------------------------------------ tuples
    KnownError(
        "max-gives-two",
        r"'torch\.return_types\.(?P<kind>\w+)'",
        "`{kind}` along an axis gives two tensors: the values and their indices.",
        "Take the one you need: `.values` or `.indices`.",
    ),
    KnownError(
        "max-gives-two",
        r"can only concatenate tuple",
        "`max`, `min`, `sort` and `topk` along an axis give two tensors: values and indices.",
        "Take the one you need: `.values` or `.indices`.",
        on_line_of("max", "min", "sort", "topk", "median", "mode"),
    ),
    KnownError(
        "pair-not-taken-apart",
        r"'tuple' object has no attribute '(?P<name>\w+)'",
        "A tuple came where one tensor is wanted, as calls with several results give it. It has no "
        "`{name}`.",
        "Which call gives more than one result? Take them apart: `output, weights = ...`. A comma "
        "at the end of a line makes a tuple, too.",
        tensors_have,
    ),
    KnownError(
        "pair-not-taken-apart",
        r"must be Tensor, not tuple|'Tensor' and 'tuple'|'tuple' and 'Tensor'|"
        r"can only concatenate tuple \(not \"Tensor\"\)",
        "A tuple came where one tensor is wanted, as calls with several results give it.",
        "Which call gives more than one result? Take them apart: `output, weights = ...`. A comma "
        "at the end of a line makes a tuple, too.",
    ),
    KnownError(
        "tuple-is-fixed",
        r"'(?P<kind>tuple|torch\.Size|str)' object does not support item assignment",
        "A {kind} cannot be changed once it is made.",
        "Use a list, or make a new one.",
    ),
)

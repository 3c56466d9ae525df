"""Layers, autograd, losses and random numbers."""

from __future__ import annotations

from .asks import (
    called,
    dtypes,
    forward_count,
    is_layer,
    list_of_sizes,
    requires_grad,
    softmax_like,
    stored,
    stored_data,
    stored_tensor,
)
from .known_error import KnownError

MODULES: tuple[KnownError, ...] = (
    # ------------------------------------------------------------------ layers
    KnownError(
        "super-forgotten",
        r"cannot assign (?:module|parameters?|buffers?) before Module\.__init__\(\)|"
        r"has no attribute '_(?:modules|parameters|buffers|\w+_hooks\w*|non_persistent\w+)'",
        "`super().__init__()` must run before anything is stored on a module or called.",
        "Make `super().__init__()` the first line of `__init__`, with both pairs of brackets.",
    ),
    KnownError(
        "super-forgotten",
        r"descriptor '__init__' of 'super' object needs an argument",
        "Brackets are missing after `super`.",
        "Write `super().__init__()`.",
    ),
    KnownError(
        "super-with-arguments",
        r"\.__init__\(\) takes 1 positional argument but",
        "`nn.Module` takes no arguments when it is set up.",
        "Write `super().__init__()`.",
        lambda _, line: line.called_in_full() == "super().__init__",
    ),
    KnownError(
        "list-of-layers-called",
        r"Module \[(?P<kind>ModuleList|ModuleDict)\] is missing the required \"forward\"",
        "A `{kind}` only keeps layers. It does not say in which order they run.",
        "Go through it: `for layer in self.layers: x = layer(x)`.",
    ),
    KnownError(
        "forward-missing",
        r"Module \[(?P<kind>\w+)\] is missing the required \"forward\" function",
        "The class {kind} has no method called `forward`.",
        "Look at its spelling, and at its indentation: `def forward` stands as far in as `def "
        "__init__`.",
    ),
    KnownError(
        "names-of-another-model",
        r"Error\(s\) in loading state_dict for (?P<kind>\w+):\s+(?:Missing|Unexpected) key",
        "The names in the dict are not those of your `{kind}`: some are missing there, or are too "
        "many.",
        "Print `list(given)` and `list(model.state_dict())`, one below the other.",
    ),
    KnownError(
        "sizes-of-another-model",
        r"size mismatch for (?P<name>[\w.]+): copying a param with shape torch\.Size"
        r"\((?P<given>\[[\d, ]*\])\) from checkpoint, the shape in current model is torch\.Size"
        r"\((?P<own>\[[\d, ]*\])\)",
        "`{name}` has the shape {given} in what is loaded, and {own} in your model.",
        "Was the model made with other sizes, or is the matrix turned round?",
    ),
    KnownError(
        "layer-class-as-function",
        r"(?P<kind>\w+)\.__init__\(\) got multiple values for argument",
        "`nn.{name}` is a class: its brackets take settings and make a layer. A tensor went in.",
        "Make it first and call it then: `nn.{name}(...)(x)`. Or use the function of the same kind "
        "in `torch.nn.functional`.",
        softmax_like,
    ),
    KnownError(
        "layer-class-as-function",
        r"must be Tensor, not (?P<kind>\w+)$",
        "The layer {kind} itself was handed on, not what it gives for a tensor.",
        "Make it first and call it then: `nn.{kind}()(x)`.",
        softmax_like,
    ),
    KnownError(
        "layer-not-called",
        r"must be Tensor, not (?P<kind>\w+)$",
        "The layer {kind} itself was handed on, not what it gives for a tensor.",
        "Call it: `layer(x)`. Where a function wants its numbers, give it `layer.weight`.",
        is_layer,
    ),
    KnownError(
        "layer-not-called",
        r"operand type\(s\) for .*: '(?P<kind>\w+)' and",
        "The left side is the layer {kind} itself, not what it gives for a tensor.",
        "Call it: `layer(x)`. Its numbers are in `layer.weight`.",
        is_layer,
    ),
    KnownError(
        "layer-not-called",
        r"operand type\(s\) for .*: '[\w.]+' and '(?P<kind>\w+)'",
        "The right side is the layer {kind} itself, not what it gives for a tensor.",
        "Call it: `layer(x)`. Its numbers are in `layer.weight`.",
        is_layer,
    ),
    KnownError(
        "layer-arguments",
        r"(?P<kind>\w+)\.__init__\(\) missing .*: (?P<names>'.*)",
        "`nn.{kind}` wants its numbers one by one. They came in one list or tuple.",
        "Take the brackets off: `nn.{kind}(a, b)`.",
        list_of_sizes,
    ),
    KnownError(
        "layer-arguments",
        r"(?P<kind>\w+)\.__init__\(\) missing .*: (?P<names>'.*)",
        "`nn.{kind}` was made without {names}.",
        "Look at its arguments: `help(nn.{kind})`.",
        is_layer,
    ),
    KnownError(
        "layer-arguments",
        r"(?P<kind>\w+)\.__init__\(\) (?:takes|got)",
        "`nn.{kind}` was made with other arguments than it takes.",
        "Look at its arguments and their names: `help(nn.{kind})`.",
        is_layer,
    ),
    KnownError(
        "layer-called-otherwise",
        r"(?P<kind>\w+)\.forward\(\) takes (?P<takes>\d+) positional arguments? but (?P<given>\d+)",
        "A layer of type nn.{kind} takes {takes} argument in its call and was given {given}.",
        "Is it the layer you mean? What else do you want to tell it?",
        forward_count,
    ),
    KnownError(
        "layer-called-otherwise",
        r"(?P<kind>\w+)\.forward\(\) missing .*: (?P<names>'.*)",
        "The call of an nn.{kind} lacks {names}.",
        "Look at what its call takes: `help(nn.{kind}.forward)`.",
        is_layer,
    ),
    KnownError(
        "not-a-layer",
        r"TypeError: (?P<kind>[\w.]*functional\.(?P<name>\w+)) is not a Module subclass",
        "A ModuleList, ModuleDict or Sequential holds layers only, and `{name}` is a function.",
        "Use the layer of the same kind, such as `nn.ReLU()` for `F.relu`, or call the function "
        "in `forward`.",
    ),
    KnownError(
        "not-a-layer",
        r"TypeError: torch\.nn\.modules\.\w+\.(?P<name>\w+) is not a Module subclass",
        "`nn.{name}` without brackets is the class. The layer itself is made by calling it.",
        "Write `nn.{name}(...)`.",
    ),
    KnownError(
        "not-a-layer",
        r"TypeError: (?P<kind>list|tuple|generator) is not a Module subclass",
        "`nn.Sequential` takes its layers one by one, and a {kind} came.",
        "Put a star before it: `nn.Sequential(*layers)`.",
        called("Sequential"),
    ),
    KnownError(
        "not-a-layer",
        r"TypeError: (?P<kind>[\w.]+) is not a Module subclass",
        "A ModuleList, ModuleDict or Sequential holds layers only. It was given {kind}.",
        "`nn.Sequential(a, b)` takes layers one by one, `nn.ModuleList([a, b])` takes a list. A "
        "tensor to be trained goes into an `nn.ParameterList`.",
    ),
    KnownError(
        "not-a-layer",
        r"ModuleList\.\w+ should be called with an iterable, but got (?P<kind>\w+)",
        "`nn.ModuleList` takes a list of layers, and a single {kind} came.",
        "Write `nn.ModuleList([layer])`.",
    ),
    KnownError(
        "tensor-for-a-parameter",
        r"cannot assign '(?P<kind>[\w.]+)' as parameter '(?P<name>\w+)'",
        "`{target}` is an nn.Parameter, and `{value}` is a plain tensor: the numbers of a "
        "Parameter without the Parameter.",
        "If both shall be one and the same, assign the Parameter itself: `{target} = {whole}`. To "
        "copy the numbers only, write `{target}.copy_({value})` inside `with torch.no_grad():`.",
        stored_data,
    ),
    KnownError(
        "tensor-for-a-parameter",
        r"cannot assign '(?P<kind>[\w.]+)' as parameter '(?P<name>\w+)'",
        "`{target}` is an nn.Parameter. A plain tensor cannot take its place.",
        "To set its numbers, write `{target}.copy_(...)` inside `with torch.no_grad():`, or use "
        "`nn.init`. A new one is made with `nn.Parameter(...)`. A result that is not trained needs "
        "another name.",
        stored_tensor,
    ),
    KnownError(
        "layer-for-a-parameter",
        r"cannot assign '(?:torch\.nn\.modules\.\w+\.(?P<kind>\w+))' as parameter '(?P<name>\w+)'",
        "`{target}` is an nn.Parameter, and a whole layer ({kind}) was to take its place.",
        "Assign the layer's own Parameter, its `weight`.",
        stored,
    ),
    KnownError(
        "number-for-a-parameter",
        r"cannot assign '(?P<kind>[\w.]+)' as parameter '(?P<name>\w+)'",
        "`{target}` is an nn.Parameter. Something of type {kind} cannot take its place.",
        "To set all its numbers, write `nn.init.constant_({target}, 0.0)` or "
        "`{target}.fill_(0.0)` inside `with torch.no_grad():`. A layer without bias is made with "
        "`bias=False`. If you keep something else there, give it another name.",
        stored,
    ),
    KnownError(
        "kept-under-a-taken-name",
        r"cannot assign '(?P<kind>[\w.]+)' as (?P<role>child module|buffer) '(?P<name>\w+)'",
        "`{target}` is a {role} already, and something of type {kind} was to take its place.",
        "Give the new value another name; a plain variable without `self.` is often enough.",
        stored,
    ),
    KnownError(
        "kept-under-a-taken-name",
        r"KeyError: .*attribute '(?P<name>\w+)' already exists",
        "`self.{name}` is there already, so nothing can be registered under that name.",
        "Register it first, or under another name.",
    ),
    KnownError(
        "not-a-tensor-to-register",
        r"cannot assign '(?P<kind>[\w.]+)' object to (?P<role>buffer|parameter) '(?P<name>\w+)'",
        "The {role} '{name}' was given a {kind}.",
        "A buffer keeps a tensor, `register_parameter` an `nn.Parameter`.",
    ),
    KnownError(
        "parameter-from-a-list",
        r"'(?P<kind>list|int|float|tuple)' object has no attribute 'detach'",
        "`nn.Parameter` wants a tensor and was given a {kind}.",
        "Write `nn.Parameter(torch.tensor(...))`, or begin with `torch.randn(...)`.",
        called("Parameter"),
    ),
    KnownError(
        "norm-size",
        r"Given normalized_shape=(?P<a>\[[\d, ]*\]), expected input with shape .*but got input of "
        r"size ?(?P<b>\[[\d, ]*\])",
        "The LayerNorm was made for a last axis of size {a}, and the tensor has the shape {b}.",
        "Compare the number in its `nn.LayerNorm(...)` with the last axis.",
    ),
    KnownError(
        "batch-norm-axes",
        r"running_(?:mean|var) should contain (?P<a>\d+) elements not (?P<b>\d+)",
        "A batch norm takes axis 1 for the features: there it found {a}, and was made for {b}.",
        "The Transformer has `nn.LayerNorm`, which works on the last axis of each token.",
    ),
    KnownError(
        "conv-axes",
        r"expected input\[(?P<shape>[\d, ]+)\] to have (?P<a>\d+) channels, but got (?P<b>\d+)",
        "A convolution takes axis 1 for the features. The input has the shape ({shape}): {b} there "
        "and not {a}.",
        "Put `.transpose(1, 2)` before it, and after it again.",
    ),
    KnownError(
        "dropout-rate",
        r"dropout probability has to be between 0 and 1, but got (?P<rate>[-\d.e]+)",
        "The dropout rate is {rate}. It is the share that is dropped, from 0 to 1.",
        "Which argument reaches `nn.Dropout`? Are two of them swapped?",
    ),
    KnownError(
        "fan-of-one-axis",
        r"Fan in and fan out can not be computed for tensor with fewer than 2 dimensions",
        "Xavier's and Kaiming's rules count what comes in and what goes out: they need a matrix. "
        "This tensor has fewer than 2 axes, as a bias and the weight of a LayerNorm have.",
        "Use the rule for weights only: `if p.dim() > 1:`. A bias is set with `nn.init.zeros_`.",
    ),
    KnownError(
        "heads-do-not-divide",
        r"embed_dim must be divisible by num_heads",
        "The number of features cannot be cut into that many equal heads.",
        "Are the two numbers swapped?",
    ),
    # ------------------------------------------------------------------ autograd
    KnownError(
        "changed-in-place",
        r"leaf Variable that requires grad is being used in an in-place",
        "A tensor that is trained was changed in place while PyTorch records what happens to it.",
        "Use the form that returns a new tensor: `x + 1`, not `x += 1`. To set starting values, "
        "write inside `with torch.no_grad():`.",
    ),
    KnownError(
        "changed-in-place",
        r"modified by an inplace operation",
        "A tensor was changed in place after PyTorch had kept it for the way back.",
        "Use the form that returns a new tensor: `masked_fill`, not `masked_fill_`; `x = x + y`, "
        "not `x += y`; no `optimizer.step()` between forward and `backward`.",
    ),
    KnownError(
        "changed-in-place",
        r"more than one element of the written-to tensor refers to a single memory location",
        "A tensor is changed in place whose rows share their memory, as `expand` makes it. If it "
        "came in as an argument, the caller's numbers would change too.",
        "Use the form that returns a new tensor: `x = x / y`, not `x /= y` or `x.div_(y)`.",
    ),
    KnownError(
        "no-graph",
        r"element 0 of tensors does not require grad",
        "There is no way back from this tensor to a parameter: nothing before it was recorded.",
        "Look before it for `torch.no_grad()`, `.detach()`, `.item()`, `argmax`, or a tensor made "
        "anew with `torch.tensor`.",
    ),
    KnownError(
        "backward-twice",
        r"Trying to backward through the graph a second time",
        "`backward()` went through the same computation twice. The first time frees it.",
        "Compute the loss anew before each `backward()`, and keep no tensor of an earlier step.",
    ),
    KnownError(
        "backward-needs-one-number",
        r"grad can be implicitly created only for scalar outputs",
        "`backward()` starts from one number, and this tensor holds several.",
        "Make the loss one number, with `.mean()` or `.sum()`. Does the call say "
        "`reduction='none'`, or is it called on the output and not on the loss?",
    ),
    KnownError(
        "loss-is-a-number",
        r"'(?P<kind>float|int)' object has no attribute '(?P<name>backward|grad)'",
        "The loss is a plain number ({kind}), from which no way leads back.",
        "Call `backward()` on the tensor first, and `.item()` after it.",
    ),
    KnownError(
        "requires-grad-called",
        r"'bool' object is not callable",
        "`requires_grad` is True or False, not a function.",
        "Write `x.requires_grad_(False)`, with the underscore.",
        requires_grad,
    ),
    KnownError(
        "gradient-cannot-be-switched",
        r"you can only change requires_grad flags of leaf variables",
        "The tensor is the result of others that are trained, so its own switch is fixed.",
        "Use `.detach()` for a copy without a way back.",
    ),
    KnownError(
        "numpy-cuts-the-gradient",
        r"Can't call numpy\(\) on Tensor that requires grad",
        "NumPy records no gradients, so PyTorch refuses to hand over a tensor that needs them.",
        "Stay with torch functions. Only to look at numbers: `.detach().numpy()`.",
    ),
    KnownError(
        "nothing-to-train",
        r"optimizer got an empty parameter list",
        "The optimizer was given no parameters.",
        "Are the layers stored on `self`, or in an `nn.ModuleList`, so that `parameters()` sees "
        "them? What `parameters()` gives can be gone through just once.",
    ),
    KnownError(
        "nothing-to-train",
        r"can't optimize a non-leaf Tensor",
        "The optimizer was given the result of a computation, not a parameter.",
        "Give it `model.parameters()`.",
    ),
    KnownError(
        "copy-of-a-result",
        r"Only Tensors created explicitly by the user .* support the deepcopy",
        "`deepcopy` cannot copy a tensor that is the result of trained ones.",
        "Copy parameters and layers, and keep results in plain variables, not on `self`.",
    ),
    # ------------------------------------------------------------------ losses
    KnownError(
        "classes-not-on-axis-1",
        r"Expected target size (?P<wanted>\[[\d, ]*\]), got (?P<given>\[[\d, ]*\])",
        "`cross_entropy` takes axis 1 of the logits for the classes. So it waits for labels of "
        "shape {wanted}, and got {given}.",
        "Which axis of your logits holds the classes? Flatten both, to (B·L, V) and (B·L,), or "
        "bring the classes to axis 1 with `logits.transpose(1, 2)`.",
    ),
    KnownError(
        "logits-and-labels-differ",
        r"Expected input batch_size \((?P<logits>\d+)\) to match target batch_size "
        r"\((?P<labels>\d+)\)",
        "Along the first axis the logits have {logits} rows and the labels {labels}.",
        "Print both shapes. Is just one of them flattened, are its axes in another order, or has "
        "one a token more: was the target shifted?",
    ),
    KnownError(
        "labels-not-flat",
        r"0D or 1D target tensor expected",
        "The logits are (N, V), so the labels must have one axis, (N,). They have more.",
        "Flatten the labels too.",
    ),
    KnownError(
        "labels-not-whole",
        r"expected target dtype to be Long or Byte, but got (?P<kind>\w+)",
        "Labels name classes: they must be int64. These are {kind}.",
        "Find where the labels lose their type, or put `.long()` behind them.",
        dtypes,
    ),
    KnownError(
        "labels-read-as-probabilities",
        r"Expected floating point type for target with class probabilities, got (?P<kind>\w+)",
        "The labels have the same shape as the logits, so `cross_entropy` takes them for "
        "probabilities.",
        "Give it the ids of the classes, one axis less than the logits: no one-hot rows for the "
        "labels, no `argmax` for the logits.",
    ),
    KnownError(
        "ignored-label-not-a-number",
        r"argument 'ignore_index'.*must be int, not (?P<kind>\w+)",
        "`ignore_index` was given a {kind}.",
        "Give it the id of the pad as a plain number.",
    ),
    KnownError(
        "shares-outside-0-and-1",
        r"all elements of input should be between 0 and 1",
        "The loss wants probabilities, and a number outside 0 to 1 came.",
        "Put a sigmoid before it, or use the form `..._with_logits`.",
    ),
    # ------------------------------------------------------------------ random numbers
    KnownError(
        "generator-not-a-number",
        r"invalid combination of arguments - got \(.*generator=(?P<kind>int|str|NoneType)",
        "`generator=` wants a generator, and something of type {kind} came.",
        "Write `generator=torch.Generator().manual_seed(0)`.",
    ),
    KnownError(
        "empty-range",
        r"random_ expects 'from' to be less than 'to', but got from="
        r"(?P<a>-?\d+) >= to=(?P<b>-?\d+)",
        "There is no whole number from {a} up to, without, {b}.",
        "The upper bound of `randint` does not belong to the range.",
    ),
    KnownError(
        "no-probabilities",
        r"invalid multinomial distribution|probability tensor contains either",
        "`multinomial` draws by weights that are at least 0, finite, and not all 0.",
        "Print the weights. Did softmax come before? A row of NaN comes from a division by 0, such "
        "as a temperature of 0, or from a row that is -inf all over.",
    ),
    KnownError(
        "drawn-more-than-there-are",
        r"cannot sample n_sample > prob_dist\.size",
        "More were to be drawn than there are, each at most once.",
        "Draw fewer, or with `replacement=True`.",
    ),
)

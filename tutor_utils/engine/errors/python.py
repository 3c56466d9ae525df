"""Methods, attributes, names, arguments, and plain Python."""

from __future__ import annotations

from .asks import (
    METHODS,
    builtin_owner,
    by_learner,
    dtype_name,
    is_layer,
    key_like_another,
    key_with_a_head,
    key_without_its_head,
    method_text,
    not_one_of_mine,
    of_layer,
    of_module,
    of_tensor,
    one_of_two,
    own_attribute,
    signature,
    tensors_have,
    what_is_called,
)
from .known_error import KnownError

PYTHON: tuple[KnownError, ...] = (
    # ------------------------------------------------------------------ methods, brackets, calls
    KnownError(
        "method-not-called",
        rf"'{METHODS}' object is not (?:subscriptable|iterable)",
        "{what} was not called: its round brackets are missing.",
        "Write the brackets: `x.size(-1)` or `x.shape[-1]`, `model.parameters()`.",
        method_text,
    ),
    KnownError(
        "method-not-called",
        rf"operand type\(s\) for .*'{METHODS}'|must be real number, not {METHODS}|"
        rf"'{METHODS}' object has no attribute|must be Tensor, not {METHODS}|"
        rf"between instances of .*'{METHODS}'",
        "A function stands where its result is wanted: it was not called.",
        "Which name in this line lacks its round brackets, as `x.size()` and `rate(step)` have "
        "them?",
    ),
    KnownError(
        "shape-called",
        r"'torch\.Size' object is not callable",
        "`shape` is no function, so it takes square brackets.",
        "Write `x.shape[-1]`, or `x.size(-1)`.",
    ),
    KnownError(
        "tensor-called",
        r"'(?:Tensor|Parameter)' object is not callable",
        "{what} is a tensor, and the round brackets call it like a function.",
        "Is an operator missing before the bracket? Are square brackets meant? Has a tensor taken "
        "the name of a function?",
        what_is_called,
    ),
    KnownError(
        "value-called",
        r"'(?P<kind>\w+)' object is not callable",
        "{what} is of type {kind}, and the round brackets call it like a function.",
        "Is an operator missing before the bracket, or are square brackets meant? Has a value "
        "taken the name of a function or a layer, as in `self.dropout = dropout`?",
        what_is_called,
    ),
    KnownError(
        "number-not-iterable",
        r"'(?P<kind>int|float)' object is not iterable|non-iterable (?P<kind2>int|float) object",
        "A single number cannot be gone through or taken apart.",
        "To count up to n, write `for i in range(n)`. As one entry of a list it needs brackets: "
        "`[n]`. Where several values are expected, look at what gives only one.",
    ),
    KnownError(
        "layer-not-iterable",
        r"'(?P<kind>\w+)' object is not iterable",
        "A layer ({kind}) cannot be gone through.",
        "For an optimizer, give `model.parameters()`. For several layers use an `nn.ModuleList`.",
        is_layer,
    ),
    KnownError(
        "layer-indexed",
        r"'(?P<kind>\w+)' object is not subscriptable",
        "{what} is a layer ({kind}), which takes no square brackets.",
        "Call it with round ones. Its numbers are in `layer.weight`, which can be indexed.",
        lambda m, line: is_layer(m, line) and what_is_called(m, line),
    ),
    KnownError(
        "value-indexed",
        r"'(?P<kind>generator|map|zip|filter|enumerate|set|dict_\w+)' object is not subscriptable",
        "{what} is of type {kind}, whose entries have no numbers.",
        "Make a list of it first: `list(x)[0]`. A set has no order: `sorted(x)` gives it one.",
        what_is_called,
    ),
    KnownError(
        "value-indexed",
        r"'(?P<kind>[\w.]+)' object is not subscriptable",
        "{what} is of type {kind}, which takes no square brackets.",
        "Print it just before this line. Is it what you think?",
        what_is_called,
    ),
    # ------------------------------------------------------------------ attributes
    KnownError(
        "list-for-a-text",
        r"'list' object has no attribute '(?P<name>split|strip|lower|upper|replace|encode)'",
        "A list has no `{name}`, as a text has it.",
        "Is it a list of texts already? Then go through it: `for text in texts:`.",
    ),
    KnownError(
        "list-for-a-tensor",
        r"'list' object has no attribute '(?P<name>\w+)'",
        "A plain Python list has no `{name}`. A tensor has it.",
        "Make it a tensor with `torch.tensor(...)`; a list of tensors with `torch.stack(...)`. If "
        "it shall stay a list: `len(x)` counts its entries.",
        tensors_have,
    ),
    KnownError(
        "list-for-a-tensor",
        r"must be Tensor, not list|can't assign a list to a torch|'Tensor' and 'list'|"
        r"'list' and 'Tensor'",
        "A plain Python list stands where a tensor is wanted.",
        "Make it a tensor with `torch.tensor(...)`; a list of tensors with `torch.stack(...)`.",
    ),
    KnownError(
        "number-for-a-tensor",
        r"'(?P<kind>bool)' object has no attribute '(?P<name>\w+)'",
        "A plain True or False has no `{name}`: it is no tensor.",
        "A comparison with `is`, `in` or `not`, or of two things that are no tensors, gives one "
        "plain bool. Tensors are compared number by number with `==` and `!=`.",
        lambda m, line: m["kind"] == "bool" and tensors_have(m, line),
    ),
    KnownError(
        "number-for-a-tensor",
        r"'(?P<kind>int|float)' object has no attribute '(?P<name>\w+)'",
        "A plain number ({kind}) has no `{name}`: it is no tensor.",
        "Was `.item()` called before, or is it a number from the start? Then use it as it is. Or "
        "does it stand in the place of another argument?",
        tensors_have,
    ),
    KnownError(
        "number-for-a-tensor",
        r"(?P<function>tri[lu])\(\): argument '(?P<argument>\w+)'.*must be Tensor, not "
        r"(?P<kind>int|float|bool)$",
        "`{function}` cuts a triangle out of a matrix, and was given a plain number ({kind}).",
        "Make the matrix first: `torch.{function}(torch.ones(n, n))`.",
    ),
    KnownError(
        "number-for-a-tensor",
        r"(?P<function>\w+)\(\): argument '(?P<argument>\w+)'.*must be Tensor, not "
        r"(?P<kind>int|float|bool)$",
        "`{function}` wants a tensor for `{argument}` and was given a plain number ({kind}).",
        "Print it: is it the argument that you mean? Was `.item()` called too early? A plain "
        "number becomes a tensor with `torch.tensor(n)`.",
    ),
    KnownError(
        "not-a-tensor",
        r"(?P<function>\w+)\(\): argument '(?P<argument>\w+)'.*must be Tensor, not "
        r"(?P<kind>[\w.]+)$",
        "`{function}` wants a tensor for `{argument}` and was given something of type {kind}.",
        "Print it just before this line.",
    ),
    KnownError(
        "no-such-function",
        r"module '(?P<module>[\w.]+)' has no attribute '(?P<name>\w+)'",
        "There is no `{name}` in {module}.{near}",
        "Check the spelling, and the module that it comes from.",
        of_module,
    ),
    KnownError(
        "no-such-method",
        r"'Tensor' object has no attribute '(?P<name>append|extend|insert)'",
        "A tensor cannot grow, so it has no `{name}`.",
        "`torch.cat([x, new], dim=...)` makes a longer one. Or collect in a list, and join it at "
        "the end with `torch.stack` or `torch.cat`.",
    ),
    KnownError(
        "no-such-method",
        r"Tensor\.index\(\) missing",
        "A tensor has no `index` that searches, as a list has.",
        "`(x == value).nonzero()` gives the places; `x.tolist().index(value)` the first of a row.",
    ),
    KnownError(
        "no-such-method",
        r"'(?:Tensor|Parameter)' object has no attribute '(?P<name>\w+)'",
        "A tensor has no `{name}`.{near}",
        "Check the spelling. If you think of another object, print what this one is.",
        of_tensor,
    ),
    KnownError(
        "attribute-missing",
        r"'(?P<kind>\w+)' object has no attribute '(?P<name>\w+)'",
        "A layer of type nn.{kind} has no `{name}`.{near}",
        "Check the spelling, and which object should have it.",
        of_layer,
    ),
    KnownError(
        "attribute-missing",
        r"'(?P<kind>\w+)' object has no attribute '(?P<name>\w+)'",
        "`self.{name}` is used, and nothing was stored under that name.",
        "Does `__init__` store it, under the same name, with `self.` before it?",
        own_attribute,
    ),
    KnownError(
        "attribute-missing",
        r"'(?P<kind>dict)' object has no attribute '(?P<name>\w+)'",
        "A dict has no `{name}`.{near}",
        'An entry of a dict is asked for with brackets, `d["name"]`, and a key that stands in a '
        "variable with `d[key]`.",
        builtin_owner,
    ),
    KnownError(
        "attribute-missing",
        r"'(?P<kind>\w+)' object has no attribute '(?P<name>\w+)'",
        "Something of type {kind} has no `{name}`.{near}",
        "Print it with its type just before this line. Is it the object that you think of, and do "
        "the arguments stand in the right order?",
        builtin_owner,
    ),
    KnownError(
        "attribute-missing",
        r"'(?P<kind>[\w.]+)' object has no attribute '(?P<name>\w+)'",
        "An object of type {kind} has no `{name}`.",
        "Print it with its type: is it the object that you think of? If it is of your class, check "
        "that `__init__` stored the name on `self`.",
    ),
    # ------------------------------------------------------------------ names
    KnownError(
        "not-imported",
        r"NameError: name '(?P<name>\w+)' is not defined",
        "`{name}` was not imported in this kernel.",
        "Run the cell with the imports, or write `{how}`.",
        not_one_of_mine,
    ),
    KnownError(
        "not-imported",
        r"NameError: name '(?P<name>\w+)' is not defined",
        "`{name}` alone is no name; the number type lives in torch.",
        "Write `torch.{name}`.",
        dtype_name,
    ),
    KnownError(
        "self-missing",
        r"NameError: name 'self' is not defined",
        "`self` is used where the function has no argument of that name.",
        "Make `self` the first argument of the method: `def forward(self, x):`.",
    ),
    KnownError(
        "name-without-value",
        r"UnboundLocalError: cannot access local variable '(?P<name>\w+)'",
        "`{name}` gets its value in this function only on another way, or further down.",
        "Give it a value before the `if` or the loop, or in each branch.",
    ),
    KnownError(
        "name-without-value",
        r"NameError: (?:name|cannot access free variable) '(?P<name>\w+)'",
        "`{name}` has no value when this line runs.",
        "Look for a spelling slip, an argument or a `self.` that is missing, or a cell above that "
        "has not run since the kernel started.",
    ),
    KnownError(
        "import-failed",
        r"ModuleNotFoundError: No module named '(?P<name>[\w.]+)'",
        "There is no package called {name} here.",
        "Check the spelling. The course needs torch and the standard library alone.",
    ),
    KnownError(
        "import-failed",
        r"ImportError: cannot import name '(?P<name>\w+)' from '(?P<module>[\w.]+)'",
        "{module} has nothing called {name}.",
        "Check the spelling, and the module that it comes from.",
    ),
    # ------------------------------------------------------------------ arguments
    KnownError(
        "argument-missing",
        r"softmax\(\) missing 1 required positional arguments?: \"dim\"",
        "Softmax must know along which axis the numbers shall sum to 1.",
        "Give it `dim`: the axis whose numbers share the whole.",
    ),
    KnownError(
        "argument-missing",
        r"(?P<function>\w+)\(\) missing \d+ required positional arguments?: (?P<names>\".*)",
        "`{function}` was called without {names}.",
        "Give it what is missing: `transpose(-2, -1)` names the two axes, `unsqueeze(1)` the "
        "place.",
    ),
    KnownError(
        "unknown-keyword",
        r"(?P<function>[\w.<>]+)\(\) got an unexpected keyword argument '(?P<name>\w+)'",
        "`{function}` has no argument called `{name}`. In order it takes ({takes}).",
        "Which of these is meant?",
        signature,
    ),
    KnownError(
        "unknown-keyword",
        r"(?P<function>[\w.<>]+)\(\) got an unexpected keyword argument '(?P<name>\w+)'",
        "`{function}` has no argument called `{name}`.",
        "Compare the names in the call with those in its `def` line or in `help(...)`.",
    ),
    KnownError(
        "number-beside-a-tensor",
        r"TypeError: (?P<function>\w+)\(\) received an invalid combination of arguments - got "
        r"\((?P<given>[^)]*)\)",
        "`torch.{function}` works on tensors, and does not take ({given}).",
        "Beside a plain number, `x.clamp(min=0.1)` and `x.clamp(max=0.1)` keep a tensor in bounds. "
        "For two plain numbers use Python's own `max`, `min` and `**`.",
        one_of_two("max", "min", "maximum", "minimum", "pow"),
    ),
    KnownError(
        "arguments-of-another-type",
        r"TypeError: (?P<function>\w+)\(\) received an invalid combination of arguments - got "
        r"\((?P<given>[^)]*)\)",
        "`{function}` was called with arguments of types it does not take: ({given}).",
        "Print what goes in, with the types. The message lists the forms that it knows.",
    ),
    KnownError(
        "list-of-tensors-wanted",
        r"(?P<function>\w+)\(\): argument 'tensors'.*must be tuple of Tensors, not "
        r"(?P<kind>generator|map|zip|dict_values|set)$",
        "`{function}` takes the tensors in a list or a tuple, and a {kind} came.",
        "Put square brackets around it, or `list(...)`.",
    ),
    KnownError(
        "tensor-for-a-plain-number",
        r"(?P<function>\w+)\(\): argument '(?P<argument>\w+)'.*must be (?:Number|int|float), not "
        r"Tensor$",
        "`{function}` wants one plain number for `{argument}`, and a tensor came.",
        "If its size is meant, write `x.shape[1]`. A tensor of a single number gives it with "
        "`.item()`.",
    ),
    KnownError(
        "argument-of-another-type",
        r"(?P<function>\w+)\(\): argument '(?P<argument>\w+)'.*must be (?P<wanted>[\w. ]+), not "
        r"(?P<kind>[\w.]+)$",
        "`{function}` wants {wanted} for `{argument}` and was given {kind}.",
        "Print what goes in, with its type. Is it the argument that you mean, in its place?",
    ),
    KnownError(
        "other-arguments",
        r"TypeError: (?P<kind>\w+)\.__init__\(\) takes 1 positional argument but",
        "Python found no `__init__` of `{kind}` that takes more than the object itself.",
        "Is it spelled `__init__`, with two underscores on each side, and indented under `class`? "
        "Then compare what its `def` line takes with the call.",
    ),
    KnownError(
        "other-arguments",
        r"TypeError: (?:\S+<locals>\.)?(?P<function>\w+\.\w+)\(\) takes (?P<takes>\d+) positional "
        r"arguments? but (?P<given>\d+) (?:was|were) given",
        "`{function}` can take {takes} and was given {given}, the object itself counted as the "
        "first.",
        "Is `self` the first argument in its `def` line? Compare the rest: number, names, order.",
    ),
    KnownError(
        "one-axis-at-a-time",
        r"TypeError: unsqueeze\(\) takes 1 positional arguments? but",
        "`unsqueeze` adds one axis, at one place, and more were named.",
        "Call it twice, or put None where an axis shall be: `x[:, None, None, :]`.",
    ),
    KnownError(
        "two-axes-to-swap",
        r"TypeError: transpose\(\) takes 2 positional arguments but [3-9]",
        "`transpose` swaps two axes, and more were named.",
        "The whole order of the axes is for `permute`, as in `x.permute(0, 2, 1, 3)`.",
    ),
    KnownError(
        "other-arguments",
        r"TypeError: (?P<function>[\w.<>]+)\(\) (?:missing|takes|got multiple|expected)",
        "`{function}` takes ({takes}), and this line calls it with other arguments.",
        "Give it these, in this order. Is one too many or missing, or does one come twice?",
        signature,
    ),
    KnownError(
        "other-arguments",
        r"TypeError: (?P<function>[\w.<>]+)\(\) (?:missing|takes|got multiple|expected)",
        "This line calls `{function}` with other arguments than it takes.",
        "Compare the call with its `def` line, or with `help(...)`: number, names, order.",
        by_learner,
    ),
    KnownError(
        "other-arguments",
        r"TypeError: (?P<function>[\w.<>]+)\(\) (?:missing|takes|got multiple|expected)",
        "`{function}` was called with other arguments than its `def` line takes.",
        "Compare the `def` line with the contract in the docstring: names, order, default values.",
    ),
    # ------------------------------------------------------------------ plain Python
    KnownError(
        "key-cut-too-far",
        r"KeyError: (?P<key>.+)",
        "The dictionary has no entry {key}, only {near}, which lacks its first letters.",
        "Were they cut off? `lstrip` takes away every letter that stands in its brackets, as long "
        "as one is in front. `name.removeprefix(...)` takes away just that beginning.",
        key_without_its_head,
    ),
    KnownError(
        "key-with-a-prefix",
        r"KeyError: (?P<key>.+)",
        "The dictionary has no entry {key}, only {near}.",
        "Add what stands before it, or take it away from all names: `name.removeprefix({head})`. "
        "Does each file that may come have it?",
        key_with_a_head,
    ),
    KnownError(
        "key-missing",
        r"KeyError: (?P<key>.+)",
        "The dictionary has no entry {key}. The one most like it is {near}.",
        "Is it spelled as it is there? Where it may be missing, ask with `if key in d:` or take "
        "`d.get(key, otherwise)`.",
        key_like_another,
    ),
    KnownError(
        "key-missing",
        r"KeyError: (?P<key>.+)",
        "The dictionary has no entry {key}.",
        "Print its keys just before this line. Is it there in another spelling, or of another "
        "type? Where it may be missing, ask with `if key in d:` or take `d.get(key, otherwise)`.",
    ),
    KnownError(
        "divided-by-zero",
        r"ZeroDivisionError",
        "Something was divided by 0, or 0 was raised to a negative power, which divides, too.",
        "Print the divisor just before this line. Which argument makes it 0?",
    ),
    KnownError(
        "outside-the-function",
        r"math domain error",
        "A function of `math` was asked where it has no value: the root or the logarithm of a "
        "negative number, or the logarithm of 0.",
        "Print what goes in. Can it be 0 by right? Then treat that case first.",
    ),
    KnownError(
        "calls-itself",
        r"RecursionError|maximum recursion",
        "A function calls itself, or two call each other, without an end.",
        "If it is meant to, which case answers without a further call, and is it reached from "
        "every other, also where something is empty? Else look for a function's own name inside "
        "its body, or a layer that holds itself.",
    ),
    KnownError(
        "ends-the-program",
        r"^SystemExit",
        "The code ended the program.",
        "Take `exit()` or `quit()` out of the cell.",
    ),
)

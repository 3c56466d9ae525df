"""Methods, attributes, names, arguments, and plain Python."""

from __future__ import annotations

from .asks import (
    METHODS,
    by_learner,
    dtype_name,
    is_layer,
    method_text,
    not_one_of_mine,
    of_layer,
    of_module,
    of_tensor,
    own_attribute,
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
        "Which name in this line lacks its round brackets: `x.size()`, `x.dim()`, `x.numel()`?",
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
        "Is an operator missing before the bracket? Has a value taken the name of a function?",
        what_is_called,
    ),
    KnownError(
        "number-not-iterable",
        r"'(?P<kind>int|float)' object is not iterable|non-iterable (?P<kind2>int|float) object",
        "A single number cannot be gone through or taken apart.",
        "To count up to n, write `for i in range(n)`.",
    ),
    KnownError(
        "layer-not-iterable",
        r"'(?P<kind>\w+)' object is not iterable",
        "A layer ({kind}) cannot be gone through.",
        "For an optimizer, give `model.parameters()`. For several layers use an `nn.ModuleList`.",
        is_layer,
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
        "list-for-a-tensor",
        r"'list' object has no attribute '(?P<name>\w+)'",
        "A plain Python list has no `{name}`. A tensor has it.",
        "Make it a tensor with `torch.tensor(...)`; a list of tensors with `torch.stack(...)`.",
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
        r"'(?P<kind>int|float|bool)' object has no attribute '(?P<name>\w+)'",
        "A plain number ({kind}) has no `{name}`: it is no tensor.",
        "Was `.item()` called before, or is it a number from the start? Then use it as it is.",
        tensors_have,
    ),
    KnownError(
        "number-for-a-tensor",
        r"(?P<function>\w+)\(\): argument '(?P<argument>\w+)'.*must be Tensor, not "
        r"(?P<kind>int|float|bool)$",
        "`{function}` wants a tensor for `{argument}` and was given a plain number ({kind}).",
        "Make it a tensor with `torch.tensor(...)`.",
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
        r"'(?P<kind>[\w.]+)' object has no attribute '(?P<name>\w+)'",
        "An object of type {kind} has no `{name}`.",
        "Check the spelling. If it is your class, check that `__init__` stored it on `self`.",
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
        "`{function}` has no argument called `{name}`.",
        "Compare the names in the call with those in its `def` line or in `help(...)`.",
    ),
    KnownError(
        "arguments-of-another-type",
        r"TypeError: (?P<function>\w+)\(\) received an invalid combination of arguments - got "
        r"\((?P<given>[^)]*)\)",
        "`{function}` was called with arguments of types it does not take: ({given}).",
        "Print what goes in. The message lists the forms that it knows.",
    ),
    KnownError(
        "argument-of-another-type",
        r"(?P<function>\w+)\(\): argument '(?P<argument>\w+)'.*must be (?P<wanted>[\w. ]+), not "
        r"(?P<kind>[\w.]+)$",
        "`{function}` wants {wanted} for `{argument}` and was given {kind}.",
        "Print what goes in. Are two arguments swapped?",
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
        "other-arguments",
        r"TypeError: (?P<function>[\w.<>]+)\(\) (?:missing|takes|got multiple|expected)",
        "This line calls `{function}` with other arguments than it takes.",
        "Compare the call with its `def` line: number, names, order.",
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
        "text-meets-number",
        r"(?:can only concatenate str|operand type\(s\) for .*'str'|"
        r"between instances of '(?:str|int|float|Tensor)' and '(?:str|int|float|Tensor)')",
        "A text and a number (or a tensor) meet in one operation.",
        "Print both with `repr(...)`. Which should be the other kind?",
        lambda m, _: "str" in m.string,
    ),
    KnownError(
        "key-missing",
        r"KeyError: (?P<key>.+)",
        "The dictionary has no entry {key}.",
        "Use `d.get(key, otherwise)`, or print its keys just before this line.",
    ),
    KnownError(
        "divided-by-zero",
        r"ZeroDivisionError",
        "Something was divided by 0.",
        "Print the divisor just before this line. Which argument makes it 0?",
    ),
    KnownError(
        "outside-the-function",
        r"math domain error",
        "A function of `math` was asked where it has no value: the root or the logarithm of a "
        "negative number, or the logarithm of 0.",
        "Print what goes in.",
    ),
    KnownError(
        "calls-itself",
        r"RecursionError|maximum recursion",
        "Functions call each other without an end; mostly one calls itself.",
        "Look for a function's own name inside its body, or a layer that holds itself.",
    ),
    KnownError(
        "ends-the-program",
        r"^SystemExit",
        "The code ended the program.",
        "Take `exit()` or `quit()` out of the cell.",
    ),
)

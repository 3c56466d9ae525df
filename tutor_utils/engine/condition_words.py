"""Under which conditions an answer is tried once more, in the words that a learner reads."""

from __future__ import annotations

from dataclasses import dataclass

MADE_FOR_ONE_SIZE = "made-for-one-size"
OVERWRITTEN, OTHER_SIZE = "result-overwritten", "size-remembered"
OTHER_OBJECT, WEIGHTS_KEPT = "objects-share-something", "weights-kept"
SAME_OBJECT = "same-object-matters"


@dataclass(frozen=True)
class Condition:
    """One other circumstance, under which a trial must go as it went.

    Attributes:
        words: Behind the name of the trial.
        means: For whoever's code does not go as before: what it does.
        try_next: Where to look.
    """

    words: str
    means: str
    try_next: str


CONDITIONS = {
    "default-number-type": Condition(
        "after `torch.set_default_dtype(torch.float64)`",
        "A tensor that your code makes without `dtype=` gets PyTorch's default number type. "
        "Whoever calls your code may have set another one.",
        "Give each new tensor the number type of an argument: `torch.zeros(..., dtype=x.dtype)` "
        "or `x.new_zeros(...)`.",
    ),
    "default-device": Condition(
        "with the arguments on a GPU (played on the CPU)",
        "A tensor that your code makes without `device=` is made on the CPU, and the arguments may "
        "be on a GPU.",
        "Give each new tensor the device of an argument: `torch.zeros(..., device=x.device)` or "
        "`x.new_zeros(...)`.",
    ),
    "gradients-off": Condition(
        "inside `with torch.no_grad():`",
        "Whoever calls your code may have switched the recording of gradients off, as every "
        "evaluation does. Your code goes well only where it is on.",
        "Look for `.backward()`, `torch.autograd.grad` and `requires_grad` on the way.",
    ),
}

TOO_SMALL = Condition(
    "",
    "With small sizes all went well. Something in your code is made for one size: a table, a "
    "limit, a number that stands there.",
    "Look for numbers in your code, and take each from the arguments. A function that calls itself "
    "for each item comes to Python's limit of about 1,000 calls.",
)
# Found in a circumstance -> the words for it.
FOUND = {
    "mask-remembered": Condition(
        "called without a mask, after a call with one",
        "The mask of an earlier call is still at work. Each call has only its own arguments.",
        "Look for what is stored on `self`, on the function or in a global name.",
    ),
    OVERWRITTEN: Condition(
        "the first result, after a second call",
        "A later call has changed what an earlier one returned: both results share their memory.",
        "Make the result anew in each call. Keep no tensor between two calls and write into it.",
    ),
    "second-call-differs": Condition(
        "called again, after a call with other arguments",
        "The same arguments gave another result. Something is kept from one call to the next, or "
        "drawn from a generator that is not PyTorch's.",
        "Look for what is stored on `self`, on the function or in a global name, for a parameter "
        "that `forward` changes, and for numbers from NumPy or `random`.",
    ),
    "result-shared": Condition(
        "called again, after its caller has written into what it gave before",
        "Your code keeps what it returns, and hands the same one out again. Whoever changes a "
        "result in place changes what all later calls give.",
        "Make the result anew in each call, or return a copy. Look for `lru_cache`, and for what "
        "is kept on `self`, on the function, in a global name or in a default value.",
    ),
    "argument-known-by-object": Condition(
        "called again with the same tensors, which hold other numbers by then",
        "Your code gives what belongs to the numbers of before. It knows an argument again by the "
        "object and not by what it holds, as a cache does (`lru_cache`, or what is kept under "
        "`id(x)` or behind `is`).",
        "Leave out what is kept from one call to the next.",
    ),
    "result-remembered": Condition(
        "called with other numbers of the same shapes",
        "Your code gave the earlier result once more, number for number: it is remembered, or does "
        "not depend on what comes in.",
        "Look for what is stored on `self`, on the function or in a global name.",
    ),
    OTHER_SIZE: Condition(
        "One module was called with {first}, and then with {second}. The second time",
        "On a module that was not called before, the same arguments give another result. Yours "
        "keeps something from one call that does not fit another size: a table, a mask, a buffer.",
        "Look for what `forward` stores on `self`, on the class or in a global name. Make it in "
        "each call, or once for all sizes, or anew where the size is another one.",
    ),
    "mode-changes-result": Condition(
        "in the other mode (training and not evaluation, or the other way round)",
        "Nothing should be dropped here (the rate is 0), and yet `.train()` and `.eval()` give "
        "different results. Only dropout may depend on the mode.",
        "Look for `self.training`, for a rate that stands in the code, and for another layer that "
        "acts in one mode only.",
    ),
    "mode-left": Condition(
        "after a call, some parts are in another mode than the module",
        "Your code calls `.eval()` or `.train()` on a part of the module, and the part stays so: "
        "from then on it drops nothing, or always.",
        "Leave the modes alone in `forward`: `nn.Dropout` knows by itself when it has to work.",
    ),
    "second-call-in-other-mode": Condition(
        "called twice in the other mode (training and not evaluation, or the other way round)",
        "The second call with the same arguments gave another result. Something that counts or "
        "keeps the calls is at work in one of the modes.",
        "Look for `self.training` in `forward`, and for what is stored on `self` there.",
    ),
    OTHER_OBJECT: Condition(
        "Made and called with another object of your class in between, made with other arguments",
        "The other object changed what this one gives: they share something that each should have "
        "for itself.",
        "Look for what stands in the body of the class, in a global name or in a default value. "
        "What `__init__` is given belongs on `self`.",
    ),
    WEIGHTS_KEPT: Condition(
        "In evaluation mode, called once, then again after its weights changed",
        "A module with these weights that was not called before gives another result. Yours keeps "
        "something that the old weights made: weights that are loaded, or learned between two "
        "evaluations, would not count.",
        "Look for what `forward` stores on `self`, on the class or in a global name, and compute "
        "it in each call.",
    ),
    SAME_OBJECT: Condition(
        "with one tensor given for two arguments, against a copy of it for the second one",
        "The numbers are the same, and the results are not: your code asks whether two arguments "
        "are one object (`is`, `id`, or the same memory), and then leaves something out.",
        "Compute with each argument as it comes. Look for `is`, `id(` and `data_ptr`.",
    ),
    "parameters-cut-off": Condition(
        "where no argument asks for a gradient",
        "No parameter gets a gradient unless an argument asks for one as well: the module could "
        "not be trained on its own.",
        "Look for `no_grad`, `.detach()`, and `checkpoint(..., use_reentrant=True)`.",
    ),
    "number-type-fixed": Condition(
        "with arguments and parameters in float64",
        "Float64 comes in, and something else comes out: a number type stands in your code, or a "
        "tensor is made without one.",
        "Look for `.float()`, `dtype=torch.float32` and tensors made without `dtype=x.dtype`.",
    ),
    "half-precision-fails": Condition(
        "with arguments and parameters in float16",
        "In half precision the numbers are lost, or come back in another number type.",
        "Look for a number type in your code, and for a number beyond 65,504 on the way.",
    ),
    "memory-layout-matters": Condition(
        "with slices of larger tensors as arguments",
        "A slice such as `tgt[:, :-1]` does not lie in one piece in memory. Your result depends "
        "on that.",
        "`view` needs one piece; `reshape` does not.",
    ),
    "parameter-unused": Condition(
        "some of the parameters take no part in the result",
        "A layer should own only the parameters that it uses. The others are counted, saved and "
        "given to the optimizer, and never learn.",
        "Take them out of `__init__`, or use them in `forward`.",
    ),
    "gradient-stops": Condition(
        "the slope, as a small change shows it",
        "Your numbers are right, and no gradient reaches {names}. What gets no gradient never "
        "learns.",
        "Look for `.detach()`, `.data`, `no_grad`, `.item()`, NumPy, or a tensor made anew from "
        "numbers.",
    ),
    "gradient-differs": Condition(
        "the slope, as a small change shows it",
        "Your numbers are right, and the gradient of {names} is not the slope of your results: on "
        "one of its ways it is stopped, changed, or worked out with fewer digits.",
        "Look for `.detach()`, `.data`, `no_grad`, NumPy or `.float()` on one of the ways.",
    ),
}
OTHER_NUMBERS = {  # the number type is right
    "number-type-fixed": "In float64 your code gives other numbers than in float32, far beyond "
    "what rounding does.",
    "half-precision-fails": "In half precision your numbers are far off. It has three digits, and "
    "its largest number is 65,504.",
}
COMPARE = "Call your code with both number types in a cell, and compare the results line by line."
STOPPED = Condition(
    "{words}",
    "Your code stops under this circumstance alone.",
    "Run it so in a cell of your own, and read the error from its last line.",
)

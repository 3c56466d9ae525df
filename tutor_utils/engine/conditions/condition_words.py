"""The words of a report for the engine's conditions."""

from __future__ import annotations

from dataclasses import dataclass

from ..exercise import Remark

OVERWRITTEN, OTHER_SIZE, CHANCE = "result-overwritten", "size-remembered", "chance"


@dataclass(frozen=True)
class Condition:
    """A condition under which a trial must give the same result as without it.

    Attributes:
        words: Appended to the name of the trial.
        means: What code that fails the condition does.
        try_next: Where to look.
    """

    words: str
    means: str
    try_next: str


# Criterion of the engine -> (diagnosis, words) where it is not met.
OF_CRITERION = {
    "defaults": (
        "default-device",
        Condition(
            "with the arguments on a GPU (simulated on the CPU)",
            "A tensor that your code makes without `device=` is made on the CPU, and the arguments "
            "may be on a GPU.",
            "Give each new tensor the device of an argument: `torch.zeros(..., device=x.device)` "
            "or `x.new_zeros(...)`.",
        ),
    ),
    "size-one": (
        "axis-of-one",
        Condition(
            "",
            "With larger sizes all went well. Something in your code goes another way, or loses an "
            "axis, where an axis has size 1: a batch of one, a single word, one head.",
            "`squeeze()` takes every axis of size 1 away: name the axis that you mean. Look for an "
            "`if` that asks for a size, too.",
        ),
    ),
    "sizes": (
        "made-for-one-size",
        Condition(
            "",
            "With small sizes all went well. Something in your code is made for one size: a table, "
            "a limit, a number that stands there.",
            "Look for numbers in your code, and take each from the arguments. A function that "
            "calls itself for each item comes to Python's limit of about 1,000 calls.",
        ),
    ),
}
# Result that a circumstance changed -> the words for it.
FOUND = {
    CHANCE: Condition(
        "called twice with the same arguments",
        "The two results differ: something in your code is drawn by chance. Where the exercise "
        "gives you a `generator`, only that one may draw; elsewhere nothing may.",
        "Look for `torch.rand` and its like without `generator=`, for Python's `random`, for "
        "dropout that acts in evaluation mode too, and for a layer that is made in the call: its "
        "weights are drawn anew each time.",
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
    "memory-layout-matters": Condition(
        "with slices of larger tensors as arguments",
        "A slice such as `tgt[:, :-1]` does not lie in one piece in memory. Your result depends "
        "on that.",
        "`view` needs one piece; `reshape` does not.",
    ),
    "gradient-stops": Condition(
        "with gradients asked for",
        "Your numbers are right, and no gradient reaches {names}. What gets no gradient never "
        "learns.",
        "Look for `.detach()`, `.data`, `no_grad`, `.item()`, NumPy, or a tensor made anew from "
        "numbers.",
    ),
}
STOPPED = Condition(
    "{words}",
    "Your code stops under this circumstance alone.",
    "Run it so in a cell of your own, and read the error from its last line.",
)
# Condition that fails no answer -> the remark of a reviewer.
REMARKS = {
    "shared": Remark(
        "Your code hands out what it keeps: whoever changes the result in place changes what later "
        "calls give.",
        "first = {call}\nfirst.zero_()\n{call}  # not what it was",
        "return result.clone()",
    ),
    "float64": Remark(
        "It matters to whoever asks for more digits. In float32, which this course uses, all is "
        "well.",
        "{call}  # with every argument and parameter in float64",
        "dtype=x.dtype  # for each new tensor, and after each .float()",
    ),
    "half": Remark(
        "It matters to whoever computes in float16, where the largest number is 65,504. In "
        "float32, which this course uses, all is well.",
        "{call}  # with every argument and parameter in float16",
        "result.to(x.dtype)  # and torch.finfo(x.dtype).min in the place of a number such as -1e9",
    ),
}
WHERE = {  # circumstance -> words appended to those for its arguments
    CHANCE: FOUND[CHANCE].words,
    "again": "called a second time",
    "other-mode": FOUND["mode-changes-result"].words,
    "sliced": FOUND["memory-layout-matters"].words,
    "gradient": "with gradients asked for",
    "shared": "called again, after its caller has written into what it gave before",
    "half": "with arguments and parameters in float16",
    "float64": "with arguments and parameters in float64",
}

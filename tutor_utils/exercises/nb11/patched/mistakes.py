"""What goes wrong in `patched`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "hook-not-removed",
    edit("usual", {"handle.remove()": "pass"}),
    means="""Your hook stays on the model: from now on each run is patched, and so is what you
    measure next.""",
    try_next="What does `register_forward_hook` return, and what is it for?",
    hint="`handle.remove()` in a `finally:`.",
)

mistakes.add(
    "hook-not-removed-after-an-error",
    edit("chosen", {"try:": "if True:", "finally:": "if True:"}),
    means="""Where the model raises an error, your code never comes to `remove()`: the hook stays on
    the model.""",
    try_next="Which statement runs its lines in any case?",
    hint="`try:` around the run, `finally:` with `handle.remove()`.",
)

mistakes.add(
    "places-ignored",
    edit("usual", {"places is not None": "False"}),
    means="You replace the whole output, whatever `places` says.",
    try_next="With places=[1]: what should stand at place 0?",
    hint="Copy what the part gave, and write the value into these places alone.",
)

mistakes.add(
    "places-on-the-batch",
    edit("usual", {"new[:, places] = value[:, places]": "new[places] = value[places]"}),
    means="Your places count rows of the batch. They are places of axis 1, the tokens.",
    try_next="Which axis of (B, L, d) does the first index count?",
    hint="`new[:, places] = value[:, places]`.",
)

mistakes.add(
    "places-on-the-features",
    edit("usual", {"new[:, places] = value[:, places]": "new[..., places] = value[..., places]"}),
    means="Your places count features, on the last axis. They are places of axis 1, the tokens.",
    try_next="Which axis of (B, L, d) holds the tokens?",
    hint="`new[:, places] = value[:, places]`.",
)

mistakes.add(
    "empty-list-for-none",
    edit("usual", {"if places is not None:": "if places:"}),
    means="""An empty list of places counts as None in your code: everything is replaced. It names
    no place, so nothing should be.""",
    try_next="What is `bool([])`?",
    hint="`places is None`.",
)

mistakes.add(
    "zero-elsewhere",
    edit("usual", {"new = own.clone()": "new = torch.zeros_like(own)"}),
    means="At all other places you put zeros. They keep what the part gave.",
    try_next="With places=[1]: what should stand at place 0?",
    hint="Begin with `own.clone()`.",
)

mistakes.add(
    "models-own-tensor-changed",
    edit("usual", {"new = own.clone()": "new = own"}),
    means="""You write into the very tensor that the part gave. A part may give something of its
    own, as a table of positions does: then the model itself is changed for good.""",
    try_next="Which tensor does your code write into, and who else uses it?",
    hint="Write into `own.clone()`.",
)

mistakes.add(
    "one-tensor-for-a-pair",
    edit("usual", {"return (new, *output[1:]) if isinstance(output, tuple) else new": "return new"}),
    means="""The part gives a pair, and your hook gives one tensor back. The model goes on to take
    it apart.""",
    try_next="What does a layer of notebook 06 give?",
    hint="`(new, *output[1:])` where the output is a tuple.",
    raises=r"not enough values to unpack|too many values to unpack",
)

mistakes.add(
    "first-row-for-a-tensor",
    edit("usual", {"own = output[0] if isinstance(output, tuple) else output": "own = output[0]"}),
    means="`output[0]` is the first thing of a tuple. Of a tensor it is the first row of the batch.",
    try_next="Compare the shapes of `own` and `value`.",
    hint="`output[0] if isinstance(output, tuple) else output`.",
    raises="too many indices|shape mismatch|out of bounds",
)

mistakes.add(
    "hook-returns-nothing",
    edit("usual", {
        "return (new, *output[1:]) if isinstance(output, tuple) else new": "output = new",
    }),
    means="""Your hook returns nothing, so the model goes on with what the part gave. A name that is
    bound anew in the hook changes nothing outside.""",
    try_next="What does PyTorch do with what a hook returns?",
    hint="`return` the new output.",
)

mistakes.add(
    "input-replaced",
    edit("usual", {
        "def put(part, given, output):": "def put(part, given):",
        "own = output[0] if isinstance(output, tuple) else output": "own = given[0]",
        "return (new, *output[1:]) if isinstance(output, tuple) else new":
            "return (new, *given[1:])",
        "register_forward_hook": "register_forward_pre_hook",
    }),
    means="You replace what goes into the part. Asked for is what it gives.",
    try_next="When is a forward pre-hook called, and when a forward hook?",
    hint="`register_forward_hook`.",
)

mistakes.add(
    "name-not-found",
    edit("usual", {
        "model.get_submodule(where)":
            "next((p for n, p in model.named_modules() if n == where), nn.Identity())",
    }),
    means="""A name that no part has changes nothing, and the plain logits come back. A typing
    mistake would look like a part that does not matter.""",
    try_next="What does your loop do where no name fits?",
    hint="`model.get_submodule(where)` raises an error.",
)

mistakes.add(
    "stays-in-eval-mode",
    edit("usual", {"return model(*inputs)": "return model.eval()(*inputs)"}),
)

mistakes.harmless(kind="mode", because="with a gradient or without one, the logits are the same")

"""What goes wrong in `capture`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit, edits

mistakes = Mistakes()
FIRST = "(output[0] if isinstance(output, tuple) else output).clone()"

mistakes.add(
    "all-under-the-last-name",
    edit("default_argument", {"inp, out, name=name": "inp, out"}),
    means="""All hooks write under one name, the last one. A function that is made in a loop looks
    its names up when it runs, and the loop has ended by then.""",
    try_next="Print the keys of your result. How many are there?",
    hint="Make the hook in a function that takes the name, or write `name=name` as an argument.",
)

mistakes.add(
    "hooks-not-removed",
    *edits("usual", "hook.remove()", "pass", "hooks[-1].remove()"),
    means="""Hooks of yours are still on the model. Each later run calls them again, and writes over
    what you returned.""",
    try_next="What does `register_forward_hook` return, and what is it for?",
    hint="Keep every handle, and call `handle.remove()` on each.",
)

mistakes.add(
    "hooks-not-removed-after-an-error",
    edit("usual", {"try:": "if True:", "finally:": "if True:"}),
    means="""Where the model raises an error, your code never comes to `remove()`: the hooks stay on
    the model.""",
    try_next="Which statement runs its lines in any case?",
    hint="`try:` around the run, `finally:` with the removing.",
)

mistakes.add(
    "keys-are-no-names",
    edit("usual", {"(keep(name))": "(keep(type(part).__name__))"}),
    means="""Your keys are not the names that `named_modules` gives. Two parts of one class need two
    keys, or the second one writes over the first.""",
    try_next="Print `[name for name, part in model.named_modules()]`, and your keys.",
    hint="`named_modules()` gives pairs, and the name comes first.",
)

mistakes.add(
    "inputs-kept",
    edit("usual", {FIRST: "given[0]"}),
    means="You keep what went into each part. Asked for is what it gave.",
    try_next="A hook gets three things: the part, its inputs, its output. Which one do you keep?",
)

mistakes.add(
    "first-row-alone",
    edit("usual", {FIRST: "output[0].clone()"}),
    means="""`output[0]` is the first thing of a tuple. Of a tensor it is the first row of the
    batch: the others are lost.""",
    try_next="Compare the shapes: where is the batch gone?",
    hint="`output[0] if isinstance(output, tuple) else output`.",
)

mistakes.add(
    "pair-kept-whole",
    *edits("usual", FIRST, "output", "output.clone()"),
    means="""A layer gives a pair: x and its weights. You keep the pair; asked for is its first
    thing.""",
    try_next="Print the type of each value in your result.",
    hint="`output[0] if isinstance(output, tuple) else output`.",
    raises=r"'tuple' object has no attribute '(detach|clone|cpu)'",
)

mistakes.add(
    "children-alone",
    edit("usual", {"named_modules": "named_children"}),
    means="""`named_children` gives the parts of the first level alone. Parts of parts are missing,
    such as `layers.0`.""",
    try_next="Which names are missing from your result?",
    hint="`model.named_modules()`.",
)

mistakes.add(
    "innermost-alone",
    edit("default_argument", {'if name == "":': "if list(module.children()):"}),
    means="You leave out every part that has parts of its own, such as a whole layer.",
    try_next="Which names are missing from your result?",
)

mistakes.add(
    "stays-in-eval-mode",
    edit("usual", {"model(*inputs)": "model.eval()(*inputs)"}),
)

mistakes.add(
    "hook-changes-the-output",
    edit("usual", {f"kept[name] = {FIRST}": f"kept[name] = {FIRST}; return kept[name]"}),
    means="""Your hook returns something. PyTorch takes that in the place of the part's output: the
    layer gives one tensor now, where the model expects a pair.""",
    try_next="What does your hook return?",
    hint="A hook that only looks has no `return`.",
)

mistakes.add("no-return", edit("usual", {"return kept": ""}))

mistakes.harmless(
    "(output[0] if isinstance(output, tuple) else output).clone() -> output[0] if isinstance(output, tuple) else output",
    because="it shows only where a part writes into what another gave: no part here does",
)
mistakes.harmless(
    kind="mode",
    because="with a gradient or without one, what the parts gave is the same",
)

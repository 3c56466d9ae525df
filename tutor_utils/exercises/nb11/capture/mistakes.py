"""What goes wrong in `capture`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit, edits

mistakes = Mistakes()

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
    edit("default_argument", {"h.remove()": "h"}),
    means="""Hooks of yours are still on the model. Each later run calls them again, and writes over
    what you returned.""",
    try_next="What does `register_forward_hook` return, and what is it for?",
    hint="Keep every handle, and call `handle.remove()` on each.",
)

mistakes.add(
    "hooks-not-removed-after-an-error",
    edit("usual", {
        "try:": "if True:",
        "finally:": "if True:",
    }),
    edit("hook_of_all", {"try:": "if True:", "finally:": "if True:"}),
    means="""Where the model raises an error, your code never comes to `remove()`: the hooks stay on
    the model.""",
    try_next="Which statement runs its lines in any case?",
    hint="`try:` around the run, `finally:` with the removing.",
)

mistakes.add(
    "others-hooks-removed",
    edit("usual", {
        "for hook in hooks:": "for part in model.modules():",
        "hook.remove()": "part._forward_hooks.clear()",
    }),
    means="You take away every hook of the model. One that somebody else put there is gone, too.",
    try_next="Which hooks are yours? `register_forward_hook` gives you a handle for each.",
    hint="Keep every handle, and call `handle.remove()` on each.",
)

mistakes.add(
    "hooks-never-called",
    edit("usual", {
        """
                with torch.no_grad():
                    model(*inputs)
        """: "",
    }),
    edit("default_argument", {
        """
            try:
                model(*inputs)
            finally:
                for h in handles:
                    h.remove()
        """: """
            for h in handles:
                h.remove()
            model(*inputs)
        """,
    }),
    means="""Nothing that a part gave is in your result. Most often the model did not run while the
    hooks were on it.""",
    try_next="When is a forward hook called? In which order stand register, run and remove?",
    hint="Register, then `model(*inputs)`, then `remove()`.",
)

mistakes.add(
    "keys-are-no-names",
    edit("usual", {"(keep(name))": "(keep(type(part).__name__))"}),
    edit("wrapped_forward", {"wrap(name, module.forward)": "wrap(module, module.forward)"}),
    means="""Your keys are not the names that `named_modules` gives. Two parts of one class need two
    keys, or the second one writes over the first.""",
    try_next="Print `[name for name, part in model.named_modules()]`, and your keys.",
    hint="`named_modules()` gives pairs, and the name comes first.",
)

mistakes.add(
    "inputs-kept",
    edit("usual", {"(output[0] if isinstance(output, tuple) else output).clone()": "given[0]"}),
    edit("default_argument", {"out.detach()": "inp[0]"}),
    means="You keep what went into each part. Asked for is what it gave.",
    try_next="A hook gets three things: the part, its inputs, its output. Which one do you keep?",
)

mistakes.add(
    "first-row-alone",
    edit("usual", {"(output[0] if isinstance(output, tuple) else output).clone()": "output[0].clone()"}),
    edit("default_argument", {
        """
                if isinstance(out, (tuple, list)):
                    out = out[0]
        """: """
                out = out[0]
        """,
    }),
    means="""`output[0]` is the first thing of a tuple. Of a tensor it is the first row of the
    batch: the others are lost.""",
    try_next="Compare the shapes: where is the batch gone?",
    hint="`output[0] if isinstance(output, tuple) else output`.",
)

mistakes.add(
    "pair-kept-whole",
    edit("default_argument", {
        """
                if isinstance(out, (tuple, list)):
                    out = out[0]
                activations[name] = out.detach()
        """: """
                activations[name] = out
        """,
    }),
    edit("default_argument", {
        """
                if isinstance(out, (tuple, list)):
                    out = out[0]
        """: "",
    }),
    means="""A layer gives a pair: x and its weights. You keep the pair; asked for is its first
    thing.""",
    try_next="Print the type of each value in your result.",
    hint="`output[0] if isinstance(output, tuple) else output`.",
    raises=r"'tuple' object has no attribute '(detach|clone|cpu)'",
)

mistakes.add(
    "pairs-left-out",
    edit("default_argument", {
        """
                if isinstance(out, (tuple, list)):
                    out = out[0]
                activations[name] = out.detach()
        """: """
                if isinstance(out, torch.Tensor):
                    activations[name] = out.detach()
        """,
    }),
    means="Parts that give a pair, such as a layer, are missing from your result.",
    try_next="Which names are missing, and what do these parts give?",
    hint="Of a tuple keep the first thing.",
)

mistakes.add(
    "weights-kept",
    edit("usual", {"output[0] if": "output[1] if"}),
    edit("exit_stack", {"output[0]": "output[-1]"}),
    means="Of a pair you keep the second thing: the attention weights, and not x.",
    try_next="What does a layer of notebook 06 give first?",
)

mistakes.add(
    "children-alone",
    edit("usual", {"named_modules": "named_children"}),
    edit("default_argument", {"named_modules": "named_children"}),
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
    edit("eval_mode", {
        """
                for m, mode in modes.items():
                    m.training = mode
        """: "",
    }),
    edit("usual", {"with torch.no_grad():": "with torch.set_grad_enabled(model.eval().training):"}),
)

mistakes.add(
    "hook-changes-the-output",
    edit("exit_stack", {
        """
            cache[name] = output if torch.is_tensor(output) else output[0]
        """: """
            cache[name] = output if torch.is_tensor(output) else output[0]
            return cache[name]
        """,
    }),
    means="""Your hook returns something. PyTorch takes that in the place of the part's output: the
    layer gives one tensor now, where the model expects a pair.""",
    try_next="What does your hook return?",
    hint="A hook that only looks has no `return`.",
)

mistakes.add(
    "inputs-not-unpacked",
    edit("usual", {"model(*inputs)": "model(inputs)"}),
    means="The model gets one tuple of all inputs. It wants them one by one.",
    try_next="What is `inputs` in your function, and what does `model` take?",
    hint="`model(*inputs)`.",
    raises=r"'tuple' object has no attribute 'shape'|must be Tensor, not tuple",
)

mistakes.add("no-return", edit("usual", {"return kept": ""}))

mistakes.harmless(
    "(output[0] if isinstance(output, tuple) else output).clone() -> output[0] if isinstance(output, tuple) else output",
    because="it shows where a part writes in place alone: a remark speaks of it",
)
mistakes.harmless(
    kind="mode",
    because="with a gradient or without one, what the parts gave is the same",
)

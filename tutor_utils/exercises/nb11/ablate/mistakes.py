"""What goes wrong in `ablate`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit, edits

mistakes = Mistakes()

OWN = "slice(head * d_k, (head + 1) * d_k)"
MEAN = "x[..., own].mean(dim=(0, 1)) if kind == \"mean\" else 0.0"
GUARD = """
    if kind not in ("mean", "zero"):
        raise ValueError(f'kind={kind!r} must be "mean" or "zero"')
"""

mistakes.add(
    "zero-for-mean",
    edit("usual", {MEAN: "0.0"}),
    means="""You put 0 in the head's place, whatever `kind` is. With `mean` its place holds the
    mean of what it gives.""",
    try_next="What does your code do with `kind`?",
    hint="`x[..., own].mean(dim=(0, 1))` where kind is mean, 0 where it is zero.",
)

mistakes.add(
    "mean-for-zero",
    edit("usual", {MEAN: "x[..., own].mean(dim=(0, 1))"}),
    edit("usual", {'kind == "mean"': 'kind != "mean"'}),
    means="You put the mean in the head's place where 0 is asked for.",
    try_next="What does your code do with `kind`?",
    hint="`x[..., own].mean(dim=(0, 1))` where kind is mean, 0 where it is zero.",
)

mistakes.add(
    "mean-over-one-axis",
    *edits("usual", "mean(dim=(0, 1))", "mean(dim=0)", "mean(dim=1, keepdim=True)"),
    means="""Each row, or each place, keeps a mean of its own, which still says something about it.
    The mean goes over all rows and places.""",
    try_next="Which axes of (B, L, d_k) are gone in your mean?",
    hint="`.mean(dim=(0, 1))`.",
)

mistakes.add(
    "mean-over-features",
    *edits("usual", "mean(dim=(0, 1))", "mean(dim=-1, keepdim=True)", "mean()"),
    means="""Your mean goes over the features of the head. Each feature has a mean of its own, over
    the rows and places.""",
    try_next="Which axes of (B, L, d_k) are gone in your mean? d_k should be left.",
    hint="`.mean(dim=(0, 1))`.",
)

mistakes.add(
    "whole-layer-ablated",
    edit("usual", {"x[..., own] = x[..., own]": "x[..., :] = x"}),
    means="You take all heads of the layer away. One is asked for.",
    try_next="How many of the d_model features does your code change? It should be d_k.",
    hint="`own = slice(head * d_k, (head + 1) * d_k)`.",
)

mistakes.add(
    "heads-interleaved",
    edit("usual", {OWN: "slice(head, None, model.num_heads)"}),
    means="""You take every h-th feature. The features of one head stand side by side: `merge_heads`
    put them there.""",
    try_next="4 heads of 2 features: which of the 8 are head 1's?",
    hint="`slice(head * d_k, (head + 1) * d_k)`.",
)

mistakes.add(
    "slice-of-another-size",
    *edits("usual", OWN, "slice(head * d_k, head + d_k)", "slice(head, head + d_k)"),
    *edits("usual", OWN, "slice((head - 1) * d_k, head * d_k)"),
    *edits("usual", "head * d_k, (head + 1) * d_k", "head * model.num_heads, (head + 1) * model.num_heads"),
)

mistakes.add(
    "behind-w-o",
    edit("usual", {
        "(module, args):": "(module, args, out):",
        "args[0].clone()": "out.clone()",
        "return (x,)": "return x",
        "register_forward_pre_hook": "register_forward_hook",
    }),
    means="""You change what comes out of `w_o`. There all heads are mixed: no feature belongs to
    one head. They stand side by side only in front of `w_o`.""",
    try_next="Is your hook called with what goes into `w_o`, or with what comes out?",
    hint="`register_forward_pre_hook`, and its `args[0]`.",
)

mistakes.add(
    "hook-without-return",
    edit("usual", {"return (x,)": ""}),
    means="""Your hook changes a copy and gives nothing back. PyTorch then goes on with what came
    in, and nothing is ablated.""",
    try_next="What does your hook return?",
    hint="`return (x,)` at its end.",
)

mistakes.add(
    "hook-left-behind",
    edit("usual", {"handle.remove()": "pass"}),
    means="Your hook stays in the model: after the `with` the head is still gone.",
    try_next="Where does your code remove its hook?",
    hint="`handle.remove()` in the `finally`.",
)

mistakes.add(
    "hook-left-after-an-error",
    edit("usual", {
        """
            try:
                yield
            finally:
                handle.remove()
        """: """
            yield
            handle.remove()
        """,
    }),
    means="""After an error inside of the `with` your hook stays in the model. Without `try` the
    line after `yield` is then never reached.""",
    try_next="Which lines still run when `yield` raises?",
    hint="`try: yield`, then `finally: handle.remove()`.",
)

mistakes.add(
    "error-swallowed",
    edit("usual", {
        """
            finally:
                handle.remove()
        """: """
            except Exception:
                pass
            handle.remove()
        """,
    }),
    means="""An error inside of the `with` is gone when it ends. Whoever wrote it there never
    learns of it.""",
    try_next="Look for `except`, and for an `__exit__` that gives True.",
    hint="`try: yield`, then `finally: handle.remove()`, and no `except`.",
)

mistakes.add(
    "any-kind-taken",
    edit("usual", {GUARD: ""}),
    means="""A `kind` that your code does not know gives numbers all the same, of one of the two
    others. A typing mistake would then go unseen.""",
    try_next='What does your code do with kind="median"?',
    hint='`raise ValueError(f"kind={kind!r} ...")` where it is neither.',
)

mistakes.add(
    "no-context-manager",
    edit("usual", {"@contextmanager": ""}),
    means="""Your function is a generator, and `with` cannot use it: it lacks the line that makes a
    context manager of it.""",
    try_next="Which line stands above the `def`?",
    hint="`@contextmanager`, from `contextlib`.",
    raises=r"context manager protocol|__enter__",
)

"""What goes wrong in `noam_rate`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "doubled-rate",
    edit("usual", {"return d_model": "return 2 * d_model"}),
    means="""Your curve is the paper's times 2. The factor 2 is a setting of early versions of the
    Annotated Transformer and of code made from it; the paper's formula has none.""",
    try_next="What does the formula of section 5.3 give at step 1?",
)

mistakes.add(
    "wrong-warmup-power",
    edit("usual", {"* warmup**-1.5": "/ warmup"}),
    edit("usual", {"warmup**-1.5": "warmup**-0.5"}),
    means="""The rising line is step · warmup^(-3/2). Your power of warmup differs, so the two
    curves do not meet at warm-up.""",
    try_next="At step = warmup both curves must give warmup^(-1/2).",
)

mistakes.add(
    "max-for-min",
    edit("usual", {"0.5 * min": "0.5 * max"}),
    means="""You took the larger of the two curves. The rate then starts huge and grows without
    end.""",
    try_next="Draw both curves over the first steps. Which one should count at step 1?",
    hint="Look at `max`: the lower curve counts.",
    source="https://github.com/TakuyaShintate/tsts/pull/76",
)

mistakes.add(
    "no-decay",
    edit("usual", {"min(falling, rising)": "rising"}),
    means="Your rates are those of the rising line alone: they grow without end.",
    try_next="""There are two curves in the formula. Is the falling one in your code, and is it
    ever the smaller?""",
    hint="Take the smaller of the falling and the rising curve.",
    source="https://github.com/facebookresearch/ParlAI/pull/4384",
)

mistakes.add(
    "step-zero-not-refused",
    edit("usual", {
        """
            if step < 1:
                raise ValueError(f"step={step} must be at least 1")
        """: """
            step = max(step, 1)
        """,
    }),
    means="""Steps count from 1. At 0 the falling curve divides by zero, and your function gives a
    rate all the same: whoever counts from 0 will not notice.""",
    try_next="What does your function say to step 0?",
    hint='if step < 1: raise ValueError(f"step={step} must be at least 1")',
    source="https://github.com/facebookresearch/fairseq/pull/1408",
)

mistakes.add(
    "no-warmup",
    edit("usual", {"min(falling, rising)": "falling"}),
    means="""Your rates are those of the falling curve alone. The first steps are then the
    largest, just when the gradients are worst.""",
    try_next="""There are two curves in the formula. Is the rising one in your code, and is it
    ever the smaller?""",
    hint="Take the smaller of the falling and the rising curve, which holds warmup ** -1.5.",
)

mistakes.add(
    "no-width-factor",
    edit("usual", {"d_model**-0.5 *": ""}),
    means="The factor d_model^(-1/2) is missing: wide models need smaller steps.",
    try_next="Which part of the formula holds d_model?",
    hint="Multiply by d_model ** -0.5.",
)

mistakes.add(
    "step-from-zero",
    edit("usual", {
        """
            falling = step**-0.5
        """: """
            step = step + 1
            falling = step**-0.5
        """,
    }),
    means="Your curve is one step ahead: it counts from 0. Here the first step is 1.",
    try_next="What does your function use for the first step, 0 or 1?",
    hint="Use `step` as it comes.",
)

mistakes.harmless(
    kind="slip",
    within="if step < 1",
    because="0 ** -0.5 stops by itself, and any error refuses",
)
mistakes.harmless(
    kind="slip",
    within="raise ValueError",
    because="0 ** -0.5 stops by itself, and any error refuses",
)

"""What goes wrong in `noam_rate`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, code, edit

mistakes = Mistakes()

mistakes.add(
    "curves-added",
    edit("usual", {"min(falling, rising)": "(falling + rising)"}),
    means="You added the two curves. The formula takes the smaller one of them.",
    try_next="""At step = warmup both curves have one value. What should the rate be there, and
    what is yours?""",
    hint="min(falling, rising)",
)

mistakes.add(
    "curves-multiplied",
    edit("usual", {"min(falling, rising)": "falling * rising"}),
    means="You multiplied the two curves. The formula takes the smaller one of them.",
    try_next="""At step = warmup both curves have one value. What should the rate be there, and
    what is yours?""",
    hint="min(falling, rising)",
)

mistakes.add(
    "doubled-rate",
    edit("paper", {
        "f'step={step} must be at least 1'": 'f"step={step} must be at least 1"',
        "return d_model": "return 2 * d_model",
    }),
    means="""Your curve is the paper's times 2. The factor 2 is a setting of early versions of the
    Annotated Transformer and of code made from it; the paper's formula has none.""",
    try_next="What does the formula of section 5.3 give at step 1?",
)

mistakes.add(
    "falling-not-rooted",
    edit("usual", {"step**-0.5": "1 / step"}),
    means="""Your falling curve is 1 / step. The formula takes the root, so the rate falls more
    slowly.""",
    try_next="What is the exponent of step in the falling curve?",
    hint="The exponent of step is -0.5.",
)

mistakes.add(
    "fall-counted-from-the-warm-up",
    code("""
        def noam_rate(step, d_model, warmup):
            if step < 1:
                raise ValueError(f"step={step} must be at least 1")
            shape = step * warmup**-1.5 if step <= warmup else (step - warmup + 1) ** -0.5
            return d_model**-0.5 * shape
    """),
    means="""Your falling line counts its steps from the end of the warm-up. In the formula both
    lines count from the first step of the training.""",
    try_next="""At step = warmup + 1 the rate should be only a little below its peak. What is it
    in your code?""",
    hint="The falling line is `step ** -0.5`, and the two meet at step = warmup.",
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
    seen="https://github.com/TakuyaShintate/tsts/pull/76",
)

mistakes.add(
    "no-decay",
    edit("usual", {"min(falling, rising)": "rising"}),
    means="Your rates are those of the rising line alone: they grow without end.",
    try_next="""There are two curves in the formula. Is the falling one in your code, and is it
    ever the smaller?""",
    hint="Take the smaller of the falling and the rising curve.",
    seen="https://github.com/facebookresearch/ParlAI/pull/4384",
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
    seen="https://github.com/facebookresearch/fairseq/pull/1408",
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

mistakes.add(
    "step-behind",
    edit("usual", {
        """
            falling = step**-0.5
        """: """
            step = step - 1
            falling = step**-0.5 if step else 9e9
        """,
    }),
    means="Your curve is one step behind: the first rate is 0.",
    try_next="What does your function use for the first step, 1 or 2?",
    hint="Use `step` as it comes.",
)

mistakes.add(
    "power-before-division",
    edit("usual", {
        "step**-0.5": "step**-1 / 2",
        "warmup**-1.5": "warmup**-3 / 2",
        "0.5 * min": "1 / 2 * min",
    }),
    edit("usual", {"step**-0.5": "step**-1 / 2"}),
    means="""In Python the power is worked out before the division: `x**-1/2` is (1/x) / 2 and not
    1 / √x.""",
    try_next="Put brackets round each exponent that holds a `/`.",
    hint="x ** (-1 / 2), or x**-0.5",
)

mistakes.add(
    "rate-rounded",
    code("""
        def noam_rate(step, d_model, warmup):
            if step < 1:
                raise ValueError(f"step={step} must be at least 1")
            return round(d_model**-0.5 * min(step**-0.5, step * warmup**-1.5), 6)
    """),
    means="""Your rate is rounded. With the paper's 512 features and 4,000 steps of warm-up the
    first rates are below 0.000001: rounded, they are 0, and nothing is learned.""",
    try_next="What does your function give for step 1 with d_model=512 and warmup=4000?",
    hint="Take out `round`.",
)

mistakes.add(
    "tensor-for-a-number",
    edit("usual", {
        "d_model**-0.5 * min(falling, rising)":
            "torch.tensor(d_model**-0.5 * min(falling, rising))",
    }),
)

mistakes.add(
    "width-upside-down",
    edit("usual", {"d_model**-": "d_model**"}),
    means="""Your rate grows with the root of d_model. Wide models need smaller steps, not larger
    ones.""",
    try_next="""With d_model four times as large: should the rate be doubled or halved? What is
    yours?""",
    hint="Multiply by d_model ** -0.5, or divide by d_model ** 0.5.",
)

mistakes.add(
    "width-not-rooted",
    edit("usual", {"d_model**-0.5 *": "", "(falling, rising)": "(falling, rising) / d_model"}),
    means="""In all, your rate is divided by d_model and not by its root: the root is missing, or
    it divides twice.""",
    try_next="""What is the exponent of d_model in the formula, and what is it in your code, all
    places counted?""",
    hint="The exponent of d_model is -0.5.",
)

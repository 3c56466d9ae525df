"""fall-counted-from-the-warm-up

Your falling line counts its steps from the end of the warm-up. In the formula both lines count from
the first step of the training.
Try: At step = warmup + 1 the rate should be only a little below its peak. What is it in your code?
Hint: The falling line is `step ** -0.5`, and the two meet at step = warmup.
"""


def noam_rate(step, d_model, warmup):
    if step < 1:
        raise ValueError(f"step={step} must be at least 1")
    shape = step * warmup**-1.5 if step <= warmup else (step - warmup + 1) ** -0.5
    return d_model**-0.5 * shape

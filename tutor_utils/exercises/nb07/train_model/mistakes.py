"""What goes wrong in `train_model`: each mistake is an edit of an answer in right.py."""

from ...edits import Form, Mistakes, edit

mistakes = Mistakes()


def try_around_one_step(after: str) -> Form:
    """The `try` stands round the training step alone; ``after`` is what follows a stop."""
    step = "losses.append(train_step(model, src, tgt, optimizer, pad_id, label_smoothing))"
    return edit("usual", {
        "try:\n        for": "if True:\n        for",
        f"{step}\n    except KeyboardInterrupt:\n        pass": f"""try:
                {step}
            except KeyboardInterrupt:
                {after}""",
    })


mistakes.add(
    "interrupt-outside-the-step",
    try_around_one_step("break"),
    means="""The stop button is not heeded everywhere in your loop. Pressed while a batch is made,
    or in another line outside of your `try`, it comes out of your function and the losses are
    lost.""",
    try_next="Which lines stand in your `try`?",
    hint="Put `try:` around the whole loop.",
)

mistakes.add(
    "interrupt-goes-on",
    try_around_one_step("continue"),
    means="After the stop button your loop goes on with the next batch. It has to end.",
    try_next="Is your `try` inside the loop or around it?",
    hint="Put `try:` around the whole loop.",
)

mistakes.add(
    "exception-caught-instead",
    edit("usual", {"KeyboardInterrupt": "Exception"}),
    means="""`except Exception` does not catch KeyboardInterrupt, but nearly all else: the stop
    button is not heeded, and real errors are hidden.""",
    try_next="Which error does the stop button raise? Name that one alone.",
    hint="except KeyboardInterrupt:",
)

mistakes.add(
    "first-group-only",
    edit("usual", {"in optimizer.param_groups": "in optimizer.param_groups[:1]"}),
    means="""Only the first parameter group gets the new learning rate. An optimizer can have
    several, and the others keep their own.""",
    try_next="How many entries has `optimizer.param_groups`, and how many do you set?",
    hint="for group in optimizer.param_groups:",
)

mistakes.add(
    "scheduler-multiplies",
    edit("usual", {
        "losses = []": "losses, scheduler = [], torch.optim.lr_scheduler.LambdaLR(optimizer, rate)",
        'for group in optimizer.param_groups:\n                group["lr"] = rate(step)': "pass",
        "label_smoothing))": "label_smoothing))\n            scheduler.step()",
    }),
    means="""The optimizer's own learning rate is multiplied with `rate(step)`, as `LambdaLR` does
    it. Here `rate(step)` is the whole learning rate.""",
    try_next="With lr=0.5 in the optimizer and rate(1) = 0.1: which rate has your first step?",
    hint='group["lr"] = rate(step)',
)

mistakes.add(
    "interrupt-not-caught",
    edit("usual", {"except KeyboardInterrupt:\n        pass": "finally:\n        pass"}),
    means="""The stop button raises KeyboardInterrupt, and it comes out of your function. All
    losses are lost.""",
    try_next="What happens to `losses` when an error comes out of your loop?",
    hint="try: the loop. except KeyboardInterrupt: pass. Then return.",
)

mistakes.add(
    "rate-set-too-late",
    edit("usual", {
        "for group in": "losses.append(train_step(model, src, tgt, optimizer, pad_id, label_smoothing))\n            for group in",
        "rate(step)\n            losses.append(train_step(model, src, tgt, optimizer, pad_id, label_smoothing))": "rate(step)",
    }),
    means="""The learning rate is set after the update. So each batch is trained with the rate of
    the step before, and the first one with the rate that the optimizer came with.""",
    try_next="Which line must come first in your loop: the rate, or the training step?",
    hint='First `group["lr"] = rate(step)`, then train_step.',
)

mistakes.add(
    "rate-not-set",
    edit("usual", {'group["lr"] = rate(step)': "pass"}),
    edit("usual", {'group["lr"] = rate(step)': "optimizer.lr = rate(step)"}),
    means="""The optimizer keeps the learning rate that it came with: `rate` has no effect. (An
    attribute such as `optimizer.lr` is read by nobody.)""",
    try_next='Print `optimizer.param_groups[0]["lr"]` in your loop. Does it change?',
    hint='for group in optimizer.param_groups: group["lr"] = rate(step)',
)

mistakes.add(
    "steps-from-zero",
    edit("usual", {", start=1": ", start=0"}),
    means="""Your first step has the number 0, so every batch is trained with the rate of the step
    before it. At step 0 `noam_rate` raises an error.""",
    try_next="Print the step of the first batch. From which number does `enumerate` count?",
    hint="enumerate(batches, start=1)",
)

mistakes.add(
    "changes-its-argument",
    edit("usual", {"losses.append(": "tgt[tgt == 2] = pad_id\n            losses.append("}),
)

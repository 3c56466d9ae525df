"""What goes wrong in `train_model`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, code, edit

mistakes = Mistakes()

mistakes.add(
    "interrupt-outside-the-step",
    code("""
        def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
            model.train()
            losses = []
            for step, (src, tgt) in enumerate(batches, start=1):
                for group in optimizer.param_groups:
                    group["lr"] = rate(step)
                try:
                    losses.append(train_step(model, src, tgt, optimizer, pad_id, label_smoothing))
                except KeyboardInterrupt:
                    break
            return losses
    """),
    means="""The stop button is not heeded everywhere in your loop. Pressed while a batch is made,
    or in another line outside of your `try`, it comes out of your function and the losses are
    lost.""",
    try_next="Which lines stand in your `try`?",
    hint="Put `try:` around the whole loop.",
)

mistakes.add(
    "interrupt-goes-on",
    code("""
        def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
            model.train()
            losses = []
            for step, (src, tgt) in enumerate(batches, start=1):
                try:
                    for group in optimizer.param_groups:
                        group["lr"] = rate(step)
                    losses.append(train_step(model, src, tgt, optimizer, pad_id, label_smoothing))
                except KeyboardInterrupt:
                    continue
            return losses
    """),
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
    edit("usual", {
        """
            for group in optimizer.param_groups:
                group["lr"] = rate(step)
        """: """
            optimizer.param_groups[0]["lr"] = rate(step)
        """,
    }),
    means="""Only the first parameter group gets the new learning rate. An optimizer can have
    several, and the others keep their own.""",
    try_next="How many entries has `optimizer.param_groups`, and how many do you set?",
    hint="for group in optimizer.param_groups:",
)

mistakes.add(
    "scheduler-multiplies",
    code("""
        def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
            model.train()
            losses = []
            scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, rate)
            try:
                for step, (src, tgt) in enumerate(batches, start=1):
                    losses.append(train_step(model, src, tgt, optimizer, pad_id, label_smoothing))
                    scheduler.step()
            except KeyboardInterrupt:
                pass
            return losses
    """),
    means="""The optimizer's own learning rate is multiplied with `rate(step)`, as `LambdaLR` does
    it. Here `rate(step)` is the whole learning rate.""",
    try_next="With lr=0.5 in the optimizer and rate(1) = 0.1: which rate has your first step?",
    hint='group["lr"] = rate(step)',
)

mistakes.add(
    "interrupt-not-caught",
    code("""
        def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
            model.train()
            losses = []
            for step, (src, tgt) in enumerate(batches, start=1):
                for group in optimizer.param_groups:
                    group["lr"] = rate(step)
                losses.append(train_step(model, src, tgt, optimizer, pad_id, label_smoothing))
            return losses
    """),
    means="""The stop button raises KeyboardInterrupt, and it comes out of your function. All
    losses are lost.""",
    try_next="What happens to `losses` when an error comes out of your loop?",
    hint="try: the loop. except KeyboardInterrupt: pass. Then return.",
)

mistakes.add(
    "pad-id-fixed",
    edit("usual", {"optimizer, pad_id": "optimizer, 0"}),
    means="Id 0 is left out of the loss, whatever `pad_id` says.",
    try_next="Look for a number in your code that should be the argument.",
    hint="Pass `pad_id` on to train_step.",
)

mistakes.add(
    "rate-set-too-late",
    edit("usual", {
        """
            for step, (src, tgt) in enumerate(batches, start=1):
        """: """
            for step, (src, tgt) in enumerate(batches, start=1):
                losses.append(train_step(model, src, tgt, optimizer, pad_id, label_smoothing))
        """,
        "losses.append(train_step(model, src, tgt, optimizer, pad_id, label_smoothing))": "",
    }),
    means="""The learning rate is set after the update. So each batch is trained with the rate of
    the step before, and the first one with the rate that the optimizer came with.""",
    try_next="Which line must come first in your loop: the rate, or the training step?",
    hint='First `group["lr"] = rate(step)`, then train_step.',
)

mistakes.add(
    "rate-not-set",
    edit("usual", {
        """
            for group in optimizer.param_groups:
                group["lr"] = rate(step)
        """: "",
    }),
    means="The optimizer keeps the learning rate that it came with: `rate` has no effect.",
    try_next='Print `optimizer.param_groups[0]["lr"]` in your loop. Does it change?',
    hint='for group in optimizer.param_groups: group["lr"] = rate(step)',
)

mistakes.add(
    "rate-on-the-optimizer",
    edit("usual", {
        """
            for group in optimizer.param_groups:
                group["lr"] = rate(step)
        """: """
            optimizer.lr = rate(step)
        """,
    }),
    means="""An optimizer has no attribute `lr`. Your line makes one, which nobody reads: the
    learning rate in use stands in `optimizer.param_groups`.""",
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

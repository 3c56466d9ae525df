"""counts-on-from-an-earlier-run

The number of steps is kept where it outlives the call. The first run is right; a second run goes on
counting where the first one ended, and begins without a warm-up.
Try: Train one model twice. Which step is `rate` asked for first in the second run?
Hint: Count in a variable of the call's own: `for step, batch in enumerate(batches, start=1):`.
"""


def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
    model.train()
    losses = []
    if not hasattr(model, "step_count"):
        model.step_count = 0
    try:
        for src, tgt in batches:
            model.step_count += 1
            for group in optimizer.param_groups:
                group["lr"] = rate(model.step_count)
            losses.append(train_step(model, src, tgt, optimizer, pad_id, label_smoothing))
    except KeyboardInterrupt:
        pass
    return losses

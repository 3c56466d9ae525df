"""rate-set-once

All batches are trained with the rate of step 1.
Try: For which steps does your code ask `rate`: does the call stand in the loop, and does the step
grow?
Hint: The line stands inside the loop, and `enumerate(batches, start=1)` counts.
"""


def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
    model.train()
    for group in optimizer.param_groups:
        group["lr"] = rate(1)
    losses = []
    try:
        for step, (src, tgt) in enumerate(batches, start=1):
            losses.append(train_step(model, src, tgt, optimizer, pad_id, label_smoothing))
    except KeyboardInterrupt:
        pass
    return losses

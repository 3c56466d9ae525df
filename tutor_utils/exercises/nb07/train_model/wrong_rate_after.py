"""rate-set-too-late

The learning rate is set after the update. So each batch is trained with the rate of the step before,
and the first one with the rate that the optimizer came with.
Try: Which line must come first in your loop: the rate, or the training step?
Hint: First `group["lr"] = rate(step)`, then train_step.
"""


def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
    model.train()
    losses = []
    try:
        for step, (src, tgt) in enumerate(batches, start=1):
            losses.append(train_step(model, src, tgt, optimizer, pad_id, label_smoothing))
            for group in optimizer.param_groups:
                group["lr"] = rate(step)
    except KeyboardInterrupt:
        pass
    return losses

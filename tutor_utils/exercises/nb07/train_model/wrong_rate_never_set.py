"""rate-not-set

The optimizer keeps the learning rate that it came with: `rate` has no effect.
Try: Print `optimizer.param_groups[0]["lr"]` in your loop. Does it change?
Hint: for group in optimizer.param_groups: group["lr"] = rate(step)
"""


def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
    model.train()
    losses = []
    try:
        for step, (src, tgt) in enumerate(batches, start=1):
            losses.append(train_step(model, src, tgt, optimizer, pad_id, label_smoothing))
    except KeyboardInterrupt:
        pass
    return losses

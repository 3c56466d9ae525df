"""first-group-only

Only the first parameter group gets the new learning rate. An optimizer can have several, and the
others keep their own.
Try: How many entries has `optimizer.param_groups`, and how many do you set?
Hint: for group in optimizer.param_groups:
"""


def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
    model.train()
    losses = []
    try:
        for step, (src, tgt) in enumerate(batches, start=1):
            optimizer.param_groups[0]["lr"] = rate(step)
            losses.append(train_step(model, src, tgt, optimizer, pad_id, label_smoothing))
    except KeyboardInterrupt:
        pass
    return losses

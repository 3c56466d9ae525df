"""a-batch-ahead

Your loop takes a batch before the one that it has is trained. It holds two at a time, and the one
that it looked ahead to is lost when it is stopped.
Try: When is the next batch taken: before or after the update?
Hint: A plain `for` loop takes a batch when it is needed.
"""


def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
    model.train()
    losses, step = [], 1
    batches = iter(batches)
    batch = next(batches, None)
    try:
        while batch is not None:
            following = next(batches, None)
            for group in optimizer.param_groups:
                group["lr"] = rate(step)
            losses.append(train_step(model, *batch, optimizer, pad_id, label_smoothing))
            batch, step = following, step + 1
    except KeyboardInterrupt:
        pass
    return losses

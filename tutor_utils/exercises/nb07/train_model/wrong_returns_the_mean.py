"""mean-loss-returned

Your function returns the mean of the losses. A list with the loss of every batch is wanted.
Try: What does the caller need for a curve?
Hint: return losses
"""


def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
    model.train()
    losses = []
    try:
        for step, (src, tgt) in enumerate(batches, start=1):
            for group in optimizer.param_groups:
                group["lr"] = rate(step)
            losses.append(train_step(model, src, tgt, optimizer, pad_id, label_smoothing))
    except KeyboardInterrupt:
        pass
    return sum(losses) / max(len(losses), 1)

"""all-batches-first

All batches are taken before the first update. They can be more than the memory holds, or without an
end: then your loop never begins.
Try: Look for `list(...)` or `tuple(...)` around the batches.
Hint: A `for` loop takes one at a time.
"""


def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
    model.train()
    losses = []
    try:
        for step, (src, tgt) in enumerate(list(batches), start=1):
            for group in optimizer.param_groups:
                group["lr"] = rate(step)
            losses.append(train_step(model, src, tgt, optimizer, pad_id, label_smoothing))
    except KeyboardInterrupt:
        pass
    return losses

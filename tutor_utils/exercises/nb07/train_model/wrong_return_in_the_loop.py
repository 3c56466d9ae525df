"""returns-after-the-first-batch

Your function ends after the first batch: a `return` or `break` stands inside the loop.
Try: Which lines inside your loop can end it? How far is `return` indented?
Hint: It stands at the same depth as `model.train()`.
"""


def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
    model.train()
    losses = []
    try:
        for step, (src, tgt) in enumerate(batches, start=1):
            for group in optimizer.param_groups:
                group["lr"] = rate(step)
            losses.append(train_step(model, src, tgt, optimizer, pad_id, label_smoothing))
            return losses
    except KeyboardInterrupt:
        pass
    return losses

"""losses-thrown-away

After the stop button your function gives an empty list. The losses so far are wanted.
Try: What does your code return after `except KeyboardInterrupt`?
Hint: The same list that you filled.
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
        return []
    return losses

"""two-updates-a-batch

Each batch is trained twice: train_step is called two times.
Try: Count the calls of train_step in your loop.
Hint: Call it once, and append what it returns.
"""


def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
    model.train()
    losses = []
    try:
        for step, (src, tgt) in enumerate(batches, start=1):
            for group in optimizer.param_groups:
                group["lr"] = rate(step)
            train_step(model, src, tgt, optimizer, pad_id, label_smoothing)
            losses.append(train_step(model, src, tgt, optimizer, pad_id, label_smoothing))
    except KeyboardInterrupt:
        pass
    return losses

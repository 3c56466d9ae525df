"""errors-hidden

Every error is caught, not only the stop button's. A fault in the model then looks like a short run,
and nobody sees why.
Try: Which errors does your `except` catch? (A `return` in `finally` stops every one of them.)
Hint: except KeyboardInterrupt:
"""


def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
    model.train()
    losses = []
    try:
        for step, (src, tgt) in enumerate(batches, start=1):
            for group in optimizer.param_groups:
                group["lr"] = rate(step)
            losses.append(train_step(model, src, tgt, optimizer, pad_id, label_smoothing))
    except:
        pass
    return losses

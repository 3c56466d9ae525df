"""stop-iteration-of-rate-swallowed

A StopIteration out of `rate` ends your loop, as if there were no more batches. Only
KeyboardInterrupt may do so; this error must come out.
Try: Which calls can raise a StopIteration, and which of them asks for a batch?
Hint: Call `rate(step)` inside the loop, where nothing catches StopIteration.
"""

from itertools import count


def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
    model.train()
    losses = []
    try:
        for (src, tgt), lr in zip(batches, map(rate, count(1)), strict=False):
            for group in optimizer.param_groups:
                group["lr"] = lr
            losses.append(train_step(model, src, tgt, optimizer, pad_id, label_smoothing))
    except KeyboardInterrupt:
        pass
    return losses

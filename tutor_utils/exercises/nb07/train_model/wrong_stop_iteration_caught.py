"""stop-iteration-swallowed

A StopIteration out of `rate` or of the model ends your loop, as if there were no more batches.
Only KeyboardInterrupt may do so; this error must come out.
Try: Which calls can raise a StopIteration, and which of them asks for a batch?
Hint: A plain `for` loop ends where `batches` ends, and catches nothing else.
"""


def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
    model.train()
    losses = []
    waiting = iter(batches)
    try:
        while True:
            src, tgt = next(waiting)
            for group in optimizer.param_groups:
                group["lr"] = rate(len(losses) + 1)
            losses.append(train_step(model, src, tgt, optimizer, pad_id, label_smoothing))
    except (KeyboardInterrupt, StopIteration):
        return losses

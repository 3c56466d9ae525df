"""error-of-batches-swallowed

An error that is raised while a batch is made ends your loop, as if there were no more batches. Only
KeyboardInterrupt may do so; every other error must come out.
Try: What does your code catch around the place where it takes a batch?
Hint: A plain `for` loop ends where `batches` ends, and catches nothing else.
"""


def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
    model.train()
    losses = []
    waiting = iter(batches)
    try:
        while True:
            try:
                src, tgt = next(waiting)
            except Exception:
                break
            for group in optimizer.param_groups:
                group["lr"] = rate(len(losses) + 1)
            losses.append(train_step(model, src, tgt, optimizer, pad_id, label_smoothing))
    except KeyboardInterrupt:
        pass
    return losses

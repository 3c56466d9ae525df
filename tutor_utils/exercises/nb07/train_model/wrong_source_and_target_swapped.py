"""arguments-swapped

The target is given to train_step as the source, and the source as the target.
Try: In which order does train_step take its arguments?
Hint: train_step(model, src, tgt, optimizer, ...)
"""


def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
    model.train()
    losses = []
    try:
        for step, (src, tgt) in enumerate(batches, start=1):
            for group in optimizer.param_groups:
                group["lr"] = rate(step)
            losses.append(train_step(model, tgt, src, optimizer, pad_id, label_smoothing))
    except KeyboardInterrupt:
        pass
    return losses

"""part-left-in-eval-mode

A model that is in training mode stays as it comes. If one of its parts is in evaluation mode, that
part stays there.
Try: Whose mode does `model.training` say?
Hint: `model.train()` reaches every part. Call it whatever the mode was.
"""


def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
    if not model.training:
        model.train()
    losses = []
    try:
        for step, (src, tgt) in enumerate(batches, start=1):
            for group in optimizer.param_groups:
                group["lr"] = rate(step)
            losses.append(train_step(model, src, tgt, optimizer, pad_id, label_smoothing))
    except KeyboardInterrupt:
        pass
    return losses

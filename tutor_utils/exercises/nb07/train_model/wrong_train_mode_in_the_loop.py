"""training-mode-in-the-loop-alone

The model is put into training mode inside the loop. Where there is no batch, it keeps the mode that
it had.
Try: What does your function do where `batches` is empty?
Hint: `model.train()` stands before the loop.
"""


def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
    losses = []
    try:
        for step, (src, tgt) in enumerate(batches, start=1):
            model.train()
            for group in optimizer.param_groups:
                group["lr"] = rate(step)
            losses.append(train_step(model, src, tgt, optimizer, pad_id, label_smoothing))
    except KeyboardInterrupt:
        pass
    return losses

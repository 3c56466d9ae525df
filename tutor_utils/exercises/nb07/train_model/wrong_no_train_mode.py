"""not-in-training-mode

Your loop trains a model that came in evaluation mode, and it stays in that mode: dropout does nothing
while it trains.
Try: Which mode has the model in your loop? Print `model.training`.
Hint: model.train() before the loop.
"""


def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
    losses = []
    try:
        for step, (src, tgt) in enumerate(batches, start=1):
            for group in optimizer.param_groups:
                group["lr"] = rate(step)
            losses.append(train_step(model, src, tgt, optimizer, pad_id, label_smoothing))
    except KeyboardInterrupt:
        pass
    return losses

"""left-in-eval

After your loop the model is in evaluation mode. It should stay in training mode.
Try: Which mode has the model when your function ends?
Hint: Take out what changes the mode at the end: `model.eval()`, or `model.train(was_training)`.
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
        pass
    model.eval()
    return losses

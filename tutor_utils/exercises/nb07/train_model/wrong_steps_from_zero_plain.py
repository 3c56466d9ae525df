"""steps-from-zero"""


def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
    model.train()
    losses = []
    for step, (src, tgt) in enumerate(batches):
        optimizer.param_groups[0]["lr"] = rate(step)
        losses.append(train_step(model, src, tgt, optimizer, pad_id, label_smoothing))
    return losses

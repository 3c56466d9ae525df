"""interrupt-outside-the-step"""


def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
    model.train()
    losses = []
    for step, (src, tgt) in enumerate(batches, start=1):
        try:
            for group in optimizer.param_groups:
                group["lr"] = rate(step)
            losses.append(train_step(model, src, tgt, optimizer, pad_id, label_smoothing))
        except KeyboardInterrupt:
            break
    return losses

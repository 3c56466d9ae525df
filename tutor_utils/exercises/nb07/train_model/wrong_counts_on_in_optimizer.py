"""counts-on-from-an-earlier-run
"""


def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
    model.train()
    losses = []
    if not hasattr(optimizer, "step_count"):
        optimizer.step_count = 0
    try:
        for src, tgt in batches:
            optimizer.step_count += 1
            for group in optimizer.param_groups:
                group["lr"] = rate(optimizer.step_count)
            losses.append(train_step(model, src, tgt, optimizer, pad_id, label_smoothing))
    except KeyboardInterrupt:
        pass
    return losses

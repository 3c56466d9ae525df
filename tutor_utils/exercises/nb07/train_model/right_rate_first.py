def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
    model.train()
    batches, losses, step = iter(batches), [], 1
    nothing = object()
    try:
        while (batch := next(batches, nothing)) is not nothing:
            now = float(rate(step))
            for group in optimizer.param_groups:
                group["lr"] = now
            losses += [train_step(model, *batch, optimizer, pad_id, label_smoothing)]
            step += 1
    except KeyboardInterrupt:
        pass
    return losses

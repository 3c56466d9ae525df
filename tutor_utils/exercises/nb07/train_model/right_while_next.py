def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
    model.train()
    batches = iter(batches)
    losses = []
    try:
        while True:
            try:
                src, tgt = next(batches)
            except StopIteration:
                break
            lr = rate(len(losses) + 1)
            for group in optimizer.param_groups:
                group["lr"] = lr
            losses.append(train_step(model, src, tgt, optimizer, pad_id, label_smoothing))
    except KeyboardInterrupt:
        print("stopped")
    return losses

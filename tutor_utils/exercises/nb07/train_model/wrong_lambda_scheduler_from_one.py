"""scheduler-multiplies"""


def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
    model.train()
    losses = []
    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: rate(step + 1))
    try:
        for step, (src, tgt) in enumerate(batches, start=1):
            losses.append(train_step(model, src, tgt, optimizer, pad_id, label_smoothing))
            scheduler.step()
    except KeyboardInterrupt:
        pass
    return losses

"""scheduler-multiplies

The optimizer's own learning rate is multiplied with `rate(step)`, as `LambdaLR` does it. Here
`rate(step)` is the whole learning rate.
Try: With lr=0.5 in the optimizer and rate(1) = 0.1: which rate has your first step?
Hint: group["lr"] = rate(step)
"""


def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
    model.train()
    losses = []
    scheduler = torch.optim.lr_scheduler.LambdaLR(optimizer, rate)
    try:
        for step, (src, tgt) in enumerate(batches, start=1):
            losses.append(train_step(model, src, tgt, optimizer, pad_id, label_smoothing))
            scheduler.step()
    except KeyboardInterrupt:
        pass
    return losses

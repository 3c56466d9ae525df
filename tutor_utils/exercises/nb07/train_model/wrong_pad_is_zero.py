"""pad-id-fixed

Id 0 is left out of the loss, whatever `pad_id` says.
Try: Look for a number in your code that should be the argument.
Hint: Pass `pad_id` on to train_step.
"""


def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
    model.train()
    losses = []
    try:
        for step, (src, tgt) in enumerate(batches, start=1):
            for group in optimizer.param_groups:
                group["lr"] = rate(step)
            losses.append(train_step(model, src, tgt, optimizer, 0, label_smoothing))
    except KeyboardInterrupt:
        pass
    return losses

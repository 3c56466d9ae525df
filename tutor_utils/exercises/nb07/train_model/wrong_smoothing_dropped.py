"""smoothing-not-passed-on

`label_smoothing` is not passed on to train_step.
Try: Compare the arguments of your function with those that you give to train_step.
Hint: train_step(model, src, tgt, optimizer, pad_id, label_smoothing)
"""


def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
    model.train()
    losses = []
    try:
        for step, (src, tgt) in enumerate(batches, start=1):
            for group in optimizer.param_groups:
                group["lr"] = rate(step)
            losses.append(train_step(model, src, tgt, optimizer, pad_id))
    except KeyboardInterrupt:
        pass
    return losses

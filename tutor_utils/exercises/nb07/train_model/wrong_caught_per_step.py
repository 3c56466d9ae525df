"""interrupt-goes-on

After the stop button your loop goes on with the next batch. It has to end.
Try: Is your `try` inside the loop or around it?
Hint: Put `try:` around the whole loop.
"""


def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
    model.train()
    losses = []
    for step, (src, tgt) in enumerate(batches, start=1):
        try:
            for group in optimizer.param_groups:
                group["lr"] = rate(step)
            losses.append(train_step(model, src, tgt, optimizer, pad_id, label_smoothing))
        except KeyboardInterrupt:
            continue
    return losses

"""interrupt-outside-the-step

The stop button is not heeded everywhere in your loop. Pressed while a batch is made, or in another
line outside of your `try`, it comes out of your function and the losses are lost.
Try: Which lines stand in your `try`?
Hint: Put `try:` around the whole loop.
"""


def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
    model.train()
    losses = []
    for step, (src, tgt) in enumerate(batches, start=1):
        for group in optimizer.param_groups:
            group["lr"] = rate(step)
        try:
            losses.append(train_step(model, src, tgt, optimizer, pad_id, label_smoothing))
        except KeyboardInterrupt:
            break
    return losses

"""interrupt-not-caught

The stop button raises KeyboardInterrupt, and it comes out of your function. All losses are lost.
Try: What happens to `losses` when an error comes out of your loop?
Hint: try: the loop. except KeyboardInterrupt: pass. Then return.
"""


def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
    model.train()
    losses = []
    for step, (src, tgt) in enumerate(batches, start=1):
        for group in optimizer.param_groups:
            group["lr"] = rate(step)
        losses.append(train_step(model, src, tgt, optimizer, pad_id, label_smoothing))
    return losses

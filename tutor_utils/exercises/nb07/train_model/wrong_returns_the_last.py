"""last-loss-alone

Your function returns one loss. A list with the loss of every batch is wanted.
Try: What is collected in your loop?
Hint: losses = [] before the loop, losses.append(...) in it.
"""


def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
    model.train()
    loss = None
    try:
        for step, (src, tgt) in enumerate(batches, start=1):
            for group in optimizer.param_groups:
                group["lr"] = rate(step)
            loss = train_step(model, src, tgt, optimizer, pad_id, label_smoothing)
    except KeyboardInterrupt:
        pass
    return loss

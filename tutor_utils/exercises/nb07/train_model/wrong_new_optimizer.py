"""own-optimizer

Your function makes an optimizer of its own. The one that came in knows its settings and remembers the
steps before.
Try: Which optimizer makes the update in your code?
Hint: Pass `optimizer` on to train_step.
"""


def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
    model.train()
    losses = []
    try:
        for step, (src, tgt) in enumerate(batches, start=1):
            own = torch.optim.SGD(model.parameters(), lr=rate(step))
            losses.append(train_step(model, src, tgt, own, pad_id, label_smoothing))
    except KeyboardInterrupt:
        pass
    return losses

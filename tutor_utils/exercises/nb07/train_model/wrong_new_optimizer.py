"""own-optimizer

The update is not made by the optimizer that came in, which knows its settings and remembers the
steps before.
Try: Who makes the update in your code: the optimizer that came in, a new one, or a line of yours?
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

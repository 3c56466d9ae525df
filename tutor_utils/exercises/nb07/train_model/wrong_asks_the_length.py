r"""needs-a-length

Your loop asks how many batches there are, or for one by its number. `batches` can be any iterable: a
generator has no length and no numbers.
Try: Look for `len(batches)` and `batches[...]`.
Hint: enumerate(batches, start=1) counts while it goes.
Raises: has no len\(\)|is not subscriptable
"""


def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
    model.train()
    losses = []
    try:
        for step in range(1, len(batches) + 1):
            src, tgt = batches[step - 1]
            for group in optimizer.param_groups:
                group["lr"] = rate(step)
            losses.append(train_step(model, src, tgt, optimizer, pad_id, label_smoothing))
    except KeyboardInterrupt:
        pass
    return losses

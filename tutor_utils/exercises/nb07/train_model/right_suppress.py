from contextlib import suppress
from itertools import count


def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
    model.train()
    losses = []
    with suppress(KeyboardInterrupt):
        for (src, tgt), step in zip(batches, count(1)):
            for group in optimizer.param_groups:
                group.update(lr=rate(step))
            loss = train_step(model, src, tgt, optimizer, pad_id, label_smoothing=label_smoothing)
            losses.append(float(loss))
    return losses

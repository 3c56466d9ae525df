# --- by_hand
def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
    model.train(True)
    history, step = [], 0
    try:
        for batch in batches:
            step += 1
            for g in optimizer.param_groups:
                g["lr"] = rate(step)
            src, tgt = batch
            decoder_input, labels = tgt[:, :-1], tgt[:, 1:]
            loss = sequence_loss(model(src, decoder_input), labels, pad_id, label_smoothing)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            history.append(loss.item())
    except KeyboardInterrupt:
        return history
    return history


# --- finally
def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
    losses = []

    def run():
        for step, (src, tgt) in enumerate(batches, 1):
            for i in range(len(optimizer.param_groups)):
                optimizer.param_groups[i]["lr"] = rate(step)
            model.train()
            losses.append(train_step(model, src, tgt, optimizer, pad_id, label_smoothing))

    model.train()
    try:
        run()
    except KeyboardInterrupt:
        print("stopped after", len(losses), "steps")
    return losses


# --- mode_restored
def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
    was_training = model.training
    model.train()
    losses = []
    try:
        for step, (src, tgt) in enumerate(batches, start=1):
            for group in optimizer.param_groups:
                group["lr"] = rate(step)
            losses.append(train_step(model, src, tgt, optimizer, pad_id, label_smoothing))
    except KeyboardInterrupt:
        pass
    model.train(was_training)
    return losses


# --- rate_first
def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
    model.train()
    batches, losses, step = iter(batches), [], 1
    nothing = object()
    try:
        while (batch := next(batches, nothing)) is not nothing:
            now = float(rate(step))
            for group in optimizer.param_groups:
                group["lr"] = now
            losses += [train_step(model, *batch, optimizer, pad_id, label_smoothing)]
            step += 1
    except KeyboardInterrupt:
        pass
    return losses


# --- suppress
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


# --- usual
def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
    model.train()
    losses = []
    try:
        for step, (src, tgt) in enumerate(batches, start=1):
            for group in optimizer.param_groups:
                group["lr"] = rate(step)
            losses.append(train_step(model, src, tgt, optimizer, pad_id, label_smoothing))
    except KeyboardInterrupt:
        pass
    return losses


# --- while_next
def train_model(model, batches, optimizer, rate, pad_id, label_smoothing=0.0):
    model.train()
    batches = iter(batches)
    losses = []
    try:
        while True:
            try:
                src, tgt = next(batches)
            except StopIteration:
                break
            lr = rate(len(losses) + 1)
            for group in optimizer.param_groups:
                group["lr"] = lr
            losses.append(train_step(model, src, tgt, optimizer, pad_id, label_smoothing))
    except KeyboardInterrupt:
        print("stopped")
    return losses

"""no-update

The parameters did not move: the optimizer made no step, or had no gradients.
Try: Which two calls turn a loss into new weights?
Hint: `loss.backward()`, then `optimizer.step()`.
"""


def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.0):
    optimizer.zero_grad()
    inp, labels = shift_target(tgt)
    loss = sequence_loss(model(src, inp), labels, pad_id, label_smoothing)
    optimizer.step()
    return loss.item()

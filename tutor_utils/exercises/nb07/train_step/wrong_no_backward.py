"""no-update

The parameters did not move: the optimizer made no step, or had no gradients.
Try: Which two calls turn a loss into new weights, and where does `zero_grad` stand beside them?
Hint: `optimizer.zero_grad()`, then `loss.backward()`, then `optimizer.step()`.
Seen: https://github.com/tatsu-lab/alpaca_farm/issues/57
"""


def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.0):
    decoder_input, labels = shift_target(tgt)
    optimizer.zero_grad()
    logits = model(src, decoder_input)
    loss = sequence_loss(logits, labels, pad_id, label_smoothing)
    optimizer.step()
    return loss.item()

"""optimizer-of-the-first-call

The optimizer of the first call is kept on the model and used in every later call, whichever
optimizer comes in then.
Try: Train one step with one optimizer, and the next with a new one of another learning rate. Which rate is used?
Hint: Use the optimizer that came in, in each call.
"""


def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.0):
    decoder_input, labels = shift_target(tgt)
    if not hasattr(model, "own_optimizer"):
        model.own_optimizer = optimizer
    optimizer = model.own_optimizer
    optimizer.zero_grad()
    logits = model(src, decoder_input)
    loss = sequence_loss(logits, labels, pad_id, label_smoothing)
    loss.backward()
    optimizer.step()
    return loss.item()

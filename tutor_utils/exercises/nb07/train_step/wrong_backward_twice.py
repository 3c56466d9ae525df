"""gradients-doubled

`backward` runs twice in one call, so the gradients are twice as large as they should be.
Try: Count the calls of `loss.backward()`.
"""


def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.0):
    decoder_input, labels = shift_target(tgt)
    optimizer.zero_grad()
    logits = model(src, decoder_input)
    loss = sequence_loss(logits, labels, pad_id, label_smoothing)
    loss.backward(retain_graph=True)
    loss.backward()
    optimizer.step()
    return loss.item()

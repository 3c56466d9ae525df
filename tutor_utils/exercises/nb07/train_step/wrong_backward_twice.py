"""gradients-doubled

The gradients are twice as large as they should be: `backward` runs twice, or what it starts from
was doubled.
Try: How often does `loss.backward()` run in one call, and is anything multiplied before it?
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

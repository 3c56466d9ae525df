"""forward-without-graph

The model ran without noting how its result came about, so there is nothing to go backward through.
Try: Look for `no_grad`, `.detach()` or `.item()` before `backward`.
Raises: does not require grad
"""


def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.0):
    decoder_input, labels = shift_target(tgt)
    optimizer.zero_grad()
    with torch.no_grad():
        logits = model(src, decoder_input)
    loss = sequence_loss(logits, labels, pad_id, label_smoothing)
    loss.backward()
    optimizer.step()
    return loss.item()

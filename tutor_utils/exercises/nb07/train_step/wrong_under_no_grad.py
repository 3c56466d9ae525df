"""forward-without-graph

The loss has no way back to the parameters: how it came about was not recorded, or not to the end.
Try: Look for `no_grad`, `.detach()`, `.item()` or `argmax` before `backward`.
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

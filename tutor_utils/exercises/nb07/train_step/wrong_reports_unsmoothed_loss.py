"""loss-without-smoothing-returned

The update is made with label smoothing, and the loss that you return is one without it.
Try: Which loss do you go backward from, and which one do you return?
Hint: One loss serves both: go backward from it, and return its `item()`.
"""


def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.0):
    decoder_input, labels = shift_target(tgt)
    optimizer.zero_grad()
    logits = model(src, decoder_input)
    sequence_loss(logits, labels, pad_id, label_smoothing).backward()
    optimizer.step()
    return sequence_loss(logits.detach(), labels, pad_id).item()

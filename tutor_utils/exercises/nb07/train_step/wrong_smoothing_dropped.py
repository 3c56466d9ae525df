"""smoothing-ignored

The argument label_smoothing has no effect.
Try: Where does `label_smoothing` go in your code?
Hint: Pass it on to sequence_loss.
Seen: https://github.com/huggingface/transformers/pull/10338
"""


def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.0):
    decoder_input, labels = shift_target(tgt)
    optimizer.zero_grad()
    logits = model(src, decoder_input)
    loss = sequence_loss(logits, labels, pad_id)
    loss.backward()
    optimizer.step()
    return loss.item()

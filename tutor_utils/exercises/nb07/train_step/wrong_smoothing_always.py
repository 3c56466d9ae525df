"""smoothing-by-default

You smooth the labels though nobody asked for it: the default of label_smoothing is 0.
Try: Look at the `def` line. What is label_smoothing when the caller does not give it?
Hint: label_smoothing=0.0
"""


def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.1):
    decoder_input, labels = shift_target(tgt)
    optimizer.zero_grad()
    logits = model(src, decoder_input)
    loss = sequence_loss(logits, labels, pad_id, label_smoothing)
    loss.backward()
    optimizer.step()
    return loss.item()

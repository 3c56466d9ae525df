"""smoothing-by-default

You smooth the labels by 0.1 though nobody asked for it: the default of label_smoothing is 0.
Try: Where does the 0.1 come from: the `def` line, or a number in the body?
Hint: label_smoothing=0.0 in the `def` line, and the argument in the body.
"""


def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.1):
    decoder_input, labels = shift_target(tgt)
    optimizer.zero_grad()
    logits = model(src, decoder_input)
    loss = sequence_loss(logits, labels, pad_id, label_smoothing)
    loss.backward()
    optimizer.step()
    return loss.item()

"""target-not-shifted

The decoder was shown the tokens that it should predict. The loss falls to zero and decoding is
useless.
Try: What goes into the model, and what into the loss? Are they the same tokens?
Hint: Give the decoder input to the model and the labels to the loss: shift_target makes both.
Seen: https://github.com/Kyubyong/transformer/issues/94
"""


def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.0):
    decoder_input, labels = shift_target(tgt)
    optimizer.zero_grad()
    logits = model(src, labels)
    loss = sequence_loss(logits, labels, pad_id, label_smoothing)
    loss.backward()
    optimizer.step()
    return loss.item()

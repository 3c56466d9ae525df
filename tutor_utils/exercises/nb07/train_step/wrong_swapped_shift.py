"""shifted-backwards

The decoder is shown the answer and asked for the token before it: its input and the labels have
changed places.
Try: What goes into the model, and what into the loss? Which of the two begins with bos?
Hint: decoder_input, labels = shift_target(tgt)
"""


def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.0):
    labels, decoder_input = shift_target(tgt)
    optimizer.zero_grad()
    logits = model(src, decoder_input)
    loss = sequence_loss(logits, labels, pad_id, label_smoothing)
    loss.backward()
    optimizer.step()
    return loss.item()

"""another-loss-returned

The step is right, but the number that you return is the loss times the count of the labels.
Try: Which number do you go backward from, and which one do you return?
Hint: return loss.item()
"""


def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.0):
    decoder_input, labels = shift_target(tgt)
    optimizer.zero_grad()
    logits = model(src, decoder_input)
    loss = sequence_loss(logits, labels, pad_id, label_smoothing)
    loss.backward()
    optimizer.step()
    return loss.item() * (labels != pad_id).sum().item()

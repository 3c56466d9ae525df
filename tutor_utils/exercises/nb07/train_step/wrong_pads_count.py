"""pads-counted

Pads count in the loss.
Try: Where does `pad_id` go in your code?
Hint: Pass `pad_id` on to sequence_loss.
"""


def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.0):
    decoder_input, labels = shift_target(tgt)
    optimizer.zero_grad()
    logits = model(src, decoder_input)
    loss = F.cross_entropy(logits.flatten(0, 1), labels.flatten(), label_smoothing=label_smoothing)
    loss.backward()
    optimizer.step()
    return loss.item()

"""pads-counted

Pads count in the loss.
Try: Where does `pad_id` go in your code?
Hint: Pass `pad_id` on to sequence_loss.
"""


def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.0):
    optimizer.zero_grad()
    inp, labels = shift_target(tgt)
    loss = F.cross_entropy(model(src, inp).flatten(0, 1), labels.flatten(), label_smoothing=label_smoothing)
    loss.backward()
    optimizer.step()
    return loss.item()

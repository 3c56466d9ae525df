"""loss-still-a-tensor

Your function returns a tensor. The caller draws the loss, so it wants one Python number.
Try: What type is what you return? What turns it into a plain number?
Hint: Return `loss.item()`.
"""


def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.0):
    decoder_input, labels = shift_target(tgt)
    optimizer.zero_grad()
    logits = model(src, decoder_input)
    loss = sequence_loss(logits, labels, pad_id, label_smoothing)
    loss.backward()
    optimizer.step()
    return loss.detach()

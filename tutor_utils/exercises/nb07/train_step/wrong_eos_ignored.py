"""another-id-ignored

A real word is left out of the loss, and the pads count. If it is eos, the model never learns to stop.
Try: Which id do you leave out of the loss?
Hint: Pass `pad_id` on to sequence_loss.
"""


def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.0):
    decoder_input, labels = shift_target(tgt)
    optimizer.zero_grad()
    logits = model(src, decoder_input)
    loss = sequence_loss(logits, labels, 2, label_smoothing)
    loss.backward()
    optimizer.step()
    return loss.item()

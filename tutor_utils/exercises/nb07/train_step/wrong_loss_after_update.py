"""loss-after-the-update

You return the loss of the model as it is after the update. The one that you went backward from is
wanted.
Try: How often does your function call the model, and which of the losses do you return?
Hint: One forward pass is enough.
"""


def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.0):
    decoder_input, labels = shift_target(tgt)
    optimizer.zero_grad()
    logits = model(src, decoder_input)
    loss = sequence_loss(logits, labels, pad_id, label_smoothing)
    loss.backward()
    optimizer.step()
    return sequence_loss(model(src, decoder_input), labels, pad_id, label_smoothing).item()

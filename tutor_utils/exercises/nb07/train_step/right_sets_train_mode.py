"""mode-changed

Your code puts the model into training mode. Whoever calls it with a model in evaluation mode, to
leave dropout out, gets it back changed.
Try: Who decides the mode of the model: your function, or whoever calls it?
Hint: Take `model.train()` out. The loop around `train_step` calls it once.
"""


def train_step(model, src, tgt, optimizer, pad_id, label_smoothing=0.0):
    model.train()
    decoder_input, labels = shift_target(tgt)
    optimizer.zero_grad()
    logits = model(src, decoder_input)
    loss = sequence_loss(logits, labels, pad_id, label_smoothing)
    loss.backward()
    optimizer.step()
    return loss.item()
